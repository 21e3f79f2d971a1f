// How long meetings stay in each step. Times are absolute and stored, so a restart or a sleep changes nothing about them.

import type { Account } from './account';
import type { Step } from './model';
import type { TimedPace } from './options';

/** When a step that starts at `from` is over. */
export function stepDueAt(account: Account, step: Step, from: number): number | null {
  const { pace } = account.settings;
  return pace === 'manual' ? null : from + lengthOf(pace, step);
}

function lengthOf(pace: TimedPace, step: Step): number {
  switch (step) {
    case 'QUEUED':
      return pace.queued;
    case 'TRANSCRIBING':
      return pace.transcribing;
    case 'GENERATING':
      return pace.generating;
    default:
      throw new Error(step satisfies never);
  }
}
