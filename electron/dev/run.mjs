// @ts-check
// Child processes: their stdout goes to our stderr, so that our own stdout stays clean.
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [quiet] keep the output and return it instead of showing it
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
// Read at once: it may be gone by the time somebody asks.
const firstParent = process.ppid;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} 127 when the command cannot be started
 */
export function run(command, args, { cwd = root, env = process.env, quiet = false } = {}) {
  return new Promise((resolve) => {
    // 2 is our stderr: the child's stdout is shown there.
    const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2] });
    running.add(child);
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', (error) => resolve({ code: 127, output: output + error.message }));
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * The npm that started us, or the one on the PATH.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return run(process.execPath, [cli, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/**
 * A tool of node_modules by its script, not through .bin: the same on every system, and no shell in between.
 * @param {string} script path inside node_modules
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function tool(script, args, options) {
  return run(process.execPath, [path.join(root, 'node_modules', script), ...args], options);
}

/**
 * When we are told to end, children end first: a left-over test runner would go on opening windows.
 * @param {() => void} cleanUp
 * @returns {() => void} stops listening
 */
export function onInterrupt(cleanUp) {
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    for (const child of running) child.kill('SIGTERM');
    cleanUp();
    process.exit(128 + os.constants.signals[signal]);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, end);
  const stopWatching = whenNpmEnds(() => end('SIGTERM'));
  return () => {
    for (const signal of signals) process.off(signal, end);
    stopWatching();
  };
}

/**
 * npm passes a SIGTERM only to the shell that it put between itself and us: that we have lost our parent is all we see.
 * @param {() => void} act
 * @returns {() => void} stops watching
 */
export function whenNpmEnds(act) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === firstParent) return;
    clearInterval(timer);
    act();
  }, 250);
  timer.unref();
  return () => clearInterval(timer);
}
