// A row that changes its group glides to its new place, so that the eye can follow it. Only if it is the only one that moves:
// rows that glide through each other are a blur, so in a busy list everything is at once where it belongs.

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MeetingId } from '../../electron/contract/ids';
import { type ListItem, rowsOf } from '../selectors';

/** A list that changed within this time is busy: longer than a glide takes. */
const CALM_AFTER_MS = 320;

interface Watched {
  readonly items: readonly ListItem[];
  readonly gliding: MeetingId | null;
  readonly calm: boolean;
}

/** The row that glides after the last change of the list; null while none does. */
export function useGlide(items: readonly ListItem[]): MeetingId | null {
  const [known, setKnown] = useState<Watched>({ items, gliding: null, calm: true });
  let watched = known;
  if (known.items !== items) {
    watched = { items, gliding: known.calm ? movedAlone(known.items, items) : null, calm: false };
    setKnown(watched);
  }

  const { calm } = watched;
  useEffect(() => {
    if (calm) return;
    const timer = setTimeout(() => setKnown({ items, gliding: null, calm: true }), CALM_AFTER_MS);
    return () => clearTimeout(timer);
  }, [items, calm]);
  return watched.gliding;
}

/** The one row that changed its group while nothing came, left, changed its place or its stage; null if it was not so. */
export function movedAlone(before: readonly ListItem[], after: readonly ListItem[]): MeetingId | null {
  const groups = new Map(rowsOf(before).map(({ id, group }) => [id, group]));
  const now = rowsOf(after);
  if (now.length !== groups.size) return null;
  const changed = now.filter(({ id, group }) => groups.get(id) !== group);
  const [moved] = changed;
  if (moved === undefined || changed.length > 1 || !groups.has(moved.id)) return null;
  const others = now.filter((meeting) => meeting !== moved);
  const were = rowsOf(before).filter(({ id }) => id !== moved.id);
  return others.every(({ id, stage }, i) => were[i]?.id === id && were[i]?.stage === stage) ? moved.id : null;
}

/** Lets a row glide from where it stood. As an offset that runs out, so that its place itself is right from the start. */
export function useGliding(element: RefObject<HTMLElement | null>, start: number, glides: boolean): void {
  const stood = useRef(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it stood is read once, as its glide begins
  useLayoutEffect(() => {
    const offset = stood.current - start;
    if (!glides || offset === 0 || !element.current?.animate) return;
    const style = getComputedStyle(element.current);
    const animation = element.current.animate([{ translate: `0 ${offset}px` }, { translate: '0 0' }], {
      duration: milliseconds(style.getPropertyValue('--t-slow')),
      easing: style.getPropertyValue('--ease').trim() || 'ease',
    });
    return () => animation.cancel();
  }, [glides]);
  useLayoutEffect(() => {
    stood.current = start;
  }, [start]);
}

/** A time of a style sheet, which the build may write either way: 280ms, .28s. */
export function milliseconds(time: string): number {
  const value = Number.parseFloat(time) || 0;
  return time.trim().endsWith('ms') ? value : value * 1000;
}
