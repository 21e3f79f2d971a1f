// What a user can do to several meetings at once: one change, however many there are, in one pass over the records.

import type { EpochMs, MeetingId } from '../contract/ids';
import type { BulkAction } from '../contract/stage';
import { actionsOf, changedBy, paused, sendNext } from './acts';
import { type AppState, mapChanged } from './app-state';
import type { MeetingRecord } from './meeting';
import { takeOff } from './off-the-list';
import { note } from './timeline';

/** Carries out an act on those of `ids` that can take it, as one change; the others are left as they are. */
export function actOnAll(state: AppState, ids: readonly MeetingId[], action: BulkAction, now: EpochMs): AppState {
  switch (action) {
    case 'remove':
      return removeAll(state, ids, now);
    case 'send-next':
      return sendNext(state, ids, now);
    default:
      return changeAll(state, ids, (meeting) => changedBy(meeting, action, now));
  }
}

function changeAll(
  state: AppState,
  ids: readonly MeetingId[],
  change: (meeting: MeetingRecord) => MeetingRecord,
): AppState {
  const wanted = new Set(ids);
  const meetings = mapChanged(state.meetings, (m) => (wanted.has(m.id) ? change(m) : m));
  return meetings === state.meetings ? state : { ...state, meetings };
}

/** What still has to be sent is cancelled, what is over leaves the list. */
function removeAll(state: AppState, ids: readonly MeetingId[], now: EpochMs): AppState {
  const wanted = new Set(ids);
  const leaving = state.meetings.filter((m) => wanted.has(m.id) && actionsOf(m).includes('remove'));
  const gone = new Set(leaving.map(({ id }) => id));
  const cancelled = changeAll(
    state,
    ids.filter((id) => !gone.has(id)),
    (meeting) => changedBy(meeting, 'cancel', now),
  );
  return takeOff(cancelled, leaving, now);
}

/** Pauses those of `ids` that can be paused until `until`, or (null) until their user resumes. */
export function pauseUntil(state: AppState, ids: readonly MeetingId[], until: EpochMs | null, now: EpochMs): AppState {
  const entry = { at: now, kind: 'user', code: 'pause', ...(until !== null && { until }) } as const;
  return changeAll(state, ids, (meeting) =>
    actionsOf(meeting).includes('pause') ? note(paused(meeting, until), entry) : meeting,
  );
}

/** Every recording that can be tried again is tried again: the user's "retry all". */
export function retryAll(state: AppState, now: EpochMs): AppState {
  const standing = state.meetings.filter(({ state: { stage } }) => stage === 'waiting' || stage === 'blocked');
  return actOnAll(
    state,
    standing.map(({ id }) => id),
    'retry',
    now,
  );
}
