import { useCallback, useEffect, useRef, useState } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction } from '../../electron/contract/stage';
import { bridge } from '../bridge';
import { actionText } from '../i18n/action-text';
import { meetingName } from '../i18n/meeting-name';
import { countsDownTo, stageText, uploadParts } from '../i18n/stage-text';
import { useWords } from '../i18n/words';
import { selectDetails, selectGates } from '../selectors';
import { useStore } from '../store';
import { ActionMenu } from '../ui/action-menu';
import { useMinute, useNow } from '../ui/clock';
import { WholeName } from '../ui/file-name';
import { Icon } from '../ui/icon';
import { menuItems, mustAct, pauseLengthOf } from '../ui/menu-items';
import { Dotted, Sentence } from '../ui/sentence';
import { stageIcon } from '../ui/stage-icon';
import { Timeline } from './timeline';
import './details.css';

/** The open details: what a meeting is, where it is, and how it got there. Nothing while none are open. */
export function DetailsPane() {
  const meeting = useStore(selectDetails);
  return meeting && <Pane key={meeting.id} meeting={meeting} />;
}

function Pane({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const { t } = words;
  const pane = useRef<HTMLElement>(null);

  // Where the pane takes the place of the list, the row that had the focus is hidden with it.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || (focused instanceof HTMLElement && focused.offsetParent === null)) {
      pane.current?.focus({ preventScroll: true });
    }
  }, []);

  const close = () => {
    useStore.getState().openDetails(null);
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('[data-testid="meeting-row"][tabindex="0"]')?.focus();
    });
  };

  return (
    <aside className="pane" data-testid="meeting-details" aria-label={t('details.label')} tabIndex={-1} ref={pane}>
      <header className="pane-head">
        <div className="pane-top">
          <h2 className="pane-name">
            <WholeName name={meetingName(meeting, words)} />
          </h2>
          <button
            type="button"
            className="icon-btn"
            data-action="close-details"
            aria-label={t('details.close')}
            title={t('details.close')}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </div>
        <PaneStage meeting={meeting} />
        <PaneActions meeting={meeting} />
      </header>
      <Facts meeting={meeting} />
      <Timeline meeting={meeting} />
    </aside>
  );
}

function PaneStage({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const now = useNow(countsDownTo(meeting));
  const progress = useStore((state) => state.progress[meeting.id]);
  return (
    <p className="pane-stage" data-group={meeting.group} data-stage={meeting.stage}>
      <Icon name={stageIcon(meeting)} />
      {meeting.stage === 'uploading' ? (
        <span className="num">
          <Dotted parts={uploadParts(progress, words)} />
        </span>
      ) : (
        <span>
          <Sentence text={stageText(meeting, now, words)} />
        </span>
      )}
    </p>
  );
}

function PaneActions({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const menuButton = useRef<HTMLButtonElement>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  // One solid button on the screen, for what its user must do; while a banner asks for something, it has it.
  const bannerAsks = useStore((state) => selectGates(state).length > 0);
  const [main, ...others] = meeting.actions;
  const second = others.find((action) => action === 'show-in-folder' || action === 'upload-again');
  const act = (action: MeetingAction) => bridge.act(meeting.id, action);
  const button = (action: MeetingAction, manner: string) => (
    <button type="button" className={`btn ${manner}`} data-action={action} onClick={() => act(action)}>
      {actionText(action, meeting, 'button', words)}
    </button>
  );
  return (
    <div className="pane-acts">
      {main && button(main, mustAct(meeting) && !isTaking(main) && !bannerAsks ? 'btn-solid' : 'btn-soft')}
      {second && button(second, 'btn-soft')}
      <span className="grow" />
      <button
        type="button"
        className="icon-btn"
        data-action="menu"
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        aria-label={words.t('action.menu')}
        ref={menuButton}
        onClick={() => setMenuOpen(!menuOpen)}
      >
        <Icon name="more" />
      </button>
      {menuOpen && (
        <ActionMenu
          label={words.t('action.menu')}
          items={menuItems(meeting, words, false)}
          anchor={menuButton.current}
          onChoose={(action) => {
            const pause = pauseLengthOf(action);
            if (pause === null) act(action as MeetingAction);
            else bridge.pauseFor(meeting.id, pause);
          }}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

/** Taking something away is never what the screen suggests. */
function isTaking(action: MeetingAction): boolean {
  return action === 'cancel' || action === 'remove';
}

function Facts({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const { t } = words;
  const now = useMinute();
  const unknown = t('unit.unknown');
  return (
    <dl className="facts">
      <div>
        <dt>{t('details.length')}</dt>
        <dd>{meeting.durationMs ? words.length(meeting.durationMs) : unknown}</dd>
      </div>
      <div>
        <dt>{t('details.size')}</dt>
        <dd>{meeting.size === null ? unknown : words.bytes(meeting.size)}</dd>
      </div>
      <div>
        <dt>{t('details.added')}</dt>
        <dd>{words.day(meeting.addedAt, now)}</dd>
      </div>
      {meeting.recordingId !== null && (
        <div className="wide">
          <dt>{t('details.id')}</dt>
          <dd className="code">{meeting.recordingId}</dd>
          <dd className="copy">
            <button
              type="button"
              className="icon-btn"
              data-action="copy-id"
              aria-label={t('action.copy-id')}
              title={t('action.copy-id')}
              onClick={() => bridge.act(meeting.id, 'copy-id')}
            >
              <Icon name="copy" small />
            </button>
          </dd>
        </div>
      )}
    </dl>
  );
}
