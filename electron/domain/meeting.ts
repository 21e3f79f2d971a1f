// The record of one meeting: made at the drop, kept until its user clears it. What is stored is decisions, never progress.

import type { EpochMs, IdempotencyKey, MeetingId, RecordingId, TokenFingerprint } from '../contract/ids';
import type { TimelineEntry } from '../contract/snapshot';
import type { BlockReason, FileWait, WaitReason } from '../contract/stage';

/** The file as it was when it was queued. The key belongs to this content. */
export interface FileIdentity {
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** The content type of the multipart part, from our own list (never from the file's own word). */
  readonly contentType: string;
  /** Length of the recording, null where the file does not tell. */
  readonly durationMs: number | null;
  /** SHA-256 (hex) of the size and both ends: two files that differ in it differ. Null in records of schema version 1. */
  readonly ends: string | null;
}

/** A failure at Lobbe (F4, F7). */
export interface MeetingFailure {
  readonly code: string;
  readonly retryable: boolean;
  /** How often we had asked Lobbe to try again when it failed (F4: three at the most). */
  readonly retries: number;
}

/** A wait that ends by itself. `toldByServer`: a Retry-After, which nobody may shorten (L10, L16, L17). */
export interface Wait {
  readonly reason: WaitReason;
  /** When it was decided: a clock that was set back since then is noticed by it. */
  readonly since: EpochMs;
  readonly until: EpochMs;
  readonly toldByServer: boolean;
}

/** Each case owns only its own fields. Gates are not in here: whether one holds a recording up is derived from the gates. */
export type MeetingState =
  /**
   * `waits`: what its file waits for, null while it is just being looked at. `fresh`: right from a drop, so that what cannot become a
   * meeting may leave again with a message.
   */
  | { readonly stage: 'preparing'; readonly waits: FileWait | null; readonly fresh: boolean }
  | { readonly stage: 'queued' }
  /** An attempt is under way, and its user has not asked for anything else since. */
  | { readonly stage: 'uploading' }
  | ({ readonly stage: 'waiting' } & Wait)
  /** Paused by its user, until then or until its user resumes it. What a server asked for before still holds after it. */
  | { readonly stage: 'paused'; readonly wait: Wait | null; readonly until: EpochMs | null }
  | { readonly stage: 'blocked'; readonly reason: BlockReason; readonly detail: string | null }
  | { readonly stage: 'processing'; readonly status: string }
  | { readonly stage: 'naming' }
  | { readonly stage: 'ready'; readonly at: EpochMs; readonly unseen: boolean }
  | { readonly stage: 'failed'; readonly at: EpochMs; readonly failure: MeetingFailure }
  | { readonly stage: 'deleted'; readonly at: EpochMs }
  /** `hidden`: off the list, but Lobbe may have it, and only its key can find out: it is kept for the day the file comes again. */
  | {
      readonly stage: 'cancelled';
      readonly at: EpochMs;
      readonly before: MeetingState;
      readonly hidden: boolean;
    };

/** A request that may be on its way, whatever its meeting's user did meanwhile. Found on disk at start: it was cut off. */
export interface Attempt {
  readonly since: EpochMs;
  readonly token: TokenFingerprint;
}

export interface MeetingRecord {
  readonly id: MeetingId;
  /** Exact name of the file, byte for byte what goes to Lobbe. */
  readonly name: string;
  /** Absolute path of the file on this computer. */
  readonly path: string;
  readonly addedAt: EpochMs;
  /** Made once, on disk before the first byte is sent (L15). Replaced only where product.md says so. */
  readonly key: IdempotencyKey;
  /** The token that first sent this key (L13); null while none has. */
  readonly keyToken: TokenFingerprint | null;
  /** Tokens under which an attempt with this key ended without an answer: with them, Lobbe may have the meeting already. */
  readonly unanswered: readonly TokenFingerprint[];
  /** Set before the first byte, cleared when its outcome is on disk; null while nothing is on its way. */
  readonly attempt: Attempt | null;
  /** A 409 `IDEMPOTENCY_KEY_IN_USE` was answered with one new key already; it is given once (L20). */
  readonly keyReplaced: boolean;
  /** Its user said that this file is to be sent again as a new meeting, although it is in the list already. */
  readonly again: boolean;
  /** It came from a watched folder: nobody brought it, so nobody is asked or told about it before it is queued. */
  readonly watched: boolean;
  /** Null until the file was looked at. */
  readonly file: FileIdentity | null;
  /** SHA-256 of the content as it was last sent to its end, hex. */
  readonly sha256: string | null;
  /** Attempts in all, for people. */
  readonly attempts: number;
  /** Attempts in a row that ended in trouble: the exponent of the backoff (L16). An answer that is no trouble resets it. */
  readonly failures: number;
  readonly recordingId: RecordingId | null;
  /** How often we asked Lobbe to run a failed step again (F4). */
  readonly retries: number;
  /** Ids of the events already applied to this meeting (F14). */
  readonly seenEvents: readonly string[];
  readonly state: MeetingState;
  /** Oldest first; capped, see timeline.ts. */
  readonly timeline: readonly TimelineEntry[];
}
