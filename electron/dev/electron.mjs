// @ts-check
// Which Electron this checkout runs on.
import fs from 'node:fs';
import path from 'node:path';
import { copyIsPossible, electronCopy, ensureElectronCopy } from './electron-copy.mjs';
import { downloadStockElectron, stockElectron, stockFailedLately, stockVersion } from './electron-stock.mjs';
import { withLock } from './lock.mjs';
import { SetUpError } from './paths.mjs';

/** @returns {Promise<string>} the folder for ELECTRON_OVERRIDE_DIST_PATH */
export async function ensureElectron() {
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (chosen) {
    if (!fs.existsSync(electronExecutable(chosen))) {
      throw new SetUpError(`ELECTRON_OVERRIDE_DIST_PATH has no Electron in it (${chosen}): correct it or unset it.`);
    }
    return path.resolve(chosen);
  }
  // All checkouts share the copy, so they take turns; but only where there is something to fetch.
  return electronThatIsThere() ?? withLock('electron', async () => electronThatIsThere() ?? fetchElectron());
}

/** @returns {string | null} */
function electronThatIsThere() {
  return stockElectron() ?? (stockFailedLately() ? electronCopy() : null);
}

/** @returns {Promise<string>} */
async function fetchElectron() {
  // Where there is nothing to fall back on, trying again is all that can be done.
  if (!copyIsPossible || !stockFailedLately()) {
    const downloaded = await downloadStockElectron();
    if (downloaded) return downloaded;
  }
  if (copyIsPossible) return ensureElectronCopy();
  throw new SetUpError(
    `Electron ${stockVersion()} could not be downloaded and this system has no other source: check the network or set ELECTRON_MIRROR, then try again.`,
  );
}

/** @param {string} dist */
export function electronExecutable(dist) {
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  return path.join(dist, names[/** @type {'darwin' | 'win32'} */ (process.platform)] ?? 'electron');
}

/** @param {string} dist @returns {string} */
export function electronVersion(dist) {
  return fs.readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
}
