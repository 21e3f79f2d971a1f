import { describe, expect, test } from 'vitest';
import { type Sighting, settledMs, stillness, unchangedMs } from '../../electron/disk/stillness';

const at = 1_000_000;
const look = (change: Partial<Sighting> = {}): Sighting => ({ size: 10, mtimeMs: at - 500, at, ...change });

describe('case 20: still being written', () => {
  test('old enough counts at once, at the very limit too', () => {
    expect(stillness(look({ mtimeMs: at - settledMs }), null)).toEqual({ kind: 'still' });
    expect(stillness(look({ mtimeMs: at - settledMs + 1 }), null)).toEqual({
      kind: 'moving',
      seen: look({ mtimeMs: at - settledMs + 1 }),
    });
  });

  test('fresh, it must look the same twice, far enough apart; looking often does not start the wait again', () => {
    const first = look();
    const soon = stillness(look({ at: at + unchangedMs - 1 }), first);
    expect(soon).toEqual({ kind: 'moving', seen: first });
    expect(stillness(look({ at: at + unchangedMs }), first)).toEqual({ kind: 'still' });
  });

  test('another size or time starts again from the newest look', () => {
    for (const change of [{ size: 11 }, { size: 9 }, { mtimeMs: at + 1 }]) {
      const second = look({ at: at + 5000, ...change });
      expect(stillness(second, look())).toEqual({ kind: 'moving', seen: second });
    }
  });

  test('a share whose clock is behind: it grew between two looks, so its old time does not count', () => {
    const hourAgo = at - 3_600_000;
    const second = look({ mtimeMs: hourAgo, size: 20, at: at + 2000 });
    expect(stillness(second, look({ mtimeMs: hourAgo }))).toEqual({ kind: 'moving', seen: second });
    expect(stillness({ ...second, at: at + 4000 }, second)).toEqual({ kind: 'still' });
  });

  test('a share whose clock is ahead: the future counts as just now, and two looks settle it', () => {
    const ahead = look({ mtimeMs: at + 3_600_000 });
    expect(stillness(ahead, null).kind).toBe('moving');
    expect(stillness({ ...ahead, at: at + unchangedMs }, ahead)).toEqual({ kind: 'still' });
  });

  test('our own clock was set back between two looks: the wait begins anew, and ends', () => {
    const back = look({ at: at - 100_000 });
    expect(stillness(back, look())).toEqual({ kind: 'moving', seen: back });
    expect(stillness({ ...back, at: back.at + unchangedMs }, back)).toEqual({ kind: 'still' });
  });
});
