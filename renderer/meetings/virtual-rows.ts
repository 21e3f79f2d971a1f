// Which entries of the list are in the document, and where they stand. Their heights are known before they are seen, but for rows
// whose sentence may wrap, which are measured.

import { defaultRangeExtractor, observeElementRect, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { MeetingId } from '../../electron/contract/ids';
import type { Language } from '../../electron/contract/settings';
import type { ListItem } from '../selectors';
import { isOneLine, itemHeight, sentenceKey } from './row-shape';

/** Rows beyond the edges: enough that a wheel's step never shows a gap. */
const OVERSCAN = 8;
/** What is assumed before the first layout, and where there is none. */
const FIRST_RECT = { width: 980, height: 680 };

interface VirtualRowsOptions {
  readonly items: readonly ListItem[];
  readonly language: Language;
  /** The element that scrolls. */
  readonly list: RefObject<HTMLElement | null>;
  /** The height of what stands above the first entry. */
  readonly scrollMargin: number;
  readonly activeIndex: number;
  /** The row at the pointer, while one is moved. */
  readonly liftedId: RefObject<MeetingId | null>;
}

/** Returns the virtualizer, the head that sticks, and how a row tells how tall it came out. */
export function useVirtualRows({ items, language, list, scrollMargin, activeIndex, liftedId }: VirtualRowsOptions) {
  const heads = useMemo(() => items.flatMap((item, index) => (item.kind === 'head' ? [index] : [])), [items]);
  const stuckHead = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is lifted is looked up whenever rows come and go
  const rangeExtractor = useCallback(
    (range: Range) => {
      stuckHead.current = heads.findLast((index) => index <= range.startIndex) ?? 0;
      const lifted = liftedId.current === null ? null : rowIndex(items, liftedId.current);
      // The head that sticks, the row with the focus and the one at the pointer stay in the document wherever the list is scrolled to.
      return [...new Set([stuckHead.current, activeIndex, lifted ?? activeIndex, ...defaultRangeExtractor(range)])]
        .filter((index) => index >= 0 && index < range.count)
        .sort((a, b) => a - b);
    },
    [heads, activeIndex, items],
  );

  const heightAt = useCallback(
    (index: number): number => {
      const item = items[index];
      return item ? itemHeight(item, language) : 0;
    },
    [items, language],
  );

  // The same function for the same list: with another one the virtualizer works out the places of all rows anew, in each frame.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      if (item?.kind !== 'row') return item ? item.group : index;
      return sentenceKey(item.meeting, language);
    },
    [items, language],
  );

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: heightAt,
    getItemKey,
    overscan: OVERSCAN,
    // Rows come into the document beyond the edges: a frame need not wait for them.
    useFlushSync: false,
    scrollMargin,
    initialRect: FIRST_RECT,
    rangeExtractor,
    // A list without height is hidden behind the details, or not laid out at all: it keeps the rows it had.
    observeElementRect: (instance, report) => observeElementRect(instance, (rect) => rect.height > 0 && report(rect)),
    measureElement,
  });

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

  return { virtualizer, stuckHead, measure };
}

/** Where a meeting stands in the list; null if it is not shown. */
export function rowIndex(items: readonly ListItem[], id: MeetingId | null): number | null {
  if (id === null) return null;
  const index = items.findIndex((item) => item.kind === 'row' && item.meeting.id === id);
  return index < 0 ? null : index;
}
