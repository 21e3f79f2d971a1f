// @ts-check
// What a long history costs, as ratios against a short one that is measured in the same run.
import path from 'node:path';
import { startOnce } from './bench-app.mjs';
import { benchScript } from './bench-profile.mjs';
import { inMs, reportRatio } from './bench-report.mjs';
import { ensureBuilt } from './build.mjs';
import { root, say } from './paths.mjs';

/** @typedef {import('./bench.mjs').Place} Place */

const SHORT = 10;
const LONG = 10_000;
/** What the house allows: ten thousand finished meetings may cost half as much again as ten. */
const ALLOWED = 1.5;
const STARTS = 9;

/**
 * @param {Place} place
 * @returns {Promise<boolean>} whether all is within what is allowed
 */
export async function benchHistory(place) {
  const { folder } = place;
  await ensureBuilt();
  const inElectron = await benchScript(place);
  /** @param {string} profile */
  const start = async (profile) => (await startOnce(place, root, profile)).shown;
  const [short, long] = [path.join(folder, 'short'), path.join(folder, 'long')];
  say(`bench: making profiles with ${SHORT} and ${LONG} finished meetings`);
  await inElectron('profile', path.join(short, 'account'), String(SHORT));
  await inElectron('profile', path.join(long, 'account'), String(LONG));

  /** @type {[number, number][]} */
  const starts = [];
  say(`bench: ${STARTS} starts of each`);
  // The first start of a profile makes Chromium's own files.
  await start(short);
  await start(long);
  for (let n = 0; n < STARTS; n += 1) {
    // By turns, and each first as often as the other.
    const first = n % 2 === 0 ? await start(short) : null;
    const second = await start(long);
    starts.push([first ?? (await start(short)), second]);
  }
  /** @type {[number, number][]} */
  const commits = JSON.parse(await inElectron('commits', path.join(short, 'account'), path.join(long, 'account')));

  const isGood = [report('commit (electron-store in Electron)', commits), report('spawn to first window', starts)];
  return isGood.every(Boolean);
}

/**
 * @param {string} name
 * @param {readonly [number, number][]} pairs
 */
function report(name, pairs) {
  const of = /** @type {const} */ ([`${SHORT} finished`, `${LONG} finished`]);
  return reportRatio({ name, of, pairs, show: inMs, bound: { atMost: ALLOWED } });
}
