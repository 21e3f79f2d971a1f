import { describe, expect, test } from 'vitest';
import { settleAttempt } from '../../electron/domain/attempt';
import { applyReadyPage, beginCatchUp, listRefused } from '../../electron/domain/catch-up';
import { acceptedAt, learned, scopesOf } from '../../electron/domain/scopes';
import { accepted, context, idOf, later, otherToken, stateOf, T0, token, uploading } from '../builders/meetings';

const nothing = { read: null, write: null, ask: null };

describe('what a token may do', () => {
  test('is not known before anything was asked', () => {
    expect(scopesOf(stateOf([]), token)).toEqual(nothing);
    expect(scopesOf(stateOf([]), null)).toEqual(nothing);
  });

  test('L21: a 202 proves that it may send, a 403 that it may not, or not yet', () => {
    const sent = settleAttempt(stateOf([uploading(1)]), idOf(1), accepted(1), null, context);
    expect(scopesOf(sent, token)).toEqual({ ...nothing, write: true });
    const refused = settleAttempt(stateOf([uploading(1)]), idOf(1), later(403, 'SCOPE_DISABLED'), null, context);
    expect(scopesOf(refused, token)).toEqual({ ...nothing, write: false });
    expect(scopesOf(learned(refused, token, { write: true }), token).write).toBe(true);
  });

  test('F9, F17: the list of ready meetings tells whether it may read', () => {
    const state = beginCatchUp(stateOf([]), [], token);
    expect(scopesOf(applyReadyPage(state, { meetings: [], nextCursor: null }, token, T0), token).read).toBe(true);
    expect(scopesOf(listRefused(state, token), token).read).toBe(false);
  });

  test('is kept for each token, and says nothing of another', () => {
    const both = learned(learned(stateOf([]), token, { read: true }), otherToken, { read: false });
    expect([scopesOf(both, token).read, scopesOf(both, otherToken).read]).toEqual([true, false]);
  });

  test('what is known already changes nothing', () => {
    const state = learned(stateOf([]), token, { read: true });
    expect(learned(state, token, { read: true })).toBe(state);
  });

  test('of many tokens the last few are remembered', () => {
    const many = Array.from({ length: 9 }, (_, n) => `token-${n}` as typeof token);
    const state = many.reduce((before, each) => learned(before, each, { read: true }), stateOf([]));
    expect(state.scopes.map((known) => known.token)).toEqual(many.slice(-4));
  });
});

describe('when Lobbe last took it', () => {
  const { feed } = stateOf([]);
  const readWith = (of: typeof token) => stateOf([], { feed: { ...feed, token: of } });

  test.each([
    ['never asked', readWith(token), null, null, null],
    ['at its check', readWith(token), T0, null, T0],
    ['as the feed was read with it', readWith(token), null, T0, T0],
    ['whichever was later', readWith(token), T0 + 1, T0, T0 + 1],
    ['whichever was later', readWith(token), T0, T0 + 2, T0 + 2],
    // The feed was read with the one before.
    ['not as it was read with another', readWith(otherToken), null, T0, null],
    ['at its check, and not when another was used', readWith(otherToken), T0, T0 + 2, T0],
  ])('%s', (_, state, checkedAt, lastReadAt, at) => {
    expect(acceptedAt(state, token, checkedAt, lastReadAt)).toBe(at);
  });

  test('no token was never taken', () => {
    expect(acceptedAt(stateOf([]), null, null, T0)).toBeNull();
  });
});
