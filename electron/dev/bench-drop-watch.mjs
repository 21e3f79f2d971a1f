// @ts-check
// What is watched of an app while recordings are dropped on it: in its page, in its main process, and on its disk.
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {import('./bench-app.mjs').Running} Running */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ readonly longest: number, readonly p99: number }} Delays milliseconds for which the event loop of main was late */

/**
 * @typedef {object} Seen
 * @property {number} first milliseconds from the drop to the first row
 * @property {number} all the same, to all of them
 * @property {number} stall the longest that the page's thread was busy without a break since the drop, or since it was last asked
 * @property {number} dragging the same before the page heard of the drop: Chromium makes its files for it
 * @property {readonly number[]} commands milliseconds that commands took, the same
 */

/**
 * A drop as the desktop does it: the page gets files that have a path.
 * @param {Page} page
 * @param {readonly string[]} files
 */
export async function dropFiles(page, files) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  await session.detach();
}

/**
 * Watches a page, which may also be one that does nothing but take the drop.
 * @param {Page} page
 * @param {number} count how many are going to be dropped
 */
export async function watchPage(page, count) {
  await page.evaluate(beginInPage, count);
}

/** @param {Page} page @returns {Promise<Seen>} */
export function seenInPage(page) {
  return page.evaluate(() => /** @type {any} */ (globalThis).seenOfDrop());
}

/** In the page. @param {number} count */
function beginInPage(count) {
  const COMMAND_EVERY_MS = 200;
  const watched = { first: Number.NaN, all: Number.NaN, stall: 0, dragging: 0, commands: /** @type {number[]} */ ([]) };
  let droppedAt = Number.POSITIVE_INFINITY;
  window.addEventListener('drop', () => (droppedAt = performance.now()), { capture: true, once: true });
  /** @param {number} from @param {number} until */
  const wasBusy = (from, until) => {
    watched.dragging = Math.max(watched.dragging, Math.min(until, droppedAt) - from);
    watched.stall = Math.max(watched.stall, until - Math.max(from, droppedAt));
  };

  // A message to itself comes as soon as the thread is free: what comes late tells for how long it was not.
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  const beat = () => {
    wasBusy(last, performance.now());
    last = performance.now();
    setTimeout(() => {
      // Browsers put timers off, which holds up nobody: only what lies between two messages counts.
      last = performance.now();
      port2.postMessage(null);
    }, 4);
  };
  port1.onmessage = beat;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) wasBusy(startTime, startTime + duration);
  }).observe({ type: 'longtask' });
  beat();

  const look = () => {
    // One of them is the head of its group.
    const rows = Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') ?? 1) - 1;
    if (rows > 0 && Number.isNaN(watched.first)) watched.first = performance.now() - droppedAt;
    if (rows >= count && Number.isNaN(watched.all)) watched.all = performance.now() - droppedAt;
    else requestAnimationFrame(look);
  };
  look();

  const { lobbe } = /** @type {any} */ (window);
  const command = async () => {
    const began = performance.now();
    // Of a meeting that there is not: nothing is changed by it.
    await lobbe.timeline('00000000-0000-4000-8000-000000000000').catch(() => null);
    if (began > droppedAt) watched.commands.push(performance.now() - began);
    setTimeout(command, COMMAND_EVERY_MS);
  };
  if (lobbe) void command();
  else for (const event of ['dragover', 'drop']) window.addEventListener(event, (e) => e.preventDefault());

  Object.assign(globalThis, {
    seenOfDrop() {
      const seen = { ...watched };
      watched.stall = 0;
      watched.commands = [];
      return seen;
    },
  });
}

/** @param {Running} app */
export async function watchMain(app) {
  const monitor = "require('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 })";
  await app.inMain(`globalThis.delaysOfDrop = ${monitor}; delaysOfDrop.enable(); null`);
}

/** Since it was last asked. @param {Running} app @returns {Promise<Delays>} */
export async function seenInMain(app) {
  const read = '({ longest: delaysOfDrop.max / 1e6, p99: delaysOfDrop.percentile(99) / 1e6 })';
  const seen = await app.inMain(`(() => { const seen = ${read}; delaysOfDrop.reset(); return seen; })()`);
  return /** @type {Delays} */ (seen);
}

/** What watches would be most of what an idle app does. @param {Running} app @param {Page} page */
export async function stopWatching(app, page) {
  await app.inMain('delaysOfDrop.disable(); null');
  await page.reload();
}

/**
 * Counts what is written to the store.
 * @param {string} folder of the store
 * @returns {() => number} ends it, and tells the bytes
 */
export function watchStore(folder) {
  let bytes = 0;
  const watcher = fs.watch(folder, { persistent: false }, (_event, name) => {
    // What is renamed into its place was written, once, beside it.
    if (name === null || !/^state-[ab]\.json$/.test(name)) return;
    bytes += fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  });
  return () => {
    watcher.close();
    return bytes;
  };
}
