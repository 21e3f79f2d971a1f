import { describe, expect, test } from 'vitest';
import type { TokenStorage } from '../../electron/contract/settings';
import type { AppState } from '../../electron/domain/app-state';
import { scopesOf } from '../../electron/domain/scopes';
import type { Credentials } from '../../electron/shell/credentials';
import type { CheckedToken } from '../../electron/shell/token-check';
import { createTokenCommands } from '../../electron/shell/token-commands';
import { tokenFingerprint } from '../../electron/store/vault';
import { stateOf, T0 } from '../builders/meetings';
import { memoryStore } from '../fakes/memory-store';

const OLD = 'lobbe-token-0';
const NEW = 'lobbe-token-1';
const accepted: CheckedToken = { verdict: { kind: 'accepted' }, notBefore: null };
const refused: CheckedToken = { verdict: { kind: 'refused' }, notBefore: null };
const unreachable: CheckedToken = { verdict: { kind: 'unchecked', trouble: 'ECONNREFUSED' }, notBefore: null };

interface Given {
  readonly state?: Partial<AppState>;
  readonly canEncrypt?: boolean;
  readonly sandbox?: boolean;
  readonly check?: (token: string) => CheckedToken | Promise<CheckedToken>;
}

function world({ state = {}, canEncrypt = true, sandbox = false, check = () => accepted }: Given = {}) {
  const store = memoryStore(stateOf([], state));
  let current: { token: string; storage: TokenStorage; at: number | null } = {
    token: OLD,
    storage: 'encrypted',
    at: null,
  };
  const asked: string[] = [];
  const done: string[] = [];
  const credentials: Credentials = {
    connection: () => ({ base: 'http://127.0.0.1:1', token: current.token }),
    fingerprint: () => tokenFingerprint(current.token),
    hint: () => null,
    storage: () => current.storage,
    acceptedAt: () => current.at,
    async replace(token, storage, at) {
      if (token.includes('no-room')) throw new Error('disk full');
      current = { token, storage, at };
    },
  };
  const { setToken } = createTokenCommands({
    state: store.state,
    commit: async (change) => {
      await store.commit(change);
      return true;
    },
    credentials,
    checkToken: async (token) => {
      asked.push(token);
      return check(token);
    },
    canEncrypt: () => canEncrypt,
    now: () => T0,
    sandbox,
    leaveSandbox: () => done.push('left the sandbox'),
    wake: () => done.push('woke'),
  });
  return { store, setToken, asked, done, current: () => current };
}

describe('Lobbe is asked', () => {
  test('and accepts it: it is kept encrypted without a question, and everything looks again', async () => {
    const w = world();
    const check = { kind: 'accepted' };
    expect(await w.setToken(`  ${NEW}\n`, null)).toEqual({ kind: 'stored', storage: 'encrypted', check });
    expect(w.current()).toEqual({ token: NEW, storage: 'encrypted', at: T0 });
    expect(w.done).toEqual(['woke']);
  });

  test('and refuses it: the one before stays in use, and nothing is touched', async () => {
    const w = world({ check: () => refused });
    expect(await w.setToken(NEW, null)).toEqual({ kind: 'refused' });
    expect(w.current().token).toBe(OLD);
    expect(w.store.history).toHaveLength(1);
    expect(w.done).toEqual([]);
  });

  test('and cannot be reached: it is kept, and nothing claims that it was accepted', async () => {
    const w = world({ check: () => unreachable });
    expect(await w.setToken(NEW, null)).toEqual({ kind: 'stored', storage: 'encrypted', check: unreachable.verdict });
    expect(w.current()).toEqual({ token: NEW, storage: 'encrypted', at: null });
    expect(w.done).toEqual(['woke']);
  });

  test('L21: and the news are not for it: that is known from then on', async () => {
    const w = world({ check: () => ({ verdict: { kind: 'no-news' }, notBefore: null }) });
    expect(await w.setToken(NEW, null)).toMatchObject({ kind: 'stored', check: { kind: 'no-news' } });
    expect(scopesOf(w.store.state(), tokenFingerprint(NEW)).read).toBe(false);
  });

  test('F3: and wants to be left alone: the poller knows it too', async () => {
    const notBefore = T0 + 90_000;
    const w = world({ check: () => ({ verdict: { kind: 'unchecked', trouble: null }, notBefore }) });
    await w.setToken(NEW, null);
    expect(w.store.state().feed.notBefore).toBe(notBefore);
  });

  test('F3: about the token in use not before it said', async () => {
    const { feed } = stateOf([]);
    const w = world({ state: { feed: { ...feed, notBefore: T0 + 90_000, toldAt: T0 } } });
    expect(await w.setToken(OLD, null)).toMatchObject({ kind: 'stored', check: { kind: 'unchecked' } });
    expect(w.asked).toEqual([]);
    // What was said to one token says nothing of another.
    await w.setToken(NEW, null);
    expect(w.asked).toEqual([NEW]);
  });

  test('with the token alone, whatever was pasted around it', async () => {
    const w = world();
    await w.setToken(`Authorization: Bearer «${NEW}»`, null);
    expect(w.asked).toEqual([NEW]);
  });

  test('never about what is no token', async () => {
    const w = world();
    expect(await w.setToken('two words', null)).toEqual({ kind: 'malformed', flaw: 'space' });
    expect(w.asked).toEqual([]);
    expect(w.current().token).toBe(OLD);
  });
});

test('the later one counts, whichever was answered first', async () => {
  let answer: (checked: CheckedToken) => void = () => {};
  const answered = new Promise<CheckedToken>((resolve) => {
    answer = resolve;
  });
  const w = world({ check: (token) => (token === NEW ? answered : accepted) });
  const first = w.setToken(NEW, null);
  expect(await w.setToken('lobbe-token-2', null)).toMatchObject({ kind: 'stored' });
  answer(accepted);
  expect(await first).toEqual({ kind: 'overtaken' });
  expect(w.current().token).toBe('lobbe-token-2');
});

describe('where the OS cannot encrypt', () => {
  test('nothing is stored until its user chose, and Lobbe is asked once', async () => {
    const w = world({ canEncrypt: false });
    expect(await w.setToken(NEW, null)).toEqual({ kind: 'needs-choice' });
    expect(await w.setToken(NEW, 'encrypted')).toEqual({ kind: 'needs-choice' });
    expect(w.current().token).toBe(OLD);
    expect(await w.setToken(NEW, 'session')).toMatchObject({ kind: 'stored', storage: 'session' });
    expect(w.current()).toEqual({ token: NEW, storage: 'session', at: T0 });
    expect(w.asked).toEqual([NEW]);
  });

  test('a refused one is told before anybody is asked how to keep it', async () => {
    const w = world({ canEncrypt: false, check: () => refused });
    expect(await w.setToken(NEW, null)).toEqual({ kind: 'refused' });
  });

  test('the choice is one about that token', async () => {
    const w = world({ canEncrypt: false });
    await w.setToken(NEW, null);
    await w.setToken('lobbe-token-2', 'plain');
    expect(w.asked).toEqual([NEW, 'lobbe-token-2']);
  });
});

describe('gates', () => {
  const closed = { closedAt: T0 - 1, token: tokenFingerprint(NEW) };
  const minutes = { gate: 'needs-minutes', closedAt: T0, probeAt: T0 + 9, probes: 3, halfOpen: false } as const;

  test('a token may be another account’s: what is closed for the account is tried', async () => {
    const w = world({ state: { gates: [minutes] } });
    await w.setToken(NEW, null);
    expect(w.store.state().gates).toMatchObject([{ gate: 'needs-minutes', halfOpen: true }]);
  });

  test('what Lobbe refused before and accepts now is open again', async () => {
    const w = world({ state: { gates: [{ gate: 'unauthorized', ...closed }] } });
    await w.setToken(NEW, null);
    expect(w.store.state().gates).toEqual([]);
  });

  test('what Lobbe refused before and was not asked about stays closed', async () => {
    const w = world({ state: { gates: [{ gate: 'unauthorized', ...closed }] }, check: () => unreachable });
    await w.setToken(NEW, null);
    expect(w.store.state().gates).toHaveLength(1);
  });
});

test('a disk that does not take it is no success', async () => {
  const w = world();
  expect(await w.setToken('token-no-room', null)).toEqual({ kind: 'not-saved' });
  expect(w.current().token).toBe(OLD);
});

test('entered in the sandbox, nothing leaves: it is kept for the account, which is then started', async () => {
  const w = world({ sandbox: true });
  expect(await w.setToken(NEW, null)).toMatchObject({ kind: 'stored', check: { kind: 'unchecked' } });
  expect(w.asked).toEqual([]);
  expect(w.done).toEqual(['left the sandbox']);
});
