// @ts-check
// Containers often have no locale at all. Chromium then takes names for ASCII, and a file that is dropped with a Persian one is lost.
import { spawnSync } from 'node:child_process';

/**
 * @param {string | null} charmap what names are written in here; null: nobody knows
 * @returns {NodeJS.ProcessEnv} to add to the app's environment, so that it takes any name
 */
export function localeEnvironment(charmap = charmapHere()) {
  return charmap === null || /^utf-?8$/iu.test(charmap) ? {} : { LC_ALL: 'C.UTF-8' };
}

/** What the C library makes of the environment: a locale that is named and not installed counts as none. */
function charmapHere() {
  if (process.platform !== 'linux') return null;
  const { status, stdout } = spawnSync('locale', ['charmap'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
