import type { Clock } from '../domain/clock';

/** A `setTimeout` of more than 2^31-1 ms fires at once; whoever waits that long looks at the clock again anyway. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The computer's own clock. */
export const wallClock: Clock = {
  now: () => Date.now(),
  until(time, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(Math.max(0, time - Date.now()), LONGEST_TIMER_MS));
      signal.addEventListener('abort', done, { once: true });
    });
  },
};
