import { test } from 'vitest';
import { playSeeds } from './seeds';

// Half of the ten thousand: the other half is another file, as one file runs on one core.
test('no order of faults, crashes and user acts breaks a promise: seeds 1 to 5000', { timeout: 300_000 }, async () => {
  await playSeeds(1, 5001);
});
