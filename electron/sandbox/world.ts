import type { Socket } from 'node:net';
import type { Account } from './account';
import type { Faults } from './faults';
import type { Meeting } from './model';
import { type Settings, type Token, tokenDigest } from './options';
import type { RateLimiter } from './rate-limit';
import type { RequestLog } from './request-log';

/** Everything that the routes and the controls share. */
export interface World {
  readonly settings: Settings;
  readonly tokens: readonly Token[];
  readonly accounts: ReadonlyMap<string, Account>;
  readonly limiter: RateLimiter;
  readonly log: RequestLog;
  readonly faults: Faults;
  /** Open TCP connections. */
  readonly sockets: Set<Socket>;
  /** Bytes of recordings by meeting id, if they are kept at all. */
  readonly contents: Map<string, Buffer>;
  /** How many of the next questions fail (L19). */
  failingQuestions: number;
  /** How many events the next read of the feed gives again (F14). */
  repeatedEvents: number;
  /** End of the last Retry-After per token and class, to notice who asks earlier (F3). */
  readonly notBefore: Map<string, number>;
}

/** The account of a token. */
export function accountOf(world: World, token: Token): Account {
  const account = world.accounts.get(token.account);
  if (account === undefined) throw new Error(`no account ${token.account}`);
  return account;
}

/** The token of an `Authorization` header, if it is known and not revoked. */
export function findToken(world: World, authorization: string | undefined): Token | null {
  const secret = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
  if (secret === undefined) return null;
  const digest = tokenDigest(secret);
  return world.tokens.find((token) => token.digest === digest && !token.revoked) ?? null;
}

/** A meeting of an account by its id, deleted or not. */
export function findMeeting(account: Account, id: string): Meeting | null {
  return account.state.meetings.find((meeting) => meeting.id === id) ?? null;
}
