// What tray and taskbar say at a glance.

import type { Snapshot } from '../contract/snapshot';

export interface Counts {
  readonly uploading: number;
  readonly waiting: number;
  readonly needsYou: number;
}

export function countsOf({ meetings, questions }: Snapshot): Counts {
  const inStage = (...stages: string[]) => meetings.filter((m) => stages.includes(m.stage)).length;
  return {
    uploading: inStage('uploading'),
    waiting: inStage('preparing', 'queued', 'waiting', 'paused'),
    needsYou: meetings.filter((m) => m.group === 'needs-you').length + questions.length,
  };
}
