import type { IdempotencyKey, MeetingId, TokenFingerprint } from '../../electron/contract/ids';
import type { MeetingRecord, MeetingState } from '../../electron/domain/meeting';

/** A record as the queue makes them, number `n`. */
export function meeting(n: number, state: MeetingState = { stage: 'queued' }): MeetingRecord {
  const hex = n.toString(16).padStart(12, '0');
  return {
    id: `00000000-0000-4000-8000-${hex}` as MeetingId,
    name: `جلسهٔ ${n} 🎙️ "weekly".m4a`,
    path: `/home/someone/Recordings/جلسهٔ ${n} 🎙️ "weekly".m4a`,
    addedAt: 1_796_000_000_000 + n,
    key: `11111111-0000-4000-8000-${hex}` as IdempotencyKey,
    keyToken: '0123456789abcdef' as TokenFingerprint,
    unanswered: [],
    attempt: null,
    keyReplaced: false,
    again: false,
    watched: false,
    file: {
      size: 12_345_678 + n,
      mtimeMs: 1_795_999_999_123.5,
      contentType: 'audio/mp4',
      durationMs: 3_601_000,
      ends: `ends ${n}`,
    },
    sha256: null,
    attempts: 1,
    failures: 0,
    recordingId: null,
    retries: 0,
    seenEvents: [],
    state,
    timeline: [
      { at: 1_796_000_000_000 + n, kind: 'added' },
      { at: 1_796_000_001_000 + n, kind: 'attempt', attempt: 1 },
    ],
  };
}
