import { describe, expect, test } from 'vitest';
import type { MeetingId } from '../../electron/contract/ids';
import type { Refusal } from '../../electron/contract/problem';
import { act } from '../../electron/domain/acts';
import { type AppState, without } from '../../electron/domain/app-state';
import type { Recall } from '../../electron/domain/archiving';
import { type Inspection, takeIn } from '../../electron/domain/intake';
import type { BroughtFolder, SameAgain } from '../../electron/queue/ports';
import { createPreparation } from '../../electron/queue/preparation';
import { atLobbe, context, idOf, keyOf, meeting, stateOf, T0 } from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { memoryStore } from '../fakes/memory-store';

interface Whole {
  readonly path: string;
  readonly signal: AbortSignal;
  end(sha256: string | null): Promise<void>;
}

interface Walk {
  readonly folder: BroughtFolder;
  end(notTaken: readonly Refusal[]): Promise<void>;
}

/** Looks, reads and walks end when the test says so; reading whole files is what the tests here are about. */
async function world(initial: AppState) {
  const clock = fakeClock(T0);
  const store = memoryStore(initial);
  const stopping = new AbortController();
  const files = new Map<string, Inspection>();
  const reading: Whole[] = [];
  const asked: SameAgain[] = [];
  const refusals: Refusal[] = [];
  const folders: Walk[] = [];
  const looked: string[] = [];
  /** What each look was told of the one before. */
  const seenBefore: unknown[] = [];
  const recalls: Recall[] = [];
  const { commit } = store;
  const recalling = {
    ...store,
    commit: (change: (state: AppState) => AppState, recall: Recall = {}) => {
      recalls.push(recall);
      return commit(change);
    },
  };
  const hooks = { onLook: async () => {} };
  /** What the loop does, until it stops. */
  const plan = () => {
    if (!stopping.signal.aborted) preparation.prepare(clock.now());
  };
  const preparation = createPreparation({
    store: recalling,
    clock,
    stopping: stopping.signal,
    onRefused: (told) => refusals.push(...told),
    onSameAgain: (same) => asked.push(same),
    bringFolder: (folder) =>
      new Promise((resolve) => {
        const end = async (notTaken: readonly Refusal[]) => {
          resolve(notTaken);
          await clock.asleep();
        };
        folders.push({ folder, end });
      }),
    wake: plan,
    recordings: {
      open: () => Promise.reject(new Error('nothing is sent here')),
      isThere: async () => true,
      async inspect(path, seen) {
        looked.push(path);
        seenBefore.push(seen);
        await hooks.onLook();
        return {
          inspection: files.get(path) ?? { kind: 'refused', reason: 'not-found' },
          seen: `look ${looked.length}`,
        };
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
    seenBefore,
    recalls,
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

  test('saved over where it was, with nothing left to compare: another recording, and not dropped for the same', async () => {
    const over = sent(50, null);
    const w = await world(stateOf([{ ...over, path: '/f1' }]));
    await w.bring([1]);
    await w.reading[0]?.end(null);
    expect(w.asked).toEqual([]);
    expect(w.stageOf(1)).toBe('queued');
  });

  test('is read once, however many it is compared with', async () => {
    const w = await world(stateOf([sent(50), sent(51, 'another sha'), sent(52, 'one more')]));
    await w.bring([1]);
    await w.reading[0]?.end('its own');
    expect(w.reading).toHaveLength(1);
    expect(w.stageOf(1)).toBe('queued');
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

  test('cancelled and taken back in one breath while it is read: it is looked at again', async () => {
    const w = await world(stateOf([sent(50)]));
    await w.bring([1]);
    await w.store.commit((state) => act(state, idOf(1), 'cancel', { ...context, freshId: idOf(99) }));
    await w.store.commit((state) => act(state, idOf(1), 'undo', { ...context, freshId: idOf(98) }));
    await w.clock.asleep();
    expect(w.looked).toEqual(['/f1', '/f1']);
    await w.reading.at(-1)?.end('another sha');
    expect(w.stageOf(1)).toBe('queued');
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

test('files that are not taken are told of in the order of their drop, whichever was read first', async () => {
  const w = await world(stateOf([]));
  const ends: (() => void)[] = [];
  w.hooks.onLook = () => new Promise((resolve) => ends.push(resolve));
  const brought = ['a', 'b', 'c'].map((name, n) => ({ id: idOf(n), key: keyOf(n), path: `/${name}`, name }));
  await w.store.commit((state) => takeIn(state, brought, T0));
  await w.clock.asleep();
  for (const end of ends.toReversed()) {
    end();
    await w.clock.asleep();
  }
  expect(w.refusals).toEqual(['a', 'b', 'c'].map((name) => ({ name, reason: 'not-found' })));
});

describe('case 29: a folder', () => {
  /** Brings what is called so, all of it in one drop; what ends in a slash is a folder. */
  async function dropped(...paths: readonly string[]) {
    const w = await world(stateOf([]));
    for (const path of paths) if (path.endsWith('/')) w.files.set(path, { kind: 'refused', reason: 'folder' });
    const brought = paths.map((path, n) => ({ id: idOf(n), key: keyOf(n), path, name: path }));
    await w.store.commit((state) => takeIn(state, brought, T0));
    await w.clock.asleep();
    return w;
  }
  const isGone = (id: MeetingId) => (state: AppState) => without(state, id);
  const walked = (folders: readonly Walk[]) => folders.map(({ folder }) => folder.path);

  test('is walked as soon as it was looked at, whatever else of its drop does not answer', async () => {
    const w = await world(stateOf([]));
    w.hooks.onLook = () => (w.looked.length > 1 ? new Promise(() => {}) : Promise.resolve());
    w.files.set('/a/', { kind: 'refused', reason: 'folder' });
    const brought = ['/a/', '/dead.m4a'].map((path, n) => ({ id: idOf(n), key: keyOf(n), path, name: path }));
    await w.store.commit((state) => takeIn(state, brought, T0));
    await w.clock.asleep();
    expect(w.folders.map(({ folder }) => folder)).toEqual([{ id: idOf(0), path: '/a/' }]);
  });

  test('case 99: is in the queue until its walk has ended, and a start after a kill walks it again', async () => {
    const w = await dropped('/a/');
    expect(w.stageOf(0)).toBe('preparing');
    const restarted = await world(w.store.state());
    restarted.files.set('/a/', { kind: 'refused', reason: 'folder' });
    restarted.preparation.prepare(T0);
    await restarted.clock.asleep();
    expect(walked(restarted.folders)).toEqual(['/a/']);
  });

  test('is walked by nobody else meanwhile, and once', async () => {
    const w = await dropped('/a/');
    await w.clock.advance(60_000);
    w.preparation.prepare(w.clock.now());
    await w.clock.asleep();
    expect(w.folders).toHaveLength(1);
    await w.store.commit(isGone(idOf(0)));
    await w.folders[0]?.end([]);
    await w.clock.advance(60_000);
    w.preparation.prepare(w.clock.now());
    await w.clock.asleep();
    expect(w.looked).toEqual(['/a/']);
  });

  test('that was left for another try is looked at again, after a rest', async () => {
    const w = await dropped('/a/');
    await w.folders[0]?.end([]);
    expect(w.preparation.prepare(w.clock.now())).toBe(T0 + 1_000);
    expect(w.folders).toHaveLength(1);
    await w.clock.advance(1_000);
    w.preparation.prepare(w.clock.now());
    await w.clock.asleep();
    expect(walked(w.folders)).toEqual(['/a/', '/a/']);
  });

  test('what of a drop was not taken in is one message, of files and folders', async () => {
    const w = await dropped('/a/', '/b.m4a', '/c/');
    await w.store.commit(isGone(idOf(0)));
    await w.folders[0]?.end([{ name: 'a', reason: 'no-recordings' }]);
    expect(w.refusals).toEqual([]);
    await w.store.commit(isGone(idOf(2)));
    await w.folders[1]?.end([{ name: 'c', reason: 'unreadable' }]);
    expect(w.refusals).toEqual([
      { name: 'a', reason: 'no-recordings' },
      { name: '/b.m4a', reason: 'not-found' },
      { name: 'c', reason: 'unreadable' },
    ]);
  });

  test('case 99: a quit waits for its walk, which the quit itself ends, and begins no other', async () => {
    const w = await dropped('/a/');
    w.stopping.abort();
    const settled = w.preparation.settled();
    await w.folders[0]?.end([]);
    await settled;
    expect(w.stageOf(0)).toBe('preparing');
    expect(w.folders).toHaveLength(1);
  });
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

test('case 20: each look at a file that grows is told what the one before saw', async () => {
  const w = await world(stateOf([]));
  w.files.set('/f1', { kind: 'later', why: 'growing' });
  await w.store.commit((state) => takeIn(state, [{ id: idOf(1), key: keyOf(1), path: '/f1', name: 'f1' }], T0));
  await w.clock.asleep();
  for (let look = 1; look < 3; look += 1) {
    await w.clock.advance(1_000);
    w.preparation.prepare(w.clock.now());
    await w.clock.asleep();
  }
  expect(w.seenBefore).toEqual([null, 'look 1', 'look 2']);
});

test('what has the content of a file is looked for in the archive too: the same again is the same, however old', async () => {
  const w = await world(stateOf([]));
  await w.bring([1]);
  expect(w.recalls).toEqual([
    { contents: [{ size: 9, mtimeMs: 1, contentType: 'audio/mp4', durationMs: null, ends: 'ends' }] },
  ]);
});

test('case 99: what a look found after the stop is left for the next start', async () => {
  const w = await world(stateOf([]));
  let endLook = () => {};
  w.hooks.onLook = () =>
    new Promise((resolve) => {
      endLook = resolve;
    });
  await w.bring([1]);
  w.stopping.abort();
  endLook();
  await w.preparation.settled();
  expect(w.stageOf(1)).toBe('preparing');
  expect(w.recalls).toEqual([]);
});

test('case 79: a look that a full disk did not take is made again after a rest, not at once', async () => {
  const w = await world(stateOf([]));
  w.hooks.onLook = async () => {
    w.store.full = true;
    // One that does not rest would look for ever.
    if (w.looked.length > 3) await new Promise(() => {});
  };
  await w.bring([1]);
  for (let time = 0; time < 3; time += 1) expect(w.preparation.prepare(w.clock.now())).toBe(T0 + 1_000);
  expect(w.looked).toHaveLength(1);
  w.hooks.onLook = async () => {
    w.store.full = false;
  };
  await w.clock.advance(1_000);
  w.preparation.prepare(w.clock.now());
  await w.clock.asleep();
  expect(w.stageOf(1)).toBe('queued');
});
