// @ts-check
// How smooth a long list is: the frames while it is scrolled by wheel, against an empty page of the same height in a bare window of
// the same Electron, by turns; and what its own thread has to do for each of them.
import path from 'node:path';
import { startApp } from './bench-app.mjs';
import { benchScript } from './bench-profile.mjs';
import { inMs, median, reportLine, reportRatio } from './bench-report.mjs';
import { ensureBuilt } from './build.mjs';
import { root, say } from './paths.mjs';

/** @typedef {import('./bench.mjs').Place} Place */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ readonly frames: readonly number[], readonly busy: number }} Scrolled the milliseconds of each frame, and of the page's thread in all */

const FINISHED = 10_000;
const LIVE = 40;
const ROW_HEIGHT = 36;
/** Pixels a second: a hand that looks for something. */
const SPEED = 3000;
const SECONDS = 3;

/** As smooth as a page with nothing on it, but for a frame now and then. */
const ALLOWED = 1.2;
/** Half of a frame at 60 Hz, so that a slower computer keeps up too. */
const WORK_MS = 8;

const bareApp = path.join(root, 'test', 'bench', 'bare');

/**
 * @param {Place} place
 * @returns {Promise<boolean>} whether every aim was met
 */
export async function benchScroll(place) {
  const { folder, rounds } = place;
  await ensureBuilt();
  const inElectron = await benchScript(place);
  const profile = path.join(folder, 'scroll');
  await inElectron('profile', path.join(profile, 'account'), String(FINISHED), String(LIVE));
  say(`bench: ${FINISHED} meetings scrolled ${rounds} times, by turns with an empty page`);
  /** @type {{ readonly empty: Scrolled, readonly list: Scrolled }[]} */
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    const empty = await scrolled(place, bareApp, path.join(folder, 'scroll-bare'), makeTall, FINISHED * ROW_HEIGHT);
    const list = await scrolled(place, root, profile, listsMoreThan, FINISHED);
    all.push({ empty, list });
  }
  const areSmooth = [50, 95, 99].map((share) =>
    reportRatio({
      name: `scrolling, ${share} of 100 frames within`,
      of: ['empty page', `${FINISHED} meetings`],
      pairs: all.map(({ empty, list }) => [percentile(empty.frames, share), percentile(list.frames, share)]),
      show: inMs,
      bound: { atMost: share > 95 ? 2 * ALLOWED : ALLOWED },
    }),
  );
  const work = median(all.map(({ list }) => list.busy / list.frames.length));
  const line = `scrolling, the page's thread: ${inMs(work)} a frame`;
  return [...areSmooth, reportLine(line, work, { atMost: WORK_MS }, `median of ${rounds}`)].every(Boolean);
}

/**
 * @param {Place} place
 * @param {string} folder of the app
 * @param {string} profile
 * @param {(value: number) => void | Promise<void>} prepare in its page
 * @param {number} value
 * @returns {Promise<Scrolled>}
 */
async function scrolled(place, folder, profile, prepare, value) {
  const app = startApp(place, folder, profile);
  try {
    await app.shown;
    return await app.onPage(async (page) => {
      await page.evaluate(prepare, value);
      return scroll(page);
    });
  } finally {
    await app.end();
  }
}

/** In the page. @param {number} height */
function makeTall(height) {
  const list = document.createElement('div');
  list.style.cssText = 'position: fixed; inset: 0; overflow: auto';
  const content = document.createElement('div');
  content.style.blockSize = `${height}px`;
  list.append(content);
  document.body.append(list);
}

/** In the page: resolves when its list is that long. @param {number} count @returns {Promise<void>} */
function listsMoreThan(count) {
  return new Promise((resolve) => {
    const look = () => {
      const rows = Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount'));
      if (rows > count) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * Scrolls down by wheel, as the browser itself gets it.
 * @param {Page} page
 * @returns {Promise<Scrolled>}
 */
async function scroll(page) {
  const session = await page.context().newCDPSession(page);
  // What the start left to do is not what is measured.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })));
  // Its own time, not that of whatever else the computer does.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyUntilNow = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.evaluate(countFrames);
  const before = await busyUntilNow();
  await session.send('Input.synthesizeScrollGesture', {
    x: 400,
    y: 340,
    yDistance: -SPEED * SECONDS,
    speed: SPEED,
    gestureSourceType: 'mouse',
  });
  const busy = (await busyUntilNow()) - before;
  return { frames: await page.evaluate('frames'), busy };
}

/** In the page: notes the length of each frame from now on. */
function countFrames() {
  /** @type {number[]} */
  const frames = [];
  let last = 0;
  const frame = (/** @type {number} */ now) => {
    if (last > 0) frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  Object.assign(window, { frames });
}

/** @param {readonly number[]} values @param {number} share */
function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0;
}
