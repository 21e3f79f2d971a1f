// How meetings leave the list by their user's hand, and come back. Pure.

import type { EpochMs } from '../contract/ids';
import type { AppState } from './app-state';
import { mapChanged } from './app-state';
import { hide } from './elsewhere';
import type { MeetingRecord, MeetingState } from './meeting';

/** Off the list. The feed and the list of Lobbe go on telling of a meeting: it must not come back as somebody else's. */
export function takeOff(state: AppState, leaving: readonly MeetingRecord[], now: EpochMs): AppState {
  if (leaving.length === 0) return state;
  const gone = new Set(leaving.map(({ id }) => id));
  const meetings = state.meetings.flatMap((m) => (gone.has(m.id) ? remainsOf(m, now) : [m]));
  return hide(
    { ...state, meetings },
    leaving.flatMap(({ recordingId }) => recordingId ?? []),
  );
}

/** What may be a meeting keeps its record, and with it the only key that can find out. */
function remainsOf(meeting: MeetingRecord, now: EpochMs): readonly MeetingRecord[] {
  if (meeting.recordingId !== null || !maybeSent(meeting)) return [];
  const was = meeting.state;
  const before = was.stage === 'cancelled' ? was.before : settledBefore(was);
  return [{ ...meeting, state: { stage: 'cancelled', at: now, before, hidden: true } }];
}

/** Lobbe may have it: an attempt got no answer, or is still on its way. */
export function maybeSent({ unanswered, attempt }: MeetingRecord): boolean {
  return unanswered.length > 0 || attempt !== null;
}

/** What `undo` goes back to: an attempt that was stopped is not under way any more. */
export function settledBefore(state: MeetingState): MeetingState {
  return state.stage === 'uploading' ? { stage: 'queued' } : state;
}

/** A record that was in the list, and where. */
export interface Gone {
  readonly meeting: MeetingRecord;
  readonly index: number;
}

/** Takes removals back: each record goes to where it was in the list, unless it is there already. */
export function putBack(state: AppState, gone: readonly Gone[]): AppState {
  const wanted = new Map(gone.map(({ meeting }) => [meeting.id, meeting]));
  const left = mapChanged(state.meetings, (m) => shownAgain(m, wanted.get(m.id)));
  for (const { id } of left) wanted.delete(id);
  if (wanted.size === 0) return left === state.meetings ? state : { ...state, meetings: left };
  const meetings: MeetingRecord[] = [];
  let next = 0;
  for (const { meeting, index } of gone
    .filter((each) => wanted.has(each.meeting.id))
    .sort((a, b) => a.index - b.index)) {
    const before = Math.max(next, Math.min(index - meetings.length + next, left.length));
    meetings.push(...left.slice(next, before), meeting);
    next = before;
  }
  return { ...state, meetings: [...meetings, ...left.slice(next)] };
}

/**
 * What remained of a record, as it was in the list. Its attempt may have ended since: who may have it is told by what remained, and by
 * nothing older.
 */
function shownAgain(remains: MeetingRecord, was: MeetingRecord | undefined): MeetingRecord {
  const { state } = remains;
  if (was === undefined || state.stage !== 'cancelled' || !state.hidden) return remains;
  const before = was.state.stage === 'cancelled' ? { ...state, at: was.state.at, hidden: false } : state.before;
  return { ...remains, state: before };
}

/** Takes finished meetings off the list. */
export function clearFinished(state: AppState, now: EpochMs): AppState {
  const finished = state.meetings
    .filter(
      ({ state: s }) => s.stage === 'ready' || s.stage === 'deleted' || s.stage === 'failed' || s.stage === 'cancelled',
    )
    .filter(({ state: s }) => !(s.stage === 'cancelled' && s.hidden));
  return takeOff(state, finished, now);
}
