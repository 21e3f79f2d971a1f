import type { Clock, StopSignal } from '../../electron/domain/clock';

/** A clock that stands still until it is told to move, and the tests' only point of synchronisation. */
export interface FakeClock extends Clock {
  /** Resolves when somebody waits and nothing else is going on: all promises have settled, all I/O of this turn is done. */
  asleep(): Promise<void>;
  /** Moves to `time` and wakes whoever waited for it; resolves when all is asleep again. */
  goTo(time: number): Promise<void>;
  advance(ms: number): Promise<void>;
  /** The computer's clock is set: timers under way take as long as they would have. */
  set(time: number): void;
  /** The earliest time that somebody waits for. */
  next(): number | null;
}

interface Sleeper {
  time: number;
  readonly wake: () => void;
}

/** Turns of the event loop in a row without anything new before all counts as asleep. */
const QUIET_TURNS = 5;

export function fakeClock(start: number): FakeClock {
  let now = start;
  let changes = 0;
  const sleepers = new Set<Sleeper>();

  async function asleep(): Promise<void> {
    for (let quiet = 0, seen = -1; quiet < QUIET_TURNS; ) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = seen === changes ? quiet + 1 : 0;
      seen = changes;
    }
  }

  async function goTo(time: number): Promise<void> {
    now = time;
    for (const sleeper of [...sleepers]) if (sleeper.time <= now) sleeper.wake();
    await asleep();
  }

  return {
    now: () => now,
    until(time: number, signal: StopSignal) {
      changes += 1;
      if (signal.aborted || time <= now) return Promise.resolve();
      return new Promise<void>((resolve) => {
        const wake = () => {
          changes += 1;
          sleepers.delete(sleeper);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper: Sleeper = { time, wake };
        sleepers.add(sleeper);
        signal.addEventListener('abort', wake, { once: true });
      });
    },
    asleep,
    goTo,
    advance: (ms) => goTo(now + ms),
    set(time) {
      for (const sleeper of sleepers) sleeper.time += time - now;
      now = time;
    },
    next: () => (sleepers.size === 0 ? null : Math.min(...[...sleepers].map((s) => s.time))),
  };
}
