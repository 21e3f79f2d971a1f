// Lobbe's rules for sending a recording, next to the numbers they have in its documents. Pure.

import type { EpochMs, IdempotencyKey, TokenFingerprint } from '../../contract/ids';
import type { TimelineEntry } from '../../contract/snapshot';
import type { Stage, WaitReason } from '../../contract/stage';
import { assertNever } from '../assert-never';
import { afterTold, backoff } from '../backoff';
import type { Random } from '../clock';
import type { Closing } from '../gates';
import { stageOfStatus, stateAtLobbe } from '../lobbe-status';
import type { MeetingRecord, MeetingState } from '../meeting';
import type { AnswerFacts, FileTrouble, Outcome, ServerAnswer } from '../outcome';
import { toldWait } from '../resuming';
import { note } from '../timeline';

/** Statuses that say nothing about the request, only that it should come again (cases 38: 408, 421, 425). */
const TRY_AGAIN = new Set([408, 421, 425]);

/**
 * What an answer to `POST /recordings` means. `sent` is the number of bytes that were out when it came.
 * Whether a `later` is a wait or a gate is decided by `decide`.
 */
export function classifyUpload(answer: ServerAnswer, sent: number): Outcome {
  const { facts } = answer;
  const { status } = facts;
  const noAnswer = (code: string, mayHaveArrived: boolean): Outcome => ({
    kind: 'unknown',
    phase: 'response',
    mayHaveArrived,
    code,
    sent,
    ...(facts.requestId !== null && { requestId: facts.requestId }),
  });
  if (status >= 200 && status < 300) {
    // L6: also the answer to a repeat. Without an id it is not Lobbe's answer, whatever its status says.
    if (answer.accepted) return { kind: 'accepted', ...answer.accepted, facts };
    return noAnswer('NOT_LOBBE', true);
  }
  if (status >= 300 && status < 400) {
    // Never followed: the key and the token would go to another host. Whoever redirects did not carry the request out.
    return noAnswer('REDIRECTED', false);
  }
  if (status === 407 || status === 511) {
    // Proxy or network sign-in: an answer of something in between.
    return noAnswer('NETWORK_SIGN_IN', false);
  }
  const { notBefore, askedToWait } = answer;
  if (status >= 500 || TRY_AGAIN.has(status)) return { kind: 'later', notBefore, askedToWait, facts };
  // Case 54: whoever stands in between answers with a page. That a request is too large holds whoever says it.
  if (answer.isPage && status !== 413) return { kind: 'later', notBefore, askedToWait, isPage: true, facts };
  if (status === 401 || status === 402 || status === 403 || status === 429) {
    return { kind: 'later', notBefore, askedToWait, facts };
  }
  return { kind: 'refused', facts, message: answer.message };
}

/** What a decision may depend on, beside the meeting and the outcome. */
export interface DecisionContext {
  readonly now: EpochMs;
  readonly random: Random;
  /** The token of the attempt. */
  readonly token: TokenFingerprint;
  /** Used only where a new key is due. */
  readonly freshKey: IdempotencyKey;
}

/** A decided attempt: the record's next state, and the gate that the answer closes, if it does. */
export interface Decision {
  readonly meeting: MeetingRecord;
  readonly closes: Closing | null;
}

/** Somebody who waits longer than this should see a banner with the date, not one row among others. */
const LONG_WAIT_MS = 7 * 24 * 3_600_000;

/**
 * What follows from the outcome of an attempt. Total over outcomes; the meeting may meanwhile have been paused or cancelled by
 * its user, which only an accepted send overrules: then it is a meeting, and the record has to say so.
 */
export function decide(meeting: MeetingRecord, outcome: Outcome, context: DecisionContext): Decision {
  const { now } = context;
  switch (outcome.kind) {
    case 'accepted': {
      const state = stateAtLobbe(stageOfStatus(outcome.status), outcome.status, outcome.failure ?? null, now);
      return noClosing({ ...noted(), recordingId: outcome.recordingId, unanswered: [], failures: 0, state });
    }
    case 'interrupted':
      // Quit, sleep, pause: nobody's fault, so it costs nothing of the backoff.
      return noClosing(moved(outcome.mayHaveArrived ? unanswered(noted()) : noted(), { stage: 'queued' }));
    case 'unknown': {
      const after = outcome.mayHaveArrived ? unanswered(noted()) : noted();
      return noClosing(waits(after, 'network', null));
    }
    case 'file-trouble':
      return noClosing(decideFileTrouble(noted(), outcome.trouble, outcome.code));
    case 'refused': {
      // Only for a 409 was the key looked up, for certain: proxies and gateways refuse with codes of their own.
      const after = outcome.facts.status === 409 ? answered(noted()) : noted();
      return noClosing(decideRefused(after, outcome.facts, outcome.message, context));
    }
    case 'later':
      if (outcome.isPage) return comesAgain(outcome.facts, usable(outcome.notBefore));
      return decideLater(outcome.facts, usable(outcome.notBefore), outcome.askedToWait);
    default:
      return assertNever(outcome);
  }

  /** Case 42: a wait that is over before it began says nothing, and would make us hammer. */
  function usable(notBefore: EpochMs | null): EpochMs | null {
    return notBefore !== null && notBefore > now ? notBefore : null;
  }

  function decideLater(facts: AnswerFacts, notBefore: EpochMs | null, askedToWait: boolean): Decision {
    switch (facts.status) {
      case 401:
        return closes({ gate: 'unauthorized' });
      case 402:
        // L9: a 402 stored nothing; the same key goes out again once minutes were bought.
        return closesAtCap('needs-minutes');
      case 403:
        // L21, or a token that may not send: its own sentence, the same gate.
        return closes({
          gate: 'scope-disabled',
          why: facts.code === 'SCOPE_DISABLED' ? 'scope-disabled' : 'forbidden',
        });
      case 429:
        return decideTooMany(facts, notBefore, askedToWait);
      case 503:
        // L10: the first request with this key is still storing its audio.
        if (facts.code === 'UPLOAD_IN_PROGRESS')
          return noClosing(waits(unanswered(noted()), 'upload-in-progress', notBefore));
        break;
    }
    return comesAgain(facts, notBefore);
  }

  function comesAgain(facts: AnswerFacts, notBefore: EpochMs | null): Decision {
    // L16. What stands behind a gateway that gives up may have stored the meeting.
    const maybe = facts.status >= 500 && !isLobbesWord(outcome);
    const after = waits(maybe ? unanswered(noted()) : noted(), 'server-error', notBefore);
    const far = notBefore !== null && notBefore - now > LONG_WAIT_MS;
    return far ? { meeting: after, closes: { gate: 'rate-limited', until: notBefore } } : noClosing(after);
  }

  function decideTooMany(facts: AnswerFacts, notBefore: EpochMs | null, askedToWait: boolean): Decision {
    const unusable = askedToWait && notBefore === null;
    if (facts.code === 'TOKEN_DAILY_CAP' && !unusable) {
      // L7: a repeat would have been answered, so nothing of an earlier attempt is there.
      const after = answered(noted());
      // L18: without Retry-After this request alone is larger than the cap; the others are not held up by it.
      if (notBefore === null)
        return noClosing(moved(after, { stage: 'blocked', reason: 'over-daily-cap', detail: facts.code }));
      return closes({ gate: 'daily-cap', until: afterTold(notBefore, context.random) }, after);
    }
    // L18: waiting does not cure it.
    if (!askedToWait) return closesAtCap('daily-limit');
    // L17. The recording that was told waits; the gate holds up the others, so that they do not ask as well.
    const after = waits(noted(), 'rate-limited', notBefore);
    const until = after.state.stage === 'waiting' ? after.state.until : (notBefore ?? now);
    return { meeting: after, closes: { gate: 'rate-limited', until } };
  }

  function closes(closing: Closing, after: MeetingRecord = noted()): Decision {
    return { meeting: moved({ ...after, failures: 0 }, { stage: 'queued' }), closes: closing };
  }

  /** L7: repeats go out at a cap too (plan.ts). One that a gateway's word leaves open would do so at once, and for ever. */
  function closesAtCap(gate: 'needs-minutes' | 'daily-limit'): Decision {
    const after = answered(noted());
    if (!after.unanswered.includes(context.token)) return closes({ gate }, after);
    return { meeting: waits(after, 'server-error', null), closes: { gate } };
  }

  function waits(after: MeetingRecord, reason: WaitReason, notBefore: EpochMs | null): MeetingRecord {
    const failures = after.failures + 1;
    const until = notBefore === null ? backoff(failures, now, context.random) : afterTold(notBefore, context.random);
    return moved(
      { ...after, failures },
      { stage: 'waiting', reason, since: now, until, toldByServer: notBefore !== null },
    );
  }

  /** With the attempt in its timeline. */
  function noted(): MeetingRecord {
    return note(meeting, attemptEntry(meeting, outcome, now));
  }

  function unanswered(record: MeetingRecord): MeetingRecord {
    if (record.unanswered.includes(context.token)) return record;
    return { ...record, unanswered: [...record.unanswered, context.token] };
  }

  /** L6, L9: Lobbe looked the key up and answered with an error, so under this token nothing is stored. */
  function answered(record: MeetingRecord): MeetingRecord {
    if (!isLobbesWord(outcome)) return record;
    return { ...record, unanswered: record.unanswered.filter((token) => token !== context.token) };
  }
}

/**
 * What follows when the file is not what was queued. The key belongs to the content: before the key was ever sent the record is
 * simply looked at again; after that only its user can say whether the new content is another meeting.
 */
export function decideFileTrouble(meeting: MeetingRecord, trouble: FileTrouble, code: string): MeetingRecord {
  if (trouble === 'file-changed' && meeting.keyToken === null) {
    return moved({ ...meeting, file: null }, { stage: 'preparing', waits: null, fresh: false });
  }
  // The look that follows compares it with what was queued, and says better what it waits for. Counted, as a look may not come to
  // the part that is busy: without a growing rest between them, uploads would follow each other up to there.
  if (trouble === 'file-busy') {
    const counted = { ...meeting, failures: meeting.failures + 1 };
    return moved(counted, { stage: 'preparing', waits: 'in-use', fresh: false });
  }
  return moved(meeting, { stage: 'blocked', reason: trouble, detail: code });
}

function decideRefused(
  meeting: MeetingRecord,
  facts: AnswerFacts,
  message: string | null,
  context: DecisionContext,
): MeetingRecord {
  if (facts.status === 409 && facts.code === 'IDEMPOTENCY_KEY_IN_USE') {
    // L13: another token of the account used it. If that was ours, and it never got its answer, it has probably made the meeting.
    if (meeting.unanswered.length > 0) {
      return moved(meeting, { stage: 'blocked', reason: 'maybe-delivered', detail: facts.code });
    }
    // L20: needs a new key. Once: a second collision of random keys is not chance, so somebody has to look.
    if (!meeting.keyReplaced) {
      const renewed = withNewKey(meeting, context.freshKey, context.now);
      return moved({ ...renewed, keyReplaced: true }, { stage: 'queued' });
    }
  }
  const detail = message ?? facts.code ?? String(facts.status);
  return moved(meeting, { stage: 'blocked', reason: 'rejected', detail });
}

/** The record with a new key, which nobody has sent yet (L8: a new request needs a new key). */
export function withNewKey(meeting: MeetingRecord, key: IdempotencyKey, now: EpochMs): MeetingRecord {
  const renewed = { ...meeting, key, keyToken: null, unanswered: [], failures: 0, sha256: null };
  return note(renewed, { at: now, kind: 'key' });
}

/** Stages that an attempt's end may move: its user may meanwhile have paused or cancelled it, or resumed that again. */
const MOVABLE: ReadonlySet<Stage> = new Set(['preparing', 'queued', 'waiting', 'uploading']);

function moved(meeting: MeetingRecord, state: MeetingState): MeetingRecord {
  const was = meeting.state;
  if (MOVABLE.has(was.stage)) return { ...meeting, state };
  // What its user stopped stays stopped; but what Lobbe asked for holds for the day it goes on (L10, L16).
  const wait = toldWait(state);
  if (wait !== null && was.stage === 'paused') return { ...meeting, state: { ...was, wait } };
  if (wait !== null && was.stage === 'cancelled') return { ...meeting, state: { ...was, before: state } };
  return meeting;
}

/** Lobbe's errors carry a code. One without is a gateway's word, and says nothing of what stands behind it. */
function isLobbesWord(outcome: Outcome): boolean {
  return 'facts' in outcome && outcome.facts.code !== null;
}

function noClosing(meeting: MeetingRecord): Decision {
  return { meeting, closes: null };
}

function attemptEntry(meeting: MeetingRecord, outcome: Outcome, at: EpochMs): TimelineEntry {
  const base = { at, attempt: meeting.attempts };
  switch (outcome.kind) {
    case 'accepted':
    case 'later':
    case 'refused': {
      const { status, code, requestId } = outcome.facts;
      return {
        ...base,
        kind: 'answered',
        status,
        ...(code !== null && { code }),
        ...(requestId !== null && { requestId }),
        ...(outcome.kind === 'later' && outcome.notBefore !== null && { until: outcome.notBefore }),
      };
    }
    case 'interrupted':
      return { ...base, kind: 'interrupted', sent: outcome.sent };
    case 'unknown': {
      const { code, phase, sent, requestId } = outcome;
      return { ...base, kind: 'attempt', code, phase, sent, ...(requestId !== undefined && { requestId }) };
    }
    case 'file-trouble':
      return { ...base, kind: 'blocked', code: outcome.trouble };
    default:
      return assertNever(outcome);
  }
}
