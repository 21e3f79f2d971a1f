// One seed from its first to its last moment: a time in which everything goes wrong, then one in which nothing does.

import { plainAborts } from './aborts';
import { settledChecks } from './check-settled';
import type { Violation } from './history';
import { World } from './world';

export interface Counts {
  crashes: number;
  powerCuts: number;
  restarts: number;
  sleeps: number;
  clockJumps: number;
  networkFaults: number;
  diskFaults: number;
  acts: number;
  uploads: number;
  meetings: number;
}

export interface Result {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly counts: Counts;
  /** What happened, line by line; empty unless asked for. */
  readonly trace: readonly string[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

/** Rounds of a fair end, each with somebody at the computer and then a longer and longer sleep. */
const ROUNDS = 14;

/** Plays one seed. The same seed gives the same result, always. */
export async function runSeed(seed: number, options: { readonly trace?: boolean } = {}): Promise<Result> {
  // "Until tomorrow" depends on the zone; a seed must not.
  const zone = process.env.TZ;
  process.env.TZ = 'UTC';
  const giveBack = plainAborts();
  try {
    return await play(seed, options.trace ?? false);
  } finally {
    giveBack();
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
}

async function play(seed: number, trace: boolean): Promise<Result> {
  const lines: string[] = [];
  const began = { at: 0 };
  const world: World = new World(seed, (line) => {
    if (trace) lines.push(`${((world.time.now() - began.at) / SECOND).toFixed(3).padStart(12)} s  ${line()}`);
  });
  began.at = world.time.now();
  const { history } = world;
  // What is thrown where nobody awaits it ends no app in the field (main.ts writes it down), and is a bug all the same.
  const thrown = (cause: unknown) => world.bug(cause);
  process.on('uncaughtException', thrown);
  process.on('unhandledRejection', thrown);
  try {
    await live(world);
  } finally {
    process.off('uncaughtException', thrown);
    process.off('unhandledRejection', thrown);
  }
  for (const { rule, detail } of history.violations) world.note(() => `BROKEN: ${rule}: ${detail}`);
  const { counts, network, disk, users, meetings } = world;
  return {
    seed,
    violations: history.violations,
    trace: lines,
    counts: {
      ...counts,
      networkFaults: network.faults,
      diskFaults: disk.faults,
      acts: users.count,
      uploads: network.sends,
      meetings: meetings.count,
    },
  };
}

async function live(world: World): Promise<void> {
  const { history } = world;
  const goesOn = () => history.violations.length === 0;
  world.start();

  const happenings = 8 + world.chance.below(30);
  for (let left = happenings; left > 0 && goesOn(); left -= 1) {
    const pace = world.chance.weighed([
      [4, 3 * SECOND],
      [3, 20 * SECOND],
      [2, 90 * SECOND],
    ]);
    await world.time.pass(world.chance.next() * pace, goesOn);
    if (goesOn()) happen(world);
  }
  if (goesOn()) await endFairly(world, goesOn);
  if (goesOn()) {
    settledChecks(history, world.lobbe, world.files, world.missedAt);
    world.meetings.end();
  }
  world.end();
}

/** Something happens. */
function happen(world: World): void {
  const { chance } = world;
  chance.weighed<() => void>([
    [14, () => world.app && world.users.act(world.app)],
    [3, () => world.app && world.users.add(world.app)],
    [3, () => changeFile(world)],
    [4, () => changeLobbe(world)],
    [4, () => world.setNetwork(chance.is(0.2), chance.pick([0, 0.2, 0.5, 0.8]))],
    [2, () => world.setDisk(chance.pick(['none', 'none', 'none', 'full', 'short', 'read-only', 'held', 'odd']))],
    [2.5, () => world.crash(true)],
    [1, () => world.crash(false)],
    [0.7, () => world.quit()],
    [1.5, () => world.sleep(chance.next() * chance.pick([10 * MINUTE, 3 * HOUR, 30 * HOUR, 100 * HOUR]))],
    [0.8, () => world.setClock(chance.pick([0, 0, 5 * SECOND, -40 * SECOND, HOUR, -HOUR, 10 * YEAR, -10 * YEAR]))],
  ])();
}

function changeFile(world: World): void {
  const { chance, files } = world;
  const paths = files.paths();
  if (paths.length === 0) return;
  const path = chance.pick(paths);
  world.note(() => `file ${path} changes`);
  chance.weighed<() => void>([
    [3, () => files.edit(path, chance.is(0.4))],
    [2, () => files.make(path, { audio: !chance.is(0.1), empty: chance.is(0.1), growing: chance.is(0.2) })],
    [2, () => files.takeAway(path, chance.is(0.3))],
    [2, () => files.bringBack()],
    [1, () => files.forbidden.add(path)],
  ])();
}

function changeLobbe(world: World): void {
  const before = world.lobbe.account.state.cursorGeneration;
  const what = world.lobbe.change();
  world.note(() => `Lobbe: ${what}`);
  if (world.lobbe.account.state.cursorGeneration !== before) world.missedAt = world.time.now();
}

/** Faults stop, gates are opened by their user, time passes. */
async function endFairly(world: World, goesOn: () => boolean): Promise<void> {
  world.note(() => 'from here on nothing goes wrong');
  world.beFair();
  for (let round = 0; round < ROUNDS && goesOn(); round += 1) {
    await world.time.pass(2 * MINUTE, () => goesOn() && world.app === null);
    if (world.app) world.users.lookAfter(world.app, world.vault.token);
    // Looks early: most is settled within seconds, or with the next read of the feed.
    for (const nap of [0, 0, 6 * MINUTE, 6 * MINUTE]) {
      if (nap > 0) world.sleep(nap);
      await world.time.pass(nap > 0 ? 40 * SECOND : 10 * SECOND, goesOn);
      if (world.app && world.isSettled) return;
    }
    if (goesOn()) world.sleep(Math.min(24, 2 ** round) * HOUR);
  }
  // A laptop that falls asleep within each minute ends no slow upload: at last it stays awake for one.
  await world.time.pass(HOUR, () => goesOn() && !world.isSettled);
}
