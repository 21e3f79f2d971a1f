import { expect, test } from 'vitest';
import { runFeed } from './feed-run';

test.each([1, 2, 3, 4, 5, 6])('the records are as the model has them: seed %d', async (seed) => {
  const { counts, wrong } = await runFeed(seed, 20_000);
  expect(wrong).toBeNull();
  // All that can go wrong did.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  expect(counts.events).toBe(20_000);
});
