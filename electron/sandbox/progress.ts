// Moves meetings on when their time has come: at every request, and by a timer in between.

import type { Account } from './account';
import { type Failure, moveTo, rerun } from './meetings';
import type { Meeting } from './model';

/** Moves on everything that is due, as often as it is due: after a sleep of a day a meeting has gone all its way. */
export function moveOn(account: Account): void {
  const now = account.settings.now();
  let moved = false;
  for (const meeting of account.state.meetings) {
    // A deleted meeting keeps the status it had, to come back with (F7).
    while (!meeting.deleted && meeting.dueAt !== null && meeting.dueAt <= now) {
      moveOne(account, meeting, meeting.dueAt);
      moved = true;
    }
  }
  if (moved) account.changed();
}

function moveOne(account: Account, meeting: Meeting, at: number): void {
  switch (meeting.status) {
    case 'QUEUED':
      moveTo(account, meeting, 'TRANSCRIBING', undefined, at);
      return;
    case 'TRANSCRIBING':
      moveTo(account, meeting, 'GENERATING', undefined, at);
      return;
    case 'GENERATING':
      endOfSteps(account, meeting, at);
      return;
    case 'FAILED':
      rerun(account, meeting, at); // F4: Lobbe's own run
      return;
    case 'NAMING':
    case 'READY':
      meeting.dueAt = null; // these wait for people; a state file edited by hand may say otherwise
      return;
    default:
      meeting.status satisfies never;
  }
}

function endOfSteps(account: Account, meeting: Meeting, at: number): void {
  const { pace } = account.settings;
  const outcome = pace === 'manual' ? 'READY' : (pace.outcome?.(meeting) ?? 'READY');
  if (typeof outcome === 'string') moveTo(account, meeting, outcome, undefined, at);
  else moveTo(account, meeting, 'FAILED', outcome satisfies Failure, at);
}

/** The next time at which something is due, over all accounts; null: nothing is. */
export function nextDueAt(accounts: Iterable<Account>): number | null {
  let next: number | null = null;
  for (const account of accounts) {
    for (const { dueAt, deleted } of account.state.meetings) {
      if (dueAt !== null && !deleted && (next === null || dueAt < next)) next = dueAt;
    }
  }
  return next;
}
