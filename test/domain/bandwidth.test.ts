import { describe, expect, test } from 'vitest';
import { limitAt } from '../../electron/domain/bandwidth';

const at = (hours: number, minutes = 0) => hours * 60 + minutes;

describe('the limit', () => {
  test('without a night it is the same all day', () => {
    for (const minute of [0, at(12), at(23, 59)]) {
      expect(limitAt({ limit: 64_000, night: null }, minute)).toBe(64_000);
      expect(limitAt({ limit: null, night: null }, minute)).toBeNull();
    }
  });

  test.each([
    ['within a day', at(2), at(8), [at(2), at(7, 59)], [at(1, 59), at(8), at(20)]],
    ['over midnight', at(23), at(6, 30), [at(23), at(23, 59), 0, at(6, 29)], [at(6, 30), at(12), at(22, 59)]],
    ['to midnight', at(22), 0, [at(22), at(23, 59)], [0, at(21, 59)]],
    ['from midnight', 0, at(5), [0, at(4, 59)], [at(5), at(23, 59)]],
    ['a minute short of a day', at(8), at(7, 59), [at(8), 0, at(7, 58)], [at(7, 59)]],
    ['equal ends: never', at(2), at(2), [], [0, at(1, 59), at(2), at(2, 1), at(14)]],
    ['equal ends at midnight: never', 0, 0, [], [0, 1, at(12), at(23, 59)]],
  ])('a night %s', (_, from, to, nights, days) => {
    const bandwidth = { limit: 64_000, night: { from, to, limit: null } };
    expect(nights.map((minute) => limitAt(bandwidth, minute))).toEqual(nights.map(() => null));
    expect(days.map((minute) => limitAt(bandwidth, minute))).toEqual(days.map(() => 64_000));
  });

  test('a night can be slower than the day', () => {
    const bandwidth = { limit: null, night: { from: at(2), to: at(8), limit: 16_000 } };
    expect(limitAt(bandwidth, at(3))).toBe(16_000);
    expect(limitAt(bandwidth, at(9))).toBeNull();
  });
});
