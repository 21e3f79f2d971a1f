// One reader thread, as the main thread has it.

import { Worker } from 'node:worker_threads';
import type { Answer, Kind, Question, ReaderData } from './reader-questions';

/** What came of a question. */
export type Answered<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  /** Not within the time; the call may never come back. */
  | { readonly kind: 'late' }
  /** The thread ended under it: out of memory, or a bug. */
  | { readonly kind: 'died' }
  /** There is no thread to ask: all are held up, or the app is about to end. */
  | { readonly kind: 'none' };

/** What is read in one go for an upload; more gains nothing (transport.md). */
export const sharedBytes = 256 * 1024;

// A hostile header may use as much memory as an honest one could need, and no more; and without a limit the young generation
// grows for as long as messages come.
const memoryLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 2 };

/** What becomes of a thread, for whoever keeps it. */
export interface ReaderEvents {
  /** A question is out for so long that nobody should wait behind it. */
  readonly onSlow: () => void;
  /** It was answered after all. */
  readonly onAnswer: () => void;
  readonly onEnd: () => void;
  readonly onBug: (cause: unknown) => void;
}

/**
 * A thread that answers one question at a time, until `end`. One that is late ends too: as soon as the system lets go of its call, and
 * what it had open is closed with it.
 */
export class Reader {
  /** What a `read` brought, until the next question. */
  readonly bytes: Uint8Array;
  readonly #worker: Worker;
  readonly #slowMs: number;
  readonly #events: ReaderEvents;
  #settle: ((answered: Answered<unknown>) => void) | null = null;
  #state: 'running' | 'ending' | 'ended' = 'running';

  constructor(script: URL, slowMs: number, events: ReaderEvents) {
    const shared = new SharedArrayBuffer(sharedBytes);
    this.bytes = new Uint8Array(shared);
    this.#slowMs = slowMs;
    this.#events = events;
    this.#worker = new Worker(script, {
      name: 'reader',
      workerData: { shared } satisfies ReaderData,
      resourceLimits: memoryLimits,
      // It needs nothing of ours, least of all a token.
      env: {},
      execArgv: [],
    });
    this.#worker.unref();
    this.#worker.on('message', (value) => this.#settle?.({ kind: 'answer', value }));
    this.#worker.on('error', (cause) => events.onBug(cause));
    this.#worker.on('exit', () => {
      this.#state = 'ended';
      this.#settle?.({ kind: 'died' });
      events.onEnd();
    });
  }

  /** Whether it can be asked: it runs, and no question is out. */
  get isFree(): boolean {
    return this.#state === 'running' && this.#settle === null;
  }

  get hasEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Asks it, and waits no longer than `ms`. Never rejects. One question at a time. */
  ask<K extends Kind>(question: Question<K>, ms: number): Promise<Answered<Answer<K>>> {
    if (this.#state !== 'running') return Promise.resolve({ kind: 'none' });
    if (this.#settle !== null) throw new Error('a reader answers one question at a time');
    return new Promise((resolve) => {
      const slow = setTimeout(this.#events.onSlow, this.#slowMs);
      const deadline = setTimeout(() => this.#settle?.({ kind: 'late' }), ms);
      this.#settle = (answered) => {
        clearTimeout(slow);
        clearTimeout(deadline);
        this.#settle = null;
        this.#worker.unref();
        if (answered.kind === 'answer') this.#events.onAnswer();
        if (answered.kind === 'late') this.end();
        resolve(answered as Answered<Answer<K>>);
      };
      // What waits for an answer keeps the process alive; an idle thread does not.
      this.#worker.ref();
      this.#worker.postMessage(question);
    });
  }

  /** Ends it, as soon as the system lets go of it; a question that is out gets no answer. */
  end(): void {
    if (this.#state !== 'running') return;
    this.#state = 'ending';
    void this.#worker.terminate();
    this.#settle?.({ kind: 'none' });
  }
}
