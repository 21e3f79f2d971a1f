import { expect, test } from 'vitest';
import { pauseEnd } from '../../electron/shell/pause-ends';

test('an hour is an hour; an open end is none', () => {
  expect(pauseEnd('hour', new Date(5))).toBe(3_600_005);
  expect(pauseEnd('open', new Date(5))).toBeNull();
});

test.each([
  ['in the evening', new Date(2026, 10, 30, 23, 59), new Date(2026, 11, 1, 8)],
  ['after midnight', new Date(2026, 10, 30, 0, 1), new Date(2026, 11, 1, 8)],
  ['at the end of a year', new Date(2026, 11, 31, 12), new Date(2027, 0, 1, 8)],
])('tomorrow morning, asked %s', (_, now, end) => {
  expect(pauseEnd('tomorrow', now)).toBe(end.getTime());
});
