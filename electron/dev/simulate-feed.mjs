// @ts-check
// `npm run simulate -- --events N`: so many events of a feed go to the real poller and to a model of it (test/simulation/feed-run.ts).
import path from 'node:path';
import { number } from './many-cases.mjs';
import { secondsSince } from './paths.mjs';
import { bundleOfTests } from './test-bundle.mjs';

/** @typedef {typeof import('../../test/simulation/feed-run.ts')} FeedRun */

const BAR = 30;
const TOLD_EVERY_MS = 500;

/**
 * @param {number} events
 * @param {number} seed
 * @returns {Promise<0 | 1>}
 */
export async function simulateFeed(events, seed) {
  const folder = await bundleOfTests('simulation-feed', { 'feed-run': 'test/simulation/feed-run.ts' });
  /** @type {FeedRun} */
  const { runFeed } = await import(path.join(folder, 'feed-run.mjs'));
  const startedAt = performance.now();
  const perSecond = (/** @type {number} */ made) => Math.round((made * 1000) / (performance.now() - startedAt));
  let toldAt = 0;
  const { counts, wrong } = await runFeed(seed, events, (so) => {
    if (!process.stderr.isTTY || performance.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = performance.now();
    const bar = '#'.repeat(Math.floor((so.events / events) * BAR)).padEnd(BAR, '.');
    const line = `[${bar}] ${number(so.events)} of ${number(events)} events, ${number(perSecond(so.events))} a second`;
    process.stderr.write(`\r${line}, ${number(so.kills)} kills, ${number(so.compared)} compared `);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(
    `${number(counts.events)} events in ${secondsSince(startedAt)} (${number(perSecond(counts.events))} a second)`,
  );
  for (const [name, value] of Object.entries(counts)) console.log(`${name.padEnd(14)} ${number(value).padStart(14)}`);
  if (wrong === null) return 0;
  console.log(`BROKEN: ${wrong}`);
  console.log(`npm run simulate -- --events ${events} --seed ${seed}`);
  return 1;
}
