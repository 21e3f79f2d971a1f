import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { TextKey } from '../i18n/words';
import { useWords } from '../i18n/words';
import { Icon, type IconName } from '../ui/icon';
import './rail.css';

export interface RailSection<Id extends string> {
  readonly id: Id;
  readonly icon: IconName;
}

interface RailProps<Id extends string> {
  readonly sections: readonly RailSection<Id>[];
  readonly current: Id;
  readonly titleOf: (id: Id) => TextKey;
  readonly onChoose: (id: Id) => void;
}

/** The way around the settings. One stop for Tab; the arrows go through it. */
export function Rail<Id extends string>({ sections, current, titleOf, onChoose }: RailProps<Id>) {
  const { t } = useWords();
  const tabs = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState('');
  useEffect(() => watchMore(tabs.current, setMore), []);

  // In a narrow window it is a row that scrolls by itself.
  useEffect(() => {
    tabs.current
      ?.querySelector(`[data-section="${current}"]`)
      ?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current]);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons: Element[] = [...(tabs.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement ?? document.body);
    const next = buttons[nextIndex(event.key, at, buttons.length)];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    // Whole, and clear of what fades: of what is seen in part a focus shows no more.
    next.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  };

  return (
    <nav className="rail" aria-label={t('settings.title')} data-more={more} onKeyDown={onKeyDown}>
      <div className="rail-tabs" ref={tabs}>
        {sections.map(({ id, icon }) => (
          <button
            key={id}
            type="button"
            data-section={id}
            aria-current={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            <Icon name={icon} />
            {t(titleOf(id))}
          </button>
        ))}
      </div>
    </nav>
  );
}

/** Tells on which sides there is more of what scrolls sideways: that side fades out and has an arrow, instead of being cut. */
function watchMore(element: HTMLElement | null, tell: (sides: string) => void): (() => void) | undefined {
  if (!element) return;
  const look = () => {
    // From right to left it counts downwards from 0.
    const passed = Math.abs(element.scrollLeft);
    const rest = element.scrollWidth - element.clientWidth - passed;
    tell(`${passed > 1 ? 'before' : ''} ${rest > 1 ? 'after' : ''}`.trim());
  };
  look();
  element.addEventListener('scroll', look, { passive: true });
  window.addEventListener('resize', look);
  return () => {
    element.removeEventListener('scroll', look);
    window.removeEventListener('resize', look);
  };
}

function nextIndex(key: string, at: number, count: number): number {
  // Narrow, the buttons stand side by side: forward is where one reads to.
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowDown' || key === forward) return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp' || key === 'ArrowLeft' || key === 'ArrowRight') return Math.max(at - 1, 0);
  return -1;
}

/** The section that is being read in `page`, and how to go to another. Elements of sections are called `section-<id>`. */
export function useSectionInView<Id extends string>(
  page: RefObject<HTMLElement | null>,
  sections: readonly RailSection<Id>[],
  first: Id,
): readonly [Id, (id: Id) => void] {
  const [current, setCurrent] = useState<Id>(first);
  /** Where the page was sent to: the last sections never get to its top. */
  const sentTo = useRef<number | null>(null);

  useEffect(() => {
    const element = page.current;
    if (!element) return;
    const onScroll = () => {
      if (sentTo.current !== null && Math.abs(element.scrollTop - sentTo.current) < 2) return;
      sentTo.current = null;
      const heads = sections.map(({ id }) => ({ id, top: document.getElementById(`section-${id}`)?.offsetTop ?? 0 }));
      // The line that is read at: the top of the page at its beginning, and its foot at its end.
      const room = element.scrollHeight - element.clientHeight;
      const line = element.scrollTop + (room > 0 ? element.scrollTop / room : 0) * element.clientHeight;
      const origin = heads[0]?.top ?? 0;
      const read = heads.findLast(({ top }) => top - origin <= line);
      if (read) setCurrent(read.id);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [page, sections]);

  const goTo = (id: Id) => {
    setCurrent(id);
    const section = document.getElementById(`section-${id}`);
    section?.scrollIntoView?.({ block: 'start' });
    sentTo.current = page.current?.scrollTop ?? null;
    // The keyboard goes on from there, without another jump.
    section?.focus({ preventScroll: true });
  };
  return [current, goTo];
}
