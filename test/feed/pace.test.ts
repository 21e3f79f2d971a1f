// When the feed is read: often enough to miss nothing, never earlier than Lobbe said, and never in a circle.

import { describe, expect, test } from 'vitest';
import type { FeedAnswer } from '../../electron/domain/feed-answers';
import { atLobbe, meeting, otherToken, recordingIdOf, stateOf, T0, token } from '../builders/meetings';
import { at, event, feedWorld, full, MINUTE, page, ready, status } from './world';

const HOUR = 60 * MINUTE;
const unreachable: FeedAnswer = { kind: 'unreachable', code: 'X' };

describe('pace', () => {
  test('F10, F12: begins with after=latest, then about once a minute with the cursor as it came', async () => {
    const w = await feedWorld(stateOf([]), [page('c 1/+&'), page('c2')]);
    await w.pass(2 * MINUTE);
    expect(w.of('events')).toEqual([
      { what: 'events', about: 'latest', limit: 500, at: 0 },
      { what: 'events', about: 'c 1/+&', limit: 500, at: MINUTE },
      { what: 'events', about: 'c2', limit: 500, at: 2 * MINUTE },
    ]);
  });

  test.each([
    [0, 0.9],
    [0.999, 1.1],
  ])('F12: a fleet does not ask in step: chance %d makes it %d minutes', async (chance, minutes) => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [], { random: () => chance });
    await w.pass(2 * MINUTE);
    expect((w.of('events')[1]?.at ?? 0) / MINUTE).toBeCloseTo(minutes, 2);
  });

  test('F12: a full page is followed at once', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [
      page('c1', [event('1', 'recording.ready')], full),
      page('c2', [event('2', 'recording.ready')], full),
      page('c3', [event('3', 'recording.ready')]),
    ]);
    expect(w.of('events').map((r) => [r.about, r.at])).toEqual([
      ['c0', 0],
      ['c1', 0],
      ['c2', 0],
    ]);
  });

  test('case 70: a page that is full exactly at the end costs one more read', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [page('c1', [event('1', 'recording.ready')], full)]);
    await w.pass(MINUTE - 1);
    expect(w.of('events')).toHaveLength(2);
  });

  test('F3, F18: a Retry-After is waited for exactly, also across a restart, and reading goes on', async () => {
    const told = { kind: 'later', notBefore: T0 + 5 * MINUTE, status: 429, code: 'RATE_LIMITED' } as const;
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [told], { random: () => 0.99 });
    await w.pass(5 * MINUTE - 1);
    expect(w.of('events')).toHaveLength(1);
    expect(w.store.state().feed.notBefore).toBe(T0 + 5 * MINUTE);
    // Nobody may shorten it.
    w.poller.wake();
    await w.clock.asleep();
    expect(w.of('events')).toHaveLength(1);
    await w.pass(1);
    expect(w.of('events').map((r) => r.at)).toEqual([0, 5 * MINUTE]);
    const again = await feedWorld(stateOf([], { feed: at('c0', { notBefore: T0 + HOUR, toldAt: T0 }) }));
    await again.pass(HOUR - 1);
    expect(again.asked).toEqual([]);
  });

  test('F3: what a status was told holds for the feed too: they share the class', async () => {
    const told = { kind: 'later', notBefore: T0 + 5 * MINUTE, status: 429, code: 'RATE_LIMITED' } as const;
    const working = atLobbe(1, { stage: 'processing', status: 'QUEUED' });
    const w = await feedWorld(stateOf([working], { feed: at('c0') }), [], {
      watched: true,
      statuses: { [recordingIdOf(1)]: told },
    });
    const before = w.asked.length;
    await w.pass(5 * MINUTE - 1);
    expect(w.asked).toHaveLength(before);
  });

  test('F3: a Retry-After is waited for also when the disk does not take it', async () => {
    const told = { kind: 'later', notBefore: T0 + 30 * MINUTE, status: 429, code: 'RATE_LIMITED' } as const;
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [page('c1'), told]);
    w.store.full = true;
    await w.pass(5 * MINUTE);
    w.poller.wake();
    await w.pass(20 * MINUTE);
    expect(w.store.state().feed.notBefore).toBeNull();
    expect(w.of('events').map((r) => r.at)).toEqual([0, MINUTE]);
  });

  test('without an answer: at least a minute, then longer each time; a wake reads at once', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }), Array(40).fill(unreachable));
    await w.pass(HOUR);
    expect(w.of('events')[1]?.at).toBe(MINUTE);
    expect(w.of('events').length).toBeLessThan(20);
    const before = w.of('events').length;
    w.poller.wake();
    await w.clock.asleep();
    expect(w.of('events').length).toBe(before + 1);
  });

  test('an hour without an answer, while a recording waits for the network: the first page lets it go at once', async () => {
    const waiting = meeting(1, {
      state: { stage: 'waiting', reason: 'network', since: T0, until: T0 + 2 * HOUR, toldByServer: false },
    });
    const told = meeting(2, {
      state: { stage: 'waiting', reason: 'server-error', since: T0, until: T0 + 2 * HOUR, toldByServer: true },
    });
    const answers = [...Array(60).fill(unreachable), page('c1')];
    const w = await feedWorld(stateOf([waiting, told], { feed: at('c0') }), answers);
    await w.pass(HOUR - MINUTE);
    // Not more often than at other times, and not more rarely.
    expect(w.of('events').length).toBeGreaterThan(50);
    expect(w.of('events').length).toBeLessThanOrEqual(60);
    expect(w.store.state().meetings.map(({ state }) => state.stage)).toEqual(['waiting', 'waiting']);
    await w.pass(10 * MINUTE);
    expect(w.store.state().meetings.map(({ state }) => state.stage)).toEqual(['queued', 'waiting']);
  });

  test('F1: a meeting whose status fails is asked about less often, and does not slow the feed down', async () => {
    const working = [1, 2, 3].map((n) => atLobbe(n, { stage: 'processing', status: 'QUEUED' }));
    const w = await feedWorld(stateOf(working, { feed: at('c0') }), [], {
      watched: true,
      statuses: { [recordingIdOf(1)]: { kind: 'later', notBefore: null, status: 500, code: null } },
    });
    await w.pass(HOUR);
    expect(w.of('events')).toHaveLength(61);
    const about = (n: number) => w.of('status').filter((request) => request.about === recordingIdOf(n)).length;
    expect(about(1)).toBeLessThan(40);
    expect(about(3)).toBeGreaterThan(10);
  });

  test('a wake that comes while something is asked counts as well', async () => {
    const working = atLobbe(1, { stage: 'processing', status: 'QUEUED' });
    let wake = () => {};
    const statuses = {
      get [recordingIdOf(1)]() {
        wake();
        wake = () => {};
        return status('QUEUED');
      },
    };
    const w = await feedWorld(stateOf([working], { feed: at('c0') }), [], { watched: true, statuses });
    wake = w.poller.wake;
    await w.pass(MINUTE);
    expect(w.of('events').map((r) => r.at)).toEqual([0, MINUTE, MINUTE]);
  });

  test('case 91: after three days asleep there is one read, not one for each that was missed', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }));
    await w.clock.goTo(T0 + 72 * HOUR);
    expect(w.of('events')).toHaveLength(2);
  });

  test('without a token nothing is read', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }));
    w.given.token = null;
    await w.pass(10 * MINUTE);
    expect(w.of('events')).toHaveLength(1);
  });

  test('one request is under way at a time, whatever there is to ask', async () => {
    const many = Array.from({ length: 12 }, (_, n) => atLobbe(n + 1, { stage: 'processing', status: 'QUEUED' }));
    const w = await feedWorld(stateOf(many), [page('c1')], {
      watched: true,
      list: { first: ready('l1'), l1: ready(null) },
    });
    w.poller.wake();
    await w.pass(10 * MINUTE);
    expect(new Set(w.asked.map((r) => r.what))).toEqual(new Set(['events', 'ready', 'status']));
    expect(w.bugs).toEqual([]);
  });

  test('F16: an idle hour asks with the newest cursor, and writes next to nothing', async () => {
    const w = await feedWorld(
      stateOf([], { feed: at('c0') }),
      Array.from({ length: 90 }, (_, n) => page(`c${n + 1}`)),
    );
    await w.pass(HOUR);
    expect(
      w
        .of('events')
        .map((r) => r.about)
        .slice(0, 61),
    ).toEqual(Array.from({ length: 61 }, (_, n) => `c${n}`));
    expect(w.store.history.length).toBeLessThan(9);
  });
});

describe('case 67: a cursor that leads nowhere', () => {
  const known = () => [event('1', 'recording.ready', 1)];

  test.each([
    ['stands still on full pages', ['c0'], full],
    ['stands still on pages that are not full', ['c0'], {}],
    ['turns in a circle of two', ['c1', 'c0'], full],
    ['turns in a circle of nine', Array.from({ length: 9 }, (_, n) => `c${(n + 1) % 9}`), full],
  ])('%s: requests are bounded, it is said, and news end it', async (_, cursors, given) => {
    const circle = Array.from({ length: 900 }, (_, n) => page(cursors[n % cursors.length] ?? '', known(), given));
    const w = await feedWorld(stateOf([], { feed: at('c0') }), circle);
    await w.pass(HOUR);
    expect(w.of('events').length).toBeLessThan(70);
    expect(w.poller.trouble()).toBe('stuck');
    expect(w.notes.filter((line) => line.includes('stuck'))).toHaveLength(1);
    const before = w.of('events').length;
    await w.pass(HOUR);
    expect(w.of('events').length - before).toBeLessThan(15);
    w.feed.splice(0, w.feed.length, page('c5', [event('2', 'recording.ready', 2)]));
    await w.pass(HOUR);
    expect(w.poller.trouble()).toBeNull();
    expect(w.of('events').length).toBeGreaterThan(before + 30);
  });

  test('F1: meanwhile a meeting’s own status is asked for', async () => {
    const working = atLobbe(7, { stage: 'processing', status: 'QUEUED' });
    const w = await feedWorld(stateOf([working], { feed: at('c0') }), Array(200).fill(page('c0', known(), full)), {
      watched: true,
      statuses: { [recordingIdOf(7)]: status('TRANSCRIBING') },
    });
    await w.pass(2 * HOUR);
    expect(w.poller.trouble()).toBe('stuck');
    expect(w.of('status').length).toBeGreaterThan(3);
  });

  test('F14: one page that comes again is no circle', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [
      page('c1', known(), full),
      page('c2', known(), full),
      page('c3'),
    ]);
    expect(w.of('events').map((r) => r.about)).toEqual(['c0', 'c1', 'c2']);
    expect(w.poller.trouble()).toBeNull();
  });
});

describe('a feed that is not there', () => {
  test('case 72: 410 on every call is not asked in a circle', async () => {
    const w = await feedWorld(stateOf([], { feed: at('old') }), Array(200).fill({ kind: 'expired' }));
    await w.pass(HOUR);
    expect(w.of('events').length).toBeLessThan(20);
  });

  test('case 72: nor is a new cursor that expires at its first use, and the catching up with it', async () => {
    const answers = Array.from(
      { length: 200 },
      (_, n): FeedAnswer => (n % 2 === 0 ? { kind: 'expired' } : page(`c${n}`)),
    );
    const w = await feedWorld(stateOf([], { feed: at('old') }), answers);
    await w.pass(HOUR);
    expect(w.asked.length).toBeLessThan(60);
  });

  test('a cursor that Lobbe refuses as a request, again and again, is taken for expired', async () => {
    const refused = { kind: 'unreadable', status: 400 } as const;
    const w = await feedWorld(stateOf([], { feed: at('other') }), [refused, refused, refused, page('c1')]);
    await w.pass(20 * MINUTE);
    expect(
      w
        .of('events')
        .slice(0, 4)
        .map((r) => r.about),
    ).toEqual(['other', 'other', 'other', 'latest']);
  });

  test('a sign-in page in its place never is', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }), Array(30).fill({ kind: 'unreadable', status: 200 }));
    await w.pass(HOUR);
    expect(new Set(w.of('events').map((r) => r.about))).toEqual(new Set(['c0']));
  });

  test('F9, L21: 403 SCOPE_DISABLED is a quiet state: the feed is asked twice an hour, statuses about once a minute', async () => {
    const working = atLobbe(1, { stage: 'processing', status: 'QUEUED' });
    const closed = { kind: 'closed', status: 403, code: 'SCOPE_DISABLED' } as const;
    const w = await feedWorld(stateOf([working]), Array(99).fill(closed));
    await w.pass(HOUR);
    expect(w.of('events').length).toBeLessThanOrEqual(3);
    expect(w.of('status').length).toBeGreaterThan(55);
    expect(w.store.state()).toMatchObject({ gates: [], scopes: [{ token, read: false }] });
    // A new token may read it.
    w.feed.length = 0;
    w.given.token = otherToken;
    w.poller.wake();
    await w.clock.asleep();
    expect(w.of('events').at(-1)?.about).toBe('latest');
  });

  test('F1: without a feed at its address (404) statuses are asked about once a minute, the feed later each time', async () => {
    const working = atLobbe(1, { stage: 'processing', status: 'QUEUED' });
    const w = await feedWorld(stateOf([working]), Array(99).fill({ kind: 'unreadable', status: 404 }));
    await w.pass(HOUR);
    expect(w.of('status').length).toBeGreaterThan(50);
    expect(w.of('events').length).toBeLessThan(20);
    w.statuses[recordingIdOf(1)] = status('READY');
    await w.pass(2 * MINUTE);
    expect(w.store.state().meetings[0]?.state.stage).toBe('ready');
    expect(w.notes).toEqual([]);
  });

  test('F1: also one that Lobbe had before; and where there is no feed, a 404 of a status deletes no meeting', async () => {
    const working = atLobbe(1, { stage: 'processing', status: 'QUEUED' });
    const none = Array(99).fill({ kind: 'unreadable', status: 404 });
    const w = await feedWorld(stateOf([working], { feed: at('c0') }), none, {
      statuses: { [recordingIdOf(1)]: { kind: 'gone' } },
    });
    await w.pass(HOUR);
    expect(w.of('status').length).toBeGreaterThan(30);
    expect(w.store.state().meetings[0]?.state.stage).toBe('processing');
  });

  test('a 401 of the feed closes the gate and stops the reads; a new token opens both', async () => {
    const closed = { kind: 'closed', status: 401, code: 'UNAUTHORIZED' } as const;
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [closed]);
    await w.pass(30 * MINUTE);
    expect(w.of('events')).toHaveLength(1);
    expect(w.store.state().gates).toMatchObject([{ gate: 'unauthorized', token }]);
    w.given.token = otherToken;
    w.poller.wake();
    await w.clock.asleep();
    expect(w.of('events')).toHaveLength(2);
  });

  test('case 73: a page of a newer form that cannot be read pauses the feed, not the statuses, and is said', async () => {
    const working = atLobbe(1, { stage: 'processing', status: 'QUEUED' });
    const w = await feedWorld(
      stateOf([working], { feed: at('c0') }),
      Array(99).fill({ kind: 'newer', schemaVersion: 2 }),
      {
        watched: true,
        statuses: { [recordingIdOf(1)]: status('TRANSCRIBING') },
      },
    );
    await w.pass(HOUR - MINUTE);
    expect(w.poller.trouble()).toBe('update-needed');
    expect(w.of('events').length).toBeLessThanOrEqual(3);
    expect(w.of('status').length).toBeGreaterThan(50);
    expect(w.store.state().feed.cursor).toBe('c0');
    w.feed.splice(0, 99, page('c1', [], { schemaVersion: 2 }));
    await w.pass(HOUR);
    expect(w.poller.trouble()).toBeNull();
  });

  test('case 73: a page of a newer form that can be read is, with a word for support', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [
      page('c1', [event('1', 'recording.ready')], { schemaVersion: 2 }),
    ]);
    expect(w.store.state().elsewhere).toHaveLength(1);
    expect(w.notes).toEqual(['the feed is of form 2; read as far as it can be']);
  });
});
