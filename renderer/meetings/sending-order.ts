// Where rows land that are moved in the order of sending. The list shows that order, but not only what still has to be sent.

import type { MeetingId } from '../../electron/contract/ids';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { Stage } from '../../electron/contract/stage';
import { type ListItem, rowsOf } from '../selectors';

const unsent: ReadonlySet<Stage> = new Set(['preparing', 'queued', 'waiting', 'paused']);

/** Whether a row can be moved in the order of sending. */
export const isMovable = ({ stage }: MeetingView) => unsent.has(stage);

/** What is shown and can be moved, in the order of the list. */
export function movableOf(items: readonly ListItem[]): readonly MeetingView[] {
  return rowsOf(items).filter(isMovable);
}

/** A move of rows to a new place. */
export interface Move {
  readonly ids: readonly MeetingId[];
  /** As `moveBefore` takes it. */
  readonly before: MeetingId | null;
  /** The place of the first of them afterwards, from 1, among `count`. */
  readonly place: number;
  readonly count: number;
}

/**
 * The move of `ids` to before the `slot`-th movable row (after the last, if there are no more); null if nothing moves by it.
 * `sending`: all meetings, in the order of sending.
 */
export function moveTo(
  movable: readonly MeetingView[],
  ids: ReadonlySet<MeetingId>,
  slot: number,
  sending: readonly MeetingView[],
): Move | null {
  const moving = movable.filter(({ id }) => ids.has(id));
  const others = movable.filter(({ id }) => !ids.has(id));
  const [first] = moving;
  if (!first || others.length === 0) return null;
  const at = movable.slice(0, slot).filter(({ id }) => !ids.has(id)).length;
  const after = [...others.slice(0, at), ...moving, ...others.slice(at)];
  if (after.every((meeting, index) => meeting === movable[index])) return null;
  const goesDown = at > movable.indexOf(first);
  const before = goesDown || at === others.length ? idAfter(others[at - 1], ids, sending) : others[at]?.id;
  return { ids: moving.map(({ id }) => id), before: before ?? null, place: at + 1, count: movable.length };
}

/** The move by one place: the block of `ids` closes up, then passes its neighbour. */
export function moveByOne(
  movable: readonly MeetingView[],
  ids: ReadonlySet<MeetingId>,
  step: 1 | -1,
  sending: readonly MeetingView[],
): Move | null {
  const first = movable.findIndex(({ id }) => ids.has(id));
  const last = movable.findLastIndex(({ id }) => ids.has(id));
  if (first < 0) return null;
  const slot = step < 0 ? Math.max(0, first - 1) : Math.min(movable.length, last + 2);
  return moveTo(movable, ids, slot, sending);
}

/** "After it" is "before the one after it", in the order of sending: the list may show another one next, or none. */
function idAfter(
  meeting: MeetingView | undefined,
  ids: ReadonlySet<MeetingId>,
  sending: readonly MeetingView[],
): MeetingId | null {
  const others = sending.filter(({ id }) => !ids.has(id));
  return others[others.findIndex(({ id }) => id === meeting?.id) + 1]?.id ?? null;
}
