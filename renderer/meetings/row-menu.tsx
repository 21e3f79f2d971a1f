import { useCallback, useRef } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { BulkAction, MeetingAction } from '../../electron/contract/stage';
import { bridge } from '../bridge';
import { isolatedName } from '../i18n/bidi';
import { meetingName } from '../i18n/meeting-name';
import { useWords } from '../i18n/words';
import type { ListItem } from '../selectors';
import { type OpenMenu, useStore } from '../store';
import { ActionMenu } from '../ui/action-menu';
import { Icon } from '../ui/icon';
import { bulkItems, menuItems, pauseLengthOf } from '../ui/menu-items';
import { act, actOnAll } from './acting';
import { openAlone, openMenuOf } from './selection';

/** Several meetings that an act is about, and the list that they are in. */
export interface Concerned {
  readonly items: readonly ListItem[];
  readonly meetings: readonly MeetingView[];
}

interface RowMenuProps {
  readonly meeting: MeetingView;
  /** Null while it is closed. */
  readonly menu: OpenMenu | null;
  /** Null: the row alone. */
  readonly concerned: Concerned | null;
  readonly tabIndex: number;
}

/** The row's menu and its button. The menu of a row that is selected with others is about all of them, and says so. */
export function RowMenu({ meeting, menu, concerned, tabIndex }: RowMenuProps) {
  const words = useWords();
  const { t } = words;
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => useStore.getState().openMenu(null), []);
  const label = t('action.menu.of', { name: isolatedName(meetingName(meeting, words)) });
  const count = concerned?.meetings.length ?? 1;

  const choose = (action: string) => {
    const pause = pauseLengthOf(action);
    const meetings = concerned?.meetings ?? [meeting];
    if (pause !== null) {
      bridge.pauseFor(
        meetings.map(({ id }) => id),
        pause,
      );
    } else if (concerned) actOnAll(concerned.items, meetings, action as BulkAction);
    else if (action === 'details') openAlone(meeting);
    else act(meeting, action as MeetingAction);
  };

  return (
    <>
      <button
        type="button"
        className="icon-btn sm"
        data-action="menu"
        tabIndex={tabIndex}
        aria-label={label}
        title={t('action.menu')}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        ref={button}
        onClick={() => (menu ? close() : openMenuOf(meeting.id, null))}
      >
        <Icon name="more" />
      </button>
      {menu && (
        <ActionMenu
          label={concerned ? t('selection.menu', { count }) : label}
          items={concerned ? bulkItems(concerned.meetings, words) : menuItems(meeting, words, true)}
          {...(concerned && { heading: t('selection.count', { count }) })}
          anchor={button.current}
          at={menu.at}
          onChoose={choose}
          onClose={close}
        />
      )}
    </>
  );
}
