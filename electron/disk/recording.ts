import type { FileTrouble } from '../domain/outcome';
import { within } from './deadline';
import { type Reader, sharedBytes } from './reader';
import type { Answer, Kind, Question } from './reader-questions';
import type { Readers } from './readers';
import type { Expected } from './recording-file';

/** A recording while it is sent. One reader, from the first byte to the last. */
export interface OpenedRecording {
  /** Bytes; never more are read, however far the file has grown. */
  readonly size: number;
  /**
   * Fills `into` from `position` and says how many bytes came. Fewer before `size`, or 0: the file ended early or cannot be
   * read; `verify` says which.
   */
  read(into: Uint8Array, position: number): Promise<number>;
  /** After the last byte and before the request is completed: null if what was read is one unchanged file. */
  verify(): Promise<FileTrouble | null>;
  /** Hex SHA-256 of everything, once every byte was read in order; null before. */
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

/** What it means for a recording that there is no answer. */
const unanswered = {
  // It comes back with its disk or share, as a missing one does (cases 24, 26).
  late: { trouble: 'file-missing', code: 'ETIMEDOUT' },
  died: { trouble: 'file-unreadable', code: 'READER_DIED' },
  // Nothing is known against the file.
  none: { trouble: 'file-busy', code: 'NO_READER' },
} as const;

class FileRecording implements OpenedRecording {
  readonly size: number;
  readonly #reader: Reader;
  readonly #giveBack: () => void;
  readonly #deadlines: RecordingDeadlines;
  /** Ends with the step that is under way; a thread answers one question at a time. */
  #step: Promise<unknown> = Promise.resolve();
  #digest: string | null = null;
  #trouble: FileTrouble | null = null;
  #closing: Promise<void> | null = null;

  constructor(reader: Reader, giveBack: () => void, size: number, deadlines: RecordingDeadlines) {
    this.size = size;
    this.#reader = reader;
    this.#giveBack = giveBack;
    this.#deadlines = deadlines;
  }

  read(into: Uint8Array, position: number): Promise<number> {
    return this.#inTurn(async () => {
      const wanted = Math.min(into.length, this.size - position);
      let filled = 0;
      while (filled < wanted) {
        const length = Math.min(sharedBytes, wanted - filled);
        const result = await this.#ask({ kind: 'read', position: position + filled, length });
        if (result === null || result.got === 0) break;
        into.set(this.#reader.bytes.subarray(0, result.got), filled);
        filled += result.got;
        this.#digest = result.digest;
      }
      return filled;
    });
  }

  verify(): Promise<FileTrouble | null> {
    return this.#inTurn(async () => {
      const found = await this.#ask({ kind: 'verify' });
      if (found !== 'doubt') return found ?? this.#trouble;
      for (;;) {
        const again = await this.#ask({ kind: 'reread' });
        if (again === null) return this.#trouble;
        if (again.kind === 'done') return again.trouble;
      }
    });
  }

  digest(): string | null {
    return this.#digest;
  }

  async close(): Promise<void> {
    this.#closing ??= within(
      this.#deadlines.closeMs,
      this.#inTurn(() => this.#reader.ask({ kind: 'close' }, this.#deadlines.closeMs)),
    ).then(this.#giveBack);
    await this.#closing;
  }

  #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const taken = this.#step.then(step);
    this.#step = taken;
    return taken;
  }

  /** null: there is no answer, and will be none. */
  async #ask<K extends Kind>(question: Question<K>): Promise<Answer<K> | null> {
    if (this.#trouble !== null || this.#closing !== null) return null;
    const answered = await this.#reader.ask(question, this.#deadlines.stepMs);
    if (answered.kind === 'answer') return answered.value;
    this.#trouble = unanswered[answered.kind].trouble;
    return null;
  }
}
