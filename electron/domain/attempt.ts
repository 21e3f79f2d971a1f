// An attempt in the state: its beginning, its end, and what is found of it after a crash. Pure.

import type { EpochMs, MeetingId, TokenFingerprint } from '../contract/ids';
import { type AppState, mapChanged, put } from './app-state';
import { assertNever } from './assert-never';
import { takeOver } from './feed';
import { closeGate, type Gate, mayProbe } from './gates';
import type { MeetingRecord } from './meeting';
import type { FileTrouble, Outcome } from './outcome';
import { isBroken, isUnsent } from './plan';
import { type DecisionContext, decide, decideFileTrouble } from './policies/lobbe';
import { learned } from './scopes';
import { note } from './timeline';

/**
 * Notes that an attempt begins, before its first byte: the key, and the token that sends it, are on disk with this (L15). Leaves the
 * state alone if the meeting may no longer be sent (its user was quicker).
 */
export function startAttempt(state: AppState, id: MeetingId, token: TokenFingerprint, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting || !isUnsent(meeting.state) || state.pausedAll) return state;
  return put(state, {
    ...meeting,
    keyToken: meeting.keyToken ?? token,
    attempts: meeting.attempts + 1,
    attempt: { since: now, token },
    state: { stage: 'uploading' },
  });
}

/**
 * The outcome that was heard at `heardAt`, as it is written down at `now`, which a full disk may put off: what a server asked for
 * keeps its distance when the clock was set back between the two.
 */
export function heldOver(outcome: Outcome, heardAt: EpochMs, now: EpochMs): Outcome {
  if (outcome.kind !== 'later' || outcome.notBefore === null || now >= heardAt) return outcome;
  return { ...outcome, notBefore: now + (outcome.notBefore - heardAt) };
}

/** What an attempt leaves behind: the meeting moved on, the gates that its answer closes or opens. */
export function settleAttempt(
  state: AppState,
  id: MeetingId,
  outcome: Outcome,
  sha256: string | null,
  context: DecisionContext,
): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting) return state;
  const decision = decide({ ...meeting, attempt: null }, outcome, context);
  const counted = { ...state, lostInARow: lostInARow(state.lostInARow, outcome) };
  // What was read of a file that changed meanwhile is the content of nothing.
  const read = outcome.kind === 'file-trouble' ? null : sha256;
  let settled = put(counted, { ...decision.meeting, sha256: read ?? decision.meeting.sha256 });
  if (decision.closes) {
    if (decision.closes.gate === 'scope-disabled') settled = learned(settled, context.token, { write: false });
    const attempt = meeting.attempt ?? { since: context.now, token: context.token };
    return { ...settled, gates: closeGate(settled.gates, decision.closes, attempt, context.now) };
  }
  if (outcome.kind === 'refused') {
    // About this recording alone: whatever held up the others is over.
    return { ...settled, gates: settled.gates.filter((g) => !('until' in g && g.until <= context.now)) };
  }
  if (outcome.kind === 'accepted') {
    const proven = learned(settled, context.token, { write: true });
    const taken = takeOver({ ...proven, gates: opened(settled.gates, meeting, context) }, id, context.now);
    // The line was down, and this has found out that it is back. One that alone does not get through waits as long as it should.
    return isBroken(state) ? networkIsBack(taken) : taken;
  }
  return settled;
}

/** Any answer closes the breaker; what we stopped ourselves, or could not read, says nothing of the line. */
function lostInARow(before: number, outcome: Outcome): number {
  switch (outcome.kind) {
    case 'unknown':
      return outcome.phase === 'file' ? before : before + 1;
    case 'accepted':
    case 'later':
    case 'refused':
      return 0;
    case 'interrupted':
    case 'file-trouble':
      return before;
    default:
      return assertNever(outcome);
  }
}

/** An accepted send proves the token, and its minutes too unless it may have been a repeat, which is answered at any cap (L7). */
function opened(gates: readonly Gate[], before: MeetingRecord, context: DecisionContext): readonly Gate[] {
  const fresh = !before.unanswered.includes(context.token);
  return gates.filter((gate) => {
    switch (gate.gate) {
      case 'unauthorized':
        return gate.token !== context.token;
      case 'scope-disabled':
        return gate.token !== context.token || !mayProbe(gate, context.now);
      case 'needs-minutes':
      case 'daily-limit':
        return !(fresh && mayProbe(gate, context.now));
      case 'daily-cap':
      case 'rate-limited':
        return gate.until > context.now;
      default:
        return gate satisfies never;
    }
  });
}

/** The file could not be opened as it was queued: no attempt was made. */
export function fileTrouble(
  state: AppState,
  id: MeetingId,
  trouble: FileTrouble,
  code: string,
  now: EpochMs,
): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting || !isUnsent(meeting.state)) return state;
  return put(state, note(decideFileTrouble(meeting, trouble, code), { at: now, kind: 'blocked', code: trouble }));
}

/** The file of a `blocked: file-missing` record is there again (a drive, a share): it is looked at, and goes on by itself. */
export function fileIsBack(state: AppState, id: MeetingId, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (meeting?.state.stage !== 'blocked' || meeting.state.reason !== 'file-missing') return state;
  const again: MeetingRecord = { ...meeting, state: { stage: 'preparing', waits: null, fresh: false } };
  return put(state, note(again, { at: now, kind: 'event', code: 'file-is-back' }));
}

/** The network is back: waits for it end at once. What a server asked for is not touched. */
export function networkIsBack(state: AppState): AppState {
  const meetings = mapChanged(state.meetings, (m) => (isCutOff(m) ? { ...m, state: { stage: 'queued' as const } } : m));
  return meetings === state.meetings ? state : { ...state, meetings };
}

/** Whether any recording would go out if the network were back. */
export function waitsForNetwork(state: AppState): boolean {
  return state.meetings.some(isCutOff);
}

const isCutOff = ({ state }: MeetingRecord) => state.stage === 'waiting' && state.reason === 'network';

/**
 * At start: an attempt that is still written down was cut off by a crash or a kill, whatever its user had asked for since. Lobbe may
 * have all of it; the same key goes out again (L6, L15).
 */
export function recover(state: AppState, now: EpochMs): AppState {
  const meetings = mapChanged(state.meetings, (meeting) => recovered(meeting, now));
  return meetings === state.meetings ? state : { ...state, meetings };
}

function recovered(meeting: MeetingRecord, now: EpochMs): MeetingRecord {
  if (meeting.attempt === null) {
    // Whoever dropped it is not there any more to read why it left.
    const { state } = meeting;
    return state.stage === 'preparing' && state.fresh ? { ...meeting, state: { ...state, fresh: false } } : meeting;
  }
  const { token } = meeting.attempt;
  const unanswered = meeting.unanswered.includes(token) ? meeting.unanswered : [...meeting.unanswered, token];
  const state = meeting.state.stage === 'uploading' ? ({ stage: 'queued' } as const) : meeting.state;
  const cutOff: MeetingRecord = { ...meeting, attempt: null, unanswered, state };
  return note(cutOff, { at: now, kind: 'interrupted', code: 'cut-off', attempt: meeting.attempts });
}
