// What crosses from main is a copy, never the same object twice. Keeping what did not change, whole snapshots too, lets a row see by
// identity that it has nothing to do: of 5,000 rows, one change renders one.

import type { Snapshot } from '../electron/contract/snapshot';

/** The next snapshot, with every part that equals the one before it replaced by the older object. */
export function keepSame(before: Snapshot | null, next: Snapshot): Snapshot {
  if (before === null) return next;
  const old = new Map(before.meetings.map((meeting) => [meeting.id, meeting]));
  const meetings = next.meetings.map((meeting) => {
    const same = old.get(meeting.id);
    return same !== undefined && isEqual(same, meeting) ? same : meeting;
  });
  const unmoved = meetings.length === before.meetings.length && meetings.every((m, i) => m === before.meetings[i]);
  return {
    ...next,
    meetings: unmoved ? before.meetings : meetings,
    questions: isEqual(before.questions, next.questions) ? before.questions : next.questions,
    takes: isEqual(before.takes, next.takes) ? before.takes : next.takes,
    gates: isEqual(before.gates, next.gates) ? before.gates : next.gates,
    account: isEqual(before.account, next.account) ? before.account : next.account,
    settings: isEqual(before.settings, next.settings) ? before.settings : next.settings,
    notices: isEqual(before.notices, next.notices) ? before.notices : next.notices,
    feed: isEqual(before.feed, next.feed) ? before.feed : next.feed,
  };
}

/** Equality of plain data: what can cross between processes. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isEqual(a[key as keyof typeof a], b[key as keyof typeof b]));
}
