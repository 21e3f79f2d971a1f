// Seeds for `npm test`. A failing one says how to play it again, and what happened in it.

import { expect } from 'vitest';
import { runSeed } from './run';

/** Lines of a trace that a test report can bear; the whole of it comes with the replay. */
const LAST_LINES = 60;

/** Plays the seeds from `from` to before `to`. */
export async function playSeeds(from: number, to: number): Promise<void> {
  for (let seed = from; seed < to; seed += 1) {
    const { violations } = await runSeed(seed);
    if (violations.length === 0) continue;
    const { trace } = await runSeed(seed, { trace: true });
    expect.fail(`${trace.slice(-LAST_LINES).join('\n')}\n\nnpm run simulate -- --seed ${seed}\n`);
  }
}
