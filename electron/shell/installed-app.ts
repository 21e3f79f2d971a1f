// Notices that another version was put in the place of the one that runs: a package manager does that without asking.

import type { Stats } from 'node:fs';
import type { AppView } from '../contract/snapshot';

/** A version that waits a few hours for its start is none too late; what its user brings to the front is looked at each time. */
const LOOK_EVERY_MS = 2 * 3_600_000;

export interface InstalledApp {
  update(): AppView['update'];
  /** Looks now; `changed` is told if there is another one. */
  look(): void;
  stop(): void;
}

/**
 * Watches `file`, the archive that the app runs from; null: a run from a checkout, whose files change all the time. `stat` must not
 * look into the archive.
 */
export function watchInstalledApp(
  file: string | null,
  stat: (file: string) => Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'>,
  changed: () => void,
): InstalledApp {
  const atStart = identity();
  let update: AppView['update'] = null;

  /** Null while it is not there: in the middle of an installation, say. */
  function identity(): string | null {
    if (file === null) return null;
    try {
      const { dev, ino, size, mtimeMs } = stat(file);
      return [dev, ino, size, mtimeMs].join(' ');
    } catch {
      return null;
    }
  }

  function look(): void {
    const now = identity();
    if (update !== null || atStart === null || now === null || now === atStart) return;
    update = 'installed';
    changed();
  }

  const timer = file === null ? null : setInterval(look, LOOK_EVERY_MS);
  timer?.unref();
  return {
    update: () => update,
    look,
    stop: () => {
      if (timer !== null) clearInterval(timer);
    },
  };
}
