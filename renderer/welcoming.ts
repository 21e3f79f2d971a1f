// Who is shown the way in: who starts with nothing, until the first recording is on its way. Kept nowhere: whoever has a token or a
// meeting when the window opens does not start with nothing.

import type { MeetingView, Snapshot } from '../electron/contract/snapshot';

interface Before {
  readonly snapshot: Snapshot | null;
  readonly welcoming: boolean;
}

/** Whether it is shown, now that there are this snapshot and this archive. */
export function isWelcoming(before: Before, snapshot: Snapshot, archived: readonly MeetingView[]): boolean {
  const isFirst = before.snapshot === null;
  if (snapshot.sandbox || !(isFirst || before.welcoming)) return false;
  // With meetings but no token it is the list that people want to see, and its banner asks for the token.
  if (!snapshot.account.hasToken) return snapshot.meetings.length === 0 && archived.length === 0;
  // The archive is read a moment after the window is there.
  return !isFirst && !archived.some(isOwn);
}

/** Sent from this computer. What others sent comes by itself, as soon as there is a token. */
export function isOwn({ group }: MeetingView): boolean {
  return group !== 'elsewhere';
}
