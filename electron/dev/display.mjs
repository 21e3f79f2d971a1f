// @ts-check
// Something to draw on, and the sandbox where it can work.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { SetUpError, say } from './paths.mjs';

const START_TIMEOUT_MS = 15_000;
// Large enough for the window at its default size, with room for menus.
const SCREEN = '1440x1000x24';

export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * @typedef {object} VirtualDisplay
 * @property {string} name for DISPLAY
 * @property {() => void} stop
 */

/**
 * @param {{ endsWithLastWindow: boolean }} options so that a start that was killed leaves no server behind
 * @returns {Promise<VirtualDisplay>}
 */
export function startVirtualDisplay({ endsWithLastWindow }) {
  return new Promise((resolve, reject) => {
    // The server picks a free number itself and tells it on file descriptor 3: no race with others. Detached, because
    // Ctrl-C in a terminal reaches the whole group, and the app needs its display until it has quit cleanly.
    const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
    const server = spawn('Xvfb', endsWithLastWindow ? [...args, '-terminate'] : args, {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const timer = setTimeout(() => {
      server.kill();
      reject(new SetUpError('Xvfb did not start within 15 s: start it by hand, set DISPLAY, then try again.'));
    }, START_TIMEOUT_MS);
    server.once('error', (error) => {
      clearTimeout(timer);
      reject(new SetUpError(`There is no display, and Xvfb cannot be started (${error.message}).`));
    });
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new SetUpError(`There is no display, and Xvfb ended at once (exit code ${code}).`));
    });
    let told = '';
    const channel = /** @type {import('node:net').Socket} */ (server.stdio[3]);
    channel.on('data', (chunk) => {
      told += chunk;
      if (!told.includes('\n')) return;
      clearTimeout(timer);
      channel.destroy();
      server.unref();
      const name = `:${told.trim()}`;
      say(`display: there is none, so a virtual one is used (Xvfb ${name})`);
      resolve({ name, stop: () => void server.kill() });
    });
  });
}

/**
 * Chromium's sandbox refuses root, and needs user namespaces, which many containers forbid.
 * @param {string} dist
 * @returns {NodeJS.ProcessEnv} to add to the app's environment
 */
export function sandboxEnvironment(dist) {
  if (process.platform !== 'linux' || process.env.ELECTRON_DISABLE_SANDBOX) return {};
  const reason =
    process.getuid?.() === 0 ? 'running as root' : sandboxIsPossible(dist) ? null : 'no user namespaces here';
  if (!reason) return {};
  say(`sandbox: Chromium's is off (${reason})`);
  return { ELECTRON_DISABLE_SANDBOX: '1' };
}

/** @param {string} dist */
function sandboxIsPossible(dist) {
  const helper = fs.statSync(`${dist}/chrome-sandbox`, { throwIfNoEntry: false });
  const isSetuidRoot = helper !== undefined && helper.uid === 0 && (helper.mode & 0o4000) !== 0;
  return isSetuidRoot || spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0;
}
