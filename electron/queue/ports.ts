// What the queue needs of the world. Each is as small as the queue's use of it; services.ts plugs the real ones in.

import type { EpochMs, IdempotencyKey, MeetingId, TokenFingerprint } from '../contract/ids';
import type { Refusal } from '../contract/problem';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import type { Inspection } from '../domain/intake';
import type { MeetingRecord } from '../domain/meeting';
import type { FileTrouble, Outcome } from '../domain/outcome';
import type { Brought } from '../domain/same-content';

/** The one writer. */
export interface Store {
  state(): AppState;
  /**
   * Resolves when the changed state is on disk; rejects, with the state as it was, when it cannot be: with what `change` threw, or
   * with an error of the disk. One with the code `invalid-state` says that no disk could take what `change` made. `recall`: what the
   * change is about, also where it was archived.
   */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<AppState>;
  onCommit(listener: () => void): () => void;
}

/** An opened recording, checked to be what was queued. */
export interface OpenedRecording {
  readonly size: number;
  /** The next bytes, in order, as they are until the next call; none if the file ended early or cannot be read. */
  next(): Promise<Uint8Array>;
  /** Whether it is still the file that was queued; `onProgress` is called while it has to be read again for that. */
  verify(onProgress?: () => void): Promise<FileTrouble | null>;
  /** SHA-256 (hex) once every byte was handed out, null before. */
  digest(): string | null;
  close(): Promise<void>;
}

/** Recordings as files. */
export interface Recordings {
  open(
    path: string,
    expected: { readonly size: number; readonly mtimeMs: number },
  ): Promise<
    | { readonly kind: 'opened'; readonly recording: OpenedRecording }
    | { readonly kind: 'trouble'; readonly trouble: FileTrouble; readonly code: string }
  >;
  /** Whether there is anything at `path`; false as well while its disk does not answer. */
  isThere(path: string): Promise<boolean>;
  /** A look at a file; `seen` is what the look before brought back (null the first time), and belongs to whoever looks. */
  inspect(path: string, seen: unknown): Promise<{ readonly inspection: Inspection; readonly seen: unknown }>;
  /** SHA-256 (hex) of every byte, if the file is what is expected; null if it is not, cannot be read, or after `signal`. */
  wholeOf(
    path: string,
    expected: { readonly size: number; readonly mtimeMs: number },
    signal: AbortSignal,
  ): Promise<string | null>;
}

/** A folder that was brought. Its record is in the queue until what is in it is there instead. */
export interface BroughtFolder {
  readonly id: MeetingId;
  /** Absolute. */
  readonly path: string;
}

/** Brings in what is in a folder, or leaves its record for another try; resolves to what of it was not taken in. Never rejects. */
export type BringFolder = (folder: BroughtFolder) => Promise<readonly Refusal[]>;

/** A file that is not in the queue any more, as its content is that of a record: whether to send it again is for its user to say. */
export interface SameAgain extends Brought {
  /** Of the record that it had in the queue. */
  readonly id: MeetingId;
  readonly name: string;
  readonly of: MeetingRecord;
}

export interface SendRequest {
  readonly name: string;
  readonly contentType: string;
  readonly key: IdempotencyKey;
  readonly body: OpenedRecording;
}

/** Bytes of the file that the network took so far. */
export interface SendTick {
  readonly sent: number;
  readonly total: number;
  readonly phase: 'sending' | 'answer';
}

/** One attempt: never retries, never throws for trouble. */
export interface Sender {
  /** The token in use, null if there is none. */
  token(): TokenFingerprint | null;
  send(request: SendRequest, signal: AbortSignal, onTick: (tick: SendTick) => void): Promise<Outcome>;
  /** No network at all, and the address is not this computer's own. A hint (architecture.md): it delays automatic tries only. */
  offline(): boolean;
}

/** Makes what has to be random. */
export interface Fresh {
  key(): IdempotencyKey;
  id(): MeetingId;
}

/** When the queue tells what is not in the state: how far the uploads are. */
export type TickListener = (id: MeetingId, tick: SendTick | null, now: EpochMs) => void;
