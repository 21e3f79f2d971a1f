// Rows are taken by the pointer and moved in the order of sending. A mouse takes one by moving, a finger by resting on it, as its
// moving scrolls. What follows the pointer is placed directly, not by rendering: that would be a render a frame.

import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MeetingId } from '../../electron/contract/ids';
import type { Words } from '../i18n/words';
import { type ListItem, selectLive } from '../selectors';
import { useStore } from '../store';
import { carryOut } from './acting';
import { isMovable, type Move, movableOf, moveTo } from './sending-order';

/** Less is a click of a hand that is not quite still. */
const THRESHOLD = 5;
/** As long as a finger rests elsewhere for a menu. */
const REST_MS = 400;
/** So near to an edge of the list, it scrolls, by up to so many pixels a frame. */
const EDGE = 56;
const FASTEST = 18;
/** A drop is shown where it fell until the snapshot with the new order is there; that it was not saved is told by a message. */
const SETTLES_MS = 400;

/** Rows that are being moved: the one at the pointer, and all that go with it. */
export interface Lifted {
  readonly id: MeetingId;
  readonly ids: ReadonlySet<MeetingId>;
}

interface ReorderingOptions {
  readonly items: readonly ListItem[];
  readonly list: RefObject<HTMLElement | null>;
  readonly words: Words;
  /** Where an entry of the list stands, in pixels from the first. */
  readonly placeOf: (index: number) => { readonly start: number; readonly end: number } | null;
}

/** Returns what is lifted, where the line belongs that shows the new place, and the handler of the list. */
export function useReordering(options: ReorderingOptions) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const line = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const drag = useMemo(() => createDrag(latest, line, setLifted), []);

  // The new order is there: what was dropped stands in it.
  const { items } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the list that ends it
  useLayoutEffect(() => drag.settled(), [items, drag]);
  useEffect(() => drag.cancel, [drag]);

  // A finger that moves rows does not scroll. The browser asks before it touches down, so the listener is always there.
  const { list } = options;
  useEffect(() => {
    const element = list.current;
    element?.addEventListener('touchmove', drag.holdStill, { passive: false });
    return () => element?.removeEventListener('touchmove', drag.holdStill);
  }, [drag, list]);
  return { lifted, line, onPointerDown: drag.begin };
}

/** From the pointer's going down to its going up. */
interface Drag {
  readonly id: MeetingId;
  readonly ids: ReadonlySet<MeetingId>;
  readonly pointer: number;
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
  /** Where the pointer holds the row, from its upper edge; null until it is lifted. */
  held: number | null;
  slot: number;
  frame: number;
  rests: ReturnType<typeof setTimeout> | undefined;
}

function createDrag(
  latest: RefObject<ReorderingOptions>,
  line: RefObject<HTMLDivElement | null>,
  setLifted: (lifted: Lifted | null) => void,
) {
  let drag: Drag | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let settled = () => {};

  const isLifted = () => drag !== null && drag.held !== null;

  const rowsElement = () => latest.current.list.current?.querySelector<HTMLElement>('.rows') ?? null;
  const rowElement = (id: MeetingId) =>
    rowsElement()?.querySelector<HTMLElement>(`[data-testid="meeting-row"][data-id=${JSON.stringify(id)}]`) ?? null;

  function begin(event: PointerEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest<HTMLElement>('[data-testid="meeting-row"]');
    if (!row || target?.closest('button, [role="menu"]')) return;
    if (drag || event.button !== 0 || !event.isPrimary || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const movable = movableOf(latest.current.items);
    const id = row.dataset.id as MeetingId;
    if (movable.length < 2 || !movable.some((meeting) => meeting.id === id)) return;
    const { selected } = useStore.getState();
    const ids = new Set(selected.has(id) ? movable.flatMap((m) => (selected.has(m.id) ? [m.id] : [])) : [id]);
    const { clientX, clientY, pointerId, pointerType } = event;
    const rests = pointerType === 'touch' ? setTimeout(lift, REST_MS) : undefined;
    const at = { startX: clientX, startY: clientY, x: clientX, y: clientY };
    drag = { id, ids, pointer: pointerId, ...at, held: null, slot: 0, frame: 0, rests };
    for (const [name, listener] of listeners) window.addEventListener(name, listener, { capture: true });
  }

  function lift(): void {
    const row = drag && rowElement(drag.id);
    const { list } = latest.current;
    if (!drag || !row) {
      end();
      return;
    }
    drag.held = drag.startY - row.getBoundingClientRect().top;
    // Else what is under the pointer at its end would count as clicked.
    list.current?.setPointerCapture?.(drag.pointer);
    useStore.getState().openMenu(null);
    setLifted({ id: drag.id, ids: drag.ids });
    drag.frame = requestAnimationFrame(follow);
  }

  function follow(): void {
    if (!drag || drag.held === null) return;
    const { items, list, placeOf } = latest.current;
    const index = items.findIndex((item) => item.kind === 'row' && item.meeting.id === drag?.id);
    const item = items[index];
    const place = placeOf(index);
    const rows = rowsElement();
    // It is being sent, or gone: there is nothing to move any more.
    if (!list.current || !rows || !place || item?.kind !== 'row' || !isMovable(item.meeting)) {
      end();
      return;
    }
    const edges = list.current.getBoundingClientRect();
    list.current.scrollTop += speedAt(drag.y, edges.top, edges.bottom);
    const y = drag.y - rows.getBoundingClientRect().top;
    rowElement(drag.id)?.style.setProperty('translate', `0 ${y - drag.held - place.start}px`);
    pointTo(drag, y);
    drag.frame = requestAnimationFrame(follow);
  }

  /** Shows where the rows would go. */
  function pointTo(current: Drag, y: number): void {
    const { items, placeOf } = latest.current;
    const places = items.flatMap((item, index) => {
      const place = item.kind === 'row' && isMovable(item.meeting) ? placeOf(index) : null;
      return place ? [place] : [];
    });
    current.slot = places.filter(({ start, end }) => (start + end) / 2 < y).length;
    const top = places[current.slot]?.start ?? places.at(-1)?.end ?? 0;
    const mark = line.current;
    if (!mark) return;
    mark.hidden = moveNow(current) === null;
    mark.style.transform = `translateY(${top}px)`;
  }

  function moveNow({ ids, slot }: Drag): Move | null {
    return moveTo(movableOf(latest.current.items), ids, slot, selectLive(useStore.getState()));
  }

  function drop(): void {
    const move = drag !== null && isLifted() ? moveNow(drag) : null;
    if (!drag || !move) {
      end();
      return;
    }
    const { id } = drag;
    stop();
    carryOut(move, latest.current.words);
    settling = setTimeout(() => putDown(id), SETTLES_MS);
    settled = () => putDown(id);
  }

  /** Nothing follows the pointer any more. */
  function stop(): void {
    if (!drag) return;
    cancelAnimationFrame(drag.frame);
    clearTimeout(drag.rests);
    for (const [name, listener] of listeners) window.removeEventListener(name, listener, { capture: true });
    drag = null;
  }

  function putDown(id: MeetingId): void {
    clearTimeout(settling);
    settled = () => {};
    rowElement(id)?.style.removeProperty('translate');
    setLifted(null);
  }

  function end(): void {
    const id = drag !== null && isLifted() ? drag.id : null;
    stop();
    if (id !== null) putDown(id);
  }

  const listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ['pointermove', (event) => onMove(event as globalThis.PointerEvent)],
    ['pointerup', drop],
    ['pointercancel', end],
    ['blur', (event) => event.target === window && end()],
    ['keydown', (event) => onKey(event as KeyboardEvent)],
    // A finger that rests on rows to move them asks for no menu.
    ['contextmenu', (event) => isLifted() && swallow(event)],
  ];

  function onMove(event: globalThis.PointerEvent): void {
    if (!drag || event.pointerId !== drag.pointer) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (drag.held !== null || Math.hypot(drag.x - drag.startX, drag.y - drag.startY) < THRESHOLD) return;
    if (drag.rests === undefined) lift();
    else end();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isLifted()) return;
    swallow(event);
    end();
  }

  return {
    begin,
    cancel: end,
    settled: () => settled(),
    holdStill: (event: Event) => isLifted() && event.preventDefault(),
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Pixels to scroll in this frame: the faster, the nearer to an edge. */
function speedAt(y: number, top: number, bottom: number): number {
  if (y < top + EDGE) return -Math.ceil((FASTEST * Math.min(EDGE, top + EDGE - y)) / EDGE);
  if (y > bottom - EDGE) return Math.ceil((FASTEST * Math.min(EDGE, y - bottom + EDGE)) / EDGE);
  return 0;
}
