import type { Snapshot, SnapshotDelta, SnapshotText } from '../electron/contract/snapshot';

/** Reads a text of main; null: it builds on one that `shown` is not. */
export function readSnapshot(text: SnapshotText, shown: Snapshot | null): Snapshot | null {
  const { since, ...snapshot }: SnapshotDelta = JSON.parse(text);
  if (since !== null && since !== shown?.revision) return null;
  const known = new Map(shown?.meetings.map((meeting) => [meeting.id, meeting]));
  const meetings = snapshot.meetings.flatMap((row) => (typeof row === 'string' ? (known.get(row) ?? []) : [row]));
  return meetings.length === snapshot.meetings.length ? { ...snapshot, meetings } : null;
}
