import { afterEach, describe, expect, test } from 'vitest';
import type { RecordingId, TokenFingerprint } from '../../electron/contract/ids';
import type { AppState } from '../../electron/domain/app-state';
import type { FeedAnswer, FeedEvent, StatusAnswer } from '../../electron/domain/feed-answers';
import { type Poller, startPoller } from '../../electron/feed/poller';
import { atLobbe, otherToken, recordingIdOf, stateOf, T0, token } from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { memoryStore } from '../fakes/memory-store';

const MINUTE = 60_000;
let poller: Poller | null = null;
afterEach(async () => {
  await poller?.stop();
  poller = null;
});

const event = (id: string, type: string, n = 1): FeedEvent => ({
  id,
  type,
  recordingId: recordingIdOf(n),
  seriesId: null,
  occurredAt: null,
  status: null,
  change: null,
  error: null,
});
const page = (nextCursor: string, events: FeedEvent[] = [], full = false): FeedAnswer => ({
  kind: 'page',
  events,
  unreadable: [],
  nextCursor,
  full,
  schemaVersion: 1,
});
const at = (cursor: string) => ({ cursor, lastReadAt: T0, notBefore: null, toldAt: null, catchUp: [], strangers: [] });

/** A world in which reads are answered from a list, then with empty pages. */
async function world(initial: AppState, answers: FeedAnswer[], statuses: Record<string, StatusAnswer> = {}) {
  const clock = fakeClock(T0);
  const store = memoryStore(initial);
  const reads: { after: string; at: number }[] = [];
  const asked: RecordingId[] = [];
  const retried: { id: RecordingId; at: number }[] = [];
  const given = { token: token as TokenFingerprint | null, watched: false };
  const bugs: unknown[] = [];
  poller = startPoller({
    store,
    clock,
    random: () => 0,
    intervalMs: MINUTE,
    watched: () => given.watched,
    onRead: () => {},
    onBug: (cause) => bugs.push(cause),
    reader: {
      token: () => given.token,
      async readEvents(after) {
        reads.push({ after, at: clock.now() - T0 });
        return answers.shift() ?? page(after);
      },
      async retry(id) {
        retried.push({ id, at: clock.now() - T0 });
        return { kind: 'status', status: 'QUEUED', error: null };
      },
      async readStatus(id) {
        asked.push(id);
        return statuses[id] ?? { kind: 'status', status: 'QUEUED', error: null };
      },
    },
  });
  await clock.asleep();
  /** Time passes in steps of the poller's own waits. */
  const pass = async (ms: number) => {
    const end = clock.now() + ms;
    for (let next = clock.next(); next !== null && next <= end; next = clock.next()) await clock.goTo(next);
    await clock.goTo(end);
  };
  return { clock, store, reads, asked, retried, given, bugs, pass, poller };
}

describe('pace', () => {
  test('F10, F12: begins with after=latest, then about once a minute with the cursor as it came', async () => {
    const w = await world(stateOf([]), [page('c1'), page('c2')]);
    await w.pass(2 * MINUTE);
    expect(w.reads).toEqual([
      { after: 'latest', at: 0 },
      { after: 'c1', at: MINUTE },
      { after: 'c2', at: 2 * MINUTE },
    ]);
  });

  test('F12: a full page is followed at once', async () => {
    const w = await world(stateOf([], { feed: at('c0') }), [page('c1', [], true), page('c2', [], true), page('c3')]);
    expect(w.reads.map((r) => r.after)).toEqual(['c0', 'c1', 'c2']);
  });

  test('case 67: a full page whose cursor does not move is not read in a circle', async () => {
    const w = await world(stateOf([], { feed: at('c0') }), Array(50).fill(page('c0', [], true)));
    await w.pass(10 * MINUTE);
    expect(w.reads.length).toBeLessThanOrEqual(11);
  });

  test('F3: a Retry-After is waited for also when the disk does not take it', async () => {
    const told = { kind: 'later', notBefore: T0 + 30 * MINUTE, status: 429, code: 'RATE_LIMITED' } as const;
    const w = await world(stateOf([], { feed: at('c0') }), [page('c1'), told]);
    w.store.full = true;
    await w.pass(5 * MINUTE);
    w.poller?.wake();
    await w.pass(20 * MINUTE);
    expect(w.store.state().feed.notBefore).toBeNull();
    expect(w.reads.map((r) => r.at)).toEqual([0, MINUTE]);
  });

  test('F3, F18: a Retry-After is waited for exactly, also across a restart, and reading goes on', async () => {
    const told = { kind: 'later', notBefore: T0 + 5 * MINUTE, status: 429, code: 'RATE_LIMITED' } as const;
    const w = await world(stateOf([], { feed: at('c0') }), [told]);
    await w.pass(5 * MINUTE - 1);
    expect(w.reads).toHaveLength(1);
    expect(w.store.state().feed.notBefore).toBe(T0 + 5 * MINUTE);
    // Nobody may shorten it.
    w.poller?.wake();
    await w.clock.asleep();
    expect(w.reads).toHaveLength(1);
    await w.pass(1);
    expect(w.reads.map((r) => r.at)).toEqual([0, 5 * MINUTE]);
  });

  test('without an answer: at least a minute, then longer each time; a wake reads at once', async () => {
    const w = await world(stateOf([], { feed: at('c0') }), Array(40).fill({ kind: 'unreachable', code: 'X' }));
    await w.pass(3_600_000);
    expect(w.reads[1]?.at).toBe(MINUTE);
    expect(w.reads.length).toBeLessThan(20);
    const before = w.reads.length;
    w.poller?.wake();
    await w.clock.asleep();
    expect(w.reads.length).toBe(before + 1);
  });

  test('without a token nothing is read', async () => {
    const w = await world(stateOf([]), []);
    w.given.token = null;
    await w.pass(10 * MINUTE);
    expect(w.reads).toHaveLength(1);
  });
});

describe('truth', () => {
  const processing = atLobbe(1, { stage: 'processing', status: 'QUEUED' });

  test('F13: cursor and records move in one commit', async () => {
    const w = await world(stateOf([processing], { feed: at('c0') }), [page('c1', [event('1', 'recording.ready')])]);
    expect(w.store.history).toHaveLength(2);
    expect(w.store.history[1]).toMatchObject({
      feed: { cursor: 'c1' },
      meetings: [{ state: { stage: 'ready' } }],
    });
  });

  test('F13: when the disk does not take a page, the same page is read again', async () => {
    const w = await world(stateOf([processing], { feed: at('c0') }), [
      { kind: 'unreachable', code: 'X' },
      page('c1', [event('1', 'recording.ready')]),
    ]);
    w.store.full = true;
    await w.pass(MINUTE);
    expect(w.store.state().feed.cursor).toBe('c0');
    w.store.full = false;
    await w.pass(10 * MINUTE);
    expect(w.reads.slice(0, 3).map((r) => r.after)).toEqual(['c0', 'c0', 'c0']);
  });

  test('an unreadable page does not move the cursor', async () => {
    const w = await world(stateOf([], { feed: at('c0') }), [{ kind: 'unreadable', status: 200 }]);
    await w.pass(MINUTE);
    expect(w.reads.map((r) => r.after)).toEqual(['c0', 'c0']);
  });

  test('F17: a first cursor, and one after 410, ask for what happened before it', async () => {
    const statuses = { [recordingIdOf(1)]: { kind: 'status', status: 'READY', error: null } } as const;
    const w = await world(stateOf([processing], { feed: at('old') }), [{ kind: 'expired' }, page('c1')], statuses);
    await w.pass(10);
    expect(w.reads.map((r) => r.after)).toEqual(['old', 'latest']);
    expect(w.asked).toEqual([recordingIdOf(1)]);
    expect(w.store.state()).toMatchObject({ feed: { cursor: 'c1' }, meetings: [{ state: { stage: 'ready' } }] });
  });

  test('F17: what a 429 cuts off is asked later, also after a restart, until each was answered', async () => {
    const meetings = [1, 2, 3].map((n) => atLobbe(n, { stage: 'processing', status: 'QUEUED' }));
    const busy: StatusAnswer = { kind: 'later', notBefore: T0 + 5 * MINUTE, status: 429, code: 'RATE_LIMITED' };
    const statuses: Record<string, StatusAnswer> = {
      [recordingIdOf(1)]: { kind: 'status', status: 'READY', error: null },
      [recordingIdOf(2)]: busy,
      [recordingIdOf(3)]: { kind: 'gone' },
    };
    const w = await world(stateOf(meetings), [page('c1')], statuses);
    expect(w.asked).toEqual([recordingIdOf(1), recordingIdOf(2)]);
    expect(w.store.state().feed).toMatchObject({ cursor: 'c1', catchUp: [recordingIdOf(2), recordingIdOf(3)] });
    statuses[recordingIdOf(2)] = { kind: 'status', status: 'NAMING', error: null };
    await w.pass(5 * MINUTE);
    expect(w.store.state().feed.catchUp).toEqual([]);
    expect(w.store.state().meetings.map((m) => m.state.stage)).toEqual(['ready', 'naming', 'deleted']);
  });

  test('a 401 of the feed closes the gate and stops the reads; a new token opens both', async () => {
    const closed = { kind: 'closed', status: 401, code: 'UNAUTHORIZED' } as const;
    const w = await world(stateOf([], { feed: at('c0') }), [closed]);
    await w.pass(30 * MINUTE);
    expect(w.reads).toHaveLength(1);
    expect(w.store.state().gates).toMatchObject([{ gate: 'unauthorized', token }]);
    w.given.token = otherToken;
    w.poller?.wake();
    await w.clock.asleep();
    expect(w.reads).toHaveLength(2);
  });

  test('F5: of many meetings a few are asked each round, in turns; NAMING is not (F2)', async () => {
    const many = Array.from({ length: 12 }, (_, n) => atLobbe(n + 1, { stage: 'processing', status: 'QUEUED' }));
    const naming = atLobbe(99, { stage: 'naming' });
    const w = await world(stateOf([...many, naming], { feed: at('c0') }), []);
    w.given.watched = true;
    await w.pass(3 * MINUTE);
    expect(w.asked.length).toBeLessThanOrEqual(15);
    expect(new Set(w.asked).size).toBe(12);
    expect(w.asked).not.toContain(recordingIdOf(99));
  });

  test('statuses that fail are not asked in a row', async () => {
    const many = Array.from({ length: 50 }, (_, n) => atLobbe(n + 1, { stage: 'processing', status: 'QUEUED' }));
    const down: StatusAnswer = { kind: 'later', notBefore: null, status: 503, code: null };
    const statuses = Object.fromEntries(many.map((m) => [m.recordingId, down]));
    const w = await world(stateOf(many, { feed: at('c0') }), [], statuses);
    w.given.watched = true;
    await w.pass(10 * MINUTE);
    expect(w.asked.length).toBeLessThanOrEqual(10);
  });

  test('F4: a failed step that can be retried is, three times at the most, a minute apart; then it is final', async () => {
    const failed: StatusAnswer = {
      kind: 'status',
      status: 'FAILED',
      error: { code: 'GENERATE_FAILED', retryable: true },
    };
    const w = await world(stateOf([processing], { feed: at('c0') }), [], { [recordingIdOf(1)]: failed });
    w.given.watched = true;
    await w.pass(30 * MINUTE);
    expect(w.retried.map((r) => r.id)).toEqual([recordingIdOf(1), recordingIdOf(1), recordingIdOf(1)]);
    const times = w.retried.map((r) => r.at);
    for (const [n, time] of times.entries())
      if (n > 0) expect(time - (times[n - 1] ?? 0)).toBeGreaterThanOrEqual(MINUTE);
    expect(w.store.state().meetings[0]?.state).toMatchObject({
      stage: 'failed',
      failure: { code: 'GENERATE_FAILED', retryable: false, retries: 3 },
    });
  });

  test('an idle hour writes next to nothing', async () => {
    const w = await world(stateOf([], { feed: at('c0') }), []);
    await w.pass(60 * MINUTE);
    expect(w.reads.length).toBeGreaterThan(50);
    expect(w.store.history.length).toBeLessThan(10);
  });

  test('case 72: 410 on every call is not asked in a circle', async () => {
    const w = await world(stateOf([], { feed: at('old') }), Array(200).fill({ kind: 'expired' }));
    await w.pass(3_600_000);
    expect(w.reads.length).toBeLessThan(20);
  });

  test('F1, F8: while somebody looks, a meeting’s own status says how far it is', async () => {
    const statuses = { [recordingIdOf(1)]: { kind: 'status', status: 'TRANSCRIBING', error: null } } as const;
    const w = await world(stateOf([processing], { feed: at('c0') }), [], statuses);
    await w.pass(MINUTE);
    expect(w.asked).toEqual([]);
    w.given.watched = true;
    await w.pass(MINUTE);
    expect(w.asked).toEqual([recordingIdOf(1)]);
    expect(w.store.state().meetings[0]?.state).toEqual({ stage: 'processing', status: 'TRANSCRIBING' });
  });

  test('F9: without the feed’s scope, each meeting’s own status is asked about once a minute', async () => {
    const closed = { kind: 'closed', status: 403, code: 'SCOPE_DISABLED' } as const;
    const w = await world(stateOf([processing]), Array(9).fill(closed));
    await w.pass(2 * MINUTE);
    expect(w.asked).toHaveLength(3);
  });
});
