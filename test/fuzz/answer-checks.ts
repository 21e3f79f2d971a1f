// What must follow from an answer, judged by what the server meant rather than by how the client read it.

import type { TokenFingerprint } from '../../electron/contract/ids';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import { settleAttempt } from '../../electron/domain/attempt';
import { applyPage } from '../../electron/domain/feed';
import type { FeedAnswer, MeetingAnswer, ReadyAnswer, StatusAnswer } from '../../electron/domain/feed-answers';
import type { MeetingRecord, MeetingState } from '../../electron/domain/meeting';
import type { Outcome } from '../../electron/domain/outcome';
import { decide } from '../../electron/domain/policies/lobbe';
import { applyRetry, applyStatus } from '../../electron/domain/status';
import { appState, meetingRecord } from '../../electron/store/schema';
import { atLobbe, freshKey, otherToken, recordingIdOf, stateOf, token, uploading } from '../builders/meetings';
import { NOW } from '../fakes/transport-world';
import type { Chance } from '../simulation/chance';
import type { Meaning, Script } from './answers';
import { feedAnswer, meetingAnswer, outcome as outcomeForm, readyAnswer, statusAnswer, wrongForm } from './results';

const LATER = new Set([401, 402, 403, 408, 421, 425, 429]);
const isSuccess = (status: number) => status >= 200 && status < 300;

/** A record in the middle of an attempt, with a past and with what its user did meanwhile. */
function randomRecord(chance: Chance): MeetingRecord {
  const paused: MeetingState = { stage: 'paused', wait: null, until: null };
  const state = chance.weighed<MeetingState>([
    [6, { stage: 'uploading' }],
    [1, paused],
    [1, { stage: 'cancelled', at: NOW, before: { stage: 'queued' }, hidden: false }],
    [0.5, { stage: 'queued' }],
  ]);
  return uploading(1, {
    state,
    failures: chance.below(2) * chance.below(2_000),
    keyReplaced: chance.is(0.3),
    unanswered: chance.pick<readonly TokenFingerprint[]>([[], [], [token], [otherToken], [token, otherToken]]),
  });
}

/** What is wrong with the outcome, and with what the policy makes of it; null if nothing is. */
export function brokenDecision(outcome: Outcome, told: Meaning | null, script: Script, chance: Chance): string | null {
  const record = randomRecord(chance);
  const context = { now: NOW, random: chance.next, token, freshKey };
  const wrong = wrongForm(outcomeForm, outcome) ?? (told && misread(outcome, told)) ?? unfounded(outcome, script);
  if (wrong) return wrong;
  const { meeting } = decide({ ...record, attempt: null }, outcome, context);
  const settled = settleAttempt(stateOf([record]), record.id, outcome, null, context);
  return (
    wrongForm(meetingRecord, meeting) ??
    wrongForm(appState, settled) ??
    brokenKey(record, meeting, outcome) ??
    brokenPromise(meeting, outcome) ??
    brokenWait(settled, outcome)
  );
}

/** An outcome that is not what the server plainly said. */
function misread(outcome: Outcome, { status, body, retryAfter }: Meaning): string | null {
  const expected = (what: string) => `expected ${what} for ${status}, got ${JSON.stringify(outcome)}`;
  if ('facts' in outcome) {
    if (outcome.facts.status !== status) return expected('that status');
    if (body.code !== 'open' && outcome.facts.code !== body.code) return expected(`the code ${body.code}`);
  }
  if (isSuccess(status)) {
    if (body.meeting === 'open') return null;
    if (body.meeting === null) {
      // A network's own page in the middle of a request: nothing was made of half of it.
      const isMaybe = outcome.kind === 'unknown' && (outcome.mayHaveArrived || outcome.code === 'NETWORK_SIGN_IN');
      return isMaybe ? null : expected('“maybe”');
    }
    return outcome.kind === 'accepted' && outcome.recordingId === body.meeting
      ? null
      : expected(`the meeting ${body.meeting}`);
  }
  if (status < 400 || status === 407 || status === 511)
    return outcome.kind === 'unknown' ? null : expected('nothing of Lobbe’s');
  const isPage = outcome.kind === 'later' && outcome.isPage === true;
  if (isPage && (isJson(body.bytes) || status === 413 || status >= 500)) return expected('no page');
  if (!LATER.has(status) && status < 500 && !isPage) return outcome.kind === 'refused' ? null : expected('a refusal');
  if (outcome.kind !== 'later') return expected('“later”');
  if (retryAfter === 'open') return null;
  const { there, waitMs } = retryAfter;
  const notBefore = waitMs === null ? null : NOW + waitMs;
  if (outcome.askedToWait === there && outcome.notBefore === notBefore) return null;
  return expected(`a wait of ${waitMs} ms (asked: ${there})`);
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString());
    return true;
  } catch {
    return false;
  }
}

/** A meeting that no server spoke of: the promise “exactly once” would be broken by the one that is never sent. */
function unfounded(outcome: Outcome, { pieces }: Script): string | null {
  if (outcome.kind !== 'accepted') return null;
  if (!isSuccess(outcome.facts.status)) return 'accepted by an answer that is no success';
  const wire = Buffer.concat(pieces).toString('latin1');
  return /HTTP\/1\.[01] 2\d\d/.test(wire) ? null : 'accepted, and no server said so';
}

/** L13, L15, L20: a key belongs to its content until Lobbe itself says that it is somebody else's. */
function brokenKey(before: MeetingRecord, after: MeetingRecord, outcome: Outcome): string | null {
  if (after.key === before.key) return null;
  const inUse =
    outcome.kind === 'refused' && outcome.facts.status === 409 && outcome.facts.code === 'IDEMPOTENCY_KEY_IN_USE';
  // What this token left unanswered is answered by that (L6); another's may still have made the meeting (L13).
  const isOpen = before.unanswered.some((other) => other !== token);
  if (!inUse || before.keyReplaced || isOpen) return `a new key after ${JSON.stringify(outcome)}`;
  return null;
}

/** What Lobbe has is not sent again; what it may have keeps that in mind. */
function brokenPromise(after: MeetingRecord, outcome: Outcome): string | null {
  if (outcome.kind === 'accepted') {
    const isDone = after.recordingId === outcome.recordingId && ['processing', 'naming', 'ready', 'failed', 'deleted'];
    const { state } = after;
    const wasStopped = state.stage === 'paused' || state.stage === 'cancelled';
    return isDone && (isDone.includes(state.stage) || wasStopped)
      ? null
      : `accepted, and then ${JSON.stringify(after)}`;
  }
  if (after.recordingId !== null) return 'a meeting that nobody accepted';
  const maybe = (outcome.kind === 'unknown' || outcome.kind === 'interrupted') && outcome.mayHaveArrived;
  return maybe && !after.unanswered.includes(token) ? 'forgets that Lobbe may have it' : null;
}

const OWN_PACE = new Set([401, 402, 403]);

/** L16 to L18: nothing goes out before the time that was told, and every time is one that comes. */
function brokenWait(settled: AppState, outcome: Outcome): string | null {
  const [meeting] = settled.meetings;
  const ends = settled.gates.flatMap((gate) =>
    'until' in gate ? [gate.until] : 'probeAt' in gate ? [gate.probeAt] : [],
  );
  const until = meeting ? waitOf(meeting.state) : null;
  for (const time of [...ends, ...(until === null ? [] : [until])]) {
    if (!Number.isFinite(time) || time < NOW) return `waits until ${time}`;
  }
  if (outcome.kind !== 'later' || outcome.notBefore === null || outcome.notBefore <= NOW) return null;
  if (OWN_PACE.has(outcome.facts.status)) return null;
  const earliest = Math.max(until ?? 0, ...ends);
  return earliest >= outcome.notBefore ? null : `told ${outcome.notBefore}, goes at ${earliest}`;
}

function waitOf(state: MeetingState): number | null {
  switch (state.stage) {
    case 'waiting':
      return state.until;
    case 'paused':
      return state.wait?.until ?? null;
    case 'cancelled':
      return waitOf(state.before);
    default:
      return null;
  }
}

/** What the routes that only read have in common. */
function misreadCommon(
  answer: FeedAnswer | StatusAnswer | ReadyAnswer | MeetingAnswer,
  { status, body, retryAfter }: Meaning,
): string | null {
  const expected = (what: string) => `expected ${what} for ${status}, got ${JSON.stringify(answer)}`;
  if ((status === 401 || status === 403) && (answer.kind === 'closed' || isJson(body.bytes)))
    return answer.kind === 'closed' ? null : expected('closed');
  const isLater = [401, 403, 408, 421, 425, 429].includes(status) || (status >= 500 && status !== 511);
  if (!isLater) return answer.kind === 'later' || answer.kind === 'closed' ? expected('neither') : null;
  if (answer.kind !== 'later') return expected('“later”');
  if (retryAfter === 'open') return null;
  const notBefore = retryAfter.waitMs === null ? null : NOW + retryAfter.waitMs;
  return answer.notBefore === notBefore ? null : expected(`not before ${notBefore}`);
}

/** What is wrong with an answer of the feed, and with what it does to the state. */
export function brokenFeed(value: unknown, told: Meaning | null): string | null {
  const wrong = wrongForm(feedAnswer, value);
  if (wrong) return wrong;
  const answer = value as FeedAnswer;
  if (told) {
    const misreading = misreadCommon(answer, told);
    if (misreading) return misreading;
    if (answer.kind === 'expired' && told.status !== 410) return `expired by ${told.status}`;
    if (answer.kind === 'page' && !isSuccess(told.status)) return `a page with ${told.status}`;
    const { cursor } = told.body;
    if (cursor !== undefined && isSuccess(told.status)) {
      const isRead = answer.kind === 'page' ? answer.nextCursor === cursor : answer.kind === 'newer';
      if (!isRead) return `expected a page up to ${cursor}`;
    }
  }
  if (answer.kind !== 'page') return null;
  const known = atLobbe(1, { stage: 'processing', status: 'QUEUED' });
  return (
    wrongForm(appState, applyPage(stateOf([known]), answer, token, NOW)) ??
    wrongForm(appState, applyPage(emptyState, answer, token, NOW))
  );
}

/** What is wrong with a page of the list of ready meetings. */
export function brokenReady(value: unknown, told: Meaning | null): string | null {
  const wrong = wrongForm(readyAnswer, value);
  if (wrong || !told) return wrong;
  const answer = value as ReadyAnswer;
  if (answer.kind === 'ready' && !isSuccess(told.status)) return `a list with ${told.status}`;
  return misreadCommon(answer, told);
}

/** What is wrong with what a meeting is called. */
export function brokenMeeting(value: unknown, told: Meaning | null): string | null {
  const wrong = wrongForm(meetingAnswer, value);
  if (wrong || !told) return wrong;
  const answer = value as MeetingAnswer;
  if (answer.kind === 'gone' && told.status !== 404) return `gone by ${told.status}`;
  if (answer.kind === 'meeting' && !isSuccess(told.status)) return `a title with ${told.status}`;
  return misreadCommon(answer, told);
}

/** What is wrong with an answer about one meeting, and with what it does to the state. */
export function brokenStatus(value: unknown, told: Meaning | null, call: 'status' | 'retry'): string | null {
  const wrong = wrongForm(statusAnswer, value);
  if (wrong) return wrong;
  const answer = value as StatusAnswer;
  if (told) {
    const misreading = misreadCommon(answer, told);
    if (misreading) return misreading;
    if (answer.kind === 'gone' && told.status !== 404) return `gone by ${told.status}`;
    if (answer.kind === 'status' && !isSuccess(told.status)) return `a status with ${told.status}`;
  }
  if (answer.kind === 'not-failed' && call !== 'retry') return 'an answer to another question';
  const failed: MeetingState = { stage: 'failed', at: NOW, failure: { code: 'X', retryable: true, retries: 0 } };
  const before = stateOf([atLobbe(1, call === 'retry' ? failed : { stage: 'processing', status: 'QUEUED' })]);
  const after =
    call === 'retry'
      ? applyRetry(before, recordingIdOf(1), answer, NOW)
      : applyStatus(before, recordingIdOf(1), answer, token, NOW);
  return wrongForm(appState, after);
}
