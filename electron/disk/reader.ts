// One reader thread, as the main thread has it.

import { Worker } from 'node:worker_threads';
import type { Answer, Kind, Question, ReaderData } from './reader-questions';
import { slotBytes, slotCount, slotsOf } from './slots';

/** What came of a question. */
export type Answered<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  /** Not within the time; the call may never come back. */
  | { readonly kind: 'late' }
  /** The thread ended under it: out of memory, or a bug. */
  | { readonly kind: 'died' }
  /** There is no thread to ask: too many are held up, there or in all, or the app is about to end. */
  | { readonly kind: 'none' };

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

/** A question that has no answer yet. */
interface Waiting {
  /** How long it may take, once those before it are answered. */
  readonly ms: number;
  settle(answered: Answered<unknown>): void;
}

/**
 * A thread that answers questions in their order, until `end`. One that is late ends too: as soon as the system lets go of its call,
 * and what it had open is closed with it.
 */
export class Reader {
  /** What each `read` brought, until the next into the same. */
  readonly slots: readonly Uint8Array[];
  readonly #worker: Worker;
  readonly #slowMs: number;
  readonly #events: ReaderEvents;
  /** The first is what the thread is at. */
  readonly #waiting: Waiting[] = [];
  #slow: NodeJS.Timeout | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #state: 'running' | 'ending' | 'ended' = 'running';

  constructor(script: URL, slowMs: number, events: ReaderEvents) {
    const shared = new SharedArrayBuffer(slotCount * slotBytes);
    this.slots = slotsOf(shared);
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
    this.#worker.on('message', (value) => this.#answer(value));
    this.#worker.on('error', (cause) => events.onBug(cause));
    this.#worker.on('exit', () => {
      this.#state = 'ended';
      this.#leaveAll('died');
      events.onEnd();
    });
  }

  /** Whether it can be asked: it runs, and no question is out. */
  get isFree(): boolean {
    return this.#state === 'running' && this.#waiting.length === 0;
  }

  get hasEnded(): boolean {
    return this.#state === 'ended';
  }

  /**
   * Asks it, and waits no longer than `ms`, from when the questions before are answered. Never rejects. Whoever asks ahead has to
   * put up with that: one that is late takes those behind it along.
   */
  ask<K extends Kind>(question: Question<K>, ms: number): Promise<Answered<Answer<K>>> {
    if (this.#state !== 'running') return Promise.resolve({ kind: 'none' });
    return new Promise((resolve) => {
      this.#waiting.push({ ms, settle: (answered) => resolve(answered as Answered<Answer<K>>) });
      if (this.#waiting.length === 1) {
        // What waits for an answer keeps the process alive; an idle thread does not.
        this.#worker.ref();
        this.#watch();
      }
      this.#worker.postMessage(question);
    });
  }

  /** Ends it, as soon as the system lets go of it; questions that are out get no answer. */
  end(): void {
    this.#end('none');
  }

  #answer(value: unknown): void {
    const answered = this.#waiting.shift();
    if (answered === undefined) return;
    this.#watch();
    this.#events.onAnswer();
    answered.settle({ kind: 'answer', value });
  }

  /** Times the first question that is out, if there is one. */
  #watch(): void {
    clearTimeout(this.#slow);
    clearTimeout(this.#deadline);
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#worker.unref();
      return;
    }
    this.#slow = setTimeout(this.#events.onSlow, this.#slowMs);
    this.#deadline = setTimeout(() => this.#end('late'), first.ms);
  }

  #end(why: 'late' | 'none'): void {
    if (this.#state !== 'running') return;
    this.#state = 'ending';
    void this.#worker.terminate();
    this.#leaveAll(why);
  }

  #leaveAll(why: 'late' | 'died' | 'none'): void {
    const left = this.#waiting.splice(0);
    this.#watch();
    for (const { settle } of left) settle({ kind: why });
  }
}
