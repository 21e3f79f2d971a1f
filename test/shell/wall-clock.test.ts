import { expect, test } from 'vitest';
import { wallClock } from '../../electron/shell/wall-clock';

const never = new AbortController().signal;

test.each([2_592_000, 9_999_999_999, Number.MAX_SAFE_INTEGER / 1000])(
  'case 43: a time that is %i s off is waited for, not taken for now',
  async (seconds) => {
    const stopped = new AbortController();
    let over = false;
    const far = wallClock.until(wallClock.now() + seconds * 1000, stopped.signal).then(() => {
      over = true;
    });
    // A timer beyond 2^31 ms would have fired before this one.
    await wallClock.until(wallClock.now() + 20, never);
    expect(over).toBe(false);
    stopped.abort();
    await far;
  },
);

test('a time that has passed, and a wait that was given up, are over at once', async () => {
  await wallClock.until(wallClock.now() - 1, never);
  await wallClock.until(Number.POSITIVE_INFINITY, AbortSignal.abort());
});
