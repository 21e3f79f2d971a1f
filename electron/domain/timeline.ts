import type { EpochMs } from '../contract/ids';
import type { TimelineEntry } from '../contract/snapshot';
import type { MeetingRecord } from './meeting';

// A recording may be tried for weeks; its record may not grow for weeks. How it began and how it goes now is what people ask.
const KEPT_FROM_THE_START = 8;
const KEPT = 40;

/** Adds lines to a record's timeline, dropping lines of the middle when it gets long. */
export function note<Noted extends { readonly timeline: readonly TimelineEntry[] }>(
  record: Noted,
  ...entries: readonly TimelineEntry[]
): Noted {
  const timeline = [...record.timeline, ...entries];
  if (timeline.length > KEPT) timeline.splice(KEPT_FROM_THE_START, timeline.length - KEPT);
  return { ...record, timeline };
}

/** When Lobbe took a recording; null if it is no meeting yet. */
export function sentAt({ recordingId, timeline, addedAt }: MeetingRecord): EpochMs | null {
  if (recordingId === null) return null;
  const isAccepted = ({ kind, status = 0 }: TimelineEntry) => kind === 'answered' && status >= 200 && status < 300;
  // What happened since may have pushed its line out of the middle.
  return timeline.findLast(isAccepted)?.at ?? addedAt;
}
