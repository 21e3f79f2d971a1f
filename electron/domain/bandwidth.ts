// How fast uploads may be, by the limit and the timetable of the night.

import type { Bandwidth, NightLimit } from '../contract/settings';

/**
 * Bytes per second. Speech is recorded at some 8 KB a second: with two uploads at a time, one that got less than this would fall
 * behind its recorder, and a queue that only grows is better paused.
 */
export const LOWEST_LIMIT = 16_000;

/**
 * The limit that counts at a minute of the local day, as its clock shows it: the night begins and ends by that clock also on a day
 * that changes it.
 */
export function limitAt({ limit, night }: Bandwidth, localMinuteOfDay: number): number | null {
  return night !== null && isNight(night, localMinuteOfDay) ? night.limit : limit;
}

function isNight({ from, to }: NightLimit, minute: number): boolean {
  // Equal ends could mean a whole day as well; a night that never is costs nobody the traffic of the day.
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
