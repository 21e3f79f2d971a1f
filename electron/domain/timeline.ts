import type { TimelineEntry } from '../contract/snapshot';
import type { MeetingRecord } from './meeting';

// A recording may be tried for weeks; its record may not grow for weeks. How it began and how it goes now is what people ask.
const KEPT_FROM_THE_START = 8;
const KEPT = 40;

/** Adds a line to a meeting's timeline, dropping lines of the middle when it gets long. */
export function note(meeting: MeetingRecord, entry: TimelineEntry): MeetingRecord {
  const timeline = [...meeting.timeline, entry];
  if (timeline.length > KEPT) timeline.splice(KEPT_FROM_THE_START, timeline.length - KEPT);
  return { ...meeting, timeline };
}
