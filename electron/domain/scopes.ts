// What a token may do, as far as Lobbe's answers tell: no call lists it. Pure.

import type { EpochMs, TokenFingerprint } from '../contract/ids';
import type { Scopes } from '../contract/snapshot';
import type { AppState } from './app-state';

/** Whoever changes tokens to and fro need not find out again; nobody has more. */
const TOKENS_KEPT = 4;

const nothingKnown: Scopes = { read: null, write: null, ask: null };

/** What is known of a token; of none: nothing. */
export function scopesOf({ scopes }: AppState, token: TokenFingerprint | null): Scopes {
  const { read, write, ask } = scopes.find((known) => known.token === token) ?? nothingKnown;
  return { read, write, ask };
}

/**
 * When Lobbe last took a token: at its check, or as the feed was last read, if it was read with this token. Null if neither is
 * known.
 */
export function acceptedAt(
  { feed }: AppState,
  token: TokenFingerprint | null,
  checkedAt: EpochMs | null,
  lastReadAt: EpochMs | null,
): EpochMs | null {
  const readAt = token !== null && feed.token === token ? lastReadAt : null;
  return checkedAt === null || readAt === null ? (checkedAt ?? readAt) : Math.max(checkedAt, readAt);
}

/** An answer told what a token may do. It may change: features are switched on account by account (L21). */
export function learned(state: AppState, token: TokenFingerprint, news: Partial<Scopes>): AppState {
  const known = scopesOf(state, token);
  const next = { ...known, ...news };
  if (next.read === known.read && next.write === known.write && next.ask === known.ask) return state;
  const others = state.scopes.filter((each) => each.token !== token);
  return { ...state, scopes: [...others, { ...next, token }].slice(-TOKENS_KEPT) };
}
