// The way out: attempts aborted, what they left behind on disk, then the end; and the end comes even if something hangs.

import { app } from 'electron';
import type { Log } from './log';

/** SIGTERM gets two seconds before a session manager loses patience; whatever is not on disk then is found again at the next start. */
const DEADLINE_MS = 1_500;

/** Runs `stop` once before the app ends, whoever asked for the end: tray, menu, signal, the end of the session. */
export function stopBeforeQuit(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    const deadline = new Promise<void>((resolve) => {
      setTimeout(resolve, DEADLINE_MS).unref();
    });
    void Promise.race([stop(), deadline])
      .catch((cause) => log.error('trouble while quitting', cause))
      .finally(() => app.exit(0));
  });
  process.on('SIGTERM', () => app.quit());
  process.on('SIGINT', () => app.quit());
}
