// Meetings from elsewhere, as Lobbe's news make them. Pure.
//
// The live file is written anew with each commit, and an account may have thousands of them: the state holds those that Lobbe told of
// last, a file of their own holds the others. One that is in both counts as the state has it. None is ever dropped: it would only come
// again, with the next list of what is ready.

import type { EpochMs, RecordingId, TokenFingerprint } from '../contract/ids';
import type { AppState } from './app-state';
import type { ElsewhereMeeting, ElsewhereRecord } from './elsewhere-record';
import { codeOf, stageOfEvent, stateByEvent, tell, withSeen } from './events';
import type { FeedEvent } from './feed-answers';
import { type LobbeStage, type LobbeState, stageOfStatus } from './lobbe-status';
import { note } from './timeline';

/** A meeting that Lobbe told of for the first time. */
export function newcomer(
  recordingId: RecordingId,
  state: LobbeState,
  token: TokenFingerprint,
  addedAt: EpochMs,
): ElsewhereMeeting {
  const nothing = { title: null, titleIsDue: true, seenEvents: [], timeline: [] };
  return { kind: 'meeting', recordingId, token, addedAt, state, ...nothing };
}

/**
 * What these events of one meeting make of its record (F15). `record` undefined: nobody knew of it; then it stays unknown (null) if
 * they do not say where it is.
 */
export function tellElsewhere(
  record: ElsewhereRecord | undefined,
  events: readonly FeedEvent[],
  token: TokenFingerprint,
  now: EpochMs,
): ElsewhereRecord | null {
  if (record?.kind === 'hidden') return record;
  if (record !== undefined) return titleAfter(tell<LobbeState, ElsewhereMeeting>(record, events, now), record, events);
  const first = events.findIndex((event) => firstStage(event) !== null);
  const event = events[first];
  if (event === undefined) return null;
  const state = stateByEvent(firstStage(event) ?? 'processing', event, now);
  const met = newcomer(event.recordingId, state, token, now);
  const noted = event.type === 'recording.created' ? met : note(met, { at: now, kind: 'event', code: codeOf(event) });
  const told = { ...noted, seenEvents: withSeen([], events.slice(0, first + 1)) };
  return tell<LobbeState, ElsewhereMeeting>(told, events.slice(first + 1), now);
}

/** Where an unknown meeting is by its first event: an event of a type that we do not know may still say its status. */
function firstStage(event: FeedEvent): LobbeStage | null {
  return stageOfEvent(event, 'processing') ?? (event.status === null ? null : stageOfStatus(event.status));
}

function titleAfter(told: ElsewhereMeeting, before: ElsewhereMeeting, events: readonly FeedEvent[]): ElsewhereMeeting {
  const isRenamed = told !== before && events.some(({ change }) => change === 'renamed');
  return isRenamed ? { ...told, titleIsDue: true } : told;
}

/** The state with these records in place of those of the same meetings, behind the others: they were told of last. */
export function putElsewhere(state: AppState, records: readonly ElsewhereRecord[]): AppState {
  if (records.length === 0) return state;
  const ids = new Set(records.map(({ recordingId }) => recordingId));
  return { ...state, elsewhere: [...state.elsewhere.filter((r) => !ids.has(r.recordingId)), ...records] };
}

/** Takes meetings off the list for good: those from elsewhere, and those whose own records leave it. */
export function hide(state: AppState, recordingIds: readonly RecordingId[]): AppState {
  const hidden = new Set(state.elsewhere.filter(({ kind }) => kind === 'hidden').map(({ recordingId }) => recordingId));
  const fresh = recordingIds.filter((id) => !hidden.has(id));
  return putElsewhere(
    state,
    fresh.map((recordingId) => ({ kind: 'hidden', recordingId })),
  );
}

/** The meeting from elsewhere with this id, if the state has it. */
export function elsewhereOf({ elsewhere }: AppState, recordingId: RecordingId): ElsewhereMeeting | null {
  const record = elsewhere.find((r) => r.recordingId === recordingId);
  return record?.kind === 'meeting' ? record : null;
}

/** Takes a removal back. What Lobbe told meanwhile was not noted; the next list or event says where it is. */
export function unhide(state: AppState, record: ElsewhereMeeting): AppState {
  return elsewhereOf(state, record.recordingId) ? state : putElsewhere(state, [record]);
}

/** What Lobbe calls a meeting; null if it has no title that we can read. */
export function titled(state: AppState, recordingId: RecordingId, title: string | null): AppState {
  const record = elsewhereOf(state, recordingId);
  if (!record || (!record.titleIsDue && record.title === title)) return state;
  return putElsewhere(state, [{ ...record, title: title ?? record.title, titleIsDue: false }]);
}

/** So many stay in the state: what a window shows of them, at some 300 bytes each. */
const KEPT = 20;

/** A move writes the whole file anew: not for each that is told of, but for so many together, and the more the longer the file is. */
const TOGETHER = { least: 60, share: 1 / 20 };

/** The records that are to leave the state for their file, which has so many already. */
export function dueForFile({ elsewhere }: AppState, filed: number): readonly ElsewhereRecord[] {
  const together = Math.max(TOGETHER.least, filed * TOGETHER.share);
  return elsewhere.length < KEPT + together ? [] : elsewhere.slice(0, -KEPT);
}

/** Takes records that are in their file out of the state. Those that changed meanwhile stay. */
export function leaveForFile(state: AppState, filed: readonly ElsewhereRecord[]): AppState {
  const same = new Set(filed);
  const elsewhere = state.elsewhere.filter((record) => !same.has(record));
  return elsewhere.length === state.elsewhere.length ? state : { ...state, elsewhere };
}

/** Makes a change to the state with records of the file in its list; those that it leaves as they are stay in the file. */
export function changeWithFiled(
  state: AppState,
  filed: readonly ElsewhereRecord[],
  change: (state: AppState) => AppState,
): AppState {
  const live = new Set(state.elsewhere.map(({ recordingId }) => recordingId));
  const back = filed.filter(({ recordingId }) => !live.has(recordingId));
  if (back.length === 0) return change(state);
  const whole = { ...state, elsewhere: [...back, ...state.elsewhere] };
  const changed = change(whole);
  if (changed === whole) return state;
  const untouched = new Set<ElsewhereRecord>(back);
  const elsewhere = changed.elsewhere.filter((record) => !untouched.has(record));
  const isSame =
    elsewhere.length === state.elsewhere.length && elsewhere.every((r, index) => r === state.elsewhere[index]);
  return { ...changed, elsewhere: isSame ? state.elsewhere : elsewhere };
}
