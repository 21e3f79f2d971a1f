// @ts-check
// `npm run fuzz`: the edges where strangers' bytes come in, with bytes that no stranger would send (test/fuzz/README.md).
//   -- [--only answers|names|recordings] [--seed N] [--from N] [--runs N] [--jobs J]
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { playInProcesses, tally, wholeNumber } from './many-cases.mjs';
import { runEntry, SetUpError } from './paths.mjs';
import { bundleOfTests } from './test-bundle.mjs';

/** @typedef {import('../../test/fuzz/fuzz.ts').Report} Report */
/** @typedef {import('../../test/fuzz/fuzz.ts').Kind} Kind */

const KINDS = /** @type {const} */ (['answers', 'names', 'recordings']);
const RUNS = 100_000;

await runEntry(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string' },
      runs: { type: 'string' },
      jobs: { type: 'string' },
    },
  });
  const seed = wholeNumber(values.seed, '--seed') ?? 1;
  const from = wholeNumber(values.from, '--from') ?? 0;
  const runs = wholeNumber(values.runs, '--runs') ?? RUNS;
  const jobs = wholeNumber(values.jobs, '--jobs') ?? os.availableParallelism();
  const kinds = KINDS.filter((kind) => values.only === undefined || kind === values.only);
  if (kinds.length === 0) throw new SetUpError(`--only wants one of ${KINDS.join(', ')}, not “${values.only}”.`);
  const script = path.join(await bundleOfTests('fuzz', { child: 'test/fuzz/child.ts' }), 'child.mjs');
  let failures = 0;
  for (const kind of kinds) {
    if (!(await play(script, kind, { seed, from, runs, jobs }))) failures += 1;
  }
  return failures === 0 ? 0 : 1;
});

/**
 * @param {string} script
 * @param {Kind} kind
 * @param {{ seed: number, from: number, runs: number, jobs: number }} options
 * @returns {Promise<boolean>} whether every rule was kept
 */
async function play(script, kind, { seed, from, runs, jobs }) {
  const orders = Array.from({ length: Math.min(jobs, runs) }, (_, job) => {
    return { kind, seed, from: from + job, step: jobs, to: from + runs };
  });
  const so = tally(runs, kind);
  const failed = await playInProcesses(script, orders, (/** @type {Report} */ report) => {
    so.add(report, (counts) => `${Object.keys(counts).length} ways to end`);
  });
  so.print();
  if (!failed) return true;
  console.log(`BROKEN: ${failed.broken}`);
  console.log(failed.about);
  console.log(failed.replay);
  return false;
}
