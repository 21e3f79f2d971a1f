import { afterEach, describe, expect, test } from 'vitest';
import type { IdempotencyKey, MeetingId, TokenFingerprint } from '../../electron/contract/ids';
import type { Refusal } from '../../electron/contract/problem';
import { act } from '../../electron/domain/acts';
import type { AppState } from '../../electron/domain/app-state';
import { tryGate } from '../../electron/domain/gates';
import { type Inspection, takeIn } from '../../electron/domain/intake';
import type { FileTrouble, Outcome } from '../../electron/domain/outcome';
import { type Queue, startQueue } from '../../electron/queue/loop';
import type { SendRequest } from '../../electron/queue/ports';
import {
  accepted,
  freshKey,
  idOf,
  keyOf,
  later,
  lost,
  meeting,
  otherToken,
  refused,
  stateOf,
  T0,
  token,
  uploading,
} from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { memoryStore } from '../fakes/memory-store';

/** One attempt that the queue made, for the test to end as it likes. */
interface Sent {
  readonly key: IdempotencyKey;
  readonly name: string;
  readonly contentType: string;
  readonly signal: AbortSignal;
  /** What was on disk when its first byte could have gone out. */
  readonly onDisk: AppState;
  end(outcome: Outcome): Promise<void>;
}

let queue: Queue | null = null;
afterEach(async () => {
  await queue?.stop();
  queue = null;
});

async function world(initial: AppState, { full = false, random = (): number => 0 } = {}) {
  const clock = fakeClock(T0);
  const store = memoryStore(initial);
  store.full = full;
  const sent: Sent[] = [];
  const refusals: Refusal[] = [];
  const bugs: unknown[] = [];
  const files = new Map<string, FileTrouble | 'fine'>();
  const inspections = new Map<string, Inspection>();
  /** Files that take until then to open. */
  const opening = new Map<string, Promise<void>>();
  /** Answers to whether a file is there that do not come, in the order of the questions. */
  const asked: { readonly path: string; answer(): void }[] = [];
  const opened = { now: 0 };
  const given = { token: token as TokenFingerprint | null, offline: false, bug: false, silent: false };

  queue = await startQueue({
    store,
    clock,
    random,
    fresh: { key: () => freshKey, id: () => idOf(999) },
    onTick: () => {},
    onRefused: (told) => refusals.push(...told),
    onSameAgain: () => {},
    bringFolder: async () => [],
    onBug: (cause) => bugs.push(cause),
    recordings: {
      async open(path, expected) {
        await opening.get(path);
        const file = files.get(path) ?? 'fine';
        if (file !== 'fine') return { kind: 'trouble', trouble: file, code: 'TEST' };
        opened.now += 1;
        const recording = {
          size: expected.size,
          next: async () => new Uint8Array(0),
          verify: async () => null,
          digest: () => 'sha',
          close: async () => {
            opened.now -= 1;
          },
        };
        return { kind: 'opened', recording };
      },
      async isThere(path) {
        if (given.silent) await new Promise<void>((answer) => asked.push({ path, answer }));
        return (files.get(path) ?? 'fine') !== 'file-missing';
      },
      async inspect(path) {
        const inspection = inspections.get(path) ?? { kind: 'refused', reason: 'not-found' };
        return { inspection, seen: null };
      },
      wholeOf: async () => null,
    },
    sender: {
      token: () => given.token,
      offline: () => given.offline,
      send: (request: SendRequest, signal) =>
        new Promise<Outcome>((resolve, reject) => {
          if (given.bug) {
            reject(new Error('a bug'));
            return;
          }
          signal.addEventListener('abort', () => resolve({ kind: 'interrupted', mayHaveArrived: false, sent: 0 }));
          const end = async (outcome: Outcome) => {
            resolve(outcome);
            await clock.asleep();
          };
          sent.push({
            key: request.key,
            name: request.name,
            contentType: request.contentType,
            signal,
            onDisk: store.state(),
            end,
          });
        }),
    },
  });
  await clock.asleep();
  const stageOf = (id: MeetingId) => store.state().meetings.find((m) => m.id === id)?.state.stage;
  const commit = async (change: (state: AppState) => AppState) => {
    await store.commit(change);
    await clock.asleep();
  };
  const user = (n: number, action: Parameters<typeof act>[2]) =>
    commit((state) => act(state, idOf(n), action, { now: clock.now(), freshKey, freshId: idOf(999) }));
  return {
    clock,
    store,
    sent,
    refusals,
    bugs,
    files,
    inspections,
    opening,
    asked,
    opened,
    given,
    stageOf,
    commit,
    user,
    queue,
  };
}

describe('the promise', () => {
  test('L15: key and token are on disk before the first byte can go out', async () => {
    const { sent } = await world(stateOf([meeting(1)]));
    expect(sent[0]?.onDisk.meetings[0]).toMatchObject({
      key: keyOf(1),
      keyToken: token,
      state: { stage: 'uploading' },
    });
  });

  test('L16: after trouble the same key goes out again, when its time has come and not before', async () => {
    const w = await world(stateOf([meeting(1)]));
    await w.sent[0]?.end(lost(true));
    await w.clock.advance(1999);
    expect(w.sent).toHaveLength(1);
    await w.clock.advance(1);
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), keyOf(1)]);
    await w.sent[1]?.end(accepted(1));
    expect(w.stageOf(idOf(1))).toBe('processing');
    expect(w.opened.now).toBe(0);
  });

  test('found uploading at start: cut off, the same key goes out again', async () => {
    const w = await world(stateOf([uploading(1)]));
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1)]);
    expect(w.sent[0]?.onDisk.meetings[0]).toMatchObject({ attempts: 2, unanswered: [token] });
  });

  test('a full disk: nothing is sent that is not written down; it goes on when there is room', async () => {
    const w = await world(stateOf([]));
    w.store.full = true;
    await expect(w.store.commit((s) => takeIn(s, [], T0))).resolves.toBeDefined();
    w.store.full = false;
    await w.commit((s) => ({ ...s, pausedAll: true, meetings: [meeting(1)] }));
    await w.commit((s) => ({ ...s, pausedAll: false }));
    expect(w.sent).toHaveLength(1);
    // The outcome is kept until the disk takes it, and no other attempt is made meanwhile.
    w.store.full = true;
    await w.sent[0]?.end(accepted(1));
    await w.clock.advance(30_000);
    expect(w.stageOf(idOf(1))).toBe('uploading');
    expect(w.sent).toHaveLength(1);
    w.store.full = false;
    await w.clock.advance(30_000);
    expect(w.stageOf(idOf(1))).toBe('processing');
  });

  test('an outcome that a full disk put off is decided by the time of its write (seed 565856)', async () => {
    const HOUR = 3_600_000;
    const w = await world(stateOf([meeting(1)], { pausedAll: true }));
    await w.commit((s) => ({ ...s, pausedAll: false }));
    const until = T0 - HOUR / 2;
    const gates = [{ gate: 'daily-cap', closedAt: T0 - 2 * HOUR, until, token } as const];
    await w.commit((s) => ({ ...s, gates }));
    w.store.full = true;
    await w.sent[0]?.end(accepted(1));
    w.clock.set(T0 - HOUR);
    w.store.full = false;
    await w.clock.advance(3_000);
    expect(w.stageOf(idOf(1))).toBe('processing');
    expect(w.store.state().gates).toEqual(gates);
  });

  test('what a server asked for is waited for from the write on, if the clock was set back before it (seed 1040237)', async () => {
    const YEARS = 10 * 365 * 24 * 3_600_000;
    const w = await world(stateOf([meeting(1)], { pausedAll: true }));
    w.clock.set(T0 + YEARS);
    await w.commit((s) => ({ ...s, pausedAll: false }));
    w.store.full = true;
    await w.sent[0]?.end({ ...later(503), notBefore: T0 + YEARS + 23_000, askedToWait: true } as Outcome);
    w.clock.set(T0);
    w.store.full = false;
    await w.clock.advance(3_000);
    expect(w.stageOf(idOf(1))).toBe('waiting');
    await w.clock.advance(22_999);
    expect(w.sent).toHaveLength(1);
    await w.clock.advance(1);
    expect(w.sent).toHaveLength(2);
  });

  test('an attempt whose start cannot be written down is not made, and tried again later', async () => {
    const w = await world(stateOf([meeting(1)], { pausedAll: true }));
    await w.commit((s) => ({ ...s, pausedAll: false }));
    await w.sent[0]?.end(lost(false));
    w.store.full = true;
    await w.clock.advance(10_000);
    expect(w.sent).toHaveLength(1);
    expect(w.opened.now).toBe(0);
    w.store.full = false;
    await w.clock.advance(3_000);
    expect(w.sent).toHaveLength(2);
  });

  test('case 79: a full disk right at a restart after a crash does not keep the queue from starting', async () => {
    const w = await world(stateOf([uploading(1)]), { full: true });
    expect(w.sent).toHaveLength(0);
    w.store.full = false;
    await w.clock.advance(3_000);
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1)]);
  });

  test('L13: a token that was changed between the commit and the first byte makes no request', async () => {
    const w = await world(stateOf([]));
    const stop = w.store.onCommit(() => {
      if (w.store.state().meetings[0]?.state.stage === 'uploading') w.given.token = otherToken;
    });
    await w.commit((s) => ({ ...s, meetings: [meeting(1)] }));
    stop();
    await w.clock.asleep();
    // The first attempt was none; the next is made, and noted, with the new token.
    expect(w.sent).toHaveLength(1);
    expect(w.sent[0]?.onDisk.meetings[0]?.attempt?.token).toBe(otherToken);
  });

  test('a bug in the transport costs one recording a wait, not the queue', async () => {
    const w = await world(stateOf([meeting(1), meeting(2)], { pausedAll: true }));
    w.given.bug = true;
    await w.commit((s) => ({ ...s, pausedAll: false }));
    w.given.bug = false;
    expect(w.bugs.length).toBeGreaterThan(0);
    expect(w.stageOf(idOf(1))).toBe('waiting');
    await w.clock.advance(3_000);
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), keyOf(2)]);
  });

  test('a bug in what an outcome makes of the state is told once and not tried for ever; the others go on', async () => {
    const w = await world(stateOf([meeting(1), meeting(2), meeting(3)]));
    // What is no outcome at all makes the change that it is for throw.
    await w.sent[0]?.end({ kind: 'no outcome' } as unknown as Outcome);
    await w.clock.advance(60_000);
    expect(w.bugs).toHaveLength(1);
    expect(w.opened.now).toBe(w.sent.filter(({ key }) => key !== keyOf(1)).length);
    await w.sent[1]?.end(accepted(2));
    expect(w.sent.map((s) => s.key)).toContain(keyOf(3));
    expect(w.stageOf(idOf(2))).toBe('processing');
  });

  test('stop: attempts are aborted, and what they left is on disk', async () => {
    const w = await world(stateOf([meeting(1), meeting(2), meeting(3)]));
    expect(w.sent).toHaveLength(2);
    await w.queue?.stop();
    expect(w.store.state().meetings.map((m) => m.state.stage)).toEqual(['queued', 'queued', 'queued']);
    expect(w.opened.now).toBe(0);
  });
});

describe('order and number', () => {
  test('two at a time unless set otherwise; a stuck one holds up nobody', async () => {
    const w = await world(stateOf([meeting(1), meeting(2), meeting(3), meeting(4)]));
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), keyOf(2)]);
    await w.sent[1]?.end(accepted(2));
    await w.sent[2]?.end(accepted(3));
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), keyOf(2), keyOf(3), keyOf(4)]);
    expect(w.stageOf(idOf(1))).toBe('uploading');
  });

  test('case 45: one 429 pauses all; at its time one finds out, and then they go on', async () => {
    const w = await world(stateOf([meeting(1), meeting(2), meeting(3)]));
    await w.sent[0]?.end(later(429, 'RATE_LIMITED', T0 + 60_000));
    await w.sent[1]?.end(accepted(2));
    await w.clock.advance(59_999);
    expect(w.sent).toHaveLength(2);
    await w.clock.advance(1);
    expect(w.sent.slice(2).map((s) => s.key)).toEqual([keyOf(1)]);
    await w.sent[2]?.end(accepted(1));
    expect(w.sent.slice(3).map((s) => s.key)).toEqual([keyOf(3)]);
  });

  test('case 45: with fifty waiting, two are told, one finds out for all, and nobody comes early', async () => {
    const many = Array.from({ length: 50 }, (_, n) => meeting(n + 1));
    const w = await world(stateOf(many), { random: () => 0.5 });
    const until = T0 + 60_000;
    expect(w.sent).toHaveLength(2);
    await w.sent[0]?.end(later(429, 'RATE_LIMITED', until));
    await w.sent[1]?.end(later(429, 'RATE_LIMITED', until));
    expect(w.store.state().gates).toMatchObject([{ gate: 'rate-limited', until: until + 500 }]);
    // At the very time that was told the chance that spreads a fleet still adds to it.
    await w.clock.goTo(until);
    expect(w.sent).toHaveLength(2);
    await w.clock.goTo(until + 500);
    expect(w.sent).toHaveLength(3);
    await w.sent[2]?.end(later(429, 'RATE_LIMITED', until + 60_000));
    await w.clock.goTo(until + 60_000);
    expect(w.sent).toHaveLength(3);
    await w.clock.goTo(until + 61_000);
    expect(w.sent).toHaveLength(4);
    await w.sent[3]?.end(accepted(1));
    expect(w.sent).toHaveLength(6);
  });

  test.each([2_592_000, 366 * 86_400])(
    'case 43: a Retry-After of %i s is waited for in steps, to its end',
    async (seconds) => {
      const w = await world(stateOf([meeting(1)]));
      const until = T0 + seconds * 1000;
      await w.sent[0]?.end(later(429, 'TOKEN_DAILY_CAP', until));
      for (const at of [T0 + 1, T0 + 2 ** 31, until - 1]) {
        await w.clock.goTo(at);
        expect(w.sent).toHaveLength(1);
        const wait = (w.clock.next() ?? 0) - at;
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(30_000);
      }
      await w.clock.goTo(until);
      expect(w.sent).toHaveLength(2);
    },
  );

  test('L9: 402, minutes bought: the smallest goes first with its original key, then the rest', async () => {
    const w = await world(stateOf([meeting(3), meeting(1), meeting(2)]));
    await w.sent[0]?.end(later(402));
    await w.sent[1]?.end(later(402));
    await w.clock.advance(20 * 60_000);
    expect(w.sent).toHaveLength(2);
    await w.commit((s) => ({ ...s, gates: tryGate(s.gates, 'needs-minutes', T0) }));
    expect(w.sent.slice(2).map((s) => s.key)).toEqual([keyOf(1)]);
    await w.sent[2]?.end(accepted(1));
    expect(w.sent.slice(3).map((s) => s.key)).toEqual([keyOf(3), keyOf(2)]);
  });

  test.each([402, 429])('L7: a repeat that a %i of a gateway leaves open is not sent again at once', async (status) => {
    const w = await world(stateOf([meeting(1, { unanswered: [token], keyToken: token, attempts: 1 })]));
    for (const waitMs of [2_000, 4_000, 8_000]) {
      await w.sent.at(-1)?.end(later(status));
      const count = w.sent.length;
      await w.clock.advance(waitMs - 1);
      expect(w.sent).toHaveLength(count);
      await w.clock.advance(1);
      expect(w.sent).toHaveLength(count + 1);
    }
  });

  test('without a token nothing is sent; with one it is', async () => {
    const w = await world(stateOf([]));
    w.given.token = null;
    await w.commit((s) => ({ ...s, meetings: [meeting(1)] }));
    expect(w.sent).toHaveLength(0);
    w.given.token = token;
    w.queue?.wake();
    await w.clock.asleep();
    expect(w.sent).toHaveLength(1);
  });

  test('a sleep of three days: one orderly catch-up', async () => {
    const waits = { stage: 'waiting', since: T0, reason: 'network', toldByServer: false } as const;
    const meetings = [1, 2, 3, 4, 5].map((n) => meeting(n, { state: { ...waits, until: T0 + n * 3_600_000 } }));
    const w = await world(stateOf(meetings));
    await w.clock.advance(3 * 86_400_000);
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), keyOf(2)]);
  });

  test('the clock is looked at every 30 s at the latest, whatever it waits for', async () => {
    const until = T0 + 40 * 86_400_000;
    const w = await world(stateOf([meeting(1)], { gates: [{ gate: 'daily-cap', closedAt: T0, until, token }] }));
    expect(w.clock.next()).toBe(T0 + 30_000);
  });
});

/** Plays so many hours in which each attempt ends at once, as `answer` says. */
async function hours(w: Awaited<ReturnType<typeof world>>, count: number, answer: (sent: Sent) => Outcome) {
  const end = w.clock.now() + count * 3_600_000;
  const ended = new Set<Sent>();
  for (;;) {
    // More may be sent while one ends.
    for (const sent of w.sent) {
      if (!ended.has(sent)) await sent.end(answer(sent));
      ended.add(sent);
    }
    const next = w.clock.next() ?? end;
    if (next >= end) break;
    await w.clock.goTo(next);
  }
}

describe('cases 54, 55, 63: eight hours in which nobody can help', () => {
  const nobody = (code: string, maybe: boolean): Outcome => ({
    kind: 'unknown',
    phase: maybe ? 'response' : 'connect',
    mayHaveArrived: maybe,
    code,
    sent: 0,
  });

  test.each([
    ['a sign-in page', nobody('NETWORK_SIGN_IN', true)],
    ['a redirect to one', nobody('REDIRECTED', false)],
    ['somebody else’s certificate', nobody('SELF_SIGNED_CERT_IN_CHAIN', false)],
    ['a name that is not found', nobody('ENOTFOUND', false)],
    ['no network', nobody('ENETUNREACH', false)],
    ['a gateway’s error', later(502)],
  ])('%s: one quiet state, a few requests, nothing given up; then all go by themselves', async (_, outcome) => {
    const count = 20;
    const w = await world(stateOf([], { pausedAll: true }));
    const meetings = Array.from({ length: count }, (_, n) => meeting(n + 1));
    await w.commit((s) => ({ ...s, meetings, pausedAll: false }));
    await hours(w, 8, () => outcome);

    const stages = w.store.state().meetings.map(({ state }) => state.stage);
    expect(new Set(stages)).toEqual(new Set(['waiting']));
    expect(w.store.state().gates).toEqual([]);
    expect(w.refusals).toEqual([]);
    expect(w.bugs).toEqual([]);
    expect(w.store.state().meetings.map(({ key }) => key)).toEqual(meetings.map(({ key }) => key));
    // Each at most every 512 s, once its first waits have doubled to that.
    expect(w.sent.length).toBeLessThan(count * (8 + (8 * 3600) / 512));

    const before = w.sent.length;
    // 512 s at most until one gets through, and with it all.
    await hours(w, 0.5, ({ key }) => accepted(meetings.findIndex((m) => m.key === key) + 1));
    expect(w.sent.length - before).toBe(count);
    expect(new Set(w.store.state().meetings.map(({ state }) => state.stage))).toEqual(new Set(['processing']));
  });
});

test('case 63: without any network nothing is tried, and nothing used up, for eight hours; then all goes by itself', async () => {
  const w = await world(stateOf([], { pausedAll: true }));
  w.given.offline = true;
  await w.commit((s) => ({ ...s, pausedAll: false, meetings: [meeting(1), meeting(2)] }));
  for (let hour = 0; hour < 8; hour += 1) await w.clock.advance(3_600_000);
  expect(w.sent).toEqual([]);
  expect(w.store.state().meetings).toMatchObject([
    { attempts: 0, failures: 0, state: { stage: 'queued' } },
    { attempts: 0, failures: 0, state: { stage: 'queued' } },
  ]);
  w.given.offline = false;
  w.queue.wake();
  await w.clock.asleep();
  expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), keyOf(2)]);
});

describe('case 115: one that fails for ever', () => {
  const bad = keyOf(1);
  test.each<[string, Outcome, object, number]>([
    ['500 each time', later(500, 'INTERNAL'), { stage: 'waiting', reason: 'server-error' }, 70],
    ['never answered', lost(true), { stage: 'waiting', reason: 'network' }, 70],
    ['refused', refused(422, 'TOO_ODD'), { stage: 'blocked', reason: 'rejected', detail: 'TOO_ODD' }, 1],
    ['over the cap alone', later(429, 'TOKEN_DAILY_CAP'), { stage: 'blocked', reason: 'over-daily-cap' }, 1],
    [
      'its file changes each time',
      { kind: 'file-trouble', trouble: 'file-changed', code: 'FILE_CHANGED' },
      { stage: 'blocked', reason: 'file-changed' },
      1,
    ],
    [
      'its file cannot be read',
      { kind: 'file-trouble', trouble: 'file-unreadable', code: 'EIO' },
      { stage: 'blocked', reason: 'file-unreadable' },
      1,
    ],
  ])('%s: the others go on, and it parks with its reason', async (_, outcome, state, most) => {
    const count = 12;
    const w = await world(stateOf(Array.from({ length: count }, (_, n) => meeting(n + 1))));
    const tries = () => w.sent.filter(({ key }) => key === bad).length;
    const numberOf = (key: string) => Array.from({ length: count }, (_, n) => n + 1).find((n) => keyOf(n) === key) ?? 0;
    await hours(w, 8, ({ key }) => (key === bad ? outcome : accepted(numberOf(key))));
    const [it, ...others] = w.store.state().meetings;
    expect(others.every((m) => m.state.stage === 'processing')).toBe(true);
    expect(others.every((m) => m.attempts === 1)).toBe(true);
    expect(it).toMatchObject({ key: bad, state });
    expect(tries()).toBeLessThanOrEqual(most);
    expect(w.store.state().gates).toEqual([]);
  });

  test('its file does not open: it holds one place of two, and the others go on', async () => {
    const w = await world(stateOf([], { pausedAll: true }));
    let open = () => {};
    const opening = new Promise<void>((resolve) => {
      open = resolve;
    });
    w.opening.set('/recordings/meeting 1.m4a', opening);
    await w.commit((s) => ({ ...s, pausedAll: false, meetings: [1, 2, 3, 4].map((n) => meeting(n)) }));
    for (const n of [2, 3, 4]) await w.sent.find(({ key }) => key === keyOf(n))?.end(accepted(n));
    expect([2, 3, 4].map((n) => w.stageOf(idOf(n)))).toEqual(['processing', 'processing', 'processing']);
    open();
  });
});

describe('what its user does meanwhile', () => {
  test('pause: the attempt is aborted; resume: the same key', async () => {
    const w = await world(stateOf([meeting(1)]));
    await w.user(1, 'pause');
    expect(w.sent[0]?.signal.aborted).toBe(true);
    expect(w.stageOf(idOf(1))).toBe('paused');
    await w.user(1, 'resume');
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), keyOf(1)]);
  });

  test('pause all: every attempt is aborted, none begins', async () => {
    const w = await world(stateOf([meeting(1), meeting(2), meeting(3)]));
    await w.commit((s) => ({ ...s, pausedAll: true }));
    expect(w.sent.map((s) => s.signal.aborted)).toEqual([true, true]);
    await w.clock.advance(3_600_000);
    expect(w.sent).toHaveLength(2);
  });

  test('cancel, and a 202 that was quicker: it is a meeting, and says so', async () => {
    const w = await world(stateOf([meeting(1)]));
    const ended = w.sent[0]?.end(accepted(1));
    await w.user(1, 'cancel');
    await ended;
    expect(w.stageOf(idOf(1))).toBe('processing');
  });
});

test('a gate that closes while a file is being opened holds that one up too', async () => {
  const w = await world(stateOf([], { pausedAll: true }));
  let open = () => {};
  w.opening.set(
    '/recordings/meeting 2.m4a',
    new Promise<void>((resolve) => {
      open = resolve;
    }),
  );
  await w.commit((s) => ({ ...s, pausedAll: false, meetings: [meeting(1), meeting(2)] }));
  await w.sent[0]?.end(later(402));
  open();
  await w.clock.asleep();
  expect(w.sent.map((s) => s.key)).toEqual([keyOf(1)]);
  await w.commit((s) => ({ ...s, gates: tryGate(s.gates, 'needs-minutes', w.clock.now()) }));
  expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), keyOf(1)]);
});

describe('files', () => {
  const incoming = (n: number) => ({ id: idOf(n), key: keyOf(n), path: `/f${n}`, name: `f${n}` });
  const file = { size: 9, mtimeMs: 1, contentType: 'audio/mp4', durationMs: null, ends: 'e' };

  test('case 25: a file that is busy where no look comes is uploaded up to there ever more rarely', async () => {
    const w = await world(stateOf([meeting(1)]));
    const { file, path } = meeting(1);
    if (file) w.inspections.set(path, { kind: 'recording', file, path });
    for (const restMs of [2_000, 4_000, 8_000]) {
      await w.sent.at(-1)?.end({ kind: 'file-trouble', trouble: 'file-busy', code: 'FILE_BUSY' });
      expect(w.stageOf(idOf(1))).toBe('preparing');
      const count = w.sent.length;
      await w.clock.advance(restMs - 1);
      expect(w.sent).toHaveLength(count);
      await w.clock.advance(1);
      expect(w.sent).toHaveLength(count + 1);
    }
  });

  test('a file that is not as it was queued makes no attempt', async () => {
    const w = await world(stateOf([]));
    w.files.set('/recordings/meeting 1.m4a', 'file-missing');
    await w.commit((s) => ({ ...s, meetings: [meeting(1)] }));
    expect(w.sent).toHaveLength(0);
    expect(w.store.state().meetings[0]).toMatchObject({
      attempts: 0,
      state: { stage: 'blocked', reason: 'file-missing' },
    });
  });

  test('case 13: a voice note goes under an ending that servers know, with the type of its bytes', async () => {
    const note = meeting(1, { name: 'PTT-0001.opus', file: { ...file, contentType: 'audio/ogg' } });
    const w = await world(stateOf([note]));
    expect(w.sent).toMatchObject([{ name: 'PTT-0001.ogg', contentType: 'audio/ogg' }]);
    expect(w.store.state().meetings[0]?.name).toBe('PTT-0001.opus');
  });

  test('case 23: replaced between two attempts: the old key is not sent again; the new version has a key of its own', async () => {
    const w = await world(stateOf([meeting(1)]));
    await w.sent[0]?.end(lost(true));
    w.files.set('/recordings/meeting 1.m4a', 'file-changed');
    await w.clock.advance(3_600_000);
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1)]);
    expect(w.store.state().meetings[0]?.state).toMatchObject({ stage: 'blocked', reason: 'file-changed' });
    w.files.set('/recordings/meeting 1.m4a', 'fine');
    w.inspections.set('/recordings/meeting 1.m4a', { kind: 'recording', file, path: '/recordings/meeting 1.m4a' });
    await w.user(1, 'upload-new-version');
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1), freshKey]);
  });

  test.each(['file-unreadable', 'empty-file'] as const)(
    'case 33: %s: no attempt, and no look by itself however long it lasts',
    async (trouble) => {
      const w = await world(stateOf([], { pausedAll: true }));
      w.files.set('/recordings/meeting 1.m4a', trouble);
      await w.commit((s) => ({ ...s, pausedAll: false, meetings: [meeting(1), meeting(2)] }));
      const commits = w.store.history.length;
      for (let hour = 0; hour < 24; hour += 1) await w.clock.advance(3_600_000);
      expect(w.sent.map((s) => s.key)).toEqual([keyOf(2)]);
      expect(w.store.state().meetings[0]).toMatchObject({ attempts: 0, state: { stage: 'blocked', reason: trouble } });
      expect(w.store.history.length).toBe(commits);
      // Access was given, and its user says so.
      w.files.set('/recordings/meeting 1.m4a', 'fine');
      w.inspections.set('/recordings/meeting 1.m4a', { kind: 'recording', file, path: '/recordings/meeting 1.m4a' });
      await w.user(1, 'retry');
      expect(w.sent.map((s) => s.key)).toEqual([keyOf(2), keyOf(1)]);
    },
  );

  test('case 24: a file that is back is looked at, and goes on by itself', async () => {
    const w = await world(stateOf([]));
    const path = '/recordings/meeting 1.m4a';
    w.files.set(path, 'file-missing');
    await w.commit((s) => ({ ...s, meetings: [meeting(1)] }));
    w.files.set(path, 'fine');
    w.inspections.set(path, { kind: 'recording', file: { ...file, size: 1000, mtimeMs: T0 - 60_000 }, path });
    await w.clock.advance(30_000);
    expect(w.sent.map((s) => s.key)).toEqual([keyOf(1)]);
  });

  test('case 24: of a hundred missing files on a share that does not answer one is asked for at a time', async () => {
    const missing = { stage: 'blocked', since: T0, reason: 'file-missing', detail: null } as const;
    const many = Array.from({ length: 100 }, (_, n) => meeting(n + 1, { state: missing }));
    const w = await world(stateOf([]));
    w.given.silent = true;
    await w.commit((s) => ({ ...s, meetings: many }));
    for (let round = 0; round < 5; round += 1) await w.clock.advance(30_000);
    expect(w.asked.map(({ path }) => path)).toEqual([many[0]?.path]);
    for (let n = 0; n < 100; n += 1) {
      w.asked[n]?.answer();
      await w.clock.asleep();
    }
    expect(new Set(w.asked.slice(0, 100).map(({ path }) => path)).size).toBe(100);
  });

  test('case 20: a growing file is looked at every second and sent when it is done', async () => {
    const w = await world(stateOf([]));
    w.inspections.set('/f1', { kind: 'later', why: 'growing' });
    await w.commit((s) => takeIn(s, [incoming(1)], T0));
    await w.clock.advance(1_000);
    expect(w.store.state().meetings[0]?.state).toEqual({ stage: 'preparing', waits: 'growing', fresh: false });
    w.inspections.set('/f1', { kind: 'recording', file, path: '/f1' });
    await w.clock.advance(1_000);
    expect(w.sent.map((s) => s.name)).toEqual(['f1']);
  });

  test('a file that grew while the clock was years ahead is looked at again once the clock is right', async () => {
    const w = await world(stateOf([]));
    await w.clock.goTo(T0 + 10 * 365 * 86_400_000);
    w.inspections.set('/f1', { kind: 'later', why: 'growing' });
    await w.commit((s) => takeIn(s, [incoming(1)], w.clock.now()));
    w.inspections.set('/f1', { kind: 'recording', file, path: '/f1' });
    await w.clock.goTo(T0);
    w.queue.wake();
    await w.clock.asleep();
    expect(w.sent.map((s) => s.name)).toEqual(['f1']);
  });

  test('a rest after trouble with the disk ends although the clock was set back meanwhile', async () => {
    const w = await world(stateOf([]));
    await w.clock.goTo(T0 + 10 * 365 * 86_400_000);
    await w.commit((s) => ({ ...s, pausedAll: true, meetings: [meeting(1)] }));
    await w.commit((s) => ({ ...s, pausedAll: false }));
    expect(w.sent).toHaveLength(1);
    w.store.full = true;
    await w.sent[0]?.end(later(500));
    w.store.full = false;
    await w.clock.goTo(T0);
    w.queue.wake();
    await w.commit((s) => ({ ...s, meetings: [...s.meetings, meeting(2)] }));
    expect(w.sent).toHaveLength(2);
  });

  test('what is refused is told once for a whole drop', async () => {
    const w = await world(stateOf([]));
    w.inspections.set('/f2', { kind: 'refused', reason: 'not-audio' });
    w.inspections.set('/f3', { kind: 'recording', file, path: '/f3' });
    await w.commit((s) => takeIn(s, [incoming(1), incoming(2), incoming(3)], T0));
    expect(w.refusals).toEqual([
      { name: 'f1', reason: 'not-found' },
      { name: 'f2', reason: 'not-audio' },
    ]);
    expect(w.store.state().meetings).toHaveLength(1);
  });

  test('case 31: 500 at once are all looked at', async () => {
    const w = await world(stateOf([], { pausedAll: true }));
    const many = Array.from({ length: 500 }, (_, n) => incoming(n));
    for (const { path } of many) w.inspections.set(path, { kind: 'recording', file: { ...file, ends: path }, path });
    await w.commit((s) => takeIn(s, many, T0));
    await w.clock.asleep();
    expect(w.store.state().meetings.filter((m) => m.state.stage === 'queued')).toHaveLength(500);
  });
});
