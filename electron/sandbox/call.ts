import type { Account } from './account';
import { type Answer, refusal } from './answers';
import type { BodyReader } from './body-reader';
import type { Meeting } from './model';
import type { Token } from './options';
import type { SeenRequest } from './request-log';
import { findMeeting, type World } from './world';

/** A request that was let in. */
export interface Call {
  readonly world: World;
  readonly account: Account;
  readonly token: Token;
  readonly seen: SeenRequest;
  readonly body: BodyReader;
  /** Id in the path; empty where there is none. */
  readonly id: string;
  /** A scripted wait between receiving and storing (L10). */
  readonly beforeStoring: Promise<void> | null;
}

export const NOT_FOUND = refusal('NOT_FOUND', 'There is no such thing here.');

/** Runs on a meeting that is there and that this token may see: with `recordings:write` alone, only its own (F9). */
export function onMeeting(call: Call, run: (meeting: Meeting) => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const meeting = findMeeting(call.account, call.id);
  if (meeting === null || meeting.deleted) return NOT_FOUND; // F17: 404 means deleted
  const { scopes, name } = call.token;
  const ownOnly = !scopes.has('recordings:read') && !scopes.has('recordings:query');
  return ownOnly && meeting.sentBy !== name ? NOT_FOUND : run(meeting);
}
