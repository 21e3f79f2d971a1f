import { expect, test } from 'vitest';
import { runFeed } from './feed-run';

const totals = new Map<string, number>();

test.each([1, 2, 3, 4, 5, 6])('the records are as the model has them: seed %d', async (seed) => {
  const { counts, wrong } = await runFeed(seed, 20_000);
  expect(wrong).toBeNull();
  expect(counts.events).toBe(20_000);
  for (const [what, count] of Object.entries(counts)) totals.set(what, (totals.get(what) ?? 0) + count);
});

test('all that can go wrong did', () => {
  expect(totals.size).toBeGreaterThan(5);
  expect([...totals].filter(([, count]) => count === 0)).toEqual([]);
});
