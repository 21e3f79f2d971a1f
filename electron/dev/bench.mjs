// @ts-check
// `npm run bench`: what a long history costs, as ratios against a short one that is measured in the same run. Not a test: a
// loaded machine makes every number larger, and only their ratio means something.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { hasDisplay, sandboxEnvironment, startVirtualDisplay } from './display.mjs';
import { electronExecutable } from './electron.mjs';
import { outDir, root, runEntry, SetUpError, say } from './paths.mjs';
import { onInterrupt, tool } from './run.mjs';
import { setUp } from './set-up.mjs';

const SHORT = 10;
const LONG = 10_000;
/** What the house allows: ten thousand finished meetings may cost half as much again as ten. */
const ALLOWED = 1.5;
const STARTS = 9;
const START_TIMEOUT_MS = 60_000;
const script = path.join(outDir, 'bench', 'bench.js');

await runEntry(async () => {
  const dist = await setUp({ virtualDisplay: !hasDisplay() });
  await ensureBuilt();
  await buildBench();
  const display = hasDisplay() ? null : await startVirtualDisplay({ endsWithLastWindow: false });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-bench-'));
  const cleanUp = () => {
    display?.stop();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  const stopListening = onInterrupt(cleanUp);
  try {
    const env = {
      ...process.env,
      ...sandboxEnvironment(dist),
      ...(display ? { DISPLAY: display.name } : {}),
      // Nobody answers there: what is measured is this computer.
      LOBBE_API_BASE: 'http://127.0.0.1:9/api/v1',
      LOBBE_TOKEN: 'lobbe-bench-token-0001',
      LOBBE_LANG: 'en',
    };
    return await measure(electronExecutable(dist), env, folder);
  } finally {
    stopListening();
    cleanUp();
  }
});

/**
 * @param {string} electron
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 */
async function measure(electron, env, folder) {
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

  const ratios = [report('commit (electron-store in Electron)', commits), report('spawn to first window', starts)];
  return ratios.every((ratio) => ratio <= ALLOWED) ? 0 : 1;
}

/**
 * One line: name, median of the baseline, median of the value, their ratio.
 * @param {string} name
 * @param {readonly [number, number][]} pairs
 */
function report(name, pairs) {
  const [baseline, value] = [median(pairs.map((pair) => pair[0])), median(pairs.map((pair) => pair[1]))];
  const ratio = value / baseline;
  const inMs = (/** @type {number} */ ms) => `${ms.toFixed(ms < 100 ? 2 : 0)} ms`;
  console.log(
    `${name}: ${SHORT} finished ${inMs(baseline)}, ${LONG} finished ${inMs(value)}, ratio ${ratio.toFixed(2)} (at most ${ALLOWED}; medians of ${pairs.length})`,
  );
  return ratio;
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
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

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} its stdout
 */
function output(command, args, env) {
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

async function buildBench() {
  const args = ['build', '--logLevel', 'warn', '-c', 'vite.node.config.ts', '--mode', 'bench'];
  const { code, output: text } = await tool('vite/bin/vite.js', args, { quiet: true });
  if (code !== 0) throw new SetUpError(`The bench could not be built:\n${text}`);
}
