// What tray and taskbar say at a glance.

import type { Snapshot } from '../contract/snapshot';

export interface Counts {
  readonly uploading: number;
  readonly waiting: number;
  readonly needsYou: number;
}

export function countsOf({ meetings, questions }: Snapshot): Counts {
  const counts = { uploading: 0, waiting: 0, needsYou: questions.length };
  for (const { stage, group } of meetings) {
    if (stage === 'uploading') counts.uploading += 1;
    else if (stage === 'preparing' || stage === 'queued' || stage === 'waiting' || stage === 'paused')
      counts.waiting += 1;
    if (group === 'needs-you') counts.needsYou += 1;
  }
  return counts;
}
