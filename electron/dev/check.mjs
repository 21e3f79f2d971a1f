// @ts-check
// `npm run check`: everything that needs no window. All of it runs even when the first part fails: one look shows all.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { countReport, inWords, readVitest } from './counts.mjs';
import { outDir, root, runEntry, SetUpError, say, secondsSince } from './paths.mjs';
import { run, tool } from './run.mjs';
import { TYPE_CHECKS } from './typecheck.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const unitReport = path.join(outDir, 'reports', 'unit.json');

/** @type {readonly { name: string, run: () => Promise<number> }[]} */
const CHECKS = [
  ...TYPE_CHECKS,
  {
    name: 'lint and format',
    run: async () => (await tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])).code,
  },
  { name: 'import direction', run: () => script('layers.mjs') },
  { name: 'styles by reading direction', run: () => script('styles.mjs') },
];

/** @returns {Promise<{ failedChecks: string[], unit: Counts }>} */
export async function runChecks() {
  if (!fs.existsSync(path.join(root, 'node_modules'))) {
    throw new SetUpError('Nothing is installed yet: run `npm start` or `npm test` once, they set up everything.');
  }
  /** @type {string[]} */
  const failedChecks = [];
  for (const check of CHECKS) {
    const startedAt = performance.now();
    const isGood = (await check.run()) === 0;
    say(`${check.name}: ${isGood ? 'good' : 'FAILED'} (${secondsSince(startedAt)})`);
    if (!isGood) failedChecks.push(check.name);
  }
  const startedAt = performance.now();
  const unit = await runUnitTests();
  say(`unit tests: ${inWords(unit)} (${secondsSince(startedAt)})`);
  return { failedChecks, unit };
}

/** @returns {Promise<Counts>} */
async function runUnitTests() {
  // A report of yesterday must not speak for a run that did not come about.
  fs.rmSync(unitReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  const { code } = await tool('vitest/vitest.mjs', ['run', '--allowOnly=false', ...reporters]);
  return countReport(unitReport, readVitest, code);
}

/** @param {string} name */
async function script(name) {
  return (await run(process.execPath, [path.join(root, 'electron', 'dev', name)])).code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runEntry(async () => {
    const { failedChecks, unit } = await runChecks();
    if (failedChecks.length > 0) say(`failed: ${failedChecks.join(', ')}`);
    return failedChecks.length === 0 && unit.failed === 0 ? 0 : 1;
  });
}
