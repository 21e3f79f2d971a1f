import type { EpochMs } from '../contract/ids';
import type { PauseLength } from '../contract/stage';

/** Whoever pauses "until tomorrow" means the next working day's begin, not the middle of the night. */
const MORNING_HOUR = 8;

/** When a pause that begins at `now` ends by itself; null: never. Tomorrow is the user's own, whatever the clock does at night. */
export function pauseEnd(length: PauseLength, now: Date): EpochMs | null {
  switch (length) {
    case 'open':
      return null;
    case 'hour':
      return now.getTime() + 3_600_000;
    case 'tomorrow':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING_HOUR).getTime();
  }
}
