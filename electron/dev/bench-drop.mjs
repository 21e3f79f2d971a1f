// @ts-check
// What a drop of thousands of recordings costs: until they are listed, while they are looked at and sent, and while they wait at a cap.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startApp } from './bench-app.mjs';
import { passed, percent, settledCost } from './bench-cost.mjs';
import {
  dropFiles,
  seenInMain,
  seenInPage,
  stopWatching,
  watchMain,
  watchPage,
  watchStore,
} from './bench-drop-watch.mjs';
import { inMs, median, reportLine, reportRatio } from './bench-report.mjs';
import { ensureBuilt } from './build.mjs';
import { root, SetUpError, say } from './paths.mjs';
import { bundleOfTests } from './test-bundle.mjs';

/** @typedef {import('./bench.mjs').Place} Place */
/** @typedef {import('./bench-cost.mjs').Cost} Cost */
/** @typedef {import('./bench-drop-watch.mjs').Delays} Delays */
/** @typedef {import('./bench-drop-watch.mjs').Seen} Seen */
/** @typedef {import('../../electron/sandbox/server.ts').Sandbox} Sandbox */

/**
 * A while: from the drop on, or later.
 * @typedef {{ readonly page: Seen, readonly main: Delays }} While
 */

/**
 * @typedef {object} Dropped
 * @property {While} intake
 * @property {While} sending
 * @property {number} perSecond files sent
 * @property {number} storeBytes written to the store, for each file
 * @property {Cost} idle at a cap
 */

const BASELINE = 50;
const COUNTS = [500, 5_000];
/** A second of noise: only their number is to cost. */
const SOUND_BYTES = 2_000;
const INTAKE_MS = 15_000;
const SENDING_MS = 15_000;
const IDLE_MS = 30_000;
const SETTLING_MS = 1_000;

/** What the house aims at. */
const ALL_LISTED_MS = 5_000;
const PAGE_STALL_MS = 200;
const MAIN_STALL_MS = 100;
const WHILE_IDLE = 1;
/** Four fifths of two at a time that pause 250 ms each for a refusal that comes early, and take no other time. */
const PER_SECOND = 0.8 * 8;
/** Chromium makes its files before any page hears of a drop: what we do with a drag is little beside that. */
const DRAGGING = 2;

const bareApp = path.join(root, 'test', 'bench', 'bare');

/**
 * @param {Place} place
 * @returns {Promise<boolean>} whether every aim was met
 */
export async function benchDrop(place) {
  if (process.platform !== 'linux') throw new SetUpError('The bench of a drop reads /proc: it needs Linux.');
  await ensureBuilt();
  const bundle = await bundleOfTests('bench-drop', { sandbox: 'electron/sandbox/server.ts' });
  const { startSandbox } = await import(pathToFileURL(path.join(bundle, 'sandbox.mjs')).href);
  /** @param {number} count */
  const measure = async (count) => {
    say(`bench: ${count} recordings are dropped`);
    const tokens = [{ token: String(place.env.LOBBE_TOKEN), name: 'bench' }];
    /** @type {Sandbox} */
    const lobbe = await startSandbox({ tokens, pace: 'manual', minutes: 1_000_000 });
    try {
      return await drop(place, lobbe, count);
    } finally {
      await lobbe.close();
    }
  };
  const baseline = await measure(BASELINE);
  /** @type {boolean[]} */
  const isGood = [];
  for (const count of COUNTS) {
    const bare = await bareDrop(place, count);
    isGood.push(...report(count, await measure(count), baseline, bare));
  }
  return isGood.every(Boolean);
}

/**
 * @param {Place} place
 * @param {Sandbox} lobbe
 * @param {number} count
 * @returns {Promise<Dropped>}
 */
async function drop(place, lobbe, count) {
  const folder = path.join(place.folder, `drop ${count}`);
  const files = makeRecordings(path.join(folder, 'recordings'), count);
  const inOurWorld = { ...place, env: { ...place.env, LOBBE_API_BASE: lobbe.url } };
  const app = startApp(inOurWorld, root, path.join(folder, 'profile'), ['--inspect=0']);
  try {
    await app.shown;
    return await app.onPage(async (page) => {
      await page.locator('[data-testid="drop-target"] *').first().waitFor();
      const stopCounting = watchStore(path.join(folder, 'profile', 'account'));
      await watchPage(page, count);
      await watchMain(app);
      const seen = async () => ({ page: await seenInPage(page), main: await seenInMain(app) });
      await dropFiles(page, files);
      await passed(INTAKE_MS);
      const intake = await seen();
      const [before, began] = [lobbe.meetings.length, performance.now()];
      await passed(SENDING_MS);
      const perSecond = (1_000 * (lobbe.meetings.length - before)) / (performance.now() - began);
      const sending = await seen();
      const storeBytes = stopCounting() / count;
      // Where some are left, the next is told to come back tomorrow, and all the others wait with it.
      lobbe.setDailyCap('bench', { bytes: 1 });
      if (lobbe.meetings.length < count) await page.locator('[data-gate="daily-cap"]').waitFor();
      await stopWatching(app, page);
      return { intake, sending, perSecond, storeBytes, idle: await settledCost(app, IDLE_MS) };
    });
  } finally {
    await app.end();
  }
}

/**
 * What a window that does nothing else pays Chromium for such a drop.
 * @param {Place} place
 * @param {number} count
 * @returns {Promise<number>} the longest stall of its page, in milliseconds
 */
async function bareDrop(place, count) {
  const folder = path.join(place.folder, `bare drop ${count}`);
  const files = makeRecordings(path.join(folder, 'recordings'), count);
  const app = startApp(place, bareApp, path.join(folder, 'profile'));
  try {
    await app.shown;
    return await app.onPage(async (page) => {
      await watchPage(page, count);
      await dropFiles(page, files);
      await passed(SETTLING_MS);
      return (await seenInPage(page)).dragging;
    });
  } finally {
    await app.end();
  }
}

/**
 * WAV files, each with its own content, and old enough to count as written to their end.
 * @param {string} folder
 * @param {number} count
 */
function makeRecordings(folder, count) {
  fs.mkdirSync(folder, { recursive: true });
  const minuteAgo = new Date(Date.now() - 60_000);
  const bytes = Buffer.concat([HEAD, Buffer.alloc(SOUND_BYTES)]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(SOUND_BYTES, HEAD.length - 4);
  return Array.from({ length: count }, (_, n) => {
    const file = path.join(folder, `recording ${String(n).padStart(5, '0')}.wav`);
    bytes.writeUInt32LE(n, HEAD.length);
    fs.writeFileSync(file, bytes);
    fs.utimesSync(file, minuteAgo, minuteAgo);
    return file;
  });
}

/** Of a WAV with one channel of 8 bits, 2000 times a second. */
const HEAD = Buffer.concat([
  Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'),
  Buffer.from('1000000001000100d0070000d007000001000800', 'hex'),
  Buffer.from('data\0\0\0\0', 'latin1'),
]);

/**
 * @param {number} count
 * @param {Dropped} dropped
 * @param {Dropped} baseline
 * @param {number} bare
 * @returns {readonly boolean[]}
 */
function report(count, dropped, baseline, bare) {
  const { intake, sending, perSecond, idle } = dropped;
  const name = `drop of ${count.toLocaleString('en')}`;
  /** @param {string} what @param {number} ms @param {number} atMost */
  const within = (what, ms, atMost) => reportLine(`${name}: ${what} ${inMs(ms)}`, ms, { atMost }, 'one drop');
  /** @param {string} what @param {(of: Dropped) => number} value @param {(value: number) => string} [show] */
  const told = (what, value, show = inMs) => {
    const [of, own] = [value(baseline), value(dropped)];
    console.log(`${name}: ${what} ${show(own)}, of ${BASELINE} ${show(of)}, ratio ${(own / of).toFixed(2)}`);
  };
  told('first row', (each) => each.intake.page.first);
  told('all rows', (each) => each.intake.page.all);
  told('a command meanwhile', (each) => median(each.intake.page.commands));
  told('the slowest command', (each) => Math.max(...each.intake.page.commands));
  told('main’s delay, 99 of 100', (each) => each.intake.main.p99);
  told('main’s delay while sending, 99 of 100', (each) => each.sending.main.p99);
  told(
    'written to the store for each',
    (each) => each.storeBytes / 1_000,
    (kb) => `${kb.toFixed(1)} KB`,
  );
  const cost = `at a cap the page ${percent(idle.window)}, main ${percent(idle.main)} of a core`;
  return [
    reportRatio({
      name: `${name}: the page’s longest stall before it hears of the drop`,
      of: ['bare window', 'the app'],
      pairs: [[bare, intake.page.dragging]],
      show: inMs,
      bound: { atMost: DRAGGING },
    }),
    within('all rows', intake.page.all, ALL_LISTED_MS),
    within('the page’s longest stall', intake.page.stall, PAGE_STALL_MS),
    within('the page’s longest stall while sending', sending.page.stall, PAGE_STALL_MS),
    within('main’s longest stall', intake.main.longest, MAIN_STALL_MS),
    within('main’s longest stall while sending', sending.main.longest, MAIN_STALL_MS),
    reportLine(`${name}: ${perSecond.toFixed(1)} sent a second`, perSecond, { atLeast: PER_SECOND }, 'one drop'),
    reportLine(`${name}: ${cost}`, Math.max(idle.window, idle.main), { atMost: WHILE_IDLE }, `${IDLE_MS / 1_000} s`),
  ];
}
