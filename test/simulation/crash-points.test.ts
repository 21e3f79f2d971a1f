import { expect, test } from 'vitest';
import type { StoreNotice } from '../../electron/contract/problem';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import { openStateStore, type StateStore } from '../../electron/store/state-store';
import { meeting } from '../builders/meetings';
import { PROFILE } from './app';
import { chanceOf } from './chance';
import { SimulatedDisk } from './disk';
import { Life, Time } from './time';

/** Operations of a commit: write, sync and read back, rename, sync the folder, and the looks at the files around them. */
const MOST_OPERATIONS = 14;

/** How much of a write got out, and what of the unforced survives a power cut, is chance: so often it is tried. */
const CHANCES = 16;

const add = (n: number) => (state: AppState) => ({ ...state, meetings: [...state.meetings, meeting(n)] });
const namesIn = (state: AppState) => state.meetings.map(({ name }) => name);

async function opened(time: Time, disk: SimulatedDisk, life: Life): Promise<StateStore> {
  let store: StateStore | null = null;
  void openStateStore({
    directory: PROFILE,
    initial: emptyState,
    appVersion: '0.1.0',
    disk: disk.of(life),
    now: () => time.wall(),
    pause: (ms) => time.operation(life, ms, () => {}),
  }).then((found) => {
    store = found;
  });
  await time.pass(60_000, () => store === null);
  if (store === null) throw new Error('the store did not open');
  return store;
}

/** Commits `before` records, then one more that dies at its `at`-th operation; returns what a start finds then. */
async function crash(before: number, at: number, cut: boolean, seed: number) {
  const time = new Time();
  const disk = new SimulatedDisk(time, chanceOf(seed, before * 100 + at));
  const life = new Life(1);
  time.onOperation = (of) => {
    of.operations += 1;
    if (of.operations >= of.diesAt) of.dead = true;
  };
  const store = await opened(time, disk, life);
  const acknowledged: string[] = [];
  const commit = async (n: number) => {
    let done = false;
    store.commit(add(n)).then(
      () => {
        acknowledged.push(meeting(n).name);
        done = true;
      },
      () => {
        done = true;
      },
    );
    await time.pass(60_000, () => !done && !life.dead);
  };
  for (let n = 1; n <= before; n += 1) await commit(n);
  life.diesAt = life.operations + at;
  await commit(before + 1);
  const died = life.dead;
  life.dead = true;
  if (cut) disk.powerCut();
  const notices: StoreNotice[] = [];
  const after = await opened(time, disk, new Life(2));
  notices.push(...after.notices());
  return { died, acknowledged, found: namesIn(after.state()), notices };
}

test.each([
  [0, 'the first commit'],
  [1, 'the second'],
  [2, 'the third, which overwrites the first'],
  [5, 'a later one'],
])('%i before: %s may die at any operation, killed or without power: the old state or the new one', async (before) => {
  const old = Array.from({ length: before }, (_, n) => meeting(n + 1).name);
  const fresh = [...old, meeting(before + 1).name];
  let points = 0;
  for (const cut of [false, true]) {
    for (let at = 1; at <= MOST_OPERATIONS; at += 1) {
      for (let seed = 0; seed < CHANCES; seed += 1) {
        const { died, acknowledged, found, notices } = await crash(before, at, cut, seed);
        const point = `${cut ? 'power cut' : 'killed'} at operation ${at}, chance ${seed}`;
        expect([old, fresh], point).toContainEqual(found);
        expect(found.slice(0, acknowledged.length), point).toEqual(acknowledged);
        expect(notices, point).toEqual([]);
        if (died) points += 1;
      }
    }
  }
  // Otherwise nothing of this is proved: each step of a commit was hit, before and after.
  expect(points).toBeGreaterThan(CHANCES * 2 * 4);
});
