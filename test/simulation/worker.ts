// Plays a range of seeds in a process of its own, and says what came of them, line by line, to whoever started it.

import { type Counts, type Result, runSeed } from './run';

export interface Report {
  readonly played: number;
  readonly counts: Counts;
  readonly failed: Result | null;
}

interface Order {
  readonly from: number;
  readonly step: number;
  readonly to: number;
  readonly trace: boolean;
}

/** Often enough for a progress bar, rarely enough to cost nothing. */
const TELL_EVERY = 200;

/** Every `step`-th seed from `from` to before `to`, until one fails. */
export async function play({ from, step, to, trace }: Order, tell: (report: Report) => void): Promise<void> {
  let told: Counts = { ...NONE };
  let played = 0;
  for (let seed = from; seed < to; seed += step) {
    const result = await runSeed(seed, { trace });
    played += 1;
    told = sum(told, result.counts);
    const failed = result.violations.length > 0 ? result : null;
    if (!failed && played < TELL_EVERY && seed + step < to) continue;
    tell({ played, counts: told, failed });
    played = 0;
    told = { ...NONE };
    if (failed) return;
    // Finalisers of what is gone run between two turns of the event loop, which a seed never ends.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export const NONE: Counts = {
  crashes: 0,
  powerCuts: 0,
  restarts: 0,
  sleeps: 0,
  clockJumps: 0,
  networkFaults: 0,
  diskFaults: 0,
  acts: 0,
  uploads: 0,
  meetings: 0,
};

export function sum(one: Counts, other: Counts): Counts {
  const total = { ...one };
  for (const name of Object.keys(one) as (keyof Counts)[]) total[name] += other[name];
  return total;
}
