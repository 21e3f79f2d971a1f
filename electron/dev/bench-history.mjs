// @ts-check
// What a long history costs, as ratios against a short one that is measured in the same run.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { inMs, output, reportRatio } from './bench-report.mjs';
import { ensureBuilt } from './build.mjs';
import { outDir, root, SetUpError, say } from './paths.mjs';
import { tool } from './run.mjs';

/** @typedef {import('./bench.mjs').Place} Place */

const SHORT = 10;
const LONG = 10_000;
/** What the house allows: ten thousand finished meetings may cost half as much again as ten. */
const ALLOWED = 1.5;
const STARTS = 9;
const START_TIMEOUT_MS = 60_000;
const script = path.join(outDir, 'bench', 'bench.js');

/**
 * @param {Place} place
 * @returns {Promise<boolean>} whether all is within what is allowed
 */
export async function benchHistory({ electron, env, folder }) {
  await ensureBuilt();
  await buildBench();
  /** @param {readonly string[]} args */
  const inElectron = (args) =>
    output(electron, [script, `--user-data-dir=${path.join(folder, 'bench')}`, ...args], env);
  const [short, long] = [path.join(folder, 'short'), path.join(folder, 'long')];
  say(`bench: making profiles with ${SHORT} and ${LONG} finished meetings`);
  await inElectron(['profile', path.join(short, 'account'), String(SHORT)]);
  await inElectron(['profile', path.join(long, 'account'), String(LONG)]);

  /** @type {[number, number][]} */
  const starts = [];
  say(`bench: ${STARTS} starts of each`);
  // The first start of a profile makes Chromium's own files.
  await start(electron, env, short);
  await start(electron, env, long);
  for (let n = 0; n < STARTS; n += 1) {
    // By turns, and each first as often as the other.
    const first = n % 2 === 0 ? await start(electron, env, short) : null;
    const second = await start(electron, env, long);
    starts.push([first ?? (await start(electron, env, short)), second]);
  }
  /** @type {[number, number][]} */
  const commits = JSON.parse(await inElectron(['commits', path.join(short, 'account'), path.join(long, 'account')]));

  const isGood = [report('commit (electron-store in Electron)', commits), report('spawn to first window', starts)];
  return isGood.every(Boolean);
}

/**
 * @param {string} name
 * @param {readonly [number, number][]} pairs
 */
function report(name, pairs) {
  const of = /** @type {const} */ ([`${SHORT} finished`, `${LONG} finished`]);
  return reportRatio({ name, of, pairs, show: inMs, bound: { atMost: ALLOWED } });
}

/**
 * Starts the app on a profile and ends it again.
 * @param {string} electron
 * @param {NodeJS.ProcessEnv} env
 * @param {string} profile
 * @returns {Promise<number>} milliseconds until its window had its first picture, by its own log
 */
function start(electron, env, profile) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const app = spawn(electron, [root, `--user-data-dir=${profile}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const timer = setTimeout(() => {
      app.kill('SIGKILL');
      reject(new SetUpError('The app showed no window within a minute.'));
    }, START_TIMEOUT_MS);
    /** @type {number | null} */
    let took = null;
    let told = '';
    app.stderr.on('data', (chunk) => {
      told += chunk;
      if (took !== null || !told.includes('the window is up')) return;
      took = performance.now() - startedAt;
      app.kill('SIGTERM');
    });
    app.once('error', reject);
    app.once('exit', () => {
      clearTimeout(timer);
      if (took === null) reject(new SetUpError(`The app ended without a window:\n${told}`));
      else resolve(took);
    });
  });
}

async function buildBench() {
  const args = ['build', '--logLevel', 'warn', '-c', 'vite.node.config.ts', '--mode', 'bench'];
  const { code, output: text } = await tool('vite/bin/vite.js', args, { quiet: true });
  if (code !== 0) throw new SetUpError(`The bench could not be built:\n${text}`);
}
