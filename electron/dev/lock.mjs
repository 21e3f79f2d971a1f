// @ts-check
// One set-up at a time: two starts at once must not install into the same folder.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir, say } from './paths.mjs';

const REFRESH_MS = 5_000;
// A holder refreshes its file; far above that, because unpacking keeps a process busy for seconds.
const ABANDONED_MS = 90_000;
const POLL_MS = 200;
// The usual wait is too short to be worth a line.
const TELL_AFTER_MS = 1_000;

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {{ dir?: string, pollMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, { dir = cacheDir, pollMs = POLL_MS } = {}) {
  fs.mkdirSync(dir, { recursive: true });
  const file = path.join(dir, `${name}.lock`);
  const mine = `${file}.${process.pid}.${randomUUID()}`;
  let tellAt = Date.now() + TELL_AFTER_MS;
  // Written first and linked into place: the lock is never seen without its owner's number.
  fs.writeFileSync(mine, String(process.pid));
  try {
    while (!tryLink(mine, file)) {
      if (isAbandoned(file)) {
        takeAway(file);
        continue;
      }
      if (Date.now() > tellAt) {
        say('another set-up is running; waiting for it');
        tellAt = Number.POSITIVE_INFINITY;
      }
      await sleep(pollMs);
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
  const refresh = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => {});
  }, REFRESH_MS);
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    fs.rmSync(file, { force: true });
  }
}

/** @param {string} from @param {string} to */
function tryLink(from, to) {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    if (Date.now() - fs.statSync(file).mtimeMs > ABANDONED_MS) return true;
    process.kill(Number(fs.readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    // ESRCH: its owner was killed. ENOENT: it was released meanwhile. EPERM: alive, of another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/**
 * Renamed before it is removed: of two that found it abandoned, only one gets it.
 * @param {string} file
 */
function takeAway(file) {
  const aside = `${file}.abandoned.${randomUUID()}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  fs.rmSync(aside, { force: true });
}
