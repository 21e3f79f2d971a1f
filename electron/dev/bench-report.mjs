// @ts-check
// How a measurement is told: one line, the median of a baseline, the median of the value, their ratio, and what is allowed.
import { spawn } from 'node:child_process';
import { SetUpError } from './paths.mjs';

/**
 * @typedef {object} Comparison
 * @property {string} name
 * @property {readonly [string, string]} of what is compared: the baseline, and what is measured
 * @property {readonly (readonly [number, number])[]} pairs
 * @property {(value: number) => string} show
 * @property {{ readonly atMost: number } | { readonly atLeast: number }} bound of the ratio
 */

/**
 * Prints the line of a comparison.
 * @param {Comparison} comparison
 * @returns {boolean} whether the ratio is within its bound
 */
export function reportRatio({ name, of: [first, second], pairs, show, bound }) {
  const [baseline, value] = [median(pairs.map((pair) => pair[0])), median(pairs.map((pair) => pair[1]))];
  const ratio = value / baseline;
  const shown = `${first} ${show(baseline)}, ${second} ${show(value)}, ratio ${ratio.toFixed(2)}`;
  return reportLine(`${name}: ${shown}`, ratio, bound, `medians of ${pairs.length}`);
}

/**
 * Prints a value against its bound; what misses it says so.
 * @param {string} line
 * @param {number} value
 * @param {Comparison['bound']} bound
 * @param {string} how
 * @returns {boolean} whether the value is within its bound
 */
export function reportLine(line, value, bound, how) {
  const isGood = 'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast;
  const aim = 'atMost' in bound ? `at most ${bound.atMost}` : `at least ${bound.atLeast}`;
  console.log(`${line} (${aim}; ${how})${isGood ? '' : ' MISSED'}`);
  return isGood;
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
}

/** @param {number} ms */
export function inMs(ms) {
  return `${ms.toFixed(ms < 100 ? 2 : 0)} ms`;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} its stdout
 */
export function output(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    // Chromium complains of what a container lacks: worth reading only when something failed.
    let complaints = '';
    child.stderr.on('data', (chunk) => {
      complaints += chunk;
    });
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new SetUpError(`The bench’s own script ended with ${code}:\n${complaints}`));
    });
  });
}
