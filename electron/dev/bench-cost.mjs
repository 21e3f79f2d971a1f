// @ts-check
// What a running app costs its computer, by the kernel's own count of the time of its processes.
import fs from 'node:fs';

/** @typedef {import('./bench-app.mjs').Running} Running */
/** @typedef {{ readonly main: number, readonly window: number, readonly gpu: number }} Cost in percent of a core */

/** The kernel counts CPU time in these. */
const TICKS_PER_SECOND = 100;

/**
 * What just happened is over before it is looked at.
 * @param {Running} app
 * @param {number} ms to look at it for
 * @returns {Promise<Cost>}
 */
export async function settledCost(app, ms) {
  await passed(ms / 4);
  const metrics = await app.inMain("require('electron').app.getAppMetrics().map(({ pid, type }) => ({ pid, type }))");
  const processes = /** @type {readonly { pid: number, type: string }[]} */ (metrics);
  const used = () => processes.map(({ type, pid }) => ({ type, seconds: cpuSeconds(pid) }));
  const [before, startedAt] = [used(), performance.now()];
  await passed(ms);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = used();
  /** @param {string} wanted */
  const share = (wanted) => (100 * (sumOf(after, wanted) - sumOf(before, wanted))) / seconds;
  return { main: share('Browser'), window: share('Tab'), gpu: share('GPU') };
}

/** @param {readonly { type: string, seconds: number }[]} used @param {string} wanted */
function sumOf(used, wanted) {
  return used.reduce((sum, { type, seconds }) => (type === wanted ? sum + seconds : sum), 0);
}

/** @param {number} pid */
function cpuSeconds(pid) {
  // Its name, in parentheses, may hold anything.
  const fields = fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** @param {number} ms */
export function passed(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @param {number} value */
export function percent(value) {
  return `${value.toFixed(1)} %`;
}
