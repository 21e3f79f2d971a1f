// F17: what happened before a new cursor is found out by asking, in its order, and taken up again after any cut.

import { describe, expect, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import type { AppState } from '../../electron/domain/app-state';
import type { StatusAnswer } from '../../electron/domain/feed-answers';
import { atLobbe, otherToken, recordingIdOf, stateOf, T0, token } from '../builders/meetings';
import { at, event, feedWorld, full, MINUTE, page, ready, status } from './world';

const working = (n: number) => atLobbe(n, { stage: 'processing', status: 'QUEUED' });
const done = (n: number) => atLobbe(n, { stage: 'ready', at: T0 - 9, unseen: false });
const ids = (from: number, to: number): RecordingId[] =>
  Array.from({ length: to - from + 1 }, (_, n) => recordingIdOf(from + n));
const refused = { kind: 'closed', status: 403, code: 'INSUFFICIENT_SCOPE' } as const;
const stages = ({ meetings }: AppState) => meetings.map((m) => m.state.stage);

describe('F17: the order', () => {
  test('after 410: a new cursor with the plan, the list, the statuses it leaves open, then on from the new cursor', async () => {
    const meetings = [working(1), done(2), done(3), working(4), atLobbe(5, { stage: 'naming' })];
    const w = await feedWorld(stateOf(meetings, { feed: at('old') }), [{ kind: 'expired' }, page('c1')], {
      list: { first: ready('l1', recordingIdOf(1), recordingIdOf(8)), l1: ready(null, recordingIdOf(3)) },
      statuses: {
        [recordingIdOf(2)]: { kind: 'gone' },
        [recordingIdOf(4)]: status('FAILED'),
        [recordingIdOf(5)]: status('NAMING'),
      },
    });
    await w.pass(MINUTE);
    expect(w.asked.map((r) => `${r.what} ${r.about ?? 'first'}`)).toEqual([
      'events old',
      'events latest',
      'ready first',
      'ready l1',
      `status ${recordingIdOf(4)}`,
      `status ${recordingIdOf(5)}`,
      `status ${recordingIdOf(2)}`,
      'events c1',
    ]);
    expect(stages(w.store.state())).toEqual(['ready', 'deleted', 'ready', 'failed', 'naming']);
    // The ready meeting that was lacking.
    expect(w.store.state().elsewhere).toMatchObject([{ recordingId: recordingIdOf(8), title: 'Title of rec_8' }]);
    expect(w.store.state().feed).toMatchObject({ cursor: 'c1', catchUp: null });
  });

  test('the new cursor and the plan are on disk in one commit', async () => {
    const w = await feedWorld(stateOf([working(1)]), [page('c1')]);
    expect(w.store.history[1]?.feed).toMatchObject({
      cursor: 'c1',
      token,
      catchUp: { list: { cursor: null }, open: [recordingIdOf(1)] },
    });
  });

  test('a first start on an account that has meetings lists them', async () => {
    const w = await feedWorld(stateOf([]), [page('c1')], { list: { first: ready(null, ...ids(1, 3)) } });
    expect(w.store.state().elsewhere.map((r) => r.recordingId)).toEqual(ids(1, 3));
    expect(w.store.state().scopes).toMatchObject([{ token, read: true }]);
  });

  test('with recordings:write alone (403 on the list): the status of each that was sent and is still waited for', async () => {
    const w = await feedWorld(stateOf([working(1), done(2), atLobbe(3, { stage: 'naming' })]), [page('c1')], {
      list: { first: refused },
      statuses: { [recordingIdOf(1)]: status('READY') },
    });
    await w.pass(MINUTE);
    expect(w.of('ready')).toHaveLength(1);
    expect(w.of('status').map((r) => r.about)).toEqual([recordingIdOf(1), recordingIdOf(3)]);
    expect(stages(w.store.state())).toEqual(['ready', 'ready', 'processing']);
    expect(w.store.state().scopes).toMatchObject([{ token, read: false }]);
  });

  test('another token catches up too, from the cursor that there is', async () => {
    const w = await feedWorld(stateOf([working(1)], { feed: at('c0') }));
    expect(w.of('ready')).toEqual([]);
    w.given.token = otherToken;
    w.poller.wake();
    await w.clock.asleep();
    expect(w.asked.map((r) => `${r.what} ${r.about ?? 'first'}`).slice(1, 3)).toEqual(['events c0', 'ready first']);
    expect(w.store.state().feed.token).toBe(otherToken);
  });
});

describe('F17: cut off', () => {
  test('what a 429 cuts off is asked later, until each was answered', async () => {
    const busy: StatusAnswer = { kind: 'later', notBefore: T0 + 5 * MINUTE, status: 429, code: 'RATE_LIMITED' };
    const w = await feedWorld(stateOf([working(1), working(2), working(3)]), [page('c1')], {
      statuses: { [recordingIdOf(1)]: status('READY'), [recordingIdOf(2)]: busy, [recordingIdOf(3)]: { kind: 'gone' } },
    });
    expect(w.of('status').map((r) => r.about)).toEqual([recordingIdOf(1), recordingIdOf(2)]);
    expect(w.store.state().feed.catchUp).toMatchObject({ list: null, open: [recordingIdOf(2), recordingIdOf(3)] });
    w.statuses[recordingIdOf(2)] = status('NAMING');
    await w.pass(5 * MINUTE);
    expect(w.store.state().feed.catchUp).toBeNull();
    expect(stages(w.store.state())).toEqual(['ready', 'naming', 'deleted']);
  });

  test('a kill after any commit is taken up from what is on disk, to the same end', async () => {
    const list = {
      first: ready('l1', ...ids(1, 2)),
      l1: ready('l2', ...ids(10, 12)),
      l2: ready(null, recordingIdOf(20)),
    };
    const statuses = { [recordingIdOf(3)]: status('NAMING'), [recordingIdOf(4)]: { kind: 'gone' } as const };
    const before = stateOf([working(1), done(2), working(3), done(4)], { feed: at('old') });
    const whole = await feedWorld(before, [{ kind: 'expired' }, page('c1')], { list, statuses });
    const end = ({ meetings, elsewhere, feed }: AppState) => ({
      meetings: meetings.map((m) => m.state.stage),
      elsewhere: elsewhere.map((r) => r.recordingId),
      feed: { cursor: feed.cursor, catchUp: feed.catchUp },
    });
    expect(end(whole.store.state())).toMatchObject({
      elsewhere: [...ids(10, 12), recordingIdOf(20)],
      feed: { catchUp: null },
    });
    expect(whole.store.history.length).toBeGreaterThan(6);
    for (const [n, state] of whole.store.history.entries()) {
      const feed = state.feed.cursor === 'old' ? [{ kind: 'expired' } as const, page('c1')] : [page('c1')];
      const again = await feedWorld(state, feed, { list, statuses });
      expect(end(again.store.state()), `after commit ${n}`).toEqual(end(whole.store.state()));
    }
  });

  test('the list goes on where it was, not from its beginning', async () => {
    const feed = at('c1', { catchUp: { list: { cursor: 'l7', mark: null, pages: 7 }, open: [] } });
    const w = await feedWorld(stateOf([], { feed }), [], { list: { l7: ready(null, recordingIdOf(7)) } });
    expect(w.of('ready').map((r) => r.about)).toEqual(['l7']);
  });
});

describe('F17: thousands', () => {
  test('are paged, one commit a page, and the feed is read in between', async () => {
    const pages = 60;
    const list = Object.fromEntries(
      Array.from({ length: pages }, (_, n) => [
        n === 0 ? 'first' : `l${n}`,
        ready(n + 1 === pages ? null : `l${n + 1}`, ...ids(n * 100, n * 100 + 99)),
      ]),
    );
    const w = await feedWorld(stateOf([]), [page('c1')], { list });
    expect(w.of('ready')).toHaveLength(20);
    await w.pass(2 * MINUTE);
    expect(w.of('ready')).toHaveLength(pages);
    expect(w.of('events').map((r) => r.at)).toEqual([0, MINUTE, 2 * MINUTE]);
    expect(w.store.state().elsewhere).toHaveLength(pages * 100);
    expect(w.store.history.length).toBeLessThanOrEqual(pages + 3);
  });

  test('a backlog of the feed goes first', async () => {
    const backlog = Array.from({ length: 5 }, (_, n) =>
      page(`c${n + 1}`, [event(`e${n}`, 'recording.ready', n)], full),
    );
    const feed = at('c0', { catchUp: { list: null, open: [recordingIdOf(1)] } });
    const w = await feedWorld(stateOf([working(1)], { feed }), backlog);
    expect(w.asked.map((r) => r.what).slice(0, 7)).toEqual([...Array(6).fill('events'), 'status']);
  });
});

describe('F17: a list that is not as we assume', () => {
  test('one that fails for hours is asked later and later, and the feed goes on about once a minute', async () => {
    const down = { kind: 'later', notBefore: null, status: 503, code: null } as const;
    const w = await feedWorld(stateOf([]), [page('c1')], { list: { first: down } });
    await w.pass(60 * MINUTE);
    expect(w.of('ready').length).toBeLessThan(15);
    expect(w.of('events').length).toBeGreaterThan(55);
    w.list.first = ready(null, recordingIdOf(1));
    await w.pass(12 * MINUTE);
    expect(w.store.state()).toMatchObject({ feed: { catchUp: null }, elsewhere: [{ recordingId: recordingIdOf(1) }] });
  });

  test('a limit that it does not take is made smaller, then left out', async () => {
    const w = await feedWorld(stateOf([]), [page('c1')], { list: { first: { kind: 'unreadable', status: 400 } } });
    expect(w.of('ready').map((r) => r.limit)).toEqual([500, 100, null]);
    expect(w.store.state().feed.catchUp).toBeNull();
  });

  test('one that is not there leaves those that are waited for to be asked about', async () => {
    const w = await feedWorld(stateOf([working(1), done(2)]), [page('c1')], {
      list: { first: { kind: 'unreadable', status: 404 } },
    });
    expect(w.of('status').map((r) => r.about)).toEqual([recordingIdOf(1)]);
    expect(w.store.state().scopes).toEqual([]);
  });

  test.each([[['l1', 'l1']], [['l1', 'l2', 'l3', 'l1']]])('one that turns in a circle (%j) ends', async (cursors) => {
    const list = Object.fromEntries(
      cursors.slice(0, -1).map((from, n) => [from, ready(cursors[n + 1] ?? null, recordingIdOf(n))]),
    );
    const w = await feedWorld(stateOf([]), [page('c1')], { list: { first: ready('l1', recordingIdOf(50)), ...list } });
    await w.pass(5 * MINUTE);
    expect(w.of('ready').length).toBeLessThan(12);
    expect(w.store.state().feed.catchUp).toBeNull();
  });

  test('one meeting that cannot be asked about does not hold up the others, and is asked about again in an hour', async () => {
    const statuses: Record<string, StatusAnswer> = {
      [recordingIdOf(1)]: { kind: 'unreadable', status: 400 },
      [recordingIdOf(2)]: status('READY'),
    };
    const w = await feedWorld(stateOf([working(1), working(2)]), [page('c1')], { list: { first: refused }, statuses });
    expect(stages(w.store.state())).toEqual(['processing', 'ready']);
    expect(w.store.state().feed.catchUp?.open).toEqual([recordingIdOf(1)]);
    // It may have been a firewall's word (seed 702722).
    statuses[recordingIdOf(1)] = status('NAMING');
    await w.clock.advance(3_500_000);
    expect(stages(w.store.state())).toEqual(['processing', 'ready']);
    await w.clock.advance(200_000);
    expect(stages(w.store.state())).toEqual(['naming', 'ready']);
    expect(w.store.state().feed.catchUp).toBeNull();
  });
});
