// The only clock and the only scheduler of a simulated world. Everything that takes time is a timer here, and between two timers
// all promises settle: so a seed plays the same way each time, and no real time passes.

import type { Clock } from '../../electron/domain/clock';

/** One run of the app, from its start to its crash. What belongs to a life ends with it. */
export class Life {
  dead = false;
  /** Operations begun, and the one at which it dies, if that was decided. */
  operations = 0;
  diesAt = Number.POSITIVE_INFINITY;
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly life: Life | null;
  readonly run: () => void;
}

/** Longest delay of a real `setTimeout`. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A seed has a few hundred; the busiest some thousand. */
const MOST_STEPS = 40_000;

export class Time {
  static readonly START = Date.UTC(2026, 10, 30, 9, 0, 0);

  /** Called when an operation is begun; `dies` ends the life there and then. */
  onOperation: (life: Life) => void = () => {};
  /** What was thrown by something that nobody awaits. */
  onThrown: (error: unknown) => void = (error) => {
    throw error;
  };

  /** A computer's timers count this: it stands still while the computer sleeps. */
  #awake = 0;
  #slept = 0;
  /** How far the computer's own clock is off. */
  #off = 0;
  #order = 0;
  #steps = 0;
  readonly #timers: Timer[] = [];

  /** The true time, which Lobbe's clock shows. */
  now(): number {
    return Time.START + this.#awake + this.#slept;
  }

  /** What the computer's clock shows. */
  wall(): number {
    return Math.floor(this.now() + this.#off);
  }

  sleep(ms: number): void {
    this.#slept += ms;
  }

  /** Sets the computer's clock. */
  setOff(ms: number): void {
    this.#off = ms;
  }

  after(ms: number, life: Life | null, run: () => void): void {
    const timer = { at: this.#awake + Math.max(0, ms), order: this.#order++, life, run };
    const timers = this.#timers;
    let at = timers.push(timer) - 1;
    // A binary heap: the awake time of a seed has thousands of timers.
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, timers[parent] as Timer)) break;
      timers[at] = timers[parent] as Timer;
      at = parent;
    }
    timers[at] = timer;
  }

  /** Something of the app that takes time: does `effect` then, unless its life has ended. */
  operation<Result>(life: Life, ms: number, effect: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (life.dead) return;
      this.onOperation(life);
      if (life.dead) return;
      this.after(ms, life, () => {
        try {
          resolve(effect());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** The clock of one life. */
  clockOf(life: Life): Clock {
    return {
      now: () => this.wall(),
      until: (time, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) {
            resolve();
            return;
          }
          const done = () => {
            signal.removeEventListener('abort', done);
            resolve();
          };
          this.after(Math.min(Math.max(1, time - this.wall()), LONGEST_TIMER_MS), life, done);
          signal.addEventListener('abort', done, { once: true });
        }),
    };
  }

  /** Lets the awake time pass, as long as `goOn` says; resolves when it is over. */
  pass(ms: number, goOn: () => boolean = () => true): Promise<void> {
    const end = this.#awake + ms;
    return new Promise((resolve) => {
      const step = () => {
        const timer = goOn() ? this.#take(end) : null;
        if (timer === null) {
          if (goOn()) this.#awake = end;
          resolve();
          return;
        }
        this.#awake = timer.at;
        this.#steps += 1;
        if (this.#steps === MOST_STEPS) this.onThrown(new Error('the app does not come to rest'));
        try {
          timer.run();
        } catch (error) {
          this.onThrown(error);
        }
        again();
      };
      // A tick that is asked for in a microtask comes when no microtask is left: every promise has settled.
      const again = () => queueMicrotask(() => process.nextTick(step));
      again();
    });
  }

  #take(end: number): Timer | null {
    const timers = this.#timers;
    for (;;) {
      const first = timers[0];
      if (first === undefined || first.at > end) return null;
      this.#removeFirst();
      if (first.life?.dead !== true) return first;
    }
  }

  #removeFirst(): void {
    const timers = this.#timers;
    const last = timers.pop() as Timer;
    if (timers.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= timers.length) break;
      if (child + 1 < timers.length && isBefore(timers[child + 1] as Timer, timers[child] as Timer)) child += 1;
      if (!isBefore(timers[child] as Timer, last)) break;
      timers[at] = timers[child] as Timer;
      at = child;
    }
    timers[at] = last;
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
