// @ts-check
// What the open window costs: while it shows four uploads, while nothing happens, and while nobody sees it.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startApp } from './bench-app.mjs';
import { passed, percent, settledCost } from './bench-cost.mjs';
import { reportLine } from './bench-report.mjs';
import { ensureBuilt } from './build.mjs';
import { root, SetUpError, say } from './paths.mjs';
import { bundleOfTests } from './test-bundle.mjs';

/** @typedef {import('./bench.mjs').Place} Place */
/** @typedef {import('./bench-app.mjs').Running} Running */
/** @typedef {import('./bench-cost.mjs').Cost} Cost */

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
    const idle = await settledCost(app, LOOK_MS);
    await handOver(app, [makeRecording(path.join(folder, 'short.wav'), MB)]);
    await app.onPage((page) => page.locator('[data-stage="processing"]').waitFor());
    say('bench: a meeting that Lobbe works on');
    await passed(UNTIL_CALM_MS);
    const processing = await settledCost(app, LOOK_MS);
    await startUploads(app, folder);
    say('bench: four uploads');
    const uploading = await settledCost(app, LOOK_MS);
    await app.inMain("require('electron').BrowserWindow.getAllWindows()[0].hide()");
    say('bench: four uploads, and nobody sees the window');
    const unseen = await settledCost(app, LOOK_MS);
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

/** @param {string} what @param {Cost} cost @param {number} atMost */
function report(what, { main, window, gpu }, atMost) {
  const shown = [`the page ${percent(window)}`, `painting ${percent(gpu)}`, `main ${percent(main)}`].join(', ');
  return reportLine(`window, ${what}: ${shown} of a core`, window, { atMost }, `the page, over ${LOOK_MS / 1000} s`);
}
