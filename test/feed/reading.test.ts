// What is read goes into the records once, in order, and to the disk together with its cursor.

import { describe, expect, test } from 'vitest';
import { atLobbe, idOf, recordingIdOf, stateOf } from '../builders/meetings';
import { memoryStore } from '../fakes/memory-store';
import { at, event, feedWorld, full, MINUTE, page } from './world';

const processing = atLobbe(1, { stage: 'processing', status: 'QUEUED' });

describe('a page', () => {
  test('F13: cursor and records move in one commit', async () => {
    const w = await feedWorld(stateOf([processing], { feed: at('c0') }), [page('c1', [event('1', 'recording.ready')])]);
    expect(w.store.history).toHaveLength(2);
    expect(w.store.history[1]).toMatchObject({ feed: { cursor: 'c1' }, meetings: [{ state: { stage: 'ready' } }] });
  });

  test('F13: when the disk does not take a page, the same page is read again', async () => {
    const store = memoryStore(stateOf([processing], { feed: at('c0') }));
    store.full = true;
    const w = await feedWorld(store.state(), [page('c1', [event('1', 'recording.ready')])], { store });
    expect(store.state().feed.cursor).toBe('c0');
    store.full = false;
    w.feed.push(page('c1', [event('1', 'recording.ready')]));
    await w.pass(MINUTE);
    expect(w.of('events').map((r) => r.about)).toEqual(['c0', 'c0']);
    expect(store.state()).toMatchObject({ feed: { cursor: 'c1' }, meetings: [{ state: { stage: 'ready' } }] });
  });

  test('case 77: killed between the read and the commit, the page comes again without a visible effect', async () => {
    const read = page('c1', [event('1', 'recording.ready'), event('2', 'recording.updated', 1, { change: 'renamed' })]);
    const first = await feedWorld(stateOf([processing], { feed: at('c0') }), [read]);
    const { meetings } = first.store.state();
    const again = await feedWorld({ ...first.store.state(), feed: at('c0') }, [read]);
    expect(again.store.state().meetings).toEqual(meetings);
    expect(again.store.state().feed.cursor).toBe('c1');
  });

  test('F14, case 64: a page of long ago changes nothing, also after more events than a record ever showed', async () => {
    const changes = Array.from({ length: 1_500 }, (_, n) =>
      event(`e${n}`, 'recording.updated', 1, { change: 'transcript_edited', status: 'READY' }),
    );
    const naming = event('old', 'recording.naming_required');
    const pages = [0, 500, 1_000].map((from, n) => page(`c${n + 2}`, changes.slice(from, from + 500), full));
    const w = await feedWorld(stateOf([processing], { feed: at('c0') }), [page('c1', [naming], full), ...pages]);
    const [before] = w.store.state().meetings;
    expect(before?.state.stage).toBe('ready');
    w.feed.push(page('c9', [naming, ...changes.slice(0, 400)]));
    await w.pass(MINUTE);
    expect(w.store.state().meetings[0]).toBe(before);
  });

  test('an unreadable event is set aside with its text and one line of the log; the others go on', async () => {
    const raw = '{"id":1}'.padEnd(3_000, 'x');
    const w = await feedWorld(stateOf([processing], { feed: at('c0') }), [
      page('c1', [event('1', 'recording.ready')], { unreadable: [raw, '{"id":2}'] }),
      page('c2', [], { unreadable: [raw] }),
    ]);
    await w.pass(MINUTE);
    const { feed, meetings } = w.store.state();
    expect(feed.cursor).toBe('c2');
    expect(meetings[0]?.state.stage).toBe('ready');
    expect(feed.setAside.map(({ raw }) => raw)).toEqual([raw.slice(0, 500), '{"id":2}']);
    expect(w.notes[0]).toBe('2 events could not be read and are set aside');
  });

  test('of the events that are set aside a few are kept', async () => {
    const many = Array.from({ length: 300 }, (_, n) => `{"n":${n}}`);
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [page('c1', [], { unreadable: many })]);
    expect(w.store.state().feed.setAside).toHaveLength(20);
  });

  test('an unreadable page does not move the cursor', async () => {
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [{ kind: 'unreadable', status: 200 }]);
    await w.pass(MINUTE);
    expect(w.of('events').map((r) => r.about)).toEqual(['c0', 'c0']);
  });
});

describe('a meeting from elsewhere', () => {
  test('F9, case 74: is a row of its own group, never one of ours', async () => {
    const w = await feedWorld(stateOf([processing], { feed: at('c0') }), [
      page('c1', [event('1', 'recording.created', 7, { status: 'TRANSCRIBING' })]),
      page('c2', [event('2', 'recording.ready', 7, { status: 'READY' })]),
    ]);
    await w.pass(MINUTE);
    const { meetings, elsewhere } = w.store.state();
    expect(meetings).toEqual([processing]);
    expect(elsewhere).toMatchObject([
      { recordingId: recordingIdOf(7), state: { stage: 'ready' }, seenEvents: ['1', '2'] },
    ]);
  });

  test('its title is asked for while somebody looks, once, and again when it is renamed', async () => {
    const titles = { [recordingIdOf(7)]: { kind: 'meeting', title: 'Budget' } as const };
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [page('c1', [event('1', 'recording.ready', 7)])], {
      titles,
    });
    expect(w.of('meeting')).toEqual([]);
    w.given.watched = true;
    await w.pass(5 * MINUTE);
    expect(w.of('meeting')).toHaveLength(1);
    expect(w.store.state().elsewhere).toMatchObject([{ title: 'Budget', titleIsDue: false }]);
    w.titles[recordingIdOf(7)] = { kind: 'meeting', title: 'Budget 2027' };
    w.feed.push(page('c2', [event('2', 'recording.updated', 7, { change: 'renamed', status: 'READY' })]));
    await w.pass(5 * MINUTE);
    expect(w.of('meeting')).toHaveLength(2);
    expect(w.store.state().elsewhere).toMatchObject([{ title: 'Budget 2027', titleIsDue: false }]);
  });

  test('a token that may not read titles is not asked with again', async () => {
    const titles = { [recordingIdOf(7)]: { kind: 'closed', status: 403, code: 'FORBIDDEN' } as const };
    const w = await feedWorld(stateOf([], { feed: at('c0') }), [page('c1', [event('1', 'recording.ready', 7)])], {
      titles,
      watched: true,
    });
    await w.pass(30 * MINUTE);
    expect(w.of('meeting')).toHaveLength(1);
    expect(w.store.state().scopes).toMatchObject([{ read: false }]);
  });
});

describe('statuses', () => {
  const working = (n: number) => atLobbe(n, { stage: 'processing', status: 'QUEUED' });

  test('F1, F8: while somebody looks, a meeting’s own status says how far it is; else the feed is enough', async () => {
    const statuses = { [recordingIdOf(1)]: { kind: 'status', status: 'TRANSCRIBING', error: null } } as const;
    const w = await feedWorld(stateOf([processing], { feed: at('c0') }), [], { statuses });
    await w.pass(MINUTE);
    expect(w.of('status')).toEqual([]);
    w.given.watched = true;
    await w.pass(MINUTE);
    expect(w.of('status').map((r) => r.about)).toEqual([recordingIdOf(1)]);
    expect(w.store.state().meetings[0]?.state).toEqual({ stage: 'processing', status: 'TRANSCRIBING' });
  });

  test('F5: of many meetings a few are asked each round, in turns; NAMING and READY are not (F2)', async () => {
    const still = [atLobbe(98, { stage: 'ready', at: 0, unseen: false }), atLobbe(99, { stage: 'naming' })];
    const w = await feedWorld(
      stateOf([...Array.from({ length: 12 }, (_, n) => working(n + 1)), ...still], { feed: at('c0') }),
    );
    w.given.watched = true;
    await w.pass(3 * MINUTE);
    const asked = w.of('status').map((r) => r.about);
    expect(asked.length).toBeLessThanOrEqual(15);
    expect(new Set(asked).size).toBe(12);
    expect(asked).not.toContain(recordingIdOf(98));
    expect(asked).not.toContain(recordingIdOf(99));
  });

  test('F9: what another token sent is not in the feed of one that may only write, so it is asked about', async () => {
    const foreign = atLobbe(2, { stage: 'processing', status: 'QUEUED' }, { keyToken: 'old' as never });
    const w = await feedWorld(stateOf([working(1), foreign], { feed: at('c0') }));
    await w.pass(2 * MINUTE);
    expect(new Set(w.of('status').map((r) => r.about))).toEqual(new Set([recordingIdOf(2)]));
  });

  test('statuses that fail are not asked in a row', async () => {
    const many = Array.from({ length: 50 }, (_, n) => working(n + 1));
    const down = { kind: 'later', notBefore: null, status: 503, code: null } as const;
    const statuses = Object.fromEntries(many.map((m) => [m.recordingId, down]));
    const w = await feedWorld(stateOf(many, { feed: at('c0') }), [], { statuses, watched: true });
    await w.pass(10 * MINUTE);
    expect(w.of('status').length).toBeLessThanOrEqual(10);
  });

  test('F4: a token that may not write asks for a retry once, and is known by it', async () => {
    const failed = { kind: 'status', status: 'FAILED', error: { code: 'X', retryable: true } } as const;
    const w = await feedWorld(stateOf([processing], { feed: at('c0') }), [], {
      statuses: { [recordingIdOf(1)]: failed },
      retries: { [recordingIdOf(1)]: { kind: 'closed', status: 403, code: 'FORBIDDEN' } },
      watched: true,
    });
    await w.pass(30 * MINUTE);
    expect(w.of('retry')).toHaveLength(1);
    expect(w.store.state().scopes).toMatchObject([{ write: false }]);
  });

  test('F4: a failed step that can be retried is, three times at the most, a minute apart; then it is final', async () => {
    const failed = { kind: 'status', status: 'FAILED', error: { code: 'GENERATE_FAILED', retryable: true } } as const;
    const w = await feedWorld(stateOf([processing], { feed: at('c0') }), [], {
      statuses: { [recordingIdOf(1)]: failed },
      watched: true,
    });
    await w.pass(30 * MINUTE);
    const times = w.of('retry').map((r) => r.at);
    expect(times).toHaveLength(3);
    for (const [n, time] of times.entries()) {
      if (n > 0) expect(time - (times[n - 1] ?? 0)).toBeGreaterThanOrEqual(MINUTE);
    }
    expect(w.store.state().meetings.find((m) => m.id === idOf(1))?.state).toMatchObject({
      stage: 'failed',
      failure: { code: 'GENERATE_FAILED', retryable: false, retries: 3 },
    });
  });
});
