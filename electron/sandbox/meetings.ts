// What happens to a meeting after it was sent: its statuses, changes, deletion; and the events that tell of them (F7, F8).

import type { Account } from './account';
import { type Answer, ok, refusal } from './answers';
import { appendEvent } from './events';
import type { Change, Meeting, MeetingError, Status } from './model';
import { stepDueAt } from './pace';

/** Why a meeting fails. `ownRunInMs`: Lobbe will retry by itself then, so the failure is not final and sends no event (F4, F8). */
export interface Failure extends MeetingError {
  readonly ownRunInMs?: number;
}

export const GENERIC_FAILURE: Failure = { code: 'TRANSCRIPTION_FAILED', retryable: false };

/** Moves a meeting to a status and tells the feed what F7 and F8 say. */
export function moveTo(
  account: Account,
  meeting: Meeting,
  status: Status,
  failure: Failure = GENERIC_FAILURE,
  at = account.settings.now(),
): void {
  const before = meeting.status;
  meeting.status = status;
  meeting.error = null;
  meeting.dueAt = null;
  switch (status) {
    case 'QUEUED':
    case 'TRANSCRIBING':
    case 'GENERATING':
      meeting.step = status;
      meeting.dueAt = stepDueAt(account, status, at);
      break; // F8: these send no event
    case 'NAMING':
      appendEvent(account, meeting, 'recording.naming_required', { status }, at);
      break;
    case 'READY':
      if (!meeting.everReady) appendEvent(account, meeting, 'recording.ready', { status }, at);
      else appendChange(account, meeting, before === 'NAMING' ? 'speakers_renamed' : 'regenerated', at); // F8
      meeting.everReady = true;
      break;
    case 'FAILED': {
      const error = { code: failure.code, retryable: failure.retryable };
      meeting.error = error;
      if (failure.ownRunInMs !== undefined) meeting.dueAt = at + failure.ownRunInMs;
      else appendEvent(account, meeting, 'recording.failed', { status, error: { ...error } }, at);
      break;
    }
    default:
      status satisfies never;
  }
}

/** A meeting changed; only READY ones tell of it (F7). */
export function change(account: Account, meeting: Meeting, what: Exclude<Change, 'restored'>): void {
  if (meeting.status === 'READY' && !meeting.deleted) appendChange(account, meeting, what);
  account.changed();
}

/** Deletes a meeting, in any status. Its key stays (L11). */
export function remove(account: Account, meeting: Meeting): void {
  if (meeting.deleted) return;
  meeting.deleted = true;
  appendEvent(account, meeting, 'recording.deleted', { status: meeting.status });
  account.changed();
}

/** Brings a deleted meeting back, with the status it had (F7). */
export function restore(account: Account, meeting: Meeting): void {
  if (!meeting.deleted) return;
  meeting.deleted = false;
  appendChange(account, meeting, 'restored');
  account.changed();
}

/** Runs the failed step again (F4). Sends no event (F8). */
export function rerun(account: Account, meeting: Meeting, at = account.settings.now()): void {
  meeting.status = meeting.step;
  meeting.error = null;
  meeting.reruns += 1;
  meeting.dueAt = stepDueAt(account, meeting.step, at);
}

/** `POST /recordings/{id}/retry` (F4). */
export function retry(account: Account, meeting: Meeting): Answer {
  if (meeting.status !== 'FAILED' || meeting.error === null) {
    return refusal('NOT_FAILED', 'The meeting is not failed: it recovered by itself.');
  }
  if (!meeting.error.retryable) return refusal('NOT_RETRYABLE', 'The failed step cannot run again.');
  // While Lobbe's own run is due, this call starts no second one; the caller keeps waiting either way.
  if (meeting.dueAt === null) {
    rerun(account, meeting);
    account.changed();
  }
  return ok({ id: meeting.id, status: meeting.status });
}

function appendChange(account: Account, meeting: Meeting, what: Change, at?: number): void {
  appendEvent(account, meeting, 'recording.updated', { status: meeting.status, change: what }, at);
}
