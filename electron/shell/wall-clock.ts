import type { EpochMs } from '../contract/ids';
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

/** The minute of the day that this computer's clock shows at `at`. */
export function minuteOfDay(at: EpochMs): number {
  const date = new Date(at);
  return date.getHours() * 60 + date.getMinutes();
}
