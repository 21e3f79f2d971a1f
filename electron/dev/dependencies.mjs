// @ts-check
// node_modules as package-lock.json says. Only Node's own modules here: this runs before there is anything else.
import fs from 'node:fs';
import path from 'node:path';
import { root, SetUpError, say, secondsSince } from './paths.mjs';
import { npm } from './run.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockEntry */
/** @typedef {Record<string, LockEntry>} LockEntries */

export async function ensureDependencies() {
  const wanted = readEntries(path.join(root, 'package-lock.json'));
  if (!wanted) throw new SetUpError('package-lock.json is missing or unreadable: restore it from the repository.');
  const reason = whyStale(wanted);
  if (!reason) return;
  say(`dependencies: npm ci (${reason})`);
  const startedAt = performance.now();
  // No install scripts: none is needed, and Electron's would fail the whole installation where its download host
  // cannot be reached. Dev dependencies even under NODE_ENV=production: the build needs them.
  const { code } = await npm([
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--loglevel=error',
    '--no-fund',
    '--no-audit',
  ]);
  if (code !== 0) {
    throw new SetUpError(
      'The dependencies could not be installed (npm ci failed, see above): check the network and the npm registry setting, then try again.',
    );
  }
  say(`dependencies: installed in ${secondsSince(startedAt)}`);
}

/**
 * npm notes in node_modules/.package-lock.json what it really installed, as its last act: compared with the wish, it
 * also tells a hand-made `npm install` that is up to date from an installation that was cut off.
 * @param {LockEntries} wanted
 */
function whyStale(wanted) {
  if (!fs.existsSync(path.join(root, 'node_modules'))) return 'not installed';
  const installed = readEntries(path.join(root, 'node_modules', '.package-lock.json'));
  return installed ? (difference(wanted, installed) ?? missingFolder(installed)) : 'an installation was cut off';
}

/**
 * @param {LockEntries} wanted
 * @param {LockEntries} installed
 * @returns {string | null} why they differ
 */
export function difference(wanted, installed) {
  for (const [name, entry] of Object.entries(wanted)) {
    if (name === '') continue; // the project itself
    const there = installed[name];
    // Optional ones of other platforms are in the lock file and never installed.
    if (!there && !entry.optional && !entry.devOptional) return `${name} is missing`;
    if (there && (there.version !== entry.version || there.integrity !== entry.integrity)) return `${name} has changed`;
  }
  const extra = Object.keys(installed).find((name) => !wanted[name]);
  return extra ? `${extra} is not wanted any more` : null;
}

/** @param {LockEntries} installed */
function missingFolder(installed) {
  const gone = Object.keys(installed).find((name) => !fs.existsSync(path.join(root, name)));
  return gone ? `${gone} is gone` : null;
}

/** @param {string} file @returns {LockEntries | null} */
function readEntries(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}
