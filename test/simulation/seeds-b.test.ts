import { test } from 'vitest';
import { playSeeds } from './seeds';

// Half of the ten thousand: the other half is another file, as one file runs on one core.
test('no order of faults, crashes and user acts breaks a promise: seeds 5001 to 10000', {
  timeout: 300_000,
}, async () => {
  await playSeeds(5001, 10001);
});
