// The way out: attempts aborted, what they left behind on disk, then the end; and the end comes even if something hangs.

import { app } from 'electron';
import type { Log } from './log';

/** SIGTERM gets two seconds before a session manager loses patience; whatever is not on disk then is found again at the next start. */
const DEADLINE_MS = 1_500;

/** The system answers to no name server's silence for up to half a minute, and its call cannot be taken back. */
function isLookingUpNames(): boolean {
  return process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
}

/**
 * Runs `stop` once before the app ends, whoever asked for the end: tray, menu, signal, the end of the session. `threadsEnded`: whether
 * an end in order is to be had. It waits for every thread, and one that a dead share holds never comes; nor, for long, one that asks
 * for an address where no name server answers.
 */
export function stopBeforeQuit(
  stop: () => Promise<void>,
  threadsEnded: () => boolean,
  beforeKill: () => void,
  log: Log,
): void {
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
      .finally(() => {
        if (threadsEnded() && !isLookingUpNames()) return app.exit(0);
        beforeKill();
        // What is to be on disk is there: nothing is lost by an end like this.
        process.kill(process.pid, 'SIGKILL');
      });
  });
  process.on('SIGTERM', () => app.quit());
  process.on('SIGINT', () => app.quit());
}
