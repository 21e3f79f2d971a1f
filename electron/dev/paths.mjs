// @ts-check
// Where things are, and the one way in which these scripts talk.
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const outDir = path.join(root, 'out');

/** The user's cache folder: shared by all checkouts, safe to delete. */
export const cacheDir = path.join(userCacheDir(), 'lobbe-uploader');

function userCacheDir() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') {
    return process.env.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData', 'Local');
  }
  return path.join(os.homedir(), '.cache');
}

/**
 * stderr only: stdout belongs to the app (`npm start -- --status-json` is parsed by scripts).
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`lobbe: ${line}\n`);
}

/** A failure whose message already says what, why and what to do: shown without a stack. */
export class SetUpError extends Error {}

/**
 * Runs an entry script: a known failure is one line, an unknown one keeps its stack.
 * @param {() => Promise<number>} entry resolves to the exit code
 */
export async function runEntry(entry) {
  try {
    process.exitCode = await entry();
  } catch (error) {
    if (error instanceof SetUpError) say(error.message);
    else console.error(error);
    process.exitCode = 1;
  }
}

/** @param {number} startedAt a `performance.now()` */
export function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/**
 * A lock name for this checkout alone.
 * @param {string} purpose
 */
export function checkoutLock(purpose) {
  return `${purpose}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
}
