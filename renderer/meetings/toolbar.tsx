import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { bridge } from '../bridge';
import { useWords } from '../i18n/words';
import { selectLive, selectMeetings } from '../selectors';
import { useStore } from '../store';
import { ActionMenu } from '../ui/action-menu';
import { focusActiveRow } from '../ui/focus-goes-on';
import { Icon, type IconName } from '../ui/icon';
import { pauseItems, pauseLengthOf } from '../ui/menu-items';

interface ToolbarProps {
  /** There is nothing to search, and what adds files stands in the middle of the window. */
  readonly bare: boolean;
  /** How many a search found; null while nothing is searched for. */
  readonly found: number | null;
}

/** Search and what concerns all meetings. */
export function Toolbar({ bare, found }: ToolbarProps) {
  const { t } = useWords();
  const pausedAll = useStore((state) => state.snapshot?.pausedAll ?? false);
  const canRetry = useStore((state) => selectLive(state).some((meeting) => meeting.actions.includes('retry')));
  const pauseButton = useRef<HTMLButtonElement>(null);
  return (
    <header className="toolbar">
      {/* Seen by its place; read aloud by its name. An empty window has a heading of its own. */}
      {!bare && <h1 className="unseen">{t('list.label')}</h1>}
      {!bare && <Search found={found} />}
      <span className="grow" />
      {!bare && canRetry && (
        <ToolbarButton
          action="retry-all"
          label={t('action.retry-all')}
          icon="retry"
          onClick={() => {
            bridge.retryAll();
            // The button goes with the last that could be tried again.
            focusActiveRow();
          }}
        />
      )}
      {/* One button for both, also over an empty list: it keeps the focus, and what is added next may be meant to wait. */}
      <ToolbarButton
        action={pausedAll ? 'resume-all' : 'pause-all'}
        label={t(pausedAll ? 'action.resume-all' : 'action.pause-all')}
        icon={pausedAll ? 'play' : 'pause'}
        onClick={() => (pausedAll ? bridge.resumeAll() : bridge.pauseAll('open'))}
        ref={pauseButton}
      />
      {!pausedAll && <PauseMenu onPaused={() => pauseButton.current?.focus()} />}
      <button
        type="button"
        className="icon-btn"
        data-action="settings"
        title={t('action.settings')}
        aria-label={t('action.settings')}
        onClick={() => useStore.getState().show('settings')}
      >
        <Icon name="settings" />
      </button>
      {!bare && (
        <button
          type="button"
          className="btn btn-tint"
          data-action="add-files"
          title={t('action.add-files')}
          aria-label={t('action.add-files')}
          onClick={bridge.pickFiles}
        >
          <Icon name="plus" small />
          <span>{t('action.add-files')}</span>
        </button>
      )}
    </header>
  );
}

/** Pauses of all that end by themselves. `onPaused`: what opened the menu is about to go. */
function PauseMenu({ onPaused }: { readonly onPaused: () => void }) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = words.t('action.pause-all.menu');
  return (
    <>
      <button
        type="button"
        className="icon-btn sm pause-menu"
        data-action="pause-menu"
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        ref={button}
        onClick={() => setOpen(!open)}
      >
        <Icon name="down" small />
      </button>
      {open && (
        <ActionMenu
          label={label}
          items={pauseItems(words)}
          anchor={button.current}
          onChoose={(action) => {
            bridge.pauseAll(pauseLengthOf(action) ?? 'open');
            onPaused();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface ToolbarButtonProps {
  readonly action: string;
  readonly label: string;
  readonly icon: IconName;
  readonly onClick: () => void;
  readonly ref?: RefObject<HTMLButtonElement | null>;
}

function ToolbarButton({ action, label, icon, onClick, ref }: ToolbarButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-quiet"
      ref={ref}
      data-action={action}
      title={label}
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={icon} small />
      <span>{label}</span>
    </button>
  );
}

/** Typing is done when nothing was typed for so long: a count after each letter would only interrupt. */
const TYPED_MS = 700;

function Search({ found }: Pick<ToolbarProps, 'found'>) {
  const { t } = useWords();
  const search = useStore((state) => state.search);
  const meetings = useStore(selectMeetings);
  const { searchFor } = useStore.getState();
  const field = useRef<HTMLInputElement>(null);
  const heard = found === null ? null : t('search.heard', { count: found });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed counts too, where it finds as many as before
  useEffect(() => {
    if (heard === null) return;
    const timer = setTimeout(() => useStore.getState().say(heard), TYPED_MS);
    return () => clearTimeout(timer);
  }, [heard, search]);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyF') return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    focusActiveRow();
  };

  return (
    <search className="search">
      <Icon name="search" small />
      <input
        type="text"
        data-testid="search"
        ref={field}
        value={search}
        placeholder={t('search.label')}
        aria-label={t('search.label')}
        spellCheck={false}
        onChange={(event) => searchFor(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {found !== null && <span className="found">{t('search.found', { count: found, total: meetings.length })}</span>}
      {search !== '' && (
        <button
          type="button"
          className="icon-btn"
          data-action="clear-search"
          aria-label={t('search.clear')}
          onClick={() => {
            searchFor('');
            field.current?.focus();
          }}
        >
          <Icon name="close" small />
        </button>
      )}
    </search>
  );
}
