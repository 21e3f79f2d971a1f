// The order of sending, which is the order of the records. Pure.

import type { MeetingId } from '../contract/ids';
import type { AppState } from './app-state';
import type { MeetingRecord } from './meeting';
import { isUnsent } from './plan';

/**
 * Moves meetings in the order of sending: together, in the order that they have, before `before` or (null) to the end. Nothing
 * moves if `before` is not there any more, or is to be moved itself: there is no place that its user can have meant.
 */
export function moveBefore(state: AppState, ids: readonly MeetingId[], before: MeetingId | null): AppState {
  const wanted = new Set(ids);
  const moving = state.meetings.filter((m) => wanted.has(m.id));
  const others = state.meetings.filter((m) => !wanted.has(m.id));
  const at = before === null ? others.length : others.findIndex((m) => m.id === before);
  if (moving.length === 0 || at < 0) return state;
  return { ...state, meetings: [...others.slice(0, at), ...moving, ...others.slice(at)] };
}

/** The records with `moved` before the first other one that still has to be sent. */
export function inFront(meetings: readonly MeetingRecord[], moved: readonly MeetingRecord[]): readonly MeetingRecord[] {
  const ids = new Set(moved.map(({ id }) => id));
  const others = meetings.filter((m) => !ids.has(m.id));
  const at = others.findIndex((m) => isUnsent(m.state));
  return at < 0 ? [...others, ...moved] : [...others.slice(0, at), ...moved, ...others.slice(at)];
}
