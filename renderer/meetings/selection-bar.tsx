import { useEffect, useLayoutEffect, useRef } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import { useWords } from '../i18n/words';
import { countMeetings, type ListItem } from '../selectors';
import { useStore } from '../store';
import { focusActiveRow } from '../ui/focus-goes-on';
import { Icon } from '../ui/icon';
import { actionIcons, bulkLabel, bulkOffers, isDirected } from '../ui/menu-items';
import { actOnAll } from './acting';
import { clearSelection } from './selection';
import './selection.css';

interface SelectionBarProps {
  readonly items: readonly ListItem[];
  /** At least one. */
  readonly meetings: readonly MeetingView[];
}

/** In the place of the line at the foot while something is selected: how much that is, and what can be done to it. */
export function SelectionBar({ items, meetings }: SelectionBarProps) {
  const words = useWords();
  const { t } = words;
  const bar = useRef<HTMLElement>(null);
  useFocusKept(bar);
  const count = meetings.length;
  const minutes = Math.round(countMeetings(meetings).unsentMs / 60_000);
  return (
    <section className="selection" data-testid="selection-bar" aria-label={t('selection.label')} ref={bar}>
      <button
        type="button"
        className="icon-btn sm"
        data-action="clear-selection"
        aria-label={t('selection.clear')}
        aria-keyshortcuts="Escape"
        title={t('selection.clear')}
        onClick={clearSelection}
      >
        <Icon name="close" small />
      </button>
      <span className="selection-count">{t('selection.count', { count })}</span>
      {minutes > 0 && <span className="selection-sum">{t('summary.to-go', { count: minutes })}</span>}
      <span className="grow" />
      {bulkOffers(meetings).map((offer) => {
        const { action } = offer;
        const label = bulkLabel(offer, count, words);
        return (
          <button
            key={action}
            type="button"
            className={`btn btn-quiet btn-sm${action === 'remove' ? ' danger' : ''}`}
            data-action={action}
            title={label}
            aria-label={label}
            onClick={() => actOnAll(items, meetings, action)}
          >
            <Icon name={actionIcons[action]} small flip={isDirected(action)} />
            <span>{label}</span>
          </button>
        );
      })}
    </section>
  );
}

/** An act may take its own button away, or the whole bar: the focus stays in it, or goes back to the list. */
function useFocusKept(bar: React.RefObject<HTMLElement | null>): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (hadFocus.current && activeElement === body) bar.current?.querySelector('button')?.focus();
    hadFocus.current = bar.current?.contains(document.activeElement) === true;
  });
  useEffect(() => {
    const element = bar.current;
    const note = () => {
      hadFocus.current = element?.contains(document.activeElement) === true;
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
      if (hadFocus.current) focusActiveRow();
    };
  }, [bar]);
}

/** Tells a screen reader how much is selected, when that changes. */
export function useSelectionSaid(count: number): void {
  const { t } = useWords();
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return;
    before.current = count;
    useStore.getState().say(count === 0 ? t('selection.none') : t('selection.count', { count }));
  }, [count, t]);
}
