// A snapshot as it crosses to the window, at the price of what changed: of 5,000 rows, one change is one row, and the ids of the others.

import type { MeetingId } from '../contract/ids';
import type { MeetingView, Snapshot, SnapshotDelta, SnapshotText } from '../contract/snapshot';

export interface SnapshotTexts {
  /** The text of the next snapshot. */
  next(snapshot: Snapshot): SnapshotText;
  /** The next text builds on none: the window asked for a snapshot, and may know nothing. */
  beginAnew(): void;
}

/** Texts for one window. What is the same row is the same object. */
export function createSnapshotTexts(): SnapshotTexts {
  let before: ReadonlySet<MeetingView> = new Set();
  let since: number | null = null;
  return {
    next(snapshot) {
      const meetings = snapshot.meetings.map((row): MeetingView | MeetingId => (before.has(row) ? row.id : row));
      const delta: SnapshotDelta = { ...snapshot, meetings, since };
      before = new Set(snapshot.meetings);
      since = snapshot.revision;
      return JSON.stringify(delta);
    },
    beginAnew() {
      before = new Set();
      since = null;
    },
  };
}
