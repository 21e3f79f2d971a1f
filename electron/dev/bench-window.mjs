// @ts-check
// What the open window costs: while it shows four uploads, while nothing happens, and while nobody sees it.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startApp } from './bench-app.mjs';
import { reportLine } from './bench-report.mjs';
import { ensureBuilt } from './build.mjs';
import { root, SetUpError, say } from './paths.mjs';
import { bundleOfTests } from './test-bundle.mjs';

/** @typedef {import('./bench.mjs').Place} Place */
/** @typedef {import('./bench-app.mjs').Running} Running */
/** @typedef {{ readonly main: number, readonly window: number, readonly gpu: number }} Cost in percent of a core */

const MB = 1024 * 1024;
const UPLOADS = 4;
/** All four are on their way for a good while at this rate. */
const BYTES_PER_SECOND = 2 * MB;
const SIZE = 80 * MB;
const LOOK_MS = 10_000;
/** The mark of a step that has just begun moves for this long (row-stage.css). */
const UNTIL_CALM_MS = 8_000;

/** What the house aims at, in percent of a core. */
const WHILE_UPLOADING = 5;
const WHILE_IDLE = 1;
const WHILE_HIDDEN = 0.5;

/** The kernel counts CPU time in these. */
const TICKS_PER_SECOND = 100;

/**
 * @param {Place} place
 * @returns {Promise<boolean>} whether every aim was met
 */
export async function benchWindow(place) {
  if (process.platform !== 'linux') throw new SetUpError('The bench of the window reads /proc: it needs Linux.');
  const { env, folder } = place;
  await ensureBuilt();
  const bundle = await bundleOfTests('bench-window', { sandbox: 'electron/sandbox/server.ts' });
  const { startSandbox } = await import(pathToFileURL(path.join(bundle, 'sandbox.mjs')).href);
  const token = String(env.LOBBE_TOKEN);
  const lobbe = await startSandbox({
    tokens: [{ token, name: 'bench' }],
    pace: 'manual',
    throttleAll: BYTES_PER_SECOND,
  });
  lobbe.setMinutes(1_000_000);
  const inOurWorld = { ...place, env: { ...env, LOBBE_API_BASE: lobbe.url } };
  const app = startApp(inOurWorld, root, path.join(folder, 'window'), ['--inspect=0']);
  try {
    await app.shown;
    say('bench: an idle window');
    const idle = await settledCost(app);
    await handOver(app, [makeRecording(path.join(folder, 'short.wav'), MB)]);
    await app.onPage((page) => page.locator('[data-stage="processing"]').waitFor());
    say('bench: a meeting that Lobbe works on');
    await passed(UNTIL_CALM_MS);
    const processing = await settledCost(app);
    await startUploads(app, folder);
    say('bench: four uploads');
    const uploading = await settledCost(app);
    await app.inMain("require('electron').BrowserWindow.getAllWindows()[0].hide()");
    say('bench: four uploads, and nobody sees the window');
    const unseen = await settledCost(app);
    if (lobbe.meetings.length > 1) throw new SetUpError('The uploads were over before they had been looked at.');
    return [
      report('four uploads', uploading, WHILE_UPLOADING),
      report('idle', idle, WHILE_IDLE),
      report('Lobbe at work', processing, WHILE_IDLE),
      report('four uploads, window hidden', unseen, WHILE_HIDDEN),
    ].every(Boolean);
  } finally {
    await app.end();
    await lobbe.close();
  }
}

/** @param {Running} app @param {string} folder */
async function startUploads(app, folder) {
  const files = Array.from({ length: UPLOADS }, (_, n) =>
    makeRecording(path.join(folder, `meeting ${n}.wav`), SIZE + n),
  );
  await app.onPage((page) =>
    page.evaluate((parallelUploads) => {
      return /** @type {any} */ (window).lobbe.changeSettings({ parallelUploads });
    }, UPLOADS),
  );
  await handOver(app, files);
  await app.onPage((page) =>
    page
      .locator('[data-stage="uploading"]')
      .nth(UPLOADS - 1)
      .waitFor(),
  );
}

/** As macOS does it: on every system the shortest way in. @param {Running} app @param {readonly string[]} files */
async function handOver(app, files) {
  const one = "(file) => require('electron').app.emit('open-file', { preventDefault() {} }, file)";
  await app.inMain(`${JSON.stringify(files)}.forEach(${one})`);
}

/**
 * A recording of this size, sparse, and old enough to count as written to its end.
 * @param {string} file
 * @param {number} size
 */
function makeRecording(file, size) {
  fs.copyFileSync(path.join(root, 'test', 'fixtures', 'recordings', 'speech-fa.wav'), file);
  fs.truncateSync(file, size);
  const minuteAgo = new Date(Date.now() - 60_000);
  fs.utimesSync(file, minuteAgo, minuteAgo);
  return file;
}

/** What just happened is over before it is looked at. @param {Running} app @returns {Promise<Cost>} */
async function settledCost(app) {
  await passed(LOOK_MS / 4);
  const metrics = await app.inMain("require('electron').app.getAppMetrics().map(({ pid, type }) => ({ pid, type }))");
  const processes = /** @type {readonly { pid: number, type: string }[]} */ (metrics);
  const used = () => processes.map(({ type, pid }) => ({ type, seconds: cpuSeconds(pid) }));
  const [before, startedAt] = [used(), performance.now()];
  await passed(LOOK_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = used();
  /** @param {string} wanted */
  const share = (wanted) => (100 * (sumOf(after, wanted) - sumOf(before, wanted))) / seconds;
  return { main: share('Browser'), window: share('Tab'), gpu: share('GPU') };
}

/** @param {readonly { type: string, seconds: number }[]} used @param {string} wanted */
function sumOf(used, wanted) {
  return used.reduce((sum, { type, seconds }) => (type === wanted ? sum + seconds : sum), 0);
}

/** @param {number} pid */
function cpuSeconds(pid) {
  // Its name, in parentheses, may hold anything.
  const fields = fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** @param {number} ms */
function passed(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @param {string} what @param {Cost} cost @param {number} atMost */
function report(what, { main, window, gpu }, atMost) {
  const shown = [`the page ${percent(window)}`, `painting ${percent(gpu)}`, `main ${percent(main)}`].join(', ');
  return reportLine(`window, ${what}: ${shown} of a core`, window, { atMost }, `the page, over ${LOOK_MS / 1000} s`);
}

/** @param {number} value */
function percent(value) {
  return `${value.toFixed(1)} %`;
}
