// The limit on the uplink, in its own time: exact, fair, at once when it changes, and without a burst after a stall.

import { describe, expect, test } from 'vitest';
import { type Lane, Throttle, type Timing } from '../../electron/transport/throttle';

const KB = 1000;
const PIECE = 64 * 1024;

/** A time that moves to the next timer when everybody waits. Timers come as late as `lateMs` says. */
class FakeTiming implements Timing {
  now = 1_000;
  lateMs: () => number = () => 0;
  readonly #timers = new Map<number, { at: number; wake: () => void }>();
  #count = 0;

  nowMs(): number {
    return this.now;
  }

  after(ms: number, wake: () => void): () => void {
    const id = this.#count;
    this.#count += 1;
    this.#timers.set(id, { at: this.now + ms, wake });
    return () => this.#timers.delete(id);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Runs for `ms`. */
  async run(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      const [next] = [...this.#timers].sort(([, a], [, b]) => a.at - b.at);
      if (!next || next[1].at > end) break;
      this.#timers.delete(next[0]);
      this.now = Math.max(this.now, next[1].at + this.lateMs());
      next[1].wake();
    }
    this.now = Math.max(this.now, end);
  }
}

/** Takes as much as it gets, for ever. */
function upload(throttle: Throttle, piece = PIECE) {
  const lane = throttle.lane();
  const taken = { bytes: 0, pieces: 0, largest: 0 };
  void (async () => {
    for (let bytes = await lane.take(piece); bytes > 0; bytes = await lane.take(piece)) {
      taken.bytes += bytes;
      taken.pieces += 1;
      taken.largest = Math.max(taken.largest, bytes);
    }
  })();
  return { lane, taken };
}

function world(limit: number | null) {
  const timing = new FakeTiming();
  const setting = { limit };
  const throttle = new Throttle(() => setting.limit, timing);
  return { timing, setting, throttle };
}

const within = (actual: number, expected: number, share: number) => {
  expect(actual).toBeGreaterThanOrEqual(expected * (1 - share));
  expect(actual).toBeLessThanOrEqual(expected * (1 + share));
};

describe('the mean is right to a hundredth', () => {
  test.each([
    { limit: 16 * KB, seconds: 10 },
    { limit: 100 * KB, seconds: 6 },
    { limit: 1_234_567, seconds: 6 },
    { limit: 10_000 * KB, seconds: 6 },
    { limit: 200_000 * KB, seconds: 6 },
  ])('$limit bytes a second', async ({ limit, seconds }) => {
    const { timing, throttle } = world(limit);
    const { taken } = upload(throttle);
    await timing.run(seconds * 1_000);
    within(taken.bytes, limit * seconds, 0.01);
  });

  test('with timers that come late', async () => {
    const { timing, throttle } = world(500 * KB);
    let round = 0;
    timing.lateMs = () => (round++ * 37) % 90;
    const { taken } = upload(throttle);
    await timing.run(10_000);
    within(taken.bytes, 5_000 * KB, 0.01);
  });

  test('of a second upload too, after hours in which nobody sent', async () => {
    const { timing, throttle } = world(500 * KB);
    const first = upload(throttle);
    await timing.run(6_000);
    first.lane.close();
    await timing.run(3_600_000);
    const { taken } = upload(throttle);
    await timing.run(6_000);
    within(taken.bytes, 3_000 * KB, 0.01);
  });

  test('a few bytes a second: pieces stay whole, however long one takes', async () => {
    const { timing, throttle } = world(100);
    const { taken } = upload(throttle);
    await timing.run(100_000);
    expect(taken.bytes).toBe(9 * 1024);
  });
});

test('the last, small piece is not filled up to a whole one', async () => {
  const { timing, throttle } = world(100 * KB);
  const lane = throttle.lane();
  const given = lane.take(10);
  await timing.run(1);
  expect(await given).toBe(10);
});

test.each([null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])('%s is no limit: nobody waits', (limit) => {
  const { throttle, timing } = world(limit);
  const lane = throttle.lane();
  for (let round = 0; round < 100; round += 1) expect(lane.take(PIECE)).toBe(PIECE);
  expect(lane.waiting).toBe(false);
  expect(timing.pending).toBe(0);
});

test('pieces are small enough for a smooth progress and many turns', async () => {
  const { timing, throttle } = world(100 * KB);
  const { taken } = upload(throttle);
  await timing.run(10_000);
  expect(taken.largest).toBeLessThanOrEqual(10 * KB);
});

describe('a stall', () => {
  /** An upload whose network takes nothing for a while after its first piece. */
  async function afterStall(stallMs: number): Promise<number> {
    const { timing, throttle } = world(1_000 * KB);
    const lane = throttle.lane();
    const first = lane.take(PIECE);
    await timing.run(100);
    await first;
    await timing.run(stallMs);
    let burst = 0;
    for (let bytes = lane.take(PIECE); typeof bytes === 'number'; bytes = lane.take(PIECE)) burst += bytes;
    return burst;
  }

  test('of a moment is caught up with', async () => {
    within(await afterStall(150), 200 * KB, 0.2);
  });

  test.each([1_000, 60_000, 3 * 86_400_000])(
    'of %s ms is not: no more than a quarter of a second bursts out',
    async (ms) => {
      const burst = await afterStall(ms);
      expect(burst).toBeLessThanOrEqual(250 * KB);
      expect(burst).toBeGreaterThan(150 * KB);
    },
  );

  test('a clock that jumps back gives nothing and takes nothing', async () => {
    const { timing, throttle } = world(100 * KB);
    const { taken } = upload(throttle);
    await timing.run(1_000);
    const before = taken.bytes;
    timing.now -= 500;
    await timing.run(3_000);
    within(taken.bytes - before, 300 * KB, 0.2);
  });
});

describe('several uploads', () => {
  test.each([2, 4, 8])('%s share one limit, and each gets the same', async (count) => {
    const { timing, throttle } = world(800 * KB);
    const uploads = Array.from({ length: count }, () => upload(throttle));
    await timing.run(10_000);
    const all = uploads.map(({ taken }) => taken.bytes);
    within(
      all.reduce((sum, bytes) => sum + bytes, 0),
      8_000 * KB,
      0.01,
    );
    for (const bytes of all) within(bytes, (8_000 * KB) / count, 0.03);
  });

  test('one that comes later gets its share at once, and leaves it again', async () => {
    const { timing, throttle } = world(800 * KB);
    const first = upload(throttle);
    await timing.run(2_000);
    const second = upload(throttle);
    const before = first.taken.bytes;
    await timing.run(2_000);
    within(second.taken.bytes, 800 * KB, 0.05);
    within(first.taken.bytes - before, 800 * KB, 0.05);
    second.lane.close();
    const then = first.taken.bytes;
    await timing.run(2_000);
    within(first.taken.bytes - then, 1_600 * KB, 0.03);
  });

  test('one that hardly takes anything leaves the rest to the others', async () => {
    const { timing, throttle } = world(800 * KB);
    const fast = upload(throttle);
    const slow: Lane = throttle.lane();
    await timing.run(100);
    const once = slow.take(1_000);
    await timing.run(5_000);
    expect(await once).toBe(1_000);
    within(fast.taken.bytes, 4_080 * KB, 0.02);
  });
});

describe('another limit counts within a quarter of a second, asleep or not', () => {
  test.each([
    { from: 1 * KB, to: 1_000 * KB },
    { from: 100 * KB, to: 200 * KB },
  ])('from $from to $to', async ({ from, to }) => {
    const { timing, setting, throttle } = world(from);
    const { taken } = upload(throttle);
    await timing.run(10_100);
    setting.limit = to;
    await timing.run(250);
    const before = taken.bytes;
    await timing.run(2_000);
    within(taken.bytes - before, to * 2, 0.05);
  });

  test('down: a piece of the old size is not waited for', async () => {
    const { timing, setting, throttle } = world(10_000 * KB);
    const { taken } = upload(throttle);
    await timing.run(5_000);
    setting.limit = 20 * KB;
    const before = taken.bytes;
    await timing.run(250);
    // What was saved up under the old limit is gone, too.
    expect(taken.bytes - before).toBeLessThanOrEqual(10 * KB);
    await timing.run(2_000);
    within(taken.bytes - before, 45 * KB, 0.15);
  });

  test('none any more', async () => {
    const { timing, setting, throttle } = world(100);
    const lane = throttle.lane();
    const given = lane.take(PIECE);
    await timing.run(100);
    expect(lane.waiting).toBe(true);
    setting.limit = null;
    await timing.run(250);
    expect(await given).toBe(PIECE);
    expect(lane.waiting).toBe(false);
  });
});

describe('closing', () => {
  test('wakes a wait at once, and nothing is left of it', async () => {
    const { timing, throttle } = world(1);
    const lane = throttle.lane();
    const given = lane.take(PIECE);
    lane.close();
    expect(await given).toBe(0);
    expect(lane.take(PIECE)).toBe(0);
    expect(timing.pending).toBe(0);
  });

  test('twice is fine, and so is one that never took anything', () => {
    const lane = world(1).throttle.lane();
    lane.close();
    lane.close();
    expect(lane.waiting).toBe(false);
  });

  test('does not take the turn of the others', async () => {
    const { timing, throttle } = world(100 * KB);
    const first = throttle.lane();
    const given = first.take(PIECE);
    const second = upload(throttle);
    first.close();
    expect(await given).toBe(0);
    await timing.run(5_000);
    within(second.taken.bytes, 500 * KB, 0.01);
  });
});

test('whoever waits is served before one that comes later, however little that one wants', async () => {
  const { timing, throttle } = world(100 * KB);
  const first = throttle.lane();
  const order: string[] = [];
  // The bucket is empty at the beginning.
  void Promise.resolve(first.take(PIECE)).then(() => order.push('first'));
  await timing.run(20);
  void Promise.resolve(throttle.lane().take(1)).then(() => order.push('later'));
  await timing.run(1_000);
  expect(order).toEqual(['first', 'later']);
});

test('what was saved up under a limit does not burst out under the next, after a time without any', async () => {
  const { timing, setting, throttle } = world(1_000 * KB);
  const lane = throttle.lane();
  void lane.take(1);
  await timing.run(1_000);
  expect(lane.take(1)).toBe(1);
  setting.limit = null;
  expect(await lane.take(PIECE)).toBe(PIECE);
  setting.limit = 1_000 * KB;
  // No time has passed since.
  expect(lane.take(PIECE)).toBeInstanceOf(Promise);
});
