// @ts-check
// An app that is started from outside, as its user starts it: nothing of a test runner is in it while it is measured.
import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import { WebSocket } from 'undici';
import { SetUpError } from './paths.mjs';

/** @typedef {Pick<import('./bench.mjs').Place, 'electron' | 'env'>} Place */
/** @typedef {import('@playwright/test').Page} Page */

/**
 * @typedef {object} Start
 * @property {number} shown milliseconds from the spawn to the window, by the app's own log
 * @property {number} painted milliseconds from the spawn to the first text or picture of its page, by the page's own clock
 */

/**
 * @typedef {object} Running
 * @property {number} startedAt as `Date.now()` counts
 * @property {Promise<number>} shown milliseconds until its window was there
 * @property {<Result>(look: (page: Page) => Promise<Result>) => Promise<Result>} onPage attaches to its page for as long as `look` takes
 * @property {(expression: string) => Promise<unknown>} inMain evaluates in its main process, where `require` has Electron
 * @property {() => Promise<void>} end
 */

const TIMEOUT_MS = 60_000;

/**
 * Starts an app on a profile and ends it again.
 * @param {Place} place
 * @param {string} folder of the app
 * @param {string} profile
 * @param {string} [shows] selector of what has to come to be on the page
 * @returns {Promise<Start>}
 */
export async function startOnce(place, folder, profile, shows = '[data-testid="drop-target"] *') {
  const app = startApp(place, folder, profile);
  try {
    const shown = await app.shown;
    const painted = await app.onPage(async (page) => {
      await page.locator(shows).first().waitFor({ state: 'attached' });
      return page.evaluate(firstPicture);
    });
    return { shown, painted: painted - app.startedAt };
  } finally {
    await app.end();
  }
}

/** In the page: when it had its first picture, as `Date.now()` counts. @returns {Promise<number>} */
function firstPicture() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [first] = list.getEntriesByName('first-contentful-paint');
      if (first) resolve(performance.timeOrigin + first.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/**
 * @param {Place} place
 * @param {string} folder of the app
 * @param {string} profile
 * @param {readonly string[]} [switches]
 * @returns {Running}
 */
export function startApp({ electron, env }, folder, profile, switches = []) {
  const [startedAt, began] = [Date.now(), performance.now()];
  const args = [...switches, folder, `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const app = spawn(electron, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => app.once('exit', resolve));
  const timer = setTimeout(() => app.kill('SIGKILL'), TIMEOUT_MS);
  let told = '';
  /** @type {Promise<number>} */
  const shown = new Promise((resolve, reject) => {
    app.stderr.on('data', (chunk) => {
      told += chunk;
      if (!told.includes('the window is up')) return;
      clearTimeout(timer);
      resolve(performance.now() - began);
    });
    app.once('error', reject);
    app.once('exit', () => reject(new SetUpError(`The app ended without a window:\n${told}`)));
  });

  /** @param {RegExp} pattern */
  function address(pattern) {
    const found = pattern.exec(told)?.[1];
    if (!found) throw new SetUpError(`The app told no address to look at it by:\n${told}`);
    return found;
  }

  return {
    startedAt,
    shown,
    async onPage(look) {
      const browser = await chromium.connectOverCDP(address(/DevTools listening on (\S+)/));
      try {
        const page = browser.contexts()[0]?.pages()[0];
        if (!page) throw new SetUpError('The app has no page.');
        return await look(page);
      } finally {
        await browser.close();
      }
    },
    inMain: (expression) => evaluateAt(address(/Debugger listening on (\S+)/), expression),
    async end() {
      app.kill('SIGTERM');
      await ended;
      clearTimeout(timer);
    },
  };
}

/** @param {string} address of a debugger of Node's @param {string} expression @returns {Promise<unknown>} */
function evaluateAt(address, expression) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const params = { expression, includeCommandLineAPI: true, awaitPromise: true, returnByValue: true };
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params })));
    socket.addEventListener('error', () => reject(new SetUpError(`Nothing answers at ${address}.`)));
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(data);
      if (id !== 1) return;
      socket.close();
      if (result.exceptionDetails) reject(new SetUpError(`In the main process: ${result.exceptionDetails.text}`));
      else resolve(result.result.value);
    });
  });
}
