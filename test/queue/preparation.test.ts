import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../electron/contract/problem';
import { act } from '../../electron/domain/acts';
import type { AppState } from '../../electron/domain/app-state';
import { type Inspection, takeIn } from '../../electron/domain/intake';
import type { SameAgain } from '../../electron/queue/ports';
import { createPreparation } from '../../electron/queue/preparation';
import { atLobbe, context, idOf, keyOf, meeting, stateOf, T0 } from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { memoryStore } from '../fakes/memory-store';

interface Whole {
  readonly path: string;
  readonly signal: AbortSignal;
  end(sha256: string | null): Promise<void>;
}

/** Looks and reads end when the test says so; reading whole files is what the tests here are about. */
async function world(initial: AppState) {
  const clock = fakeClock(T0);
  const store = memoryStore(initial);
  const stopping = new AbortController();
  const files = new Map<string, Inspection>();
  const reading: Whole[] = [];
  const asked: SameAgain[] = [];
  const refusals: Refusal[] = [];
  const folders: (readonly string[])[] = [];
  const looked: string[] = [];
  const hooks = { onLook: async () => {} };
  /** What the loop does, until it stops. */
  const plan = () => {
    if (!stopping.signal.aborted) preparation.prepare(clock.now());
  };
  const preparation = createPreparation({
    store,
    clock,
    stopping: stopping.signal,
    onRefused: (told) => refusals.push(...told),
    onSameAgain: (same) => asked.push(same),
    onFolders: (told) => folders.push(told),
    wake: plan,
    recordings: {
      open: () => Promise.reject(new Error('nothing is sent here')),
      isThere: async () => true,
      async inspect(path) {
        looked.push(path);
        await hooks.onLook();
        return { inspection: files.get(path) ?? { kind: 'refused', reason: 'not-found' }, seen: null };
      },
      wholeOf: (path, _expected, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(null));
          const end = async (sha256: string | null) => {
            resolve(sha256);
            await clock.asleep();
          };
          reading.push({ path, signal, end });
        }),
    },
  });
  store.onCommit(plan);
  const stageOf = (n: number) => store.state().meetings.find((m) => m.id === idOf(n))?.state.stage;
  /** Brings a recording with these ends. */
  const bring = async (numbers: readonly number[], ends = 'ends') => {
    for (const n of numbers) {
      const file = { size: 9, mtimeMs: n, contentType: 'audio/mp4', durationMs: null, ends };
      files.set(`/f${n}`, { kind: 'recording', path: `/f${n}`, file });
    }
    const incoming = numbers.map((n) => ({ id: idOf(n), key: keyOf(n), path: `/f${n}`, name: `f${n}` }));
    await store.commit((state) => takeIn(state, incoming, clock.now()));
    await clock.asleep();
  };
  return {
    clock,
    store,
    stopping,
    files,
    reading,
    asked,
    refusals,
    folders,
    looked,
    hooks,
    preparation,
    stageOf,
    bring,
  };
}

const sent = (n: number, sha256: string | null = 'sha') =>
  atLobbe(
    n,
    { stage: 'ready', at: T0, unseen: false },
    { sha256, file: { size: 9, mtimeMs: 0, contentType: 'audio/mp4', durationMs: null, ends: 'ends' } },
  );

describe('a file with the ends of a known one', () => {
  test('is compared with what was sent, and asked about if it is the same', async () => {
    const w = await world(stateOf([sent(50)]));
    await w.bring([1]);
    expect(w.stageOf(1)).toBe('preparing');
    expect(w.reading.map(({ path }) => path)).toEqual(['/f1']);
    await w.reading[0]?.end('sha');
    expect(w.asked).toMatchObject([{ id: idOf(1), name: 'f1', path: '/f1', file: { size: 9 }, of: { id: idOf(50) } }]);
    expect(w.store.state().meetings).toHaveLength(1);
    expect(w.refusals).toEqual([]);
  });

  test('and another middle is queued as what it is', async () => {
    const w = await world(stateOf([sent(50)]));
    await w.bring([1]);
    await w.reading[0]?.end('another sha');
    expect(w.stageOf(1)).toBe('queued');
    expect(w.asked).toEqual([]);
  });

  test('is compared with the other’s file where nothing was sent yet', async () => {
    const w = await world(stateOf([sent(50, null)]));
    await w.bring([1]);
    expect(w.reading.map(({ path }) => path)).toEqual([sent(50).path]);
    await w.reading[0]?.end('sha');
    expect(w.reading.map(({ path }) => path)).toEqual([sent(50).path, '/f1']);
    await w.reading[1]?.end('sha');
    expect(w.asked).toHaveLength(1);
  });

  test('the other’s file is gone: its ends decide, and nothing is read for nothing', async () => {
    const w = await world(stateOf([sent(50, null)]));
    await w.bring([1]);
    await w.reading[0]?.end(null);
    expect(w.reading).toHaveLength(1);
    expect(w.asked).toHaveLength(1);
  });

  test('three copies at once: one meeting, two questions, one file read at a time', async () => {
    const w = await world(stateOf([]));
    await w.bring([1, 2, 3]);
    expect(w.stageOf(1)).toBe('queued');
    for (let read = 0; read < w.reading.length; read += 1) {
      expect(w.reading).toHaveLength(read + 1);
      await w.reading[read]?.end('sha');
    }
    expect(w.reading.map(({ path }) => path)).toEqual(['/f1', '/f2', '/f1', '/f3']);
    expect(w.store.state().meetings.map(({ id }) => id)).toEqual([idOf(1)]);
    expect(w.asked.map(({ name }) => name)).toEqual(['f2', 'f3']);
  });

  test('holds up nobody else, also where there are many of them', async () => {
    const w = await world(stateOf([sent(50)]));
    await w.bring(Array.from({ length: 20 }, (_, n) => n + 1));
    await w.bring([30], 'others');
    expect(w.stageOf(30)).toBe('queued');
    expect(w.stageOf(1)).toBe('preparing');
  });

  test('cancelled by its user while it is read: the reading ends, and it stays cancelled', async () => {
    const w = await world(stateOf([sent(50)]));
    await w.bring([1, 2]);
    await w.store.commit((state) => act(state, idOf(1), 'cancel', { ...context, freshId: idOf(99) }));
    await w.clock.asleep();
    expect(w.reading[0]?.signal.aborted).toBe(true);
    expect(w.stageOf(1)).toBe('cancelled');
    await w.reading[1]?.end('sha');
    expect(w.asked.map(({ name }) => name)).toEqual(['f2']);
  });

  test('case 79: a full disk after a long reading: what was found is kept until it can be written down', async () => {
    const w = await world(stateOf([sent(50)]));
    await w.bring([1]);
    w.store.full = true;
    await w.reading[0]?.end('sha');
    await w.clock.advance(5_000);
    expect(w.asked).toEqual([]);
    w.store.full = false;
    await w.clock.advance(1_000);
    expect(w.asked).toHaveLength(1);
    expect(w.reading).toHaveLength(1);
  });

  test('another with its content that comes while it is read is compared as well', async () => {
    const w = await world(stateOf([sent(50)]));
    await w.bring([1]);
    await w.store.commit((state) => ({ ...state, meetings: [...state.meetings, { ...sent(51), sha256: 'other' }] }));
    await w.reading[0]?.end('other');
    await w.reading[1]?.end('other');
    expect(w.asked).toMatchObject([{ of: { id: idOf(51) } }]);
  });

  test('at a stop it is given up, and found again by the next start', async () => {
    const w = await world(stateOf([sent(50)]));
    await w.bring([1]);
    w.stopping.abort();
    await w.preparation.settled();
    await w.clock.asleep();
    expect(w.stageOf(1)).toBe('preparing');
    expect(w.asked).toEqual([]);
  });
});

test('case 29: folders are told of by their paths, all of a drop together, and are no recordings', async () => {
  const w = await world(stateOf([]));
  const brought = ['/a', '/b.m4a', '/c'].map((path, n) => ({ id: idOf(n), key: keyOf(n), path, name: path.slice(1) }));
  for (const path of ['/a', '/c']) w.files.set(path, { kind: 'refused', reason: 'folder' });
  await w.store.commit((state) => takeIn(state, brought, T0));
  await w.clock.asleep();
  expect(w.folders).toEqual([['/a', '/c']]);
  expect(w.refusals).toEqual([{ name: 'b.m4a', reason: 'not-found' }]);
  expect(w.store.state().meetings).toEqual([]);
});

test('case 31: while the disk writes down what was found, the next are looked at, and all that is one write', async () => {
  const w = await world(stateOf([]));
  const many = Array.from({ length: 100 }, (_, n) => n + 1);
  for (const n of many) {
    const file = { size: 9, mtimeMs: n, contentType: 'audio/mp4', durationMs: null, ends: `${n}` };
    w.files.set(`/f${n}`, { kind: 'recording', path: `/f${n}`, file });
  }
  const commit = w.store.commit;
  let write = () => {};
  const written = new Promise<void>((resolve) => {
    write = resolve;
  });
  w.store.commit = (change) => written.then(() => commit(change));
  await commit((state) =>
    takeIn(
      state,
      many.map((n) => ({ id: idOf(n), key: keyOf(n), path: `/f${n}`, name: `f${n}` })),
      T0,
    ),
  );
  await w.clock.asleep();
  expect(w.looked).toHaveLength(100);
  write();
  await w.clock.asleep();
  expect(many.every((n) => w.stageOf(n) === 'queued')).toBe(true);
  expect(w.looked).toHaveLength(100);
});

test('case 31: no more than eight files are read at a time', async () => {
  const w = await world(stateOf([]));
  let reading = 0;
  let most = 0;
  w.hooks.onLook = async () => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise((resolve) => setImmediate(resolve));
    reading -= 1;
  };
  await w.bring(Array.from({ length: 100 }, (_, n) => n + 1));
  while (w.looked.length < 100) await w.clock.asleep();
  expect(most).toBe(8);
});

test('without the ends of a known one nothing is read whole', async () => {
  const w = await world(stateOf([sent(50), meeting(51)]));
  await w.bring([1], 'others');
  expect(w.stageOf(1)).toBe('queued');
  expect(w.reading).toEqual([]);
});
