import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyPage } from '../../electron/domain/feed';
import { readArchive } from '../../electron/store/archive';
import { seal } from '../../electron/store/generation-format';
import { token } from '../builders/meetings';
import {
  archivedNumbers,
  idOf,
  inFiles,
  liveNumbers,
  NOW,
  numberOf,
  oldOnes,
  openBoth,
  prepare,
  range,
  ready,
  settle,
  tick,
} from './archive-world';
import { folder, quarantined, quickDisk, systemError } from './builders';
import { troubledDisk } from './troubled-disk';

/** 26 old ones: 20 stay, 21 belongs to October, 22 to 26 to September. */
async function moved(): Promise<string> {
  const directory = folder();
  await prepare(directory, oldOnes(26));
  await openBoth(directory);
  return directory;
}
const fileOf = (directory: string, month: string) => path.join(directory, 'archive', `${month}.json`);

describe('a file that cannot be read', () => {
  test.each<[string, (file: string) => void]>([
    ['a flipped bit', (file) => flip(file)],
    ['cut in half', (file) => writeFileSync(file, readFileSync(file).subarray(0, 700))],
    ['empty', (file) => writeFileSync(file, '')],
    ['NULs', (file) => writeFileSync(file, Buffer.alloc(900))],
    [
      'a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
        writeFileSync(path.join(file, 'something'), 'of somebody');
      },
    ],
  ])('%s: is put aside and told, and everything else goes on', async (_, damage) => {
    const directory = await moved();
    damage(fileOf(directory, '2026-09'));
    const world = await openBoth(directory);
    expect(world.archive.notices()).toEqual(['archive-damaged']);
    expect(world.store.notices()).toEqual([]);
    expect(archivedNumbers(world.archive)).toEqual([21]);
    expect(liveNumbers(world.store.state())).toEqual(range(1, 20));
    expect(quarantined(directory)).toHaveLength(1);
    expect(existsSync(fileOf(directory, '2026-09'))).toBe(false);
    // The month gets a new file, and the next start has nothing to tell.
    await world.archive.commit((state) => ({ ...state, meetings: [...state.meetings, ready(50, 70)] }));
    await world.archive.settled();
    expect(await inFiles(directory)).toEqual({ '2026-10': [21], '2026-09': [50] });
    expect((await openBoth(directory)).archive.notices()).toEqual([]);
    expect(quarantined(directory)).toHaveLength(1);
  });

  test('damaged while the app runs: found at the next move, which loses nothing', async () => {
    const directory = await moved();
    const world = await openBoth(directory);
    flip(fileOf(directory, '2026-09'));
    expect(await world.archive.find(idOf(23))).toBeNull();
    await world.archive.commit((state) => ({ ...state, meetings: [...state.meetings, ready(50, 70)] }));
    await world.archive.settled();
    expect(archivedNumbers(world.archive)).toEqual([21, 50]);
    expect(world.archive.notices()).toEqual(['archive-damaged']);
    expect(quarantined(directory)).toHaveLength(1);
  });

  test('one record that cannot be read does not take the others with it, and its file is kept', async () => {
    const directory = await moved();
    const file = fileOf(directory, '2026-09');
    const { state } = JSON.parse(readFileSync(file, 'utf8'));
    state.meetings[1] = { id: 'half a record' };
    writeFileSync(file, seal([Buffer.from(JSON.stringify(state))], 7, '0.1.0').bytes);
    const world = await openBoth(directory);
    expect(archivedNumbers(world.archive)).toEqual([21, 22, 24, 25, 26]);
    expect(world.archive.notices()).toEqual(['archive-damaged']);
    expect(quarantined(directory)).toEqual([]);
    await world.archive.commit((current) => ({ ...current, meetings: [...current.meetings, ready(50, 70)] }));
    await world.archive.settled();
    expect(quarantined(directory)).toHaveLength(1);
  });

  test('`--status-json` passes over it, and moves nothing', async () => {
    const directory = await moved();
    flip(fileOf(directory, '2026-09'));
    const { store } = await openBoth(directory, { load: false });
    expect((await readArchive(directory, store.state())).map(({ id }) => numberOf(id))).toEqual([21]);
    expect(quarantined(directory)).toEqual([]);
  });
});

describe('a disk that does not answer', () => {
  test('the feed waits for an archived meeting until its file can be read', async () => {
    const directory = await moved();
    let broken = true;
    const disk = {
      ...quickDisk,
      read: async (file: string) => {
        if (broken && file.endsWith('2026-09.json')) throw systemError('EIO');
        return quickDisk.read(file);
      },
    };
    const world = await openBoth(directory, { disk });
    expect(archivedNumbers(world.archive)).toEqual([21]);
    expect(world.archive.notices()).toEqual(['archive-damaged']);
    expect(quarantined(directory)).toEqual([]);
    const event = { id: 'e', type: 'recording.deleted', seriesId: null, occurredAt: null, status: null };
    const page = {
      events: [{ ...event, recordingId: 'rec_23' as never, change: null, error: null }],
      unreadable: [],
      nextCursor: 'c1',
    };
    const read = () =>
      world.archive.commit((state) => applyPage(state, page, token, NOW), { recordingIds: ['rec_23' as never] });
    await expect(read()).rejects.toMatchObject({ code: 'io' });
    expect(world.store.state().feed.cursor).toBeNull();
    broken = false;
    await read();
    expect(world.store.state().meetings.find(({ id }) => id === idOf(23))?.state.stage).toBe('deleted');
    expect(world.archive.notices()).toEqual([]);
  });

  test('not for ever: what cannot be read time after time is put aside, and the feed goes on', async () => {
    const directory = await moved();
    const disk = {
      ...quickDisk,
      read: async (file: string) => {
        if (file.endsWith('2026-09.json')) throw systemError('EIO');
        return quickDisk.read(file);
      },
    };
    const world = await openBoth(directory, { disk });
    const read = () => world.archive.commit((state) => state, { recordingIds: ['rec_23' as never] });
    // Twice it was tried by itself.
    await expect(read()).rejects.toMatchObject({ code: 'io' });
    await expect(read()).rejects.toMatchObject({ code: 'io' });
    await read();
    expect(quarantined(directory)).toHaveLength(1);
    expect(world.archive.notices()).toEqual(['archive-damaged']);
  });
});

describe('a full disk', () => {
  test.each(['write', 'syncAndRead', 'rename'] as const)(
    '%s fails: the record stays live, and is moved later',
    async (step) => {
      const directory = folder();
      await prepare(directory, oldOnes(26));
      const disk = troubledDisk();
      const world = await openBoth(directory, { disk, load: false });
      disk.fail(step, 'ENOSPC', 1);
      await settle(world.archive);
      expect(liveNumbers(world.store.state())).toEqual(range(1, 26));
      expect(await inFiles(directory)).toEqual({});
      expect(world.store.notices()).toEqual([]);
      // Not at each commit, but soon.
      disk.steps.length = 0;
      await world.archive.commit((state) => ({ ...state, pausedAll: true }));
      await world.archive.settled();
      expect(disk.steps.filter((taken) => /\d{4}-\d{2}/.test(taken))).toEqual([]);
      for (let n = 0; n < 4; n += 1) {
        await tick(world);
        await world.archive.settled();
      }
      expect(liveNumbers(world.store.state())).toEqual(range(1, 20));
      expect(archivedNumbers(world.archive)).toEqual(range(21, 26));
    },
  );

  test('a short write is no move', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(26));
    const disk = troubledDisk();
    const world = await openBoth(directory, { disk, load: false });
    disk.writeOnly(500);
    await settle(world.archive);
    disk.heal();
    expect(liveNumbers(world.store.state())).toEqual(range(1, 26));
    expect(await inFiles(directory)).toEqual({});
  });

  test('a move whose own commit fails is undone and made anew; what is in both is shown once', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(26));
    const disk = troubledDisk();
    const world = await openBoth(directory, { disk, load: false });
    const stop = world.archive.onChange(() => disk.fail('write', 'ENOSPC', 1));
    await settle(world.archive);
    stop();
    expect(liveNumbers(world.store.state())).toEqual(range(1, 26));
    expect(await inFiles(directory)).toEqual({ '2026-10': [21] });
    expect((await readArchive(directory, world.store.state())).length).toBe(0);
    for (let n = 0; n < 5; n += 1) {
      await tick(world);
      await world.archive.settled();
    }
    expect(liveNumbers(world.store.state())).toEqual(range(1, 20));
    expect(archivedNumbers(world.archive)).toEqual(range(21, 26));
    expect(world.store.state().archive.gone).toEqual([]);
  });
});

describe('a newer version', () => {
  test('wrote a month: it is shown, and its file is left alone', async () => {
    const directory = await moved();
    const file = fileOf(directory, '2026-09');
    const { state } = JSON.parse(readFileSync(file, 'utf8'));
    const newer = seal([Buffer.from(JSON.stringify(state))], 7, '9.0.0', 99).bytes;
    writeFileSync(file, newer);
    const world = await openBoth(directory);
    expect(archivedNumbers(world.archive)).toEqual(range(21, 26));
    await world.archive.commit((current) => ({ ...current, meetings: [...current.meetings, ready(50, 70)] }));
    await world.archive.settled();
    expect(liveNumbers(world.store.state())).toContain(50);
    expect(readFileSync(file)).toEqual(newer);
  });

  test('wrote the state: nothing of the archive is moved or put aside', async () => {
    const directory = await moved();
    flip(fileOf(directory, '2026-09'));
    const state = Buffer.from(JSON.stringify({ meetings: oldOnes(26) }));
    writeFileSync(path.join(directory, 'state-a.json'), seal([state], 900, '9.0.0', 99).bytes);
    const world = await openBoth(directory);
    expect(world.store.notices()).toContain('newer-version');
    expect(existsSync(fileOf(directory, '2026-09'))).toBe(true);
    expect(quarantined(directory)).toEqual([]);
  });
});

function flip(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
