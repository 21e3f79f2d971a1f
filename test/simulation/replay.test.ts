import { expect, test } from 'vitest';
import { runSeed } from './run';

test('a seed replays exactly', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const first = await runSeed(seed, { trace: true });
    const again = await runSeed(seed, { trace: true });
    expect(first.trace.length).toBeGreaterThan(20);
    expect(again).toEqual(first);
  }
});
