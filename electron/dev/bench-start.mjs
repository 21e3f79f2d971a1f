// @ts-check
// How long a start takes, against a bare window of the same Electron that is started by turns with it.
import path from 'node:path';
import { startOnce } from './bench-app.mjs';
import { benchScript } from './bench-profile.mjs';
import { inMs, reportRatio } from './bench-report.mjs';
import { ensureBuilt } from './build.mjs';
import { root, say } from './paths.mjs';

/** @typedef {import('./bench.mjs').Place} Place */
/** @typedef {import('./bench-app.mjs').Start} Start */

const LIVE = 10;
const FINISHED = 10_000;
/** What the house allows: all that the app is may cost half of what Electron costs. */
const ALLOWED = 1.5;
const ROW = '[data-stage="queued"], [data-stage="paused"]';
const bareApp = path.join(root, 'test', 'bench', 'bare');

/**
 * @param {Place} place
 * @returns {Promise<boolean>} whether every aim was met
 */
export async function benchStart(place) {
  const { folder, rounds } = place;
  await ensureBuilt();
  const inElectron = await benchScript(place);
  /** @param {string} name */
  const profile = (name) => path.join(folder, name);
  await inElectron('profile', path.join(profile('full'), 'account'), String(FINISHED), String(LIVE));
  const bare = startable('bare window', () => startOnce(place, bareApp, profile('bare'), 'p'));
  const ours = [
    startable('empty profile', () => startOnce(place, root, profile('empty'))),
    startable(`${LIVE} live, ${FINISHED} finished`, () => startOnce(place, root, profile('full'), ROW)),
  ];
  say(`bench: ${rounds} starts of each, by turns with a bare window`);
  const all = [bare, ...ours];
  // The first start of a profile makes Chromium's own files.
  for (const { start } of all) await start();
  for (let round = 0; round < rounds; round += 1) {
    // From either end: what else the machine does hits all alike.
    for (const each of round % 2 === 0 ? all : all.toReversed()) each.starts.push(await each.start());
  }
  const isGood = ours.flatMap(({ what, starts }) => [
    report(`${what}: spawn to window`, bare.starts, starts, ({ shown }) => shown),
    report(`${what}: spawn to first picture of the list`, bare.starts, starts, ({ painted }) => painted),
  ]);
  return isGood.every(Boolean);
}

/** @param {string} what @param {() => Promise<Start>} start */
function startable(what, start) {
  /** @type {Start[]} */
  const starts = [];
  return { what, start, starts };
}

/**
 * @param {string} name
 * @param {readonly Start[]} bare
 * @param {readonly Start[]} ours
 * @param {(start: Start) => number} of
 */
function report(name, bare, ours, of) {
  const pairs = bare.flatMap((start, n) => ours.slice(n, n + 1).map((other) => pair(of(start), of(other))));
  return reportRatio({ name, of: ['bare window', 'the app'], pairs, show: inMs, bound: { atMost: ALLOWED } });
}

/** @param {number} baseline @param {number} value @returns {readonly [number, number]} */
function pair(baseline, value) {
  return [baseline, value];
}
