// @ts-check
// The script that makes profiles and measures commits, which runs in Electron as its disk is the app's own.
import path from 'node:path';
import { output } from './bench-report.mjs';
import { outDir, SetUpError } from './paths.mjs';
import { tool } from './run.mjs';

/** @typedef {import('./bench.mjs').Place} Place */

/**
 * Builds test/bench/bench.ts.
 * @param {Place} place
 * @returns {Promise<(...args: readonly string[]) => Promise<string>>} runs it, and resolves to what it prints
 */
export async function benchScript({ electron, env, folder }) {
  const build = ['build', '--logLevel', 'warn', '-c', 'vite.node.config.ts', '--mode', 'bench'];
  const { code, output: text } = await tool('vite/bin/vite.js', build, { quiet: true });
  if (code !== 0) throw new SetUpError(`The bench could not be built:\n${text}`);
  const script = path.join(outDir, 'bench', 'bench.js');
  return (...args) => output(electron, [script, `--user-data-dir=${path.join(folder, 'bench')}`, ...args], env);
}
