// @ts-check
// `npm run simulate`: the whole main process in seeded worlds (test/simulation/README.md).
//   -- --seed N                            one seed, with everything that happens in it
//   -- --seeds N [--from F] [--jobs J]     many of them, with a progress bar
//   -- --mutants [--only TEXT]             how soon each deliberate bug is found
import { fork } from 'node:child_process';
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { MUTANTS, mutated } from '../../test/simulation/mutants.mjs';
import { outDir, root, runEntry, SetUpError, say, secondsSince } from './paths.mjs';

/** @typedef {import('../../test/simulation/worker.ts').Report} Report */
/** @typedef {import('../../test/simulation/mutants.mjs').Mutant} Mutant */

/** Runs of a mutant, each with seeds of its own, and the most seeds that it may survive in one. */
const RUNS = 5;
const MOST_SEEDS = 20_000;
const APART = 1_000_000;

const BAR = 30;

/** Folders of bundles, gone at the end: each run has its own, so that two of them never mix. */
/** @type {string[]} */
const made = [];
process.once('exit', () => {
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true });
});

await runEntry(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: { type: 'string' },
      jobs: { type: 'string' },
      mutants: { type: 'boolean' },
      only: { type: 'string' },
    },
  });
  const jobs = count(values.jobs, '--jobs') ?? os.availableParallelism();
  if (values.mutants) return tryMutants(values.only ?? '', jobs);
  const seed = count(values.seed, '--seed');
  if (seed !== null) return replay(seed);
  return playMany(count(values.seeds, '--seeds') ?? 10_000, count(values.from, '--from') ?? 1, jobs);
});

/** @param {string | undefined} text @param {string} name */
function count(text, name) {
  if (text === undefined) return null;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new SetUpError(`${name} wants a whole number, not “${text}”.`);
  return number;
}

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
  const startedAt = performance.now();
  /** @type {Record<string, number>} */
  const counts = {};
  let played = 0;
  const failed = await playInProcesses(script, from, from + seeds, jobs, (report) => {
    played += report.played;
    for (const [name, value] of Object.entries(report.counts)) counts[name] = (counts[name] ?? 0) + value;
    showProgress(played, seeds, startedAt, counts);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  const perSecond = Math.round((played * 1000) / (performance.now() - startedAt));
  console.log(`${number(played)} seeds in ${secondsSince(startedAt)} (${perSecond} a second)`);
  for (const [name, value] of Object.entries(counts)) console.log(`${name.padEnd(14)} ${number(value).padStart(14)}`);
  if (!failed) return 0;
  for (const { rule, detail } of failed.violations) console.log(`BROKEN: ${rule}: ${detail}`);
  console.log(`npm run simulate -- --seed ${failed.seed}`);
  return 1;
}

/** @param {number} played @param {number} seeds @param {number} startedAt @param {Record<string, number>} counts */
function showProgress(played, seeds, startedAt, counts) {
  if (!process.stderr.isTTY) return;
  const part = played / seeds;
  const bar = '#'.repeat(Math.floor(part * BAR)).padEnd(BAR, '.');
  const perSecond = Math.round((played * 1000) / (performance.now() - startedAt));
  const faults = (counts.networkFaults ?? 0) + (counts.diskFaults ?? 0);
  const told = `${number(counts.crashes ?? 0)} crashes, ${number(faults)} faults, ${number(counts.meetings ?? 0)} meetings`;
  process.stderr.write(`\r[${bar}] ${number(played)} of ${number(seeds)} seeds, ${perSecond} a second, ${told} `);
}

/**
 * Every `jobs`-th seed in a process of its own; all end with the first that fails.
 * @param {string} script @param {number} from @param {number} to @param {number} jobs @param {(report: Report) => void} tell
 * @returns {Promise<Report['failed']>}
 */
async function playInProcesses(script, from, to, jobs, tell) {
  /** @type {Report['failed']} */
  let failed = null;
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  const ends = Array.from({ length: Math.min(jobs, to - from) }, (_, job) => {
    // "Tomorrow morning" depends on the zone; a seed must not.
    const child = fork(script, { env: { ...process.env, TZ: 'UTC' }, serialization: 'advanced' });
    children.push(child);
    child.on('message', (/** @type {Report} */ report) => {
      tell(report);
      if (!report.failed || failed) return;
      failed = report.failed;
      for (const other of children) other.kill();
    });
    child.send({ from: from + job, step: jobs, to, trace: false });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => {
        if (code !== 0 && code !== null) reject(new Error(`a process that plays seeds ended with ${code}`));
        else resolve(undefined);
      });
    });
  });
  await Promise.all(ends);
  return failed;
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
      const failed = await playInProcesses(script, from, from + MOST_SEEDS, jobs, () => {});
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
  if (!fs.existsSync(path.join(root, 'node_modules')))
    throw new SetUpError('Run `npm test` once: it sets up everything.');
  const name = mutant ? `mutant-${MUTANTS.indexOf(mutant)}` : 'sound';
  const folder = path.join(outDir, 'simulation', `${name}-${process.pid}`);
  made.push(folder);
  const target = mutant ? path.join(root, mutant.file) : null;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (code, id) => (mutant && path.resolve(id) === target ? mutated(mutant, code) : null),
      },
    ],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: path.join(root, 'test', 'simulation', `${entry}.ts`),
      outDir: folder,
      target: 'node20.18',
      minify: false,
      rollupOptions: {
        external: ['electron', /^electron-store/, ...builtinModules, /^node:/],
        output: { format: 'es', entryFileNames: `${entry}.mjs` },
      },
    },
  });
  return path.join(folder, `${entry}.mjs`);
}

/** @param {number} value */
function number(value) {
  return value.toLocaleString('en');
}
