// What is told of uploads under way: how far, how fast, how long still.

import { describe, expect, test } from 'vitest';
import type { Progress } from '../../electron/contract/snapshot';
import { createProgress } from '../../electron/queue/progress';
import { idOf, T0 } from '../builders/meetings';

const SECOND = 1_000;
const MB = 1_000_000;

function watched() {
  const told: (readonly Progress[])[] = [];
  const progress = createProgress((current) => told.push(current));
  return {
    told,
    of: (n: number) => progress.current().find(({ id }) => id === idOf(n)),
    tick: (seconds: number, sent: number, n = 1, phase: 'sending' | 'answer' = 'sending') =>
      progress.onTick(idOf(n), { sent, total: 100 * MB, phase }, T0 + seconds * SECOND),
    end: (n: number) => progress.onTick(idOf(n), null, T0),
  };
}

describe('the speed of an upload', () => {
  test('is told with what is left, once three seconds stand behind it', () => {
    const w = watched();
    for (let second = 0; second <= 2; second += 1) w.tick(second, second * MB);
    expect(w.of(1)).toMatchObject({ sent: 2 * MB, bytesPerSecond: MB, msLeft: null });
    w.tick(3, 3 * MB);
    expect(w.of(1)).toMatchObject({ bytesPerSecond: MB, msLeft: 97 * SECOND, isStill: false });
  });

  test('bursts some seconds apart are one speed', () => {
    const w = watched();
    for (let second = 0; second <= 32; second += 1) w.tick(second, Math.floor(second / 8) * 8 * MB);
    expect(w.of(1)?.bytesPerSecond).toBeCloseTo(MB, -4);
    expect(w.of(1)?.isStill).toBe(false);
  });

  test('is no news any more when nothing has moved for ten seconds: that is told then, and once', () => {
    const w = watched();
    for (let second = 0; second <= 5; second += 1) w.tick(second, second * MB);
    const before = w.told.length;
    for (let second = 6; second < 15; second += 1) w.tick(second, 5 * MB);
    expect(w.told).toHaveLength(before);
    expect(w.of(1)).toMatchObject({ bytesPerSecond: MB, isStill: false });
    for (let second = 15; second < 60; second += 1) w.tick(second, 5 * MB);
    expect(w.told).toHaveLength(before + 1);
    expect(w.of(1)).toMatchObject({ sent: 5 * MB, bytesPerSecond: 0, msLeft: null, isStill: true });
    // The minute that nothing moved in counts.
    w.tick(60, 10 * MB);
    expect(w.of(1)).toMatchObject({ isStill: false });
    expect(w.of(1)?.bytesPerSecond).toBeLessThan(0.2 * MB);
  });

  test('waiting for an answer is not standing still', () => {
    const w = watched();
    w.tick(0, 100 * MB);
    w.tick(1, 100 * MB, 1, 'answer');
    w.tick(100, 100 * MB, 1, 'answer');
    expect(w.of(1)).toMatchObject({ phase: 'answer', isStill: false });
  });

  test('one that stands still does not hide another that moves', () => {
    const w = watched();
    for (let second = 0; second <= 20; second += 1) {
      w.tick(second, MB, 1);
      w.tick(second, second * MB, 2);
    }
    expect(w.of(1)?.isStill).toBe(true);
    expect(w.of(2)).toMatchObject({ isStill: false, bytesPerSecond: MB });
    w.end(1);
    expect(w.told.at(-1)).toHaveLength(1);
  });
});
