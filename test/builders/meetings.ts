// Records, states and answers for tests, each with only what the test is about spelled out.

import type { IdempotencyKey, MeetingId, RecordingId, TokenFingerprint } from '../../electron/contract/ids';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import type { MeetingRecord, MeetingState } from '../../electron/domain/meeting';
import type { AnswerFacts, Outcome } from '../../electron/domain/outcome';
import type { DecisionContext } from '../../electron/domain/policies/lobbe';

export const T0 = Date.UTC(2026, 10, 30, 9, 0, 0);
export const token = 'token-one' as TokenFingerprint;
export const otherToken = 'token-two' as TokenFingerprint;
export const keyOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as IdempotencyKey;
export const idOf = (n: number) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}` as MeetingId;
export const recordingIdOf = (n: number) => `rec_${n}` as RecordingId;
export const freshKey = keyOf(999);

/** A record that was queued and never sent, unless told otherwise. */
export function meeting(n: number, given: Partial<MeetingRecord> = {}): MeetingRecord {
  return {
    id: idOf(n),
    name: `meeting ${n}.m4a`,
    path: `/recordings/meeting ${n}.m4a`,
    addedAt: T0,
    key: keyOf(n),
    keyToken: null,
    unanswered: [],
    attempt: null,
    keyReplaced: false,
    again: false,
    watched: false,
    file: {
      size: n * 1000,
      mtimeMs: T0 - 60_000,
      contentType: 'audio/mp4',
      durationMs: n * 60_000,
      ends: `ends ${n}`,
    },
    sha256: null,
    attempts: 0,
    failures: 0,
    recordingId: null,
    retries: 0,
    seenEvents: [],
    state: { stage: 'queued' },
    timeline: [],
    ...given,
  };
}

/** A record whose attempt is under way. */
export function uploading(n: number, given: Partial<MeetingRecord> = {}): MeetingRecord {
  return meeting(n, {
    keyToken: token,
    attempts: 1,
    attempt: { since: T0, token },
    state: { stage: 'uploading' },
    ...given,
  });
}

/** A record that Lobbe has. */
export function atLobbe(n: number, state: MeetingState, given: Partial<MeetingRecord> = {}): MeetingRecord {
  return meeting(n, { keyToken: token, attempts: 1, recordingId: recordingIdOf(n), state, ...given });
}

export function stateOf(meetings: readonly MeetingRecord[], given: Partial<AppState> = {}): AppState {
  return { ...emptyState, meetings, ...given };
}

/** One record of every stage that can be stored. */
export function everyStage(): MeetingRecord[] {
  const failure = { code: 'NO_SPEECH', retryable: false, retries: 0 };
  return [
    meeting(1, { file: null, state: { stage: 'preparing', waits: null, fresh: false } }),
    meeting(2),
    uploading(3),
    meeting(4, { state: { stage: 'waiting', since: T0, reason: 'network', until: T0 + 2000, toldByServer: false } }),
    meeting(5, { state: { stage: 'paused', wait: null, until: null } }),
    meeting(6, { state: { stage: 'blocked', reason: 'rejected', detail: null } }),
    atLobbe(7, { stage: 'processing', status: 'QUEUED' }),
    atLobbe(8, { stage: 'naming' }),
    atLobbe(9, { stage: 'ready', at: T0, unseen: true }),
    atLobbe(10, { stage: 'failed', at: T0, failure }),
    atLobbe(11, { stage: 'deleted', at: T0 }),
    meeting(12, { state: { stage: 'cancelled', at: T0, before: { stage: 'queued' }, hidden: false } }),
  ];
}

export const facts = (status: number, code: string | null = null): AnswerFacts => ({ status, code, requestId: null });

export const later = (status: number, code: string | null = null, notBefore: number | null = null): Outcome => ({
  kind: 'later',
  notBefore,
  askedToWait: notBefore !== null,
  facts: facts(status, code),
});

export const refused = (status: number, code: string | null = null): Outcome => ({
  kind: 'refused',
  facts: facts(status, code),
  message: null,
});

export const accepted = (n: number, status = 'QUEUED'): Outcome => ({
  kind: 'accepted',
  recordingId: recordingIdOf(n),
  status,
  facts: facts(202),
});

export const lost = (mayHaveArrived: boolean): Outcome => ({
  kind: 'unknown',
  phase: mayHaveArrived ? 'response' : 'body',
  mayHaveArrived,
  code: 'ECONNRESET',
  sent: 10,
});

/** The context of a decision with no chance in it. */
export const context: DecisionContext = { now: T0, random: () => 0, token, freshKey };
