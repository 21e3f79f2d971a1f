// The cases that `npm test` plays.

import { expect } from 'vitest';
import { type Failure, fuzz, type Kind } from './fuzz';

/** Plays the first two thousand of a kind; a failing one says how to play it again. */
export async function playTwoThousand(kind: Kind): Promise<void> {
  let played = 0;
  let failed: Failure | null = null;
  await fuzz({ kind, seed: 1, from: 0, step: 1, to: 2_000 }, (report) => {
    played += report.played;
    failed ??= report.failed;
  });
  const failure = failed as Failure | null;
  if (failure) expect.fail(`${failure.broken}\n\n${failure.about}\n\n${failure.replay}\n`);
  expect(played).toBe(2_000);
}
