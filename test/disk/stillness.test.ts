import { describe, expect, test } from 'vitest';
import { leftAloneMs, type Sighting, stillness } from '../../electron/disk/stillness';

const at = 1_000_000;
const look = (change: Partial<Sighting> = {}): Sighting => ({ size: 10, mtimeMs: at - 500, at, ...change });

test('a finished header is believed soonest, an open one last', () => {
  expect(leftAloneMs(true)).toBeLessThan(leftAloneMs(null));
  expect(leftAloneMs(null)).toBeLessThan(leftAloneMs(false));
  // A recorder that buffers 64 KiB of speech at 64 kbit/s writes every 8 s.
  expect(leftAloneMs(false)).toBeGreaterThan(8_000);
});

describe.each([true, null, false])('case 20: still being written, header finished: %j', (finished) => {
  const enough = leftAloneMs(finished);

  test('old enough counts at once, at the very limit too', () => {
    expect(stillness(look({ mtimeMs: at - enough }), null, finished)).toEqual({ kind: 'still' });
    expect(stillness(look({ mtimeMs: at - enough + 1 }), null, finished)).toEqual({
      kind: 'moving',
      seen: look({ mtimeMs: at - enough + 1 }),
    });
  });

  test('fresh, it must look the same for long enough; looking often does not start the wait again', () => {
    const first = look({ mtimeMs: at });
    const soon = stillness({ ...first, at: at + enough - 1 }, first, finished);
    expect(soon).toEqual({ kind: 'moving', seen: first });
    expect(stillness({ ...first, at: at + enough }, first, finished)).toEqual({ kind: 'still' });
  });

  test('another size or time starts again from the newest look', () => {
    for (const change of [{ size: 11 }, { size: 9 }, { mtimeMs: at + 1 }]) {
      const second = look({ at: at + 50_000, ...change });
      expect(stillness(second, look(), finished)).toEqual({ kind: 'moving', seen: second });
    }
  });

  test('a share whose clock is behind: it grew between two looks, so its old time does not count', () => {
    const hourAgo = at - 3_600_000;
    const second = look({ mtimeMs: hourAgo, size: 20, at: at + 2000 });
    expect(stillness(second, look({ mtimeMs: hourAgo }), finished)).toEqual({ kind: 'moving', seen: second });
    expect(stillness({ ...second, at: at + 4000 }, second, finished)).toEqual({ kind: 'still' });
  });

  test('a share whose clock is ahead: the future counts as just now, and two looks settle it', () => {
    const ahead = look({ mtimeMs: at + 3_600_000 });
    expect(stillness(ahead, null, finished).kind).toBe('moving');
    expect(stillness({ ...ahead, at: at + enough }, ahead, finished)).toEqual({ kind: 'still' });
  });

  test('our own clock was set back between two looks: the wait begins anew, and ends', () => {
    const back = look({ at: at - 100_000 });
    expect(stillness(back, look(), finished)).toEqual({ kind: 'moving', seen: back });
    expect(stillness({ ...back, at: back.at + enough }, back, finished)).toEqual({ kind: 'still' });
  });
});
