import { useCallback, useRef } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction } from '../../electron/contract/stage';
import { bridge } from '../bridge';
import { isolatedName } from '../i18n/bidi';
import { meetingName } from '../i18n/meeting-name';
import { useWords } from '../i18n/words';
import { type OpenMenu, useStore } from '../store';
import { ActionMenu } from '../ui/action-menu';
import { Icon } from '../ui/icon';
import { menuItems, pauseLengthOf } from '../ui/menu-items';
import { act } from './row-action';

interface RowMenuProps {
  readonly meeting: MeetingView;
  /** Null while it is closed. */
  readonly menu: OpenMenu | null;
  readonly tabIndex: number;
}

/** The row's menu and its button. */
export function RowMenu({ meeting, menu, tabIndex }: RowMenuProps) {
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const { openMenu, openDetails } = useStore.getState();
  const close = useCallback(() => useStore.getState().openMenu(null), []);
  const label = words.t('action.menu.of', { name: isolatedName(meetingName(meeting, words)) });

  const choose = (action: string) => {
    const pause = pauseLengthOf(action);
    if (pause !== null) return bridge.pauseFor(meeting.id, pause);
    if (action !== 'details') return act(meeting, action as MeetingAction);
    openDetails(meeting.id);
    if (meeting.unseen) bridge.markSeen([meeting.id]);
  };

  return (
    <>
      <button
        type="button"
        className="icon-btn sm"
        data-action="menu"
        tabIndex={tabIndex}
        aria-label={label}
        title={words.t('action.menu')}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        ref={button}
        onClick={() => openMenu(menu ? null : { id: meeting.id, at: null })}
      >
        <Icon name="more" />
      </button>
      {menu && (
        <ActionMenu
          label={label}
          items={menuItems(meeting, words, true)}
          anchor={button.current}
          at={menu.at}
          onChoose={choose}
          onClose={close}
        />
      )}
    </>
  );
}
