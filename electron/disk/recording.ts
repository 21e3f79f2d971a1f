import type { FileTrouble } from '../domain/outcome';
import { within } from './deadline';
import type { Excerpt, Stretch } from './excerpt';
import type { Reader } from './reader';
import type { Answer, Kind, Question } from './reader-questions';
import type { Readers } from './readers';
import type { Expected } from './recording-file';
import { slotBytes, slotCount } from './slots';

/** A recording while it is sent. One reader, from the first byte to the last. */
export interface OpenedRecording {
  /** Bytes; never more are read, however far the file has grown. */
  readonly size: number;
  /**
   * The next bytes, in order, as they are until the next call; those after them are read meanwhile. None before `size`: the file
   * ended early or cannot be read, and `verify` says which.
   */
  next(): Promise<Uint8Array>;
  /**
   * After the last byte and before the request is completed: null if what was read is one unchanged file. May have to read all of it
   * again: `onProgress` is called for each part, none of which takes longer than a read may.
   */
  verify(onProgress?: () => void): Promise<FileTrouble | null>;
  /** Hex SHA-256 of everything, once every byte was handed out; null before. */
  digest(): string | null;
  /** Gives the file back. Any number of times. */
  close(): Promise<void>;
}

export type OpenResult =
  | { readonly kind: 'opened'; readonly recording: OpenedRecording }
  | { readonly kind: 'trouble'; readonly trouble: FileTrouble; readonly code: string };

/** How long each step may take. */
export interface RecordingDeadlines {
  /** Long enough for a sleeping disk and a share over a slow line; a dead share never answers. */
  readonly stepMs: number;
  /** A read that hangs keeps its handle busy; an attempt that is over does not wait for it. */
  readonly closeMs: number;
  /** A share that is away answers fast or not at all. */
  readonly isThereMs: number;
}

export const usualDeadlines: RecordingDeadlines = { stepMs: 30_000, closeMs: 2_000, isThereMs: 5_000 };

/** Opens a recording for sending, if it is still the file that was queued. Never blocks on a pipe or device, never throws. */
export async function openRecording(
  readers: Readers,
  path: string,
  expected: Expected,
  deadlines: RecordingDeadlines = usualDeadlines,
): Promise<OpenResult> {
  const borrowed = readers.borrow(path);
  switch (borrowed.kind) {
    case 'late':
    case 'none':
      return { kind: 'trouble', ...unanswered[borrowed.kind] };
    case 'reader': {
      const { reader } = borrowed;
      const giveBack = () => readers.giveBack(reader);
      const opened = await reader.ask({ kind: 'open', path, expected }, deadlines.stepMs);
      const answer: Answer<'open'> =
        opened.kind === 'answer' ? opened.value : { kind: 'trouble', ...unanswered[opened.kind] };
      if (answer.kind === 'opened') {
        return { kind: 'opened', recording: new FileRecording(reader, giveBack, answer.size, deadlines) };
      }
      giveBack();
      return answer;
    }
  }
}

/** Whether there is a file at `path`; false as well while its disk or share does not answer. Never throws. */
export async function isThere(
  readers: Readers,
  path: string,
  { isThereMs }: RecordingDeadlines = usualDeadlines,
): Promise<boolean> {
  const looked = await readers.askOnce(path, { kind: 'isThere', path }, isThereMs);
  return looked.kind === 'answer' && looked.value;
}

/** Reads a stretch of a recording, if it is still the file that was queued. Never waits for longer than a read may take, never throws. */
export async function readExcerpt(
  readers: Readers,
  path: string,
  expected: Expected,
  stretch: Stretch,
  { stepMs }: RecordingDeadlines = usualDeadlines,
): Promise<Excerpt> {
  const read = await readers.askOnce(path, { kind: 'excerpt', path, expected, stretch }, stepMs);
  return read.kind === 'answer' ? read.value : { kind: 'trouble', ...unanswered[read.kind] };
}

/** What it means for a recording that there is no answer. */
const unanswered = {
  // It comes back with its disk or share, as a missing one does (cases 24, 26).
  late: { trouble: 'file-missing', code: 'ETIMEDOUT' },
  died: { trouble: 'file-unreadable', code: 'READER_DIED' },
  // Nothing is known against the file.
  none: { trouble: 'file-busy', code: 'NO_READER' },
} as const;

const nothing = new Uint8Array(0);

class FileRecording implements OpenedRecording {
  readonly size: number;
  readonly #reader: Reader;
  readonly #giveBack: () => void;
  readonly #deadlines: RecordingDeadlines;
  /** Reads that were asked for and not handed out yet, each with its slot. */
  readonly #ahead: { readonly slot: number; readonly read: Promise<Answer<'read'> | null> }[] = [];
  #slot = 0;
  /** Bytes that were handed out. */
  #position = 0;
  #digest: string | null = null;
  #trouble: FileTrouble | null = null;
  #closing: Promise<void> | null = null;

  constructor(reader: Reader, giveBack: () => void, size: number, deadlines: RecordingDeadlines) {
    this.size = size;
    this.#reader = reader;
    this.#giveBack = giveBack;
    this.#deadlines = deadlines;
  }

  async next(): Promise<Uint8Array> {
    this.#readAhead();
    const first = this.#ahead.shift();
    const result = (await first?.read) ?? null;
    const slot = this.#reader.slots[first?.slot ?? 0];
    // Once it is given back, its thread may read another into the same memory.
    if (result === null || slot === undefined || this.#closing !== null) return nothing;
    this.#position += result.got;
    this.#digest = result.digest;
    return slot.subarray(0, result.got);
  }

  /** Into all slots: the one that was handed out last is free again. */
  #readAhead(): void {
    while (this.#ahead.length < slotCount && this.#position + this.#ahead.length * slotBytes < this.size) {
      const slot = this.#slot;
      this.#slot = (slot + 1) % slotCount;
      this.#ahead.push({ slot, read: this.#ask({ kind: 'read', slot }) });
    }
  }

  async verify(onProgress?: () => void): Promise<FileTrouble | null> {
    const found = await this.#ask({ kind: 'verify' });
    if (found !== 'doubt') return found ?? this.#trouble;
    for (;;) {
      const again = await this.#ask({ kind: 'reread' });
      if (again === null) return this.#trouble;
      if (again.kind === 'done') return again.trouble;
      onProgress?.();
    }
  }

  digest(): string | null {
    return this.#digest;
  }

  async close(): Promise<void> {
    this.#closing ??= within(
      this.#deadlines.closeMs,
      this.#reader.ask({ kind: 'close' }, this.#deadlines.closeMs),
    ).then(this.#giveBack);
    await this.#closing;
  }

  /** null: there is no answer, and will be none. */
  async #ask<K extends Kind>(question: Question<K>): Promise<Answer<K> | null> {
    if (this.#trouble !== null || this.#closing !== null) return null;
    const answered = await this.#reader.ask(question, this.#deadlines.stepMs);
    if (answered.kind === 'answer') return answered.value;
    this.#trouble ??= unanswered[answered.kind].trouble;
    return null;
  }
}
