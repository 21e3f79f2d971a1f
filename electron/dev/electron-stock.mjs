// @ts-check
// The `electron` package's own download: what we ship, and the first choice everywhere.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { cacheDir, root, say, secondsSince } from './paths.mjs';

const packageDir = path.join(root, 'node_modules', 'electron');
const distDir = path.join(packageDir, 'dist');
const failureFile = path.join(cacheDir, 'stock-download-failed.json');
// A closed network often swallows packets instead of refusing them: no byte for this long is a no.
const SILENCE_MS = 20_000;
// A start must not wait for the same refusal each time; a day later the network may be another.
const REMEMBER_MS = 24 * 60 * 60 * 1000;

/** @returns {string | null} its folder, when it is there */
export function stockElectron() {
  try {
    const version = fs.readFileSync(path.join(distDir, 'version'), 'utf8').trim().replace(/^v/, '');
    const executable = path.join(distDir, fs.readFileSync(path.join(packageDir, 'path.txt'), 'utf8'));
    return version === stockVersion() && fs.existsSync(executable) ? distDir : null;
  } catch {
    return null;
  }
}

/** @returns {string} the version that the package stands for */
export function stockVersion() {
  return JSON.parse(fs.readFileSync(path.join(packageDir, 'package.json'), 'utf8')).version;
}

/** Did the download of this version fail within the last day? */
export function stockFailedLately() {
  try {
    const { version, at } = JSON.parse(fs.readFileSync(failureFile, 'utf8'));
    const age = Date.now() - Date.parse(at);
    return version === stockVersion() && age >= 0 && age < REMEMBER_MS;
  } catch {
    return false;
  }
}

/** @returns {Promise<string | null>} its folder, or null when the download cannot be had */
export async function downloadStockElectron() {
  say(`Electron: trying the stock download of ${stockVersion()}`);
  const startedAt = performance.now();
  const problem = await runInstaller();
  const dist = problem ? null : stockElectron();
  fs.mkdirSync(cacheDir, { recursive: true });
  if (dist) {
    fs.rmSync(failureFile, { force: true });
    say(`Electron: downloaded in ${secondsSince(startedAt)}`);
    return dist;
  }
  fs.writeFileSync(failureFile, JSON.stringify({ version: stockVersion(), at: new Date().toISOString() }));
  say(`Electron: the stock download cannot be had (${problem ?? 'it left no executable'}); tried again in a day`);
  return null;
}

/**
 * Its downloads go through a folder of ours, so that we see whether bytes arrive: a slow line may take minutes, a dead
 * one is given up soon.
 * @returns {Promise<string | null>} what went wrong
 */
function runInstaller() {
  fs.mkdirSync(cacheDir, { recursive: true });
  const temp = fs.mkdtempSync(path.join(cacheDir, 'download-'));
  const env = { ...process.env, TMPDIR: temp, TEMP: temp, TMP: temp };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(packageDir, 'install.js')], {
      cwd: packageDir,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    let size = 0;
    let grewAt = Date.now();
    let silent = false;
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const watch = setInterval(() => {
      const now = sizeOf(temp) + sizeOf(distDir);
      if (now !== size) grewAt = Date.now();
      size = now;
      if (Date.now() - grewAt > SILENCE_MS) {
        silent = true;
        child.kill('SIGKILL');
      }
    }, 500);
    /** @param {string | null} problem */
    const finish = (problem) => {
      clearInterval(watch);
      fs.rmSync(temp, { recursive: true, force: true });
      resolve(problem);
    };
    child.once('error', (error) => finish(error.message));
    child.once('close', (code) => {
      if (silent) finish(`nothing arrived for ${SILENCE_MS / 1000} s`);
      else finish(code === 0 ? null : reasonIn(errors));
    });
  });
}

/**
 * fetch says only "fetch failed"; what really happened is its cause.
 * @param {string} text
 */
function reasonIn(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((candidate) => candidate.includes('[cause]')) ?? lines[0] ?? 'no reason given';
  return line
    .replace('[cause]:', '')
    .replace(/[\s{]+$/, '')
    .trim()
    .slice(0, 160);
}

/** @param {string} dir @returns {number} bytes below it */
function sizeOf(dir) {
  let total = 0;
  try {
    for (const entry of fs.readdirSync(dir, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) total += fs.statSync(path.join(entry.parentPath, entry.name)).size;
    }
  } catch {
    // A file that vanished meanwhile: the next look counts again.
  }
  return total;
}
