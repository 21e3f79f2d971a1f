// What Lobbe says of one meeting when it is asked: its status (F1, F2, F17), and the retry of a failed step (F4). Pure.

import type { EpochMs, RecordingId, TokenFingerprint } from '../contract/ids';
import type { AppState } from './app-state';
import type { StatusAnswer } from './feed-answers';
import { stageOfStatus, stateAtLobbe } from './lobbe-status';
import type { MeetingRecord, MeetingState } from './meeting';
import { note } from './timeline';

/**
 * What `GET /recordings/{id}/status` said goes into the record (F1, F2, F17); it needs no catching up any more. `token` asked: a 404
 * means deleted only to the token that sent it, as another may belong to another account.
 */
export function applyStatus(
  state: AppState,
  recordingId: RecordingId,
  answer: StatusAnswer,
  token: TokenFingerprint | null,
  now: EpochMs,
): AppState {
  const isAnswer = answer.kind === 'status' || answer.kind === 'gone';
  const caughtUp = isAnswer ? withoutCatchUp(state, recordingId) : state;
  const meeting = state.meetings.find((m) => m.recordingId === recordingId);
  if (!meeting || !isAtLobbe(meeting.state)) return caughtUp;
  const next = stateByStatus(meeting, answer, token, now);
  if (next === meeting.state) return caughtUp;
  const code = `status:${answer.kind === 'status' ? answer.status : 'DELETED'}`;
  const moved = note({ ...meeting, state: withRetries(next, meeting.retries) }, { at: now, kind: 'event', code });
  return { ...caughtUp, meetings: caughtUp.meetings.map((m) => (m.id === meeting.id ? moved : m)) };
}

function withoutCatchUp(state: AppState, recordingId: RecordingId): AppState {
  if (!state.feed.catchUp.includes(recordingId)) return state;
  const catchUp = state.feed.catchUp.filter((id) => id !== recordingId);
  return { ...state, feed: { ...state.feed, catchUp } };
}

function stateByStatus(
  { state, keyToken }: MeetingRecord,
  answer: StatusAnswer,
  token: TokenFingerprint | null,
  now: EpochMs,
): MeetingState {
  if (answer.kind === 'gone') {
    return state.stage === 'deleted' || keyToken !== token ? state : { stage: 'deleted', at: now };
  }
  if (answer.kind !== 'status') return state;
  const stage = stageOfStatus(answer.status);
  const same = stage === state.stage && !(state.stage === 'processing' && state.status !== answer.status);
  return same ? state : stateAtLobbe(stage, answer.status, answer.error, now);
}

/** F4: so often Lobbe is asked to run a failed step again. */
const RETRIES = 3;

/** After the last retry a failure is final, whatever Lobbe calls it. */
function withRetries(state: MeetingState, retries: number): MeetingState {
  if (state.stage !== 'failed') return state;
  const retryable = state.failure.retryable && retries < RETRIES;
  return { ...state, failure: { ...state.failure, retryable, retries } };
}

/** F4: whether Lobbe should be asked now to run the failed step again: it said that this can help, at least `apartMs` ago. */
export function isRetryDue({ state }: MeetingRecord, apartMs: number, now: EpochMs): boolean {
  return state.stage === 'failed' && state.failure.retryable && Math.abs(now - state.at) >= apartMs;
}

/** What `POST /recordings/{id}/retry` said goes into the record (F4). `NOT_FAILED` is good news: it recovered by itself. */
export function applyRetry(state: AppState, recordingId: RecordingId, answer: StatusAnswer, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.recordingId === recordingId);
  if (meeting?.state.stage !== 'failed') return state;
  if (answer.kind !== 'status' && answer.kind !== 'not-failed') return state;
  const status = answer.kind === 'status' ? answer.status : 'QUEUED';
  const error = answer.kind === 'status' ? answer.error : null;
  const retries = answer.kind === 'status' ? meeting.retries + 1 : meeting.retries;
  const next = withRetries(stateAtLobbe(stageOfStatus(status), status, error, now), retries);
  const moved = note({ ...meeting, retries, state: next }, { at: now, kind: 'event', code: `retry:${status}` });
  return { ...state, meetings: state.meetings.map((m) => (m.id === meeting.id ? moved : m)) };
}

/** Lobbe has it, and has not lost it again: its status says something. */
export function isAtLobbe(state: MeetingState): boolean {
  return isWorkedOn(state) || state.stage === 'naming' || state.stage === 'failed' || state.stage === 'ready';
}

/** F17: whatever is not ready may be elsewhere by now; speakers are named in Lobbe, where we are not told of it but by the feed. */
export function mayHaveMoved(state: MeetingState): boolean {
  return state.stage === 'processing' || state.stage === 'naming' || state.stage === 'failed';
}

/** Lobbe is at it, or will be again by itself (F4): its status will change. Not at `NAMING`, which is its user's turn (F2). */
export function isWorkedOn(state: MeetingState): boolean {
  return state.stage === 'processing' || (state.stage === 'failed' && state.failure.retryable);
}
