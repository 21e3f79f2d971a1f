// The event feed (F6–F16): what a token sees of it, page by page, with opaque cursors.

import { createHash } from 'node:crypto';
import type { Account } from './account';
import { type Answer, ok, refusal } from './answers';
import type { StoredEvent } from './model';
import type { Token } from './options';

const DEFAULT_LIMIT = 100; // F12
const MAX_LIMIT = 500; // F12

/** What a cursor holds. A client must not look into it (F11). */
interface Cursor {
  /** Position of the last event it is past. */
  readonly position: number;
  /** Its age counts from here (F16). */
  readonly since: number;
  readonly generation: number;
}

/** One read of `GET /events`. `repeat`: as many events before the cursor come again (F14). */
export function readFeed(account: Account, token: Token, query: URLSearchParams, repeat = 0): Answer {
  const limit = readLimit(query.get('limit'));
  if (limit === null) return refusal('VALIDATION', `limit must be 1 to ${MAX_LIMIT}.`);
  const after = query.get('after');
  const { state, settings } = account;
  const now = settings.now();
  const end = state.nextPosition - 1;
  if (after === 'latest')
    return page([], encode(account, { position: end, since: now, generation: state.cursorGeneration }));

  let position = 0;
  if (after !== null) {
    const cursor = decode(account, after);
    if (cursor === null) return refusal('VALIDATION', 'after is not a cursor of this feed.');
    if (cursor.generation !== state.cursorGeneration || now - cursor.since > settings.eventRetentionMs) {
      return refusal('CURSOR_EXPIRED', 'This cursor is too old. Start again with after=latest.');
    }
    position = Math.max(0, cursor.position - repeat);
  }

  const events: StoredEvent[] = [];
  let last: StoredEvent | null = null;
  for (const event of kept(account)) {
    if (event.position <= position) continue;
    if (events.length === limit) return page(events, encode(account, cursorAfter(account, last)));
    last = event;
    if (sees(token, event)) events.push(event);
  }
  // At the end of the feed the age counts from the read itself (F16).
  return page(events, encode(account, { position: end, since: now, generation: state.cursorGeneration }));
}

function cursorAfter(account: Account, last: StoredEvent | null): Cursor {
  return {
    position: last?.position ?? 0,
    since: last?.appendedAt ?? account.settings.now(),
    generation: account.state.cursorGeneration,
  };
}

/** F16: events are kept 30 days. */
function kept(account: Account): StoredEvent[] {
  const oldest = account.settings.now() - account.settings.eventRetentionMs;
  return account.state.events.filter((event) => event.appendedAt >= oldest);
}

/** F9: with `recordings:read` every meeting of the account; with `recordings:write` alone only what this token sent. */
function sees(token: Token, event: StoredEvent): boolean {
  return token.scopes.has('recordings:read') || event.sentBy === token.name;
}

function page(events: readonly StoredEvent[], nextCursor: string): Answer {
  return ok({
    schemaVersion: 1,
    events: events.map((event) => ({
      id: event.id,
      type: event.type,
      recordingId: event.recordingId,
      seriesId: event.seriesId,
      occurredAt: new Date(event.occurredAt).toISOString(),
      data: event.data,
    })),
    nextCursor,
  });
}

/** The `limit` of a list: 1 to 500, 100 if absent (F12); null for anything else. */
export function readLimit(raw: string | null): number | null {
  if (raw === null) return DEFAULT_LIMIT;
  const limit = /^\d{1,3}$/.test(raw) ? Number(raw) : 0;
  return limit >= 1 && limit <= MAX_LIMIT ? limit : null;
}

function encode(account: Account, cursor: Cursor): string {
  const payload = Buffer.from(JSON.stringify([cursor.position, cursor.since, cursor.generation])).toString('base64url');
  return `${payload}.${signature(account, payload)}`;
}

/** F11: a cursor that was built or changed by the client is none; nor is an event id. */
function decode(account: Account, text: string): Cursor | null {
  const [payload, signed, ...more] = text.split('.');
  if (payload === undefined || more.length > 0 || signed !== signature(account, payload)) return null;
  const [position, since, generation] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as number[];
  if (position === undefined || since === undefined || generation === undefined) return null;
  return { position, since, generation };
}

function signature(account: Account, payload: string): string {
  const digest = createHash('sha256').update(`${account.state.cursorSecret}.${payload}`);
  return digest.digest('base64url').slice(0, 16);
}
