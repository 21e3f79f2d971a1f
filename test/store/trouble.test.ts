import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StoreNotice } from '../../electron/contract/problem';
import { nodeDisk } from '../../electron/store/disk';
import { readState } from '../../electron/store/state-store';
import { add, filesIn, folder, numbers, openIn, quarantined } from './builders';
import { type Step, type TroubledDisk, troubledDisk } from './troubled-disk';

/** An open store with meetings 1 and 2 on a disk that works until it is told not to. */
async function running() {
  const directory = folder();
  const disk = troubledDisk();
  const store = await openIn(directory, { disk });
  await store.commit(add(1));
  await store.commit(add(2));
  const told: (readonly StoreNotice[])[] = [];
  store.onNotices((notices) => told.push(notices));
  return { directory, disk, store, told };
}

type Trouble = (disk: TroubledDisk) => void;
const fails =
  (step: Step, code: string): Trouble =>
  (disk) =>
    disk.fail(step, code);

describe.each<[string, Trouble, string, readonly StoreNotice[]]>([
  ['case 78: a short write that is reported as success', (disk) => disk.writeOnly(400), 'disk-full', ['disk-full']],
  ['case 78: a write of nothing', (disk) => disk.writeOnly(0), 'disk-full', ['disk-full']],
  ['case 79: ENOSPC at open', fails('write', 'ENOSPC'), 'disk-full', ['disk-full']],
  ['case 79: a full quota', fails('write', 'EDQUOT'), 'disk-full', ['disk-full']],
  ['ENOSPC at fsync', fails('syncAndRead', 'ENOSPC'), 'disk-full', ['disk-full']],
  ['EIO at write', fails('write', 'EIO'), 'io', []],
  ['EIO at fsync', fails('syncAndRead', 'EIO'), 'io', []],
  ['EIO at rename', fails('rename', 'EIO'), 'io', []],
  ['EIO at the fsync of the folder, after the rename', fails('syncFolder', 'EIO'), 'io', []],
  ['a disk that lies', (disk) => disk.lie(true), 'io', []],
  ['a file system that became read-only', fails('write', 'EROFS'), 'read-only', ['read-only']],
  ['rights that were taken away', fails('write', 'EACCES'), 'read-only', ['read-only']],
  ['a generation that may not be replaced', fails('rename', 'EPERM'), 'read-only', ['read-only']],
  ['case 80: a generation that is held for ever', fails('rename', 'EBUSY'), 'io', []],
])('%s', (_, start, code, notices) => {
  test('the commit rejects and state() stays; the acknowledged state is on disk; it works again after', async () => {
    const { directory, disk, store, told } = await running();
    const before = store.state();
    start(disk);
    for (let n = 0; n < 3; n += 1) {
      await expect(store.commit(add(3))).rejects.toMatchObject({ name: 'StoreError', code });
      expect(store.state()).toBe(before);
      expect(store.revision()).toBe(2);
    }
    expect(store.notices()).toEqual(notices);

    // What a kill at this moment leaves: all that was acknowledged (and at most what was tried).
    const after = await openIn(directory);
    expect(numbers(after.state())?.slice(0, 2)).toEqual([1, 2]);
    expect(after.notices()).toEqual([]);
    expect(quarantined(directory)).toEqual([]);

    disk.heal();
    expect(numbers(await store.commit(add(4)))).toEqual([1, 2, 4]);
    expect(store.notices()).toEqual([]);
    expect(told).toEqual(notices.length > 0 ? [notices, []] : []);
    expect(numbers(readState(directory))).toEqual([1, 2, 4]);
    expect([...filesIn(directory).keys()].sort()).toEqual(['installed.json', 'state-a.json', 'state-b.json']);
  });

  test('all of a group reject together, and those that come after are judged by the disk as it is then', async () => {
    const { disk, store } = await running();
    start(disk);
    const group = [store.commit(add(3)), store.commit(add(4))];
    const results = await Promise.allSettled(group);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    disk.heal();
    await store.commit(add(5));
    expect(numbers(store.state())).toEqual([1, 2, 5]);
  });
});

describe('case 78: both generations through a full disk', () => {
  test('a write that fails leaves both as they were, byte for byte', async () => {
    const { directory, disk, store } = await running();
    const before = filesIn(directory);
    for (const bytes of [0, 1, 100, 1_000]) {
      disk.writeOnly(bytes);
      await expect(store.commit(add(3))).rejects.toMatchObject({ code: 'disk-full' });
    }
    expect(filesIn(directory)).toEqual(before);
  });
});

describe('case 80: a file that a virus scanner or an indexer holds', () => {
  test.each(['EPERM', 'EBUSY', 'EACCES'])('%s at rename for a while: tried again, nobody is told', async (code) => {
    const { directory, disk, store, told } = await running();
    disk.fail('rename', code, 8);
    await store.commit(add(3));
    expect(numbers(readState(directory))).toEqual([1, 2, 3]);
    expect(told).toEqual([]);
  });

  test('the pauses between the tries leave the event loop free, and add up to more than three seconds', async () => {
    const directory = folder();
    const disk = troubledDisk();
    const pauses: number[] = [];
    const pause = async (ms: number) => {
      pauses.push(ms);
    };
    const store = await openIn(directory, { disk, pause });
    disk.fail('rename', 'EBUSY');
    await expect(store.commit(add(1))).rejects.toMatchObject({ code: 'io' });
    expect(pauses[0]).toBeLessThanOrEqual(10);
    expect(pauses.reduce((sum, ms) => sum + ms)).toBeGreaterThan(3_000);
    expect(pauses.reduce((sum, ms) => sum + ms)).toBeLessThan(10_000);
  });

  test('what is committed meanwhile is written once, with the next generation', async () => {
    const { disk, store } = await running();
    disk.fail('rename', 'EBUSY', 5);
    disk.steps.length = 0;
    const first = store.commit(add(3));
    const later: Promise<unknown>[] = [];
    disk.before = (step) => {
      if (step === 'rename' && later.length < 5) later.push(store.commit(add(10 + later.length)));
    };
    await first;
    await Promise.all(later);
    expect(numbers(store.state())).toEqual([1, 2, 3, 10, 11, 12, 13, 14]);
    expect(disk.steps.filter((step) => step.startsWith('write state-'))).toHaveLength(2);
  });
});

describe('case 114: a store that cannot be written at start', () => {
  test.each<[string, StoreNotice]>([
    ['EROFS', 'read-only'],
    ['EACCES', 'read-only'],
    ['EPERM', 'read-only'],
    ['ENOSPC', 'disk-full'],
  ])('%s: opens with what is there and says so; recovers', async (code, notice) => {
    const { directory } = await running();
    const disk = troubledDisk();
    disk.fail('write', code);
    disk.fail('rename', code);
    disk.fail('remove', code);
    const store = await openIn(directory, { disk });
    expect(numbers(store.state())).toEqual([1, 2]);
    expect(store.notices()).toEqual([notice]);
    await expect(store.commit(add(3))).rejects.toMatchObject({ code: notice });
    disk.heal();
    await store.commit(add(4));
    expect(store.notices()).toEqual([]);
  });

  test('a folder that cannot even be made', async () => {
    const inTheWay = path.join(folder(), 'file');
    writeFileSync(inTheWay, '');
    const store = await openIn(path.join(inTheWay, 'store'));
    expect(store.notices()).toEqual(['read-only']);
    await expect(store.commit(add(1))).rejects.toMatchObject({ code: 'io' });
    expect(store.state().meetings).toEqual([]);
  });

  test('a damaged generation that cannot be moved aside is not overwritten either', async () => {
    const { directory } = await running();
    const file = path.join(directory, 'state-b.json');
    writeFileSync(file, 'damaged');
    const disk = troubledDisk();
    disk.fail('rename', 'EACCES');
    const store = await openIn(directory, { disk });
    expect(store.notices()).toEqual(['restored-older', 'read-only']);
    expect(numbers(store.state())).toEqual([1]);
    expect(readFileSync(file, 'utf8')).toBe('damaged');
    disk.heal();
    await store.commit(add(3));
    expect(quarantined(directory)).toHaveLength(1);
    expect(numbers((await openIn(directory)).state())).toEqual([1, 3]);
  });
});

describe('on a real full disk', () => {
  test.skipIf(process.platform !== 'linux')('/dev/full says ENOSPC at the write', async () => {
    const directory = folder();
    const disk = { ...nodeDisk, write: () => nodeDisk.write('/dev/full', Buffer.from('x')) };
    const store = await openIn(directory, { disk });
    expect(store.notices()).toEqual(['disk-full']);
    await expect(store.commit(add(1))).rejects.toMatchObject({ code: 'disk-full' });
    // The device itself is still there: a failed write removes its own file, not what it was told to write to.
    await (await openFile('/dev/full', 'r')).close();
  });

  test('the folder vanishes while the app runs: it is made again', async () => {
    const { directory, store } = await running();
    rmSync(directory, { recursive: true });
    await store.commit(add(3));
    expect(numbers(readState(directory))).toEqual([1, 2, 3]);
  });
});
