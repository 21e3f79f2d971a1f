// The routes of the read class: feed, lists, full meeting, status (F1, F5, F17).

import type { Account } from './account';
import { type Answer, ok, refusal } from './answers';
import { type Call, onMeeting } from './call';
import { readFeed, readLimit } from './feed';
import type { Meeting } from './model';

/** `GET /events` (F5). */
export function events(call: Call): Answer {
  const repeat = call.world.repeatedEvents;
  const answer = readFeed(call.account, call.token, call.seen.query, repeat);
  if (answer.status === 200) call.world.repeatedEvents = 0;
  return answer;
}

/** `GET /recordings`. */
export function listAll(call: Call): Answer {
  return list(call.account, call.seen.query, () => true);
}

/** `GET /recordings/ready` (F17). */
export function listReady(call: Call): Answer {
  return readyList(call.account, call.seen.query);
}

/** The ready meetings of an account, page by page (F17). */
export function readyList(account: Account, query: URLSearchParams): Answer {
  return list(account, query, (meeting) => meeting.status === 'READY');
}

/** `GET /recordings/{id}`. */
export function fullMeeting(call: Call): Answer | Promise<Answer> {
  return onMeeting(call, (meeting) => ok({ ...listView(meeting), ...statusView(meeting) }));
}

/** `GET /recordings/{id}/status` (F1). */
export function status(call: Call): Answer | Promise<Answer> {
  return onMeeting(call, (meeting) => ok(statusView(meeting)));
}

/** Lists are not documented beyond their being paged: oldest first, the next page by `after`. */
function list(account: Account, query: URLSearchParams, wanted: (meeting: Meeting) => boolean): Answer {
  const limit = readLimit(query.get('limit'));
  const after = query.get('after') ?? query.get('cursor');
  const from = after === null ? 0 : Number(/^page-(\d+)$/.exec(Buffer.from(after, 'base64url').toString())?.[1]);
  if (limit === null || Number.isNaN(from)) return refusal('VALIDATION', 'limit or after is wrong.');
  const recordings: Record<string, unknown>[] = [];
  let nextCursor: string | null = null;
  // Meetings are only ever added at the end, so a place in their list stays what it is.
  for (const [place, meeting] of account.state.meetings.entries()) {
    if (place < from || meeting.deleted || !wanted(meeting)) continue;
    if (recordings.length === limit) {
      nextCursor = Buffer.from(`page-${place}`).toString('base64url');
      break;
    }
    recordings.push(listView(meeting));
  }
  return ok({ recordings, nextCursor });
}

function listView(meeting: Meeting): Record<string, unknown> {
  const { id, title, status, seriesId, createdAt } = meeting;
  return { id, title, status, seriesId, createdAt: new Date(createdAt).toISOString() };
}

function statusView({ id, status, error }: Meeting): Record<string, unknown> {
  return error === null ? { id, status } : { id, status, error };
}
