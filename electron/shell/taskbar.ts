// What dock and taskbar show of a window that nobody looks at: how far the uploads are, and how many meetings need their user. It only
// shows: nothing here keeps a computer awake.

import type { Progress, Snapshot } from '../contract/snapshot';
import { countsOf } from './counts';

export interface Taskbar {
  progress(uploads: readonly Progress[]): void;
  update(snapshot: Snapshot): void;
  /** There is a window that knows of nothing yet. */
  renew(): void;
}

export interface TaskbarPort {
  /** 0 to 1; null takes the bar away. */
  setProgress(fraction: number | null): void;
  setBadge(count: number): void;
}

/** Progress comes ten times a second; a bar of the size of an icon shows no more steps than this. */
const STEPS = 100;

export function createTaskbar({ setProgress, setBadge }: TaskbarPort): Taskbar {
  let steps: number | null = null;
  let badge = 0;

  return {
    progress(uploads) {
      const next = stepsOf(uploads);
      if (next === steps) return;
      steps = next;
      setProgress(steps === null ? null : steps / STEPS);
    },
    update(snapshot) {
      const { needsYou } = countsOf(snapshot);
      if (needsYou === badge) return;
      badge = needsYou;
      setBadge(badge);
    },
    renew() {
      if (steps !== null) setProgress(steps / STEPS);
      if (badge > 0) setBadge(badge);
    },
  };
}

/** Of all that are under way together; null if none is. */
function stepsOf(uploads: readonly Progress[]): number | null {
  if (uploads.length === 0) return null;
  const sum = (of: (upload: Progress) => number) => uploads.reduce((all, upload) => all + of(upload), 0);
  const total = sum(({ total }) => total);
  return total === 0 ? 0 : Math.floor((STEPS * sum(({ sent }) => sent)) / total);
}
