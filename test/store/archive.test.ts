import { describe, expect, test } from 'vitest';
import { act, markSeen } from '../../electron/domain/acts';
import { clearArchive, restoreArchive } from '../../electron/domain/archiving';
import { applyPage } from '../../electron/domain/feed';
import type { FeedEvent } from '../../electron/domain/feed-answers';
import { inspected } from '../../electron/domain/intake';
import { clearFinished } from '../../electron/domain/off-the-list';
import { readArchive } from '../../electron/store/archive';
import type { ArchiveChange } from '../../electron/store/archive-index';
import { readState } from '../../electron/store/state-store';
import { feedEvent } from '../builders/events';
import { recordingIdOf, token } from '../builders/meetings';
import {
  archivedNumbers,
  DAY,
  idOf,
  inFiles,
  liveNumbers,
  monthFiles,
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
import { folder, meeting } from './builders';
import { troubledDisk } from './troubled-disk';

const event = (n: number, type: string, id = `event-${type}-${n}`, change: string | null = null): FeedEvent =>
  feedEvent(id, type, { recordingId: recordingIdOf(n), change });
const pageOf = (...events: FeedEvent[]) => ({ events, unreadable: [], nextCursor: 'c1' });

describe('a move', () => {
  test('takes what is due into one file a month; it is still listed, newest first', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(100));
    const { store, archive } = await openBoth(directory);
    expect(liveNumbers(store.state())).toEqual(range(1, 20));
    expect(liveNumbers(readState(directory) ?? expect.fail())).toEqual(range(1, 20));
    expect(archive.views().map(({ id }) => numberOf(id))).toEqual(range(21, 100));
    expect(await inFiles(directory)).toEqual({
      '2026-10': [21],
      '2026-09': range(22, 51),
      '2026-08': range(52, 82),
      '2026-07': range(83, 100),
    });
    expect(monthFiles(directory)).toEqual(['2026-07.json', '2026-08.json', '2026-09.json', '2026-10.json']);
  });

  test('is found again by the next start, and nothing is read before it is asked to', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(40));
    const revision = (await openBoth(directory)).store.revision();
    const disk = troubledDisk();
    const { store, archive } = await openBoth(directory, { disk, load: false });
    expect(disk.steps.filter((step) => /\d{4}-\d{2}/.test(step))).toEqual([]);
    expect(archive.views()).toEqual([]);
    await settle(archive);
    expect(archivedNumbers(archive)).toEqual(range(21, 40));
    expect(store.revision()).toBe(revision);
  });

  test('tells what is added before it leaves the list, so that it is never in neither', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(40));
    const { store, archive } = await openBoth(directory, { load: false });
    const sums: number[] = [];
    const sum = () => sums.push(new Set([...liveNumbers(store.state()), ...archivedNumbers(archive)]).size);
    archive.onChange(sum);
    store.onCommit(sum);
    await settle(archive);
    expect(new Set(sums)).toEqual(new Set([40]));
  });

  test('adds to the file of its month, and is written beside, forced, read back and renamed like a generation', async () => {
    const directory = folder();
    await prepare(
      directory,
      range(21, 50).map((n) => ready(n, 40)),
    );
    const disk = troubledDisk();
    const world = await openBoth(directory, { disk });
    const more = range(1, 5).map((n) => ready(n, 41));
    await world.archive.commit((state) => ({ ...state, meetings: [...state.meetings, ...more] }));
    disk.steps.length = 0;
    await world.archive.settled();
    expect(await inFiles(directory)).toEqual({ '2026-10': [...range(1, 5), ...range(41, 50)] });
    expect(disk.steps.slice(0, 4)).toEqual([
      'write 2026-10.json.next',
      'syncAndRead 2026-10.json.next',
      'rename 2026-10.json',
      'syncFolder archive',
    ]);
  });

  test('costs a quiet commit no look at the archive', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(100));
    const disk = troubledDisk();
    const world = await openBoth(directory, { disk });
    disk.steps.length = 0;
    await tick(world);
    await world.archive.settled();
    expect(disk.steps.filter((step) => /archive|\d{4}-\d{2}\.json/.test(step))).toEqual([]);
  });
});

describe('what comes back', () => {
  async function world(count = 40) {
    const directory = folder();
    await prepare(directory, oldOnes(count));
    return { directory, ...(await openBoth(directory)) };
  }

  test('F13: an event for an archived meeting moves its record and the cursor in one commit', async () => {
    const w = await world();
    const revision = w.store.revision();
    const page = pageOf(event(30, 'recording.deleted'), event(1, 'recording.updated'));
    await w.archive.commit((state) => applyPage(state, page, token, NOW), {
      recordingIds: ['rec_30', 'rec_1'] as never[],
    });
    expect(w.store.revision()).toBe(revision + 1);
    const onDisk = readState(w.directory);
    expect(onDisk?.feed).toMatchObject({ cursor: 'c1' });
    expect(onDisk?.elsewhere).toEqual([]);
    expect(onDisk?.meetings.find((m) => m.id === idOf(30))).toMatchObject({
      name: meeting(30).name,
      key: meeting(30).key,
      state: { stage: 'deleted', at: NOW },
      seenEvents: ['event-recording.deleted-30'],
    });
    expect(archivedNumbers(w.archive)).not.toContain(30);
  });

  test.each([
    ['recording.deleted', null, 'deleted'],
    ['recording.naming_required', null, 'naming'],
    ['recording.updated', 'restored', 'ready'],
    ['recording.failed', null, 'failed'],
  ])('%s (%s): the record is live again', async (type, change, stage) => {
    const w = await world();
    await w.archive.commit((state) => applyPage(state, pageOf(event(25, type, 'e', change)), token, NOW), {
      recordingIds: ['rec_25' as never],
    });
    expect(w.store.state().meetings.find((m) => m.id === idOf(25))?.state.stage).toBe(stage);
  });

  test('F14: an event that it has seen recalls nothing', async () => {
    const w = await world();
    const page = pageOf(event(30, 'recording.updated'));
    const read = () =>
      w.archive.commit((state) => applyPage(state, page, token, NOW), { recordingIds: ['rec_30' as never] });
    await read();
    // It goes back into the archive, with what it has seen.
    await tick(w);
    await w.archive.settled();
    expect(archivedNumbers(w.archive)).toContain(30);
    await read();
    expect(liveNumbers(w.store.state())).not.toContain(30);
    expect(w.store.state().archive.gone).toEqual([]);
  });

  test('its archived form is dropped from the file one commit later, and not before', async () => {
    const w = await world();
    await w.archive.commit((state) => applyPage(state, pageOf(event(30, 'recording.naming_required')), token, NOW), {
      recordingIds: ['rec_30' as never],
    });
    await w.archive.settled();
    expect(Object.values(await inFiles(w.directory)).flat()).toContain(30);
    await tick(w);
    await w.archive.settled();
    expect(Object.values(await inFiles(w.directory)).flat()).not.toContain(30);
    expect(w.store.state().archive).toEqual({ cleared: false, gone: [] });
  });

  test('a page that comes before the archive was read waits for it', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(40));
    await openBoth(directory);
    const { store, archive } = await openBoth(directory, { load: false });
    let done = false;
    const committed = archive
      .commit((state) => applyPage(state, pageOf(event(30, 'recording.deleted')), token, NOW), {
        recordingIds: ['rec_30' as never],
      })
      .then(() => {
        done = true;
      });
    // One about live meetings does not wait.
    await archive.commit((state) => applyPage(state, pageOf(event(1, 'recording.deleted')), token, NOW), {
      recordingIds: ['rec_1' as never],
    });
    expect(done).toBe(false);
    await settle(archive);
    await committed;
    expect(liveNumbers(store.state())).toContain(30);
  });

  test('a record that is moved while a page is on its way is found all the same', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(40));
    const { store, archive } = await openBoth(directory, { load: false });
    const loading = archive.load();
    const pages = range(21, 40).map((n) =>
      archive.commit((state) => applyPage(state, pageOf(event(n, 'recording.deleted')), token, NOW), {
        recordingIds: [`rec_${n}` as never],
      }),
    );
    await Promise.all([loading, ...pages]);
    await archive.settled();
    expect(store.state().elsewhere).toEqual([]);
    for (const n of range(21, 40)) {
      const live = store.state().meetings.find((m) => m.id === idOf(n)) ?? (await archive.find(idOf(n)));
      expect(live?.state.stage, `meeting ${n}`).toBe('deleted');
    }
  });

  test('the same content is known, whatever its file is called and however old its meeting is', async () => {
    const w = await world();
    const old = (await w.archive.find(idOf(30))) ?? expect.fail();
    const copy = '/elsewhere/copy.m4a';
    const dropped = { ...meeting(900), path: copy, file: null, attempts: 0, keyToken: null };
    const fresh = { ...dropped, state: { stage: 'preparing', waits: null, fresh: true } as const };
    await w.archive.commit((state) => ({ ...state, meetings: [...state.meetings, fresh] }));
    const file = { ...(old.file ?? expect.fail()), mtimeMs: 7 };
    let sameAs: unknown = null;
    await w.archive.commit(
      (state) => {
        const inspection = { kind: 'recording', file, path: copy } as const;
        const result = inspected(state, fresh.id, inspection, NOW, new Map([[old.id, 'same']]));
        sameAs = result.sameAs;
        return result.state;
      },
      { contents: [file] },
    );
    expect(sameAs).toMatchObject({ id: idOf(30) });
    expect(liveNumbers(w.store.state())).toEqual(range(1, 20));
    expect(archivedNumbers(w.archive)).toContain(30);
  });

  test('a look at a new one (markSeen) is remembered', async () => {
    const directory = folder();
    const unseen = { stage: 'ready', at: NOW - 90 * DAY, unseen: true } as const;
    await prepare(directory, [...oldOnes(20), { ...ready(30, 90), state: unseen }]);
    const w = await openBoth(directory);
    await w.archive.commit((state) => markSeen(state, [idOf(30)]), { ids: [idOf(30)] });
    await tick(w);
    await w.archive.settled();
    expect((await w.archive.find(idOf(30)))?.state).toMatchObject({ unseen: false });
    expect(w.archive.views()).toMatchObject([{ unseen: false }]);
  });

  test('upload-again makes a new meeting, and leaves the old one where it is', async () => {
    const w = await world();
    const context = { now: NOW, freshKey: 'fresh-key' as never, freshId: meeting(901).id };
    await w.archive.commit((state) => act(state, idOf(30), 'upload-again', context), { ids: [idOf(30)] });
    expect(w.store.state().meetings.at(-1)).toMatchObject({ id: meeting(901).id, again: true, key: 'fresh-key' });
    expect(archivedNumbers(w.archive)).toContain(30);
    expect(w.store.state().archive.gone).toEqual([]);
  });
});

describe('what is taken off', () => {
  async function world() {
    const directory = folder();
    await prepare(directory, oldOnes(40));
    return { directory, ...(await openBoth(directory)) };
  }
  const remove = (n: number) => (state: Parameters<typeof act>[0]) =>
    act(state, idOf(n), 'remove', { now: NOW, freshKey: 'k' as never, freshId: idOf(999) });

  test('a removed one is gone with one commit, and for good', async () => {
    const w = await world();
    const changes: ArchiveChange[] = [];
    w.archive.onChange((change) => changes.push(change));
    await w.archive.commit(remove(30), { ids: [idOf(30)] });
    expect(changes).toEqual([{ added: [], removed: [idOf(30)] }]);
    expect(archivedNumbers(w.archive)).not.toContain(30);
    // Killed now: the file still has it, the list does not.
    const again = await openBoth(w.directory);
    expect(archivedNumbers(again.archive)).toEqual(range(21, 40).filter((n) => n !== 30));
    expect((await readArchive(w.directory, again.store.state())).map(({ id }) => numberOf(id))).not.toContain(30);
    await tick(again);
    await again.archive.settled();
    expect(Object.values(await inFiles(w.directory)).flat()).not.toContain(30);
    expect(again.store.state().archive.gone).toEqual([]);
  });

  test('its file lets go of it also when nobody commits anything', async () => {
    const w = await world();
    await w.archive.commit(remove(30), { ids: [idOf(30)] });
    w.archive.tend();
    await w.archive.settled();
    expect(Object.values(await inFiles(w.directory)).flat()).toContain(30);
    w.clock.at += 60_000;
    w.archive.tend();
    await w.archive.settled();
    expect(Object.values(await inFiles(w.directory)).flat()).not.toContain(30);
    const revision = w.store.revision();
    w.archive.tend();
    await w.archive.settled();
    expect(w.store.revision()).toBe(revision);
  });

  test('a clearing can be taken back for a while: all of it is listed again', async () => {
    const w = await world();
    await w.archive.commit(clearArchive);
    await w.archive.commit((state) => ({ ...state, pausedAll: true }));
    await w.archive.settled();
    expect(w.archive.views()).toEqual([]);
    const told: number[] = [];
    w.archive.onChange(({ added }) => told.push(added.length));
    await w.archive.commit(restoreArchive);
    await w.archive.settled();
    expect(archivedNumbers(w.archive)).toEqual(range(21, 40));
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(20);
    for (let n = 0; n < 3; n += 1) await tick(w);
    await w.archive.settled();
    expect(Object.values(await inFiles(w.directory)).flat()).toHaveLength(20);
  });

  test('clearing what is finished takes all of it, and its files', async () => {
    const w = await world();
    await w.archive.commit((state) => clearArchive(clearFinished(state, NOW)));
    expect(w.archive.views()).toEqual([]);
    expect(archivedNumbers((await openBoth(w.directory)).archive)).toEqual([]);
    await tick(w);
    await w.archive.settled();
    expect(monthFiles(w.directory)).toEqual([]);
    expect(w.store.state().archive).toEqual({ cleared: false, gone: [] });
    expect(w.archive.isEmpty()).toBe(true);
  });

  test('one that is in both after a crash does not come back when its live record is removed', async () => {
    const directory = folder();
    await prepare(directory, oldOnes(40));
    const disk = troubledDisk();
    const { archive } = await openBoth(directory, { disk, load: false });
    // The move's own commit fails: the file has them, the live state too.
    archive.onChange(() => disk.fail('write', 'ENOSPC'));
    await settle(archive);
    disk.heal();
    expect(Object.values(await inFiles(directory)).flat()).toContain(21);
    const again = await openBoth(directory, { load: false });
    expect(liveNumbers(again.store.state())).toContain(21);
    await again.archive.commit(remove(21), { ids: [idOf(21)] });
    const last = await openBoth(directory);
    await tick(last);
    await tick(last);
    await last.archive.settled();
    expect([...liveNumbers(last.store.state()), ...archivedNumbers(last.archive)]).not.toContain(21);
    expect(new Set([...liveNumbers(last.store.state()), ...archivedNumbers(last.archive)]).size).toBe(39);
  });
});

test('`--status-json` reads it without opening anything', async () => {
  const directory = folder();
  await prepare(directory, oldOnes(40));
  const { store } = await openBoth(directory);
  const read = await readArchive(directory, store.state());
  expect(read.map(({ id }) => numberOf(id)).sort((a, b) => a - b)).toEqual(range(21, 40));
  expect(await readArchive(folder(), store.state())).toEqual([]);
});
