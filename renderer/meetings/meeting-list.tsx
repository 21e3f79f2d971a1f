// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows cannot be a table

import { defaultRangeExtractor, observeElementRect, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MeetingId } from '../../electron/contract/ids';
import { useWords } from '../i18n/words';
import { listItems, selectMeetings } from '../selectors';
import { useStore } from '../store';
import { useGlide } from './glide';
import { GroupHead } from './group-head';
import { useListKeys } from './list-keys';
import { MeetingRow } from './meeting-row';
import { isOneLine, itemHeight, sentenceKey } from './row-shape';

/** Rows beyond the edges: enough that a wheel's step never shows a gap. */
const OVERSCAN = 8;
/** What is assumed before the first layout, and where there is none. */
const FIRST_RECT = { width: 980, height: 680 };

/** The list of all meetings under their heads. Only what is near the viewport is in the document. */
export function MeetingList({ children }: { readonly children: ReactNode }) {
  const { t, language } = useWords();
  const meetings = useStore(selectMeetings);
  const search = useStore((state) => state.search);
  const query = useDeferredValue(search);
  const chosenId = useStore((state) => state.activeId);
  const detailsId = useStore((state) => state.detailsId);
  const menu = useStore((state) => state.menu);
  const items = useMemo(() => listItems(meetings, query), [meetings, query]);

  const list = useRef<HTMLElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const scrollMargin = useHeight(above);
  const gliding = useGlide(items);

  const activeIndex = useMemo(() => activeRow(items, chosenId), [items, chosenId]);
  const heads = useMemo(() => items.flatMap((item, index) => (item.kind === 'head' ? [index] : [])), [items]);
  const stuckHead = useRef(0);

  const rangeExtractor = useCallback(
    (range: Range) => {
      stuckHead.current = heads.findLast((index) => index <= range.startIndex) ?? 0;
      // The head that sticks and the row with the focus stay in the document wherever the list is scrolled to.
      return [...new Set([stuckHead.current, activeIndex, ...defaultRangeExtractor(range)])]
        .filter((index) => index >= 0 && index < range.count)
        .sort((a, b) => a - b);
    },
    [heads, activeIndex],
  );

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => heightAt(index),
    getItemKey: (index) => {
      const item = items[index];
      if (item?.kind !== 'row') return item ? item.group : index;
      return sentenceKey(item.meeting, language);
    },
    overscan: OVERSCAN,
    scrollMargin,
    initialRect: FIRST_RECT,
    rangeExtractor,
    // A list without height is hidden behind the details, or not laid out at all: it keeps the rows it had.
    observeElementRect: (instance, report) => observeElementRect(instance, (rect) => rect.height > 0 && report(rect)),
    measureElement,
  });

  function heightAt(index: number): number {
    const item = items[index];
    return item ? itemHeight(item, language) : 0;
  }

  /** As tall as it came out, if it is the row that stands at its index, and one whose sentence may wrap. */
  function measureElement(element: HTMLElement): number {
    const index = Number(element.dataset.index);
    const item = items[index];
    const wraps = item?.kind === 'row' && item.meeting.id === element.dataset.id && !isOneLine(item.meeting);
    return (wraps && element.offsetHeight) || heightAt(index);
  }

  const measure = useCallback(
    (element: HTMLElement | null) => {
      virtualizer.measureElement(element);
      // While the list is scrolled, that waits for the browser to see another size. A new sentence may be as tall as the old one.
      if (element)
        virtualizer.resizeItem(
          Number(element.dataset.index),
          virtualizer.options.measureElement(element, undefined, virtualizer),
        );
    },
    [virtualizer],
  );

  const keys = useListKeys({ items, activeIndex, list, scrollTo: (index) => virtualizer.scrollToIndex(index) });
  const shown = virtualizer.getVirtualItems();

  return (
    <main className="list" ref={list}>
      <div ref={above}>{children}</div>
      {items.length === 0 ? (
        <NothingFound query={query} />
      ) : (
        <div
          className="rows"
          role="grid"
          aria-label={t('list.label')}
          aria-rowcount={items.length}
          style={{ blockSize: virtualizer.getTotalSize() }}
          onFocus={keys.onFocus}
          onKeyDown={keys.onKeyDown}
        >
          {shown.map(({ index, start }) => {
            const item = items[index];
            if (!item) return null;
            const place = start - scrollMargin;
            return item.kind === 'head' ? (
              <GroupHead key={item.group} head={item} index={index} start={place} stuck={index === stuckHead.current} />
            ) : (
              <MeetingRow
                key={item.meeting.id}
                meeting={item.meeting}
                index={index}
                start={place}
                query={query}
                active={index === activeIndex}
                selected={item.meeting.id === detailsId}
                glides={item.meeting.id === gliding}
                menu={menu?.id === item.meeting.id ? menu : null}
                measure={measure}
              />
            );
          })}
        </div>
      )}
    </main>
  );
}

function NothingFound({ query }: { readonly query: string }) {
  const { t } = useWords();
  return (
    <div className="nothing">
      <p>{t('search.none', { query: `\u2068${query}\u2069` })}</p>
      <button type="button" className="btn btn-quiet" onClick={() => useStore.getState().searchFor('')}>
        {t('search.clear')}
      </button>
    </div>
  );
}

function activeRow(items: ReturnType<typeof listItems>, id: MeetingId | null): number {
  const chosen = id === null ? -1 : items.findIndex((item) => item.kind === 'row' && item.meeting.id === id);
  return chosen >= 0 ? chosen : items.findIndex((item) => item.kind === 'row');
}

/** The height of what stands above the rows and scrolls with them. */
function useHeight(element: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target || typeof ResizeObserver === 'undefined') return;
    const read = () => setHeight(target.offsetHeight);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
