// The archive dies at each step that changes the disk, in each way: a record is live, or archived, or both; never in neither,
// never shown twice, and what was removed does not come back.

import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { act } from '../../electron/domain/acts';
import { clearArchive } from '../../electron/domain/archiving';
import { applyPage } from '../../electron/domain/feed';
import { readArchive } from '../../electron/store/archive';
import { token } from '../builders/meetings';
import {
  type ArchiveWorld,
  archivedNumbers,
  idOf,
  liveNumbers,
  NOW,
  numberOf,
  oldOnes,
  openBoth,
  prepare,
  settle,
  tick,
} from './archive-world';
import { folder } from './builders';
import { type DyingDisk, dyingDisk, ENDS, type End } from './dying-disk';

const context = { now: NOW, freshKey: 'k' as never, freshId: idOf(999) };
const all = Array.from({ length: 26 }, (_, i) => i + 1);

const remove = (n: number) => (world: ArchiveWorld) =>
  world.archive.commit((state) => act(state, idOf(n), 'remove', context), { ids: [idOf(n)] });

const recall = (n: number) => (world: ArchiveWorld) => {
  const event = {
    id: `event-${n}`,
    type: 'recording.naming_required',
    recordingId: `rec_${n}` as never,
    seriesId: null,
    occurredAt: null,
    status: null,
    change: null,
    error: null,
  };
  return world.archive.commit(
    (state) => applyPage(state, { events: [event], unreadable: [], nextCursor: 'c1' }, token, NOW),
    {
      recordingIds: [event.recordingId],
    },
  );
};

interface Script {
  readonly name: string;
  /** Whether the move has been made before the disk that dies comes. */
  readonly moved: boolean;
  /** Meetings that may be missing once the acts began, and must be once they were acknowledged. */
  readonly removes: readonly number[];
  readonly acts: readonly ((world: ArchiveWorld) => Promise<unknown>)[];
}

const scripts: readonly Script[] = [
  { name: 'a move', moved: false, removes: [], acts: [] },
  {
    name: 'a removal of an archived one, and its dropping',
    moved: true,
    removes: [23],
    acts: [remove(23), tick, tick],
  },
  { name: 'a removal of the only one of a month', moved: true, removes: [21], acts: [remove(21), tick, tick] },
  { name: 'a recall, and its dropping', moved: true, removes: [], acts: [recall(24), tick, tick] },
  {
    name: 'a clearing',
    moved: true,
    removes: [21, 22, 23, 24, 25, 26],
    acts: [(world) => world.archive.commit(clearArchive), tick, tick],
  },
];

/** A folder with 26 old meetings, of which 21 to 26 are in the archive, or due for it. */
async function template(moved: boolean): Promise<string> {
  const directory = folder();
  await prepare(directory, oldOnes(26));
  if (moved) await openBoth(directory);
  return directory;
}

/** Runs a script on a disk that dies, then looks at what a new start finds. Returns the steps taken. */
async function run(script: Script, from: string, last: number, end: End): Promise<ReturnType<DyingDisk['taken']>> {
  const directory = folder();
  cpSync(from, directory, { recursive: true });
  const disk = dyingDisk(last, end);
  const world = await openBoth(directory, { disk, load: false });
  let acknowledged = 0;
  try {
    await settle(world.archive);
    for (const each of script.acts) {
      await each(world);
      acknowledged += 1;
      await world.archive.settled();
    }
  } catch {
    // The disk ended. What was acknowledged by then counts.
  }

  const where = `${end} step ${last}`;
  const mustBeThere = all.filter((n) => !script.removes.includes(n));
  const after = await openBoth(directory, { load: false });
  const live = liveNumbers(after.store.state());
  // As `--status-json` sees it at this moment.
  const past = (await readArchive(directory, after.store.state())).map(({ id }) => numberOf(id));
  const shown = [...live, ...past].sort((a, b) => a - b);
  expect(new Set(shown).size, `twice: ${where}`).toBe(shown.length);
  expect(shown, `lost: ${where}`).toEqual(expect.arrayContaining(mustBeThere));
  if (acknowledged > 0) expect(shown, `came back: ${where}`).toEqual(mustBeThere);

  // The start goes on: the same meetings, each in one place in the end.
  await settle(after.archive);
  for (let n = 0; n < 4; n += 1) {
    await tick(after);
    await after.archive.settled();
  }
  expect(after.archive.notices(), where).toEqual([]);
  const settled = [...liveNumbers(after.store.state()), ...archivedNumbers(after.archive)].sort((a, b) => a - b);
  expect(settled, `in the end: ${where}`).toEqual(shown);
  expect(after.store.state().archive, where).toEqual({ cleared: false, gone: [] });
  return disk.taken();
}

describe.each(scripts)('$name', (script) => {
  test.each(ENDS)('that ends %s any step', { timeout: 60_000 }, async (end) => {
    const from = await template(script.moved);
    const steps = await run(script, from, Number.POSITIVE_INFINITY, end);
    expect(steps.length).toBeGreaterThan(6);
    for (const [before, { write }] of steps.entries()) {
      // What is not a write cannot be short.
      if (end !== 'short' || write) await run(script, from, before + 1, end);
    }
  });
});
