// Meetings from elsewhere: the state has those that were told of last, their file the others; a change finds both, and a crash
// anywhere loses none and brings none back.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import { settleAttempt } from '../../electron/domain/attempt';
import { hide } from '../../electron/domain/elsewhere';
import { elsewhereViews } from '../../electron/domain/elsewhere-view';
import { applyPage } from '../../electron/domain/feed';
import type { FeedEvent } from '../../electron/domain/feed-answers';
import type { ArchiveChange } from '../../electron/store/archive-index';
import { seal } from '../../electron/store/generation-format';
import { SCHEMA_VERSION } from '../../electron/store/migrations';
import { feedEvent } from '../builders/events';
import { accepted, context, recordingIdOf, token, uploading } from '../builders/meetings';
import { type ArchiveWorld, NOW, openBoth, range, settle } from './archive-world';
import { folder, quarantined } from './builders';
import { dyingDisk, ENDS } from './dying-disk';
import { troubledDisk } from './troubled-disk';

const event = (n: number, type: string, id = `${type} ${n}`): FeedEvent =>
  feedEvent(id, type, { recordingId: recordingIdOf(n) });

/** A page of the feed, as the poller commits it. */
async function read({ archive }: ArchiveWorld, nextCursor: string, ...events: FeedEvent[]): Promise<void> {
  const recordingIds = events.map(({ recordingId }) => recordingId);
  const page = { events, unreadable: [], nextCursor };
  await archive.commit((state) => applyPage(state, page, token, NOW), { recordingIds });
}

const readyOnes = (from: number, to: number) => range(from, to).map((n) => event(n, 'recording.ready'));
const fileOf = (directory: string) => path.join(directory, 'elsewhere.json');

/** What the window would show: of a meeting that is in both, the state's row. */
function shown({ store, archive }: ArchiveWorld): Record<RecordingId, string> {
  const hidden = new Set(store.state().elsewhere.flatMap((r) => (r.kind === 'hidden' ? [r.recordingId] : [])));
  const rows = [...archive.views().filter(({ group }) => group === 'elsewhere'), ...elsewhereViews(store.state())];
  const listed = rows.flatMap(({ recordingId, stage }) =>
    recordingId === null || hidden.has(recordingId) ? [] : [[recordingId, stage] as const],
  );
  return Object.fromEntries(listed);
}

/** Hundred ready meetings from elsewhere, of which eighty are in the file. */
async function hundred(directory = folder()) {
  const world = await openBoth(directory);
  await read(world, 'c1', ...readyOnes(1, 100));
  await world.archive.settled();
  return { directory, ...world };
}

describe('a move', () => {
  test('takes those that were told of longest ago into their file; all are listed, also after a restart', async () => {
    const w = await hundred();
    expect(w.store.state().elsewhere.map((r) => r.recordingId)).toEqual(range(81, 100).map(recordingIdOf));
    expect(Object.keys(shown(w))).toHaveLength(100);
    const again = await openBoth(w.directory);
    expect(shown(again)).toEqual(shown(w));
  });

  test('tells the window what came into the list', async () => {
    const directory = folder();
    const world = await openBoth(directory);
    const changes: ArchiveChange[] = [];
    world.archive.onChange((change) => changes.push(change));
    await read(world, 'c1', ...readyOnes(1, 100));
    await world.archive.settled();
    expect(changes.flatMap(({ added }) => added.map((view) => view.recordingId))).toEqual(
      range(1, 80).map(recordingIdOf),
    );
  });

  test('thousands leave the live file small', async () => {
    const world = await openBoth(folder());
    for (const n of range(0, 9)) await read(world, `c${n}`, ...readyOnes(n * 400 + 1, n * 400 + 400));
    await world.archive.settled();
    expect(world.store.state().elsewhere.length).toBeLessThan(80);
    expect(Object.keys(shown(world))).toHaveLength(4_000);
  });

  test('what the disk does not take stays in the state, and goes another time', async () => {
    const directory = folder();
    const disk = troubledDisk();
    const world = await openBoth(directory, { disk });
    await read(world, 'c1', ...readyOnes(1, 70));
    disk.before = (step) => {
      if (step === 'write' && disk.steps.at(-1)?.includes('elsewhere'))
        throw Object.assign(new Error(), { code: 'ENOSPC' });
    };
    await read(world, 'c2', ...readyOnes(71, 100));
    await world.archive.settled();
    expect(Object.keys(shown(world))).toHaveLength(100);
    disk.before = () => {};
    world.clock.at += 120_000;
    await read(world, 'c3', event(100, 'recording.naming_required'));
    await world.archive.settled();
    expect(world.store.state().elsewhere).toHaveLength(20);
    expect(Object.keys(shown(world))).toHaveLength(100);
  });
});

describe('a file of another version', () => {
  const sealedBy = (file: string, version: number) => {
    const { state } = JSON.parse(readFileSync(file, 'utf8'));
    const { bytes } = seal([Buffer.from(JSON.stringify(state))], 900, '9.0.0', version);
    writeFileSync(file, bytes);
    return bytes;
  };

  test('of a later one is shown, and never written over', async () => {
    const { directory } = await hundred();
    const bytes = sealedBy(fileOf(directory), SCHEMA_VERSION + 1);
    const world = await openBoth(directory);
    await read(world, 'c2', ...readyOnes(101, 300));
    await world.archive.settled();
    expect(Object.keys(shown(world))).toHaveLength(300);
    expect(readFileSync(fileOf(directory))).toEqual(bytes);
    expect(quarantined(directory)).toEqual([]);
  });

  test('of an earlier one is read, and goes on as one of this', async () => {
    const { directory } = await hundred();
    sealedBy(fileOf(directory), 1);
    const world = await openBoth(directory);
    expect(Object.keys(shown(world))).toHaveLength(100);
    await read(world, 'c2', ...readyOnes(101, 300));
    await world.archive.settled();
    expect(JSON.parse(readFileSync(fileOf(directory), 'utf8'))).toMatchObject({
      schemaVersion: SCHEMA_VERSION,
      revision: 901,
    });
  });
});

describe('one that is in the file', () => {
  test('F13: is moved by an event in one commit with the cursor', async () => {
    const w = await hundred();
    const revision = w.store.revision();
    await read(w, 'c2', event(3, 'recording.naming_required'));
    expect(w.store.revision()).toBe(revision + 1);
    expect(w.store.state()).toMatchObject({ feed: { cursor: 'c2' } });
    expect(w.store.state().elsewhere.at(-1)).toMatchObject({
      recordingId: recordingIdOf(3),
      state: { stage: 'naming' },
    });
    expect(shown(w)[recordingIdOf(3)]).toBe('naming');
  });

  test('F14: a repeat of an event leaves it where it is', async () => {
    const w = await hundred();
    const { elsewhere } = w.store.state();
    await read(w, 'c2', ...readyOnes(1, 40));
    expect(w.store.state().elsewhere).toBe(elsewhere);
    expect(w.store.state().feed.cursor).toBe('c2');
  });

  test('is taken off the list for good', async () => {
    const w = await hundred();
    const gone: string[] = [];
    w.archive.onChange(({ removed }) => gone.push(...removed));
    await w.archive.commit((state) => hide(state, [recordingIdOf(3)]), { elsewhere: [recordingIdOf(3)] });
    expect(gone).toEqual(['elsewhere:rec_3']);
    await read(w, 'c2', event(3, 'recording.naming_required'), ...readyOnes(101, 200));
    await w.archive.settled();
    expect(Object.keys(shown(w))).toHaveLength(199);
    const again = await openBoth(w.directory);
    await read(again, 'c3', event(3, 'recording.ready', 'again'));
    expect(shown(again)[recordingIdOf(3)]).toBeUndefined();
  });

  test('taken off the list, it is not in the list that a window asks for anew', async () => {
    const w = await hundred();
    await w.archive.commit((state) => hide(state, [recordingIdOf(3)]), { elsewhere: [recordingIdOf(3)] });
    expect(w.archive.views().map(({ recordingId }) => recordingId)).not.toContain(recordingIdOf(3));
  });

  test('F15: is taken over by the 202 that it overtook, without a trace of a stranger', async () => {
    const w = await hundred();
    await w.archive.commit((state) => ({ ...state, meetings: [uploading(3)] }));
    const change = (state: Parameters<typeof settleAttempt>[0]) =>
      settleAttempt(state, uploading(3).id, accepted(3), null, context);
    await w.archive.commit(change, { elsewhere: [recordingIdOf(3)] });
    expect(w.store.state().meetings).toMatchObject([
      { recordingId: recordingIdOf(3), seenEvents: ['recording.ready 3'], state: { stage: 'ready', unseen: true } },
    ]);
    expect(shown(w)[recordingIdOf(3)]).toBeUndefined();
    expect(Object.keys(shown(await openBoth(w.directory)))).toHaveLength(99);
  });

  test('counts among the meetings that are to be caught up with', async () => {
    const w = await hundred();
    await w.archive.commit((state) => hide(state, [recordingIdOf(3)]), { elsewhere: [recordingIdOf(3)] });
    await read(w, 'c2', ...readyOnes(101, 180));
    await w.archive.settled();
    expect(await w.archive.filed()).not.toContain(recordingIdOf(3));
    expect(await w.archive.filed()).toHaveLength(159);
  });
});

describe('a file that is not as it should be', () => {
  test('a damaged one is kept aside and said; what comes is kept again', async () => {
    const w = await hundred();
    writeFileSync(fileOf(w.directory), '{"half');
    const again = await openBoth(w.directory);
    expect(again.archive.notices()).toEqual(['archive-damaged']);
    expect(quarantined(w.directory)).toHaveLength(1);
    expect(Object.keys(shown(again))).toHaveLength(20);
    await read(again, 'c2', ...readyOnes(101, 180));
    await again.archive.settled();
    expect(Object.keys(shown(await openBoth(w.directory)))).toHaveLength(100);
  });

  test('one of a later version is shown, and not written', async () => {
    const w = await hundred();
    const { state } = JSON.parse(readFileSync(fileOf(w.directory), 'utf8'));
    const later = seal([Buffer.from(JSON.stringify(state))], 7, '9.0.0', 99).bytes;
    writeFileSync(fileOf(w.directory), later);
    const again = await openBoth(w.directory);
    await read(again, 'c2', ...readyOnes(101, 180));
    await again.archive.settled();
    expect(readFileSync(fileOf(w.directory)).equals(later)).toBe(true);
    expect(Object.keys(shown(again))).toHaveLength(180);
    expect(again.store.state().elsewhere).toHaveLength(100);
  });

  test('a record in it that cannot be read does not take the others with it', async () => {
    const directory = folder();
    const records = [{ kind: 'hidden', recordingId: 'a' }, { kind: 'odd' }, 5];
    const world = await openBoth(directory);
    await read(world, 'c1', event(1, 'recording.ready'));
    writeFileSync(fileOf(directory), seal([Buffer.from(JSON.stringify({ elsewhere: records }))], 1, '0.1.0').bytes);
    const again = await openBoth(directory);
    expect(again.archive.notices()).toEqual(['archive-damaged']);
    expect(existsSync(fileOf(directory))).toBe(true);
    await read(again, 'c2', { ...event(2, 'recording.ready'), recordingId: 'a' as RecordingId });
    expect(Object.keys(shown(again))).toEqual([recordingIdOf(1)]);
  });
});

describe.each(ENDS)('the disk ends in the middle (%s)', (end) => {
  test('each meeting is there once, as it was told of last, and those that were taken off stay off', async () => {
    const acts = async (world: ArchiveWorld) => {
      await read(world, 'c2', event(3, 'recording.naming_required'), event(50, 'recording.deleted'));
      await world.archive.commit((state) => hide(state, [recordingIdOf(7)]), { elsewhere: [recordingIdOf(7)] });
      await read(world, 'c3', ...readyOnes(101, 180));
      await world.archive.settled();
    };
    let steps = 1;
    for (let last = 1; last <= steps; last += 1) {
      const { directory } = await hundred();
      const disk = dyingDisk(last, end);
      const world = await openBoth(directory, { disk, load: false }).catch(() => null);
      if (world) {
        await settle(world.archive).catch(() => {});
        await acts(world).catch(() => {});
      }
      if (disk.taken().length > steps) steps = disk.taken().length;
      if (disk.taken().length < last) break;
      steps = Math.max(steps, last + 1);
      const again = await openBoth(directory);
      const { cursor } = again.store.state().feed;
      const rows = shown(again);
      const isPast = (c: string) => (cursor ?? '') >= c;
      expect(rows[recordingIdOf(3)], `step ${last}`).toBe(isPast('c2') ? 'naming' : 'ready');
      expect(rows[recordingIdOf(50)], `step ${last}`).toBe(isPast('c2') ? 'deleted' : 'ready');
      if (isPast('c3')) expect(rows[recordingIdOf(7)], `step ${last}`).toBeUndefined();
      expect(Object.keys(rows).length, `step ${last}`).toBeGreaterThanOrEqual(isPast('c3') ? 179 : 99);
    }
    expect(steps).toBeGreaterThan(10);
  });
});
