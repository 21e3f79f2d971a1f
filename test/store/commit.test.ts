import { copyFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppState } from '../../electron/domain/app-state';
import { readState } from '../../electron/store/state-store';
import { add, folder, meeting, numbers, openIn, quarantined } from './builders';
import { troubledDisk } from './troubled-disk';

const renames = (steps: readonly string[]) => steps.filter((step) => /^rename state-/.test(step));

describe('a commit', () => {
  test('resolves only when the result is on disk, and state() is never ahead of it', async () => {
    const directory = folder();
    const disk = troubledDisk();
    const store = await openIn(directory, { disk });
    const seen: (number[] | null)[] = [];
    disk.before = () => {
      if (store.revision() === 0) seen.push(numbers(store.state()));
    };
    const committed = await store.commit(add(1));
    expect(seen).toEqual([[], [], []]);
    expect(committed).toBe(store.state());
    expect(readState(directory)).toEqual(store.state());
    expect(store.revision()).toBe(1);
  });

  test('is written beside, forced to disk, read back, and only then renamed over the older generation', async () => {
    const disk = troubledDisk();
    const store = await openIn(folder(), { disk });
    await store.commit(add(1));
    disk.steps.length = 0;
    await store.commit(add(2));
    expect(disk.steps).toEqual([
      'write state-b.json.next',
      'syncAndRead state-b.json.next',
      'rename state-b.json',
      expect.stringMatching(/^syncFolder store-/),
    ]);
  });

  test('that returns the state it was given writes nothing', async () => {
    const disk = troubledDisk();
    const store = await openIn(folder(), { disk });
    await store.commit(add(1));
    disk.steps.length = 0;
    let told = 0;
    store.onCommit(() => {
      told += 1;
    });
    expect(await store.commit((state) => state)).toBe(store.state());
    expect(disk.steps).toEqual([]);
    expect(told).toBe(0);
    expect(store.revision()).toBe(1);
  });

  test('tells its listeners once, before it resolves, until they stop listening', async () => {
    const store = await openIn(folder());
    const told: string[] = [];
    const stop = store.onCommit((state, revision) => told.push(`revision ${revision}: ${numbers(state)}`));
    await store.commit(add(1)).then(() => told.push('resolved'));
    stop();
    await store.commit(add(2));
    expect(told).toEqual(['revision 1: 1', 'resolved']);
  });

  test('may be made by a listener, and by what waits for one', async () => {
    const directory = folder();
    const store = await openIn(directory);
    const stop = store.onCommit(() => {
      stop();
      void store.commit(add(2));
    });
    await store.commit(add(1));
    await store.settled();
    await store.commit(add(3));
    expect(numbers(store.state())).toEqual([1, 2, 3]);
    expect(numbers(readState(directory))).toEqual([1, 2, 3]);
  });
});

describe('case 89: many commits', () => {
  test('those of one moment are one write, applied in their order', async () => {
    const disk = troubledDisk();
    const store = await openIn(folder(), { disk });
    const results = await Promise.all(Array.from({ length: 5_000 }, (_, n) => store.commit(add(n))));
    expect(numbers(store.state())).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
    expect(new Set(results)).toEqual(new Set([store.state()]));
    expect(renames(disk.steps)).toHaveLength(1);
    expect(store.revision()).toBe(1);
  });

  test('others have their turn while there are many, and what they see is on disk', async () => {
    const seen: number[] = [];
    const breathe = async () => {
      seen.push(store.state().meetings.length);
    };
    const store = await openIn(folder(), { breathe });
    await Promise.all(Array.from({ length: 5_000 }, (_, n) => store.commit(add(n))));
    expect(seen.length).toBeGreaterThan(50);
    expect(new Set(seen)).toEqual(new Set([0]));
    expect(numbers(store.state())).toHaveLength(5_000);
  });

  test('so they have while one change brings many records', async () => {
    let turns = 0;
    const breathe = async () => {
      turns += 1;
    };
    const store = await openIn(folder(), { breathe });
    const many = Array.from({ length: 5_000 }, (_, n) => meeting(n));
    await store.commit((state) => ({ ...state, meetings: many }));
    expect(turns).toBe(10);
    await store.commit(add(5_000));
    expect(turns).toBe(10);
  });

  test('those that come during a write are folded into the next one', async () => {
    const directory = folder();
    const disk = troubledDisk();
    const store = await openIn(directory, { disk });
    const later: Promise<AppState>[] = [];
    disk.before = (step) => {
      if (step === 'rename' && later.length === 0) {
        for (let n = 2; n <= 100; n += 1) later.push(store.commit(add(n)));
      }
    };
    await store.commit(add(1));
    await Promise.all(later);
    expect(renames(disk.steps)).toEqual(['rename state-a.json', 'rename state-b.json']);
    expect(numbers(readState(directory))).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  });

  test('one that throws rejects alone, with what it threw; the others are applied', async () => {
    const store = await openIn(folder());
    const bug = new TypeError('a bug of the change');
    const outcomes = await Promise.allSettled([
      store.commit(add(1)),
      store.commit(() => {
        throw bug;
      }),
      store.commit(add(3)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: bug });
    expect(numbers(store.state())).toEqual([1, 3]);
  });

  test('a state that the next start could not read is refused, alone, and its values are not quoted', async () => {
    const store = await openIn(folder());
    const bad = { ...meeting(2), addedAt: Number.NaN, name: 'canary' };
    const outcomes = await Promise.allSettled([
      store.commit(add(1)),
      store.commit((state) => ({ ...state, meetings: [...state.meetings, bad] })),
      store.commit(() => undefined as unknown as AppState),
      store.commit(add(3)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({
      reason: { code: 'invalid-state', message: expect.stringContaining('addedAt') },
    });
    expect(String((outcomes[1] as PromiseRejectedResult).reason)).not.toContain('canary');
    expect(numbers(store.state())).toEqual([1, 3]);
    expect(store.notices()).toEqual([]);
  });

  test('settled() waits for all of them', async () => {
    const directory = folder();
    const store = await openIn(directory);
    await store.settled();
    void store.commit(add(1)).then(() => store.commit(add(2)));
    await store.settled();
    expect(numbers(readState(directory))).toEqual([1, 2]);
  });
});

describe('somebody else writes to the same profile', () => {
  test('is noticed before anything is overwritten; from then on nothing is written', async () => {
    const directory = folder();
    const ours = await openIn(directory);
    await ours.commit(add(1));
    const theirs = await openIn(directory);
    await theirs.commit(add(2));

    await expect(ours.commit(add(3))).rejects.toMatchObject({ code: 'other-writer' });
    await expect(ours.commit(add(4))).rejects.toMatchObject({ code: 'other-writer' });
    expect(ours.notices()).toEqual(['other-writer']);
    expect(numbers(ours.state())).toEqual([1]);
    expect(numbers(readState(directory))).toEqual([1, 2]);
  });

  test('a file that was only touched, or copied back as it was, is still ours', async () => {
    const directory = folder();
    const store = await openIn(directory);
    await store.commit(add(1));
    await store.commit(add(2));
    const file = path.join(directory, 'state-b.json');
    utimesSync(file, 1, 1);
    copyFileSync(path.join(directory, 'state-a.json'), path.join(directory, 'copy'));
    renameSync(path.join(directory, 'copy'), path.join(directory, 'state-a.json'));
    await store.commit(add(3));
    expect(numbers(readState(directory))).toEqual([1, 2, 3]);
  });

  test('generations that vanish or are damaged while the app runs are written anew, the damaged one kept', async () => {
    const directory = folder();
    const store = await openIn(directory);
    await store.commit(add(1));
    await store.commit(add(2));
    rmSync(path.join(directory, 'state-a.json'));
    writeFileSync(path.join(directory, 'state-b.json'), 'damaged');
    await store.commit(add(3));
    await store.commit(add(4));
    expect(numbers((await openIn(directory)).state())).toEqual([1, 2, 3, 4]);
    expect(quarantined(directory)).toHaveLength(1);
  });
});
