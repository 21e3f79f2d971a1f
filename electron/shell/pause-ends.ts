import type { EpochMs } from '../contract/ids';

/** Whoever pauses "until tomorrow" means the next working day's begin, not the middle of the night. */
const MORNING_HOUR = 8;

/** The end of a pause of an hour that begins at `now`. */
export function inAnHour(now: Date): EpochMs {
  return now.getTime() + 3_600_000;
}

/** Tomorrow morning in the user's zone, whatever the clock does at night (daylight saving). */
export function tomorrowMorning(now: Date): EpochMs {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING_HOUR).getTime();
}
