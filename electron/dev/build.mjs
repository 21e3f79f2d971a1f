// @ts-check
// The three bundles, made again only when a source has changed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { checkoutLock, outDir, root, runEntry, SetUpError, say, secondsSince } from './paths.mjs';
import { tool } from './run.mjs';

const SOURCES = [
  'electron',
  'renderer',
  'assets',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.node.config.ts',
];
const RESULTS = [
  'main/main.js',
  'main/services.js',
  'main/reader-thread.js',
  'preload/preload.cjs',
  'renderer/index.html',
];
const stampFile = path.join(outDir, 'built-from');

/** @returns {Promise<void>} */
export function ensureBuilt() {
  // Under the lock: each build empties its folder first, and two of them would mix.
  return withLock(checkoutLock('build'), async () => {
    const sources = hashOfSources();
    if (isBuiltFrom(sources)) return;
    say('build: main, preload and window');
    const startedAt = performance.now();
    fs.rmSync(stampFile, { force: true });
    const results = await Promise.all([
      vite('window', []),
      vite('main', ['-c', 'vite.node.config.ts', '--mode', 'main']),
      vite('preload', ['-c', 'vite.node.config.ts', '--mode', 'preload']),
    ]);
    const failed = results.filter((result) => result.code !== 0);
    for (const { name, output } of failed) process.stderr.write(`--- ${name}\n${output}\n`);
    if (failed.length > 0) {
      throw new SetUpError(`The build failed (${failed.map(({ name }) => name).join(', ')}): see above.`);
    }
    fs.writeFileSync(stampFile, sources);
    say(`build: done in ${secondsSince(startedAt)}`);
  });
}

/** @param {string} name @param {readonly string[]} args */
async function vite(name, args) {
  const result = await tool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], { quiet: true });
  return { name, ...result };
}

/** @param {string} sources */
function isBuiltFrom(sources) {
  if (!RESULTS.every((file) => fs.existsSync(path.join(outDir, file)))) return false;
  return fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === sources;
}

/** By content, not by time: a checkout of an older commit has newer files. */
function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesBelow)) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} relative @returns {string[]} */
function filesBelow(relative) {
  const stats = fs.statSync(path.join(root, relative), { throwIfNoEntry: false });
  if (!stats || relative === path.join('electron', 'dev')) return [];
  if (!stats.isDirectory()) return [relative];
  return fs
    .readdirSync(path.join(root, relative))
    .sort()
    .flatMap((name) => filesBelow(path.join(relative, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runEntry(async () => {
    await ensureBuilt();
    return 0;
  });
}
