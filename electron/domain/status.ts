// What Lobbe says of one meeting when it is asked: its status (F1, F2, F17), its title, and the retry of a failed step (F4). Pure.

import type { EpochMs, RecordingId, TokenFingerprint } from '../contract/ids';
import { type AppState, put } from './app-state';
import { caughtUpWith } from './catch-up';
import { elsewhereOf, putElsewhere, titled } from './elsewhere';
import type { ElsewhereMeeting } from './elsewhere-record';
import type { MeetingAnswer, StatusAnswer } from './feed-answers';
import { isAtLobbe, type LobbeState, stageOfStatus, stateAtLobbe } from './lobbe-status';
import type { MeetingRecord, MeetingState } from './meeting';
import { note } from './timeline';

/**
 * What `GET /recordings/{id}/status` said goes into the record (F1, F2, F17); it needs no catching up any more. `token` asked: a 404
 * means deleted only to the token that sent it or heard of it, as another may belong to another account.
 */
export function applyStatus(
  state: AppState,
  recordingId: RecordingId,
  answer: StatusAnswer,
  token: TokenFingerprint | null,
  now: EpochMs,
): AppState {
  if (answer.kind !== 'status' && answer.kind !== 'gone') return state;
  const caughtUp = caughtUpWith(state, recordingId);
  const meeting = caughtUp.meetings.find((m) => m.recordingId === recordingId);
  if (meeting) return ownStatus(caughtUp, meeting, answer, token, now);
  const elsewhere = elsewhereOf(caughtUp, recordingId);
  if (!elsewhere) return caughtUp;
  return elsewhereStatus(caughtUp, elsewhere, answer, token, now);
}

type Said = Extract<StatusAnswer, { kind: 'status' | 'gone' }>;

function ownStatus(
  state: AppState,
  meeting: MeetingRecord,
  answer: Said,
  token: TokenFingerprint | null,
  now: EpochMs,
): AppState {
  if (!isAtLobbe(meeting.state)) return state;
  const next = stateBy(meeting.state, answer, meeting.keyToken === token, now);
  if (next === meeting.state) return state;
  return put(state, note({ ...meeting, state: withRetries(next, meeting.retries) }, lineOf(answer, now)));
}

function elsewhereStatus(
  state: AppState,
  meeting: ElsewhereMeeting,
  answer: Said,
  token: TokenFingerprint | null,
  now: EpochMs,
): AppState {
  const next = stateBy<LobbeState>(meeting.state, answer, meeting.token === token, now);
  return next === meeting.state ? state : putElsewhere(state, [note({ ...meeting, state: next }, lineOf(answer, now))]);
}

function lineOf(answer: Said, at: EpochMs) {
  return { at, kind: 'event', code: `status:${answer.kind === 'status' ? answer.status : 'DELETED'}` } as const;
}

function stateBy<State extends MeetingState>(
  state: State,
  answer: Said,
  isItsToken: boolean,
  now: EpochMs,
): State | LobbeState {
  if (answer.kind === 'gone') return state.stage === 'deleted' || !isItsToken ? state : { stage: 'deleted', at: now };
  const stage = stageOfStatus(answer.status);
  const same = stage === state.stage && !(state.stage === 'processing' && state.status !== answer.status);
  return same ? state : stateAtLobbe(stage, answer.status, answer.error, now);
}

/** What `GET /recordings/{id}` said of a meeting from elsewhere: its title. */
export function applyTitle(
  state: AppState,
  recordingId: RecordingId,
  answer: MeetingAnswer,
  token: TokenFingerprint,
  now: EpochMs,
): AppState {
  if (answer.kind === 'meeting') return titled(state, recordingId, answer.title);
  if (answer.kind !== 'gone') return state;
  return titled(applyStatus(state, recordingId, answer, token, now), recordingId, null);
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
  return put(state, moved);
}
