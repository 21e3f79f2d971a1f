// @ts-check
// `npm test`: sets up what is missing and passes every test. Its last line is always `N passed, N failed`.
import { runChecks } from './check.mjs';
import { inWords, NONE, sum } from './counts.mjs';
import { hasDisplay } from './display.mjs';
import { runEndToEnd } from './e2e.mjs';
import { runEntry, SetUpError, say, secondsSince } from './paths.mjs';
import { onInterrupt } from './run.mjs';
import { setUp } from './set-up.mjs';
import { ensureTestPackages } from './system-libraries.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const startedAt = performance.now();
/** @type {string[]} */
const troubles = [];
let unit = NONE;
let endToEnd = NONE;

await runEntry(async () => {
  const stopListening = onInterrupt(() => {});
  const dist = await attempt('set-up', async () => {
    const electron = await setUp({ virtualDisplay: !hasDisplay() });
    await ensureTestPackages();
    return electron;
  });
  if (dist !== null) {
    const checks = await attempt('check', runChecks);
    if (checks) {
      unit = checks.unit;
      troubles.push(...checks.failedChecks);
    }
    endToEnd = (await attempt('end-to-end', () => runEndToEnd(dist, []))) ?? NONE;
  }
  stopListening();
  say(`unit ${inWords(unit)}; end-to-end ${inWords(endToEnd)}; ${secondsSince(startedAt)}`);
  if (troubles.length > 0) say(`failed besides tests: ${troubles.join(', ')}`);
  // What failed without being a test (types, lint, a build) counts too: nobody may read “0 failed” on a red run.
  const total = sum(unit, endToEnd);
  const failed = total.failed + troubles.length;
  console.log(`${total.passed} passed, ${failed} failed`);
  return failed === 0 && total.passed > 0 ? 0 : 1;
});

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null when it failed, which is then told and counted
 */
async function attempt(name, work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SetUpError) say(error.message);
    else console.error(error);
    troubles.push(name);
    return null;
  }
}
