// @ts-check
// `npm start [-- options and files]`: sets up what is missing, builds what has changed, opens the app.
import { spawn } from 'node:child_process';
import os from 'node:os';
import { ensureBuilt } from './build.mjs';
import { hasDisplay, sandboxEnvironment, startVirtualDisplay } from './display.mjs';
import { electronExecutable } from './electron.mjs';
import { localeEnvironment } from './locale.mjs';
import { root, runEntry } from './paths.mjs';
import { onInterrupt, whenNpmEnds } from './run.mjs';
import { setUp } from './set-up.mjs';

await runEntry(async () => {
  const args = process.argv.slice(2);
  // It prints and exits without a window, so it needs no display: also on a server, also while cron runs it.
  const windowless = args.includes('--status-json');
  const needsDisplay = !windowless && !hasDisplay();
  // Until the app runs, a Ctrl-C ends the set-up; afterwards it is for the app.
  const stopListening = onInterrupt(() => {});
  const dist = await setUp({ virtualDisplay: needsDisplay });
  await ensureBuilt();
  stopListening();
  const sandbox = sandboxEnvironment(dist);
  const display = needsDisplay ? await startVirtualDisplay({ endsWithLastWindow: true }) : null;
  try {
    return await runApp(electronExecutable(dist), [...platformSwitches(windowless), '.', ...args], {
      ...process.env,
      ...localeEnvironment(),
      ...sandbox,
      ...(display ? { DISPLAY: display.name } : {}),
    });
  } finally {
    display?.stop();
  }
});

/** @param {boolean} windowless */
function platformSwitches(windowless) {
  // Without a display Chromium would crash before it is ready, should the app still be busy then.
  if (windowless && !hasDisplay()) return ['--ozone-platform=headless'];
  // Electron 33 looks for X11 unless told otherwise.
  const onlyWayland = process.platform === 'linux' && process.env.WAYLAND_DISPLAY && !process.env.DISPLAY;
  return onlyWayland ? ['--ozone-platform=wayland'] : [];
}

/**
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the app's exit code
 */
function runApp(executable, args, env) {
  return new Promise((resolve, reject) => {
    const app = spawn(executable, args, { cwd: root, env, stdio: 'inherit' });
    process.on('SIGTERM', () => app.kill('SIGTERM'));
    process.on('SIGHUP', () => app.kill('SIGHUP'));
    process.on('SIGINT', () => {
      // Ctrl-C in a terminal reaches the app by itself: a second one would look like impatience.
      if (!process.stdin.isTTY) app.kill('SIGINT');
    });
    const stopWatching = whenNpmEnds(() => app.kill('SIGTERM'));
    app.once('error', reject);
    app.once('exit', (code, signal) => {
      stopWatching();
      resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 0));
    });
  });
}
