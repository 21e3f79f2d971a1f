// @ts-check
// `npm run e2e [-- playwright's arguments]`: the real app, driven from outside.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { countReport, readPlaywright } from './counts.mjs';
import { hasDisplay, sandboxEnvironment, startVirtualDisplay } from './display.mjs';
import { outDir, runEntry } from './paths.mjs';
import { onInterrupt, tool } from './run.mjs';
import { setUp } from './set-up.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const report = path.join(outDir, 'reports', 'e2e.json');

/**
 * @param {string} dist the folder of Electron
 * @param {readonly string[]} args
 * @returns {Promise<Counts>}
 */
export async function runEndToEnd(dist, args) {
  await ensureBuilt();
  fs.rmSync(report, { force: true });
  const display = hasDisplay() ? null : await startVirtualDisplay({ endsWithLastWindow: false });
  const stopListening = onInterrupt(() => display?.stop());
  try {
    const env = {
      ...process.env,
      ...sandboxEnvironment(dist),
      ...(display ? { DISPLAY: display.name } : {}),
      ELECTRON_OVERRIDE_DIST_PATH: dist,
    };
    const { code } = await tool('@playwright/test/cli.js', ['test', '--forbid-only', ...args], { env });
    return countReport(report, readPlaywright, code);
  } finally {
    stopListening();
    display?.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runEntry(async () => {
    const dist = await setUp({ virtualDisplay: !hasDisplay() });
    const { failed } = await runEndToEnd(dist, process.argv.slice(2));
    return failed === 0 ? 0 : 1;
  });
}
