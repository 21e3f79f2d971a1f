// @ts-check
// Everything that must be there before the app can run. Each step is skipped when it is up to date.
import { ensureDependencies } from './dependencies.mjs';
import { electronExecutable, ensureElectron } from './electron.mjs';
import { withLock } from './lock.mjs';
import { checkoutLock } from './paths.mjs';
import { ensureSystemLibraries } from './system-libraries.mjs';

/** @returns {Promise<string>} the folder of the Electron in use */
export async function setUpElectron() {
  await withLock(checkoutLock('dependencies'), ensureDependencies);
  return ensureElectron();
}

/**
 * @param {{ virtualDisplay: boolean }} wanted
 * @returns {Promise<string>} the folder of the Electron in use
 */
export async function setUp(wanted) {
  const dist = await setUpElectron();
  await ensureSystemLibraries(electronExecutable(dist), { display: wanted.virtualDisplay });
  return dist;
}
