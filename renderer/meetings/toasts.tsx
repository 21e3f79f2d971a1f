import { useEffect, useRef, useState } from 'react';
import type { Refusal } from '../../electron/contract/problem';
import { bridge } from '../bridge';
import { isolatedName } from '../i18n/bidi';
import { meetingName } from '../i18n/meeting-name';
import { tokenCheckText } from '../i18n/token-text';
import { useWords, type Words } from '../i18n/words';
import { selectTakes } from '../selectors';
import { type ShownToast, useStore } from '../store';
import { FileName } from '../ui/file-name';
import { useFocusGoesOn } from '../ui/focus-goes-on';
import { Icon } from '../ui/icon';
import './toasts.css';

/** As long as an undo is promised. */
const LASTS_MS = 10_000;
/** A list takes longer to read. */
const LIST_LASTS_MS = 20_000;
/** More than anybody reads there, and still drawn at once. */
const REFUSALS_SHOWN = 100;

/** Passing messages, above the status line of every screen. */
export function Toasts() {
  const { t } = useWords();
  const toasts = useStore((state) => state.toasts);
  // The bar of a selection is higher than the line it stands in the place of.
  const isHigher = useStore((state) => state.selected.size > 0);
  return (
    <section className={`toasts${isHigher ? ' is-higher' : ''}`} aria-label={t('toast.label')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastBox key={toast.key} toast={toast} />
      ))}
    </section>
  );
}

function ToastBox({ toast }: { readonly toast: ShownToast }) {
  const words = useWords();
  const [held, setHeld] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useFocusGoesOn(element);
  const { key, kind } = toast;
  const undo = undoOf(toast);
  const dismiss = () => useStore.getState().dismissToast(key);

  // Stays while it is pointed at or has the focus: nobody races a message for its button.
  useEffect(() => {
    if (held) return;
    const lasts = kind === 'refused' ? LIST_LASTS_MS : LASTS_MS;
    const timer = setTimeout(() => useStore.getState().dismissToast(key), lasts);
    return () => clearTimeout(timer);
  }, [held, key, kind]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding it is no action, its buttons are
    <div
      className="toast"
      ref={element}
      data-testid="toast"
      data-kind={kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{toastText(toast, words)}</p>
      {undo ? (
        <button
          type="button"
          className="btn btn-link"
          data-action="undo"
          onClick={() => {
            undo();
            dismiss();
          }}
        >
          {words.t('action.undo')}
        </button>
      ) : (
        <span />
      )}
      <button
        type="button"
        className="icon-btn"
        data-action="dismiss"
        aria-label={words.t('action.close')}
        onClick={dismiss}
      >
        <Icon name="close" small />
      </button>
      {toast.kind === 'refused' && <Refusals refusals={toast.refusals} />}
      {toast.kind === 'refused' && toast.refusals.some(({ reason }) => reason === 'not-audio') && <Takes />}
    </div>
  );
}

/** What its undo does; null where nothing was taken away. */
function undoOf(toast: ShownToast): (() => void) | null {
  if (toast.kind === 'removed') return () => bridge.act(toast.id, 'undo');
  if (toast.kind === 'removed-many') return () => bridge.actAll(toast.ids, 'undo');
  return toast.kind === 'cleared' && toast.count > 0 ? bridge.undoClear : null;
}

function toastText(toast: ShownToast, words: Words): string {
  const { t } = words;
  switch (toast.kind) {
    case 'refused':
      return t('toast.refused', { count: toast.refusals.length });
    case 'removed':
      return t(toast.maybeSent ? 'toast.removed.maybe-sent' : 'toast.removed', {
        name: isolatedName(meetingName(toast, words)),
      });
    case 'removed-many':
      return t(toast.maybeSent ? 'toast.removed-many.maybe-sent' : 'toast.removed-many', { count: toast.ids.length });
    case 'cleared':
      return t('toast.cleared', { count: toast.count });
    case 'copied':
      return t(toast.what === 'id' ? 'toast.copied' : `toast.copied.${toast.what}`);
    case 'not-located':
      return t(`toast.not-located.${toast.why}`, { name: isolatedName(toast.name) });
    case 'folder-not-watched':
      return t(`toast.folder.${toast.reason}`, { name: isolatedName(toast.name) });
    case 'certificate-refused':
      return t(`toast.certificate.${toast.reason}`);
    case 'token-stored':
      return tokenCheckText(toast.check, words);
    case 'sandbox-page':
    case 'start-at-login-failed':
    case 'diagnostics-saved':
    case 'diagnostics-not-saved':
    case 'not-saved':
    case 'failed':
      return t(`toast.${toast.kind}`);
  }
}

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const { t } = useWords();
  const more = refusals.length - REFUSALS_SHOWN;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <ul aria-label={t('toast.refused.list')} tabIndex={0}>
      {refusals.slice(0, REFUSALS_SHOWN).map((refusal, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two refused files may have the same name, and the list never changes
        <li key={index}>
          <div className="fname-room">
            <FileName name={refusal.name} />
          </div>
          <span>{t(`refusal.${refusal.reason}`)}</span>
        </li>
      ))}
      {more > 0 && <li>{t('toast.refused.more', { count: more })}</li>}
    </ul>
  );
}

/** Whoever dropped what is no recording reads what would be one. */
function Takes() {
  const { t, kinds } = useWords();
  const takes = useStore(selectTakes);
  return <p className="fine">{t('refusal.takes', { kinds: kinds(takes) })}</p>;
}
