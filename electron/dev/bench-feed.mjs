// @ts-check
// What a backlog of the feed costs: into the records, on the disk, a commit a page; against JSON.parse and a check of the same pages.
import path from 'node:path';
import { inMs, median, output, reportLine, reportRatio } from './bench-report.mjs';
import { say } from './paths.mjs';
import { bundleOfTests } from './test-bundle.mjs';

/** @typedef {import('./bench.mjs').Place} Place */
/** @typedef {import('../../test/bench/feed-backlog.ts').Backlog} Backlog */

/** A third of the rate of looking at the pages alone. */
const RATE = 0.33;

/** No stall that anybody sees (case 89). */
const PAGE_MS = 50;

/**
 * @param {Place} place
 * @returns {Promise<boolean>} whether every aim was met
 */
export async function benchFeed({ electron, env, folder }) {
  const bundle = await bundleOfTests('bench-feed', { 'feed-backlog': 'test/bench/feed-backlog.ts' });
  say('bench: a backlog of the feed');
  const profile = `--user-data-dir=${path.join(folder, 'feed')}`;
  const args = [path.join(bundle, 'feed-backlog.mjs'), profile, path.join(folder, 'feed', 'profiles')];
  /** @type {Backlog} */
  const { events, rounds, pages, commits } = JSON.parse(await output(electron, args, env));
  const perSecond = (/** @type {number} */ ms) => (events * 1000) / ms;
  const isFast = reportRatio({
    name: `${events.toLocaleString('en')} events`,
    of: ['parsed and checked', 'in the records'],
    pairs: rounds.map(({ bare, records }) => [perSecond(bare), perSecond(records)]),
    show: (rate) => `${Math.round(rate).toLocaleString('en')} a second`,
    bound: { atLeast: RATE },
  });
  const perPage = median(rounds.map(({ disk }) => disk)) / pages;
  const line = `a page of ${events / pages} on the disk: ${inMs(perPage)}`;
  const isQuick = reportLine(line, perPage, { atMost: PAGE_MS }, `median of ${rounds.length}`);
  const perCommit = Math.max(commits.records, commits.disk) / pages;
  const isOne = reportLine(`commits a page: ${perCommit}`, perCommit, { atMost: 1 }, 'moves to their file not counted');
  return isFast && isQuick && isOne;
}
