// @ts-check
// What `npm run simulate` and `npm run fuzz` share: processes that play cases, and how it is told.
import { fork } from 'node:child_process';
import { SetUpError, secondsSince } from './paths.mjs';

/** @typedef {{ readonly played: number, readonly counts: object, readonly failed: unknown }} AnyReport */

const BAR = 30;

/**
 * Plays orders, each in a process of its own, until all are done or one of them fails: that ends the others.
 * @template {AnyReport} Report
 * @param {string} script
 * @param {readonly object[]} orders
 * @param {(report: Report) => void} tell
 * @returns {Promise<Report['failed']>}
 */
export async function playInProcesses(script, orders, tell) {
  /** @type {Report['failed']} */
  let failed = null;
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  const ends = orders.map((order) => {
    // "Tomorrow morning" depends on the zone; a seed must not.
    const child = fork(script, { env: { ...process.env, TZ: 'UTC' }, serialization: 'advanced' });
    children.push(child);
    child.on('message', (/** @type {Report} */ report) => {
      tell(report);
      if (!report.failed || failed) return;
      failed = report.failed;
      for (const other of children) other.kill();
    });
    child.send(order);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => {
        if (code !== 0 && code !== null) reject(new Error(`a process that plays cases ended with ${code}`));
        else resolve(undefined);
      });
    });
  });
  await Promise.all(ends);
  return failed;
}

/**
 * What has come so far, as one line on a terminal and at the end.
 * @param {number} all
 * @param {string} what is played, in the plural
 */
export function tally(all, what) {
  const startedAt = performance.now();
  /** @type {Record<string, number>} */
  const counts = {};
  let played = 0;
  const perSecond = () => Math.round((played * 1000) / (performance.now() - startedAt));
  return {
    /**
     * @param {AnyReport} report
     * @param {(counts: Readonly<Record<string, number>>) => string} inShort
     */
    add(report, inShort) {
      played += report.played;
      for (const [name, value] of Object.entries(report.counts)) counts[name] = (counts[name] ?? 0) + value;
      if (!process.stderr.isTTY) return;
      const bar = '#'.repeat(Math.floor((played / all) * BAR)).padEnd(BAR, '.');
      const line = `[${bar}] ${number(played)} of ${number(all)} ${what}, ${perSecond()} a second, ${inShort(counts)} `;
      process.stderr.write(`\r${line}`);
    },
    print() {
      if (process.stderr.isTTY) process.stderr.write('\n');
      console.log(`${number(played)} ${what} in ${secondsSince(startedAt)} (${perSecond()} a second)`);
      const width = Math.max(14, ...Object.keys(counts).map((name) => name.length));
      for (const [name, value] of Object.entries(counts)) {
        console.log(`${name.padEnd(width)} ${number(value).padStart(14)}`);
      }
    },
  };
}

/** @param {string | undefined} text @param {string} name */
export function wholeNumber(text, name) {
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new SetUpError(`${name} wants a whole number, not “${text}”.`);
  return value;
}

/** @param {number} value */
export function number(value) {
  return value.toLocaleString('en');
}
