// @ts-check
// What `npm run e2e` and `npm run gallery` share: the built app on a display, and Playwright's count of what came of it.
import fs from 'node:fs';
import { ensureBuilt } from './build.mjs';
import { countReport, readPlaywright } from './counts.mjs';
import { hasDisplay, sandboxEnvironment, startVirtualDisplay } from './display.mjs';
import { localeEnvironment } from './locale.mjs';
import { onInterrupt, tool } from './run.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * @param {string} dist the folder of Electron
 * @param {object} options
 * @param {string} options.report where its configuration has the report written
 * @param {readonly string[]} options.args Playwright's own
 * @param {NodeJS.ProcessEnv} [options.env] on top of ours
 * @returns {Promise<Counts>}
 */
export async function runPlaywright(dist, { report, args, env = {} }) {
  await ensureBuilt();
  fs.rmSync(report, { force: true });
  const display = hasDisplay() ? null : await startVirtualDisplay({ endsWithLastWindow: false });
  const stopListening = onInterrupt(() => display?.stop());
  try {
    const surroundings = {
      ...process.env,
      ...localeEnvironment(),
      ...sandboxEnvironment(dist),
      ...(display ? { DISPLAY: display.name } : {}),
      ELECTRON_OVERRIDE_DIST_PATH: dist,
      ...env,
    };
    const { code } = await tool('@playwright/test/cli.js', ['test', '--forbid-only', ...args], { env: surroundings });
    return countReport(report, readPlaywright, code);
  } finally {
    stopListening();
    display?.stop();
  }
}
