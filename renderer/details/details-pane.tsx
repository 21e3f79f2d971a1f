import { useCallback, useEffect, useRef, useState } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction } from '../../electron/contract/stage';
import { bridge } from '../bridge';
import { actionText } from '../i18n/action-text';
import { meetingName } from '../i18n/meeting-name';
import { countsDownTo, stageText, uploadParts } from '../i18n/stage-text';
import { useWords } from '../i18n/words';
import { selectDetails, selectGates, selectTakes } from '../selectors';
import { useStore } from '../store';
import { ActionMenu } from '../ui/action-menu';
import { useNow } from '../ui/clock';
import { WholeName } from '../ui/file-name';
import { useFocusGoesOn } from '../ui/focus-goes-on';
import { Icon } from '../ui/icon';
import { menuItems, mustAct, orderedActions, pauseLengthOf } from '../ui/menu-items';
import { Dotted, Sentence } from '../ui/sentence';
import { stageIcon } from '../ui/stage-icon';
import { Facts } from './facts';
import { Player } from './player';
import { Support } from './support';
import { Timeline } from './timeline';
import { useTimeline } from './use-timeline';
import './details.css';

/** A name of more characters takes more lines than may stay in sight while the rest is scrolled. */
const STAYS_IN_SIGHT = 90;

/** The open details: what a meeting is, where it is, and how it got there. Nothing while none are open. */
export function DetailsPane() {
  const meeting = useStore(selectDetails);
  return meeting && <Pane key={meeting.id} meeting={meeting} />;
}

function Pane({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const { t } = words;
  const pane = useRef<HTMLElement>(null);
  const entries = useTimeline(meeting);
  useFocusGoesOn(pane);

  // Where the pane takes the place of the list, the row that had the focus is hidden with it.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || (focused instanceof HTMLElement && focused.offsetParent === null)) {
      pane.current?.focus({ preventScroll: true });
    }
  }, []);

  return (
    <section className="pane" data-testid="meeting-details" aria-label={t('details.label')} tabIndex={-1} ref={pane}>
      <header className="pane-head" data-long={meeting.name.length > STAYS_IN_SIGHT}>
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
            onClick={() => useStore.getState().openDetails(null)}
          >
            <Icon name="close" />
          </button>
        </div>
        <PaneStage meeting={meeting} />
        {meeting.reason === 'not-audio' && <PaneTakes />}
        <PaneActions meeting={meeting} />
      </header>
      <Facts meeting={meeting} />
      <Support meeting={meeting} entries={entries} />
      <Player meeting={meeting} />
      <Timeline meeting={meeting} entries={entries} />
    </section>
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

/** Whoever sent what is no recording reads what would be one. */
function PaneTakes() {
  const { t, kinds } = useWords();
  const takes = useStore(selectTakes);
  return (
    <p className="pane-takes" data-testid="takes">
      {t('refusal.takes', { kinds: kinds(takes) })}
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
  const [main, ...others] = orderedActions(meeting);
  // There is no folder to show that a missing file would be in.
  const isSecond = (action: MeetingAction) =>
    action === 'show-in-folder' || action === 'upload-again' || (main === 'locate' && action === 'retry');
  const second = others.find(isSecond);
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
            else bridge.pauseFor([meeting.id], pause);
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
