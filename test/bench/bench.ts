// Runs as the main script of Electron, so that the disk is the app's own: electron-store. Started by electron/dev/bench.mjs.
//
//   profile DIR COUNT [N]  makes a profile's store with so many finished meetings, and N that wait
//   commits BASELINE DIR   prints the milliseconds of a commit in each, one pair of numbers a round, as JSON

import path from 'node:path';
import { app } from 'electron';
import { makeProfile, type Opened, openProfile, touched } from './profile';

/** Rounds to take the median of, and commits in each: an fsync takes as long as the disk pleases. */
const ROUNDS = 11;
const COMMITS = 20;

async function millisecondsOf({ archive }: Opened): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < COMMITS; n += 1) await archive.commit(touched);
  return (performance.now() - startedAt) / COMMITS;
}

async function measureCommits(baseline: string, directory: string): Promise<readonly (readonly number[])[]> {
  const [small, large] = [await openProfile(baseline), await openProfile(directory)];
  await millisecondsOf(small);
  await millisecondsOf(large);
  const rounds: number[][] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    // By turns, and each first as often as the other: what else the machine does hits both.
    if (n % 2 === 0) rounds.push([await millisecondsOf(small), await millisecondsOf(large)]);
    else {
      const second = await millisecondsOf(large);
      rounds.push([await millisecondsOf(small), second]);
    }
  }
  return rounds;
}

async function run([what = '', ...args]: readonly string[]): Promise<number> {
  const [first = '', second = '', third] = args;
  switch (what) {
    case 'profile':
      await makeProfile(path.resolve(first), Number(second), third === undefined ? undefined : Number(third));
      return 0;
    case 'commits':
      process.stdout.write(`${JSON.stringify(await measureCommits(path.resolve(first), path.resolve(second)))}\n`);
      return 0;
    default:
      process.stderr.write(`bench: there is nothing to do for “${what}”\n`);
      return 1;
  }
}

const from = process.argv.findIndex((arg) => arg === 'profile' || arg === 'commits');
run(process.argv.slice(from)).then(
  (code) => app.exit(code),
  (error) => {
    process.stderr.write(`${error}\n`);
    app.exit(1);
  },
);
