import { mountOf } from './mounts';
import { type Answered, Reader } from './reader';
import type { Answer, Kind, Question } from './reader-questions';
import { Turns } from './turns';

/** How many threads there may be, and how long they last. */
export interface ReaderLimits {
  /** Looks at the same time, while their disks answer: two keep a disk busy, and each thread takes 10 MB while it works. */
  readonly looks: number;
  /** A disk that has not answered by then is not waited for by others. */
  readonly slowMs: number;
  /**
   * Held up by dead files of one share, drive or folder, past which nothing new is begun there before one comes back: other disks go
   * on. What is under way may still join them.
   */
  readonly heldPerMount: number;
  /** Held up in all, past which nothing new is begun anywhere. */
  readonly held: number;
  /** An idle thread is kept so long: uploads follow each other, and starting one takes some 40 ms. */
  readonly idleMs: number;
}

export const usualReaderLimits: ReaderLimits = { looks: 2, slowMs: 1_000, heldPerMount: 3, held: 16, idleMs: 10_000 };

/** What came of asking for a thread. `late`: an earlier call about this path is still out. `none`: there is none to be had for it now. */
export type Borrowed = { readonly kind: 'reader'; readonly reader: Reader } | { readonly kind: 'late' | 'none' };

/** How long an end waits for threads that only have to finish a sentence. */
const endMs = 250;

/**
 * The threads that touch what was dropped. A dead share, or a file that a cloud moved out, may keep a call for ever (case 26): it
 * keeps a thread of its own then, never one of libuv's four. Threads are started when needed and end when idle.
 */
export class Readers {
  readonly #script: URL;
  readonly #limits: ReaderLimits;
  readonly #onBug: (cause: unknown) => void;
  readonly #looks: Turns;
  readonly #all = new Set<Reader>();
  /** Those that nobody has borrowed, each with the timer that ends it; the last one back goes out first. */
  readonly #idle = new Map<Reader, NodeJS.Timeout>();
  readonly #paths = new Map<Reader, string>();
  /** Those whose disk has not answered for long. */
  readonly #held = new Set<Reader>();
  #stopped = false;

  /** `script`: the built `reader-thread.ts`. `onBug` is told of threads that die. */
  constructor(script: URL, onBug: (cause: unknown) => void, limits: ReaderLimits = usualReaderLimits) {
    this.#script = script;
    this.#onBug = onBug;
    this.#limits = limits;
    this.#looks = new Turns(limits.looks);
  }

  /** Lends a thread for work on `path`; whoever gets it gives it back. */
  borrow(path: string): Borrowed {
    const heldPaths = [...this.#held].map((reader) => this.#paths.get(reader) ?? '');
    if (heldPaths.includes(path)) return { kind: 'late' };
    if (this.#stopped || heldPaths.length >= this.#limits.held) return { kind: 'none' };
    const mount = mountOf(path);
    const heldThere = heldPaths.filter((held) => mountOf(held) === mount).length;
    if (heldThere >= this.#limits.heldPerMount) return { kind: 'none' };
    const reader = this.#takeIdle() ?? this.#start();
    if (reader === null) return { kind: 'none' };
    this.#paths.set(reader, path);
    return { kind: 'reader', reader };
  }

  /** Takes a thread back. One that is still at it ends as soon as the system lets go of it. */
  giveBack(reader: Reader): void {
    if (this.#stopped || !reader.isFree) {
      reader.end();
      return;
    }
    this.#paths.delete(reader);
    const timer = setTimeout(() => {
      this.#idle.delete(reader);
      reader.end();
    }, this.#limits.idleMs);
    this.#idle.set(reader, timer.unref());
  }

  /** Asks one question about a path, a few of them at a time: others wait for their turn, but not for a disk that does not answer. */
  async askOnce<K extends Kind>(path: string, question: Question<K>, ms: number): Promise<Answered<Answer<K>>> {
    const endTurn = await this.#looks.begin();
    const patience = setTimeout(endTurn, this.#limits.slowMs);
    try {
      const borrowed = this.borrow(path);
      if (borrowed.kind !== 'reader') return { kind: borrowed.kind };
      const answered = await borrowed.reader.ask(question, ms);
      this.giveBack(borrowed.reader);
      return answered;
    } finally {
      clearTimeout(patience);
      endTurn();
    }
  }

  /** Ends all threads and begins nothing more; what is still asked gets no answer. Resolves soon, also while a dead disk holds one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const reader of this.#all) reader.end();
    for (let waited = 0; waited < endMs && !this.haveEnded(); waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /**
   * Whether no thread is left. While one is, in a call that does not come back, the process cannot end in order: Node waits for all its
   * threads.
   */
  readonly haveEnded = (): boolean => this.#all.size === 0;

  #takeIdle(): Reader | null {
    const last = [...this.#idle].at(-1);
    if (last === undefined) return null;
    const [reader, timer] = last;
    clearTimeout(timer);
    this.#idle.delete(reader);
    return reader;
  }

  #start(): Reader | null {
    try {
      const reader: Reader = new Reader(this.#script, this.#limits.slowMs, {
        onSlow: () => this.#held.add(reader),
        onAnswer: () => this.#held.delete(reader),
        onEnd: () => this.#forget(reader),
        onBug: this.#onBug,
      });
      this.#all.add(reader);
      return reader;
    } catch (cause) {
      // The system has no thread left to give. It is a bad time, not a bad file.
      this.#onBug(cause);
      return null;
    }
  }

  #forget(reader: Reader): void {
    clearTimeout(this.#idle.get(reader));
    this.#idle.delete(reader);
    this.#paths.delete(reader);
    this.#held.delete(reader);
    this.#all.delete(reader);
  }
}
