// @ts-check
// `npm run e2e [-- playwright's arguments]`: the real app, driven from outside.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasDisplay } from './display.mjs';
import { outDir, runEntry } from './paths.mjs';
import { runPlaywright } from './playwright.mjs';
import { setUp } from './set-up.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * @param {string} dist the folder of Electron
 * @param {readonly string[]} args
 * @returns {Promise<Counts>}
 */
export function runEndToEnd(dist, args) {
  return runPlaywright(dist, { report: path.join(outDir, 'reports', 'e2e.json'), args });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runEntry(async () => {
    const dist = await setUp({ virtualDisplay: !hasDisplay() });
    const { failed } = await runEndToEnd(dist, process.argv.slice(2));
    return failed === 0 ? 0 : 1;
  });
}
