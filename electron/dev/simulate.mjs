// @ts-check
// `npm run simulate`: the whole main process in seeded worlds (test/simulation/README.md).
//   -- --seed N                            one seed, with everything that happens in it
//   -- --seeds N [--from F] [--jobs J]     many of them, with a progress bar
//   -- --mutants [--only TEXT]             how soon each deliberate bug is found
//   -- --events N [--seed S]               so many events of a feed, against a model of it
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS, mutated } from '../../test/simulation/mutants.mjs';
import { number, playInProcesses, tally, wholeNumber } from './many-cases.mjs';
import { root, runEntry, say } from './paths.mjs';
import { simulateFeed } from './simulate-feed.mjs';
import { bundleOfTests } from './test-bundle.mjs';

/** @typedef {import('../../test/simulation/worker.ts').Report} Report */
/** @typedef {import('../../test/simulation/mutants.mjs').Mutant} Mutant */

/** Runs of a mutant, each with seeds of its own, and the most seeds that it may survive in one. */
const RUNS = 5;
const MOST_SEEDS = 20_000;
const APART = 1_000_000;

await runEntry(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: { type: 'string' },
      jobs: { type: 'string' },
      mutants: { type: 'boolean' },
      only: { type: 'string' },
      events: { type: 'string' },
    },
  });
  const jobs = wholeNumber(values.jobs, '--jobs') ?? os.availableParallelism();
  if (values.mutants) return tryMutants(values.only ?? '', jobs);
  const seed = wholeNumber(values.seed, '--seed');
  const events = wholeNumber(values.events, '--events');
  if (events !== null) return simulateFeed(events, seed ?? 1);
  if (seed !== null) return replay(seed);
  return playMany(wholeNumber(values.seeds, '--seeds') ?? 10_000, wholeNumber(values.from, '--from') ?? 1, jobs);
});

/** @param {number} seed */
async function replay(seed) {
  const script = await bundle('run', null);
  const { runSeed } = await import(script);
  const { trace, violations } = await runSeed(seed, { trace: true });
  console.log(trace.join('\n'));
  say(violations.length === 0 ? `seed ${seed}: every promise was kept` : `seed ${seed}: broken, see the last lines`);
  return violations.length === 0 ? 0 : 1;
}

/** @param {number} seeds @param {number} from @param {number} jobs */
async function playMany(seeds, from, jobs) {
  const script = await bundle('child', null);
  const so = tally(seeds, 'seeds');
  const failed = await playSeeds(script, from, from + seeds, jobs, (report) => so.add(report, inShort));
  so.print();
  if (!failed) return 0;
  for (const { rule, detail } of failed.violations) console.log(`BROKEN: ${rule}: ${detail}`);
  console.log(`npm run simulate -- --seed ${failed.seed}`);
  return 1;
}

/** @param {Readonly<Record<string, number>>} counts */
function inShort({ crashes = 0, networkFaults = 0, diskFaults = 0, meetings = 0 }) {
  return `${number(crashes)} crashes, ${number(networkFaults + diskFaults)} faults, ${number(meetings)} meetings`;
}

/**
 * Every `jobs`-th seed in a process of its own; all end with the first that fails.
 * @param {string} script @param {number} from @param {number} to @param {number} jobs @param {(report: Report) => void} tell
 * @returns {Promise<Report['failed']>}
 */
function playSeeds(script, from, to, jobs, tell) {
  const orders = Array.from({ length: Math.min(jobs, to - from) }, (_, job) => {
    return { from: from + job, step: jobs, to, trace: false };
  });
  return playInProcesses(script, orders, tell);
}

/** @param {string} only @param {number} jobs */
async function tryMutants(only, jobs) {
  const chosen = MUTANTS.filter(({ name }) => name.includes(only));
  /** @type {string[]} */
  const rows = [];
  let survivors = 0;
  for (const mutant of chosen) {
    const script = await bundle('child', mutant);
    const found = [];
    const rules = new Set();
    for (let run = 0; run < RUNS; run += 1) {
      const from = 1 + run * APART;
      const failed = await playSeeds(script, from, from + MOST_SEEDS, jobs, () => {});
      found.push(failed ? failed.seed - from + 1 : Number.POSITIVE_INFINITY);
      for (const { rule } of failed?.violations ?? []) rules.add(rule);
    }
    found.sort((a, b) => a - b);
    const median = found[Math.floor(RUNS / 2)] ?? Number.POSITIVE_INFINITY;
    if (!Number.isFinite(found.at(-1) ?? 0)) survivors += 1;
    const row = `| ${mutant.name} | ${Number.isFinite(median) ? number(median) : 'not found'} | ${[...rules].join('; ')} |`;
    rows.push(row);
    say(row);
  }
  console.log(['| deliberate bug | seeds until found, median | by the rule |', '|---|---|---|', ...rows].join('\n'));
  return survivors === 0 ? 0 : 1;
}

/**
 * Bundles an entry of the simulation, with a mutant in it if there is one, and returns the script.
 * @param {string} entry @param {Mutant | null} mutant
 */
async function bundle(entry, mutant) {
  const name = mutant ? `mutant-${MUTANTS.indexOf(mutant)}` : 'sound';
  const target = mutant ? path.join(root, mutant.file) : null;
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'mutant',
    enforce: 'pre',
    transform: (code, id) => (mutant && path.resolve(id) === target ? mutated(mutant, code) : null),
  };
  const entries = { [entry]: `test/simulation/${entry}.ts` };
  return path.join(await bundleOfTests(`simulation-${name}`, entries, [plugin]), `${entry}.mjs`);
}
