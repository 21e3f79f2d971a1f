// Retry-After in every form that was met in the field, and the dates that it is measured against.

import { expect, test } from 'vitest';
import { parseHttpDate, parseRetryAfter } from '../../electron/transport/retry-after';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
/** The server's clock, an hour behind ours. */
const SERVER_DATE = 'Thu, 01 Jan 2026 11:00:00 GMT';
const DAY = 86_400_000;

test.each([
  // Seconds.
  { value: '0', wait: 0 },
  { value: '7', wait: 7_000 },
  { value: ' 7 ', wait: 7_000 },
  { value: '007', wait: 7_000 },
  { value: '2592000', wait: 2_592_000_000 },
  { value: '9999999999', wait: 366 * DAY },
  // A point of time in seconds, as some servers send it by mistake.
  { value: '1767265230', wait: 366 * DAY },
  { value: '9'.repeat(400), wait: 366 * DAY },
  // Dates, measured against the server's own.
  { value: 'Thu, 01 Jan 2026 11:00:30 GMT', wait: 30_000 },
  { value: 'Thursday, 01-Jan-26 11:00:30 GMT', wait: 30_000 },
  { value: 'Thu Jan  1 11:00:30 2026', wait: 30_000 },
  { value: 'Fri, 02 Jan 2026 11:00:00 GMT', wait: DAY },
  { value: 'Fri, 01 Jan 2100 00:00:00 GMT', wait: 366 * DAY },
])('cases 40, 43: $value is a wait of $wait ms', ({ value, wait }) => {
  expect(parseRetryAfter(value, SERVER_DATE, NOW)).toBe(NOW + wait);
});

test.each([
  '-5',
  '-0',
  '+5',
  '1.5',
  '1e3',
  '0x10',
  '5, 10',
  '5;10',
  '5 s',
  '',
  ' ',
  'soon',
  'NaN',
  'Infinity',
  '٥',
  // Past, or now.
  'Thu, 01 Jan 2026 11:00:00 GMT',
  'Thu, 01 Jan 2026 10:59:59 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  // Not dates.
  'Thu, 32 Jan 2026 11:00:30 GMT',
  'Sat, 31 Feb 2026 11:00:30 GMT',
  'Thu, 01 Jan 2026 24:00:00 GMT',
  'Thu, 01 Jan 2026 11:60:00 GMT',
  'Thu, 01 Jan 2026 11:00:30',
  'Thu, 01 Jan 2026 11:00:30 +0100',
  'Thu, 1 Jan 2026 11:00:30 GMT',
  'thu, 01 jan 2026 11:00:30 gmt',
  'Abc, 01 Jan 2026 11:00:30 GMT',
  'Thu, 01 Foo 2026 11:00:30 GMT',
  '2026-01-01T11:00:30Z',
  '01 Jan 2026',
])('case 42: %j counts as none', (value) => {
  expect(parseRetryAfter(value, SERVER_DATE, NOW)).toBeNull();
});

test.each([
  { date: null, reason: 'none' },
  { date: 'yesterday', reason: 'junk' },
])('without a Date that counts ($reason), a date is measured against our clock', ({ date }) => {
  expect(parseRetryAfter('Thu, 01 Jan 2026 12:00:30 GMT', date, NOW)).toBe(NOW + 30_000);
  expect(parseRetryAfter('Thu, 01 Jan 2026 11:00:30 GMT', date, NOW)).toBeNull();
});

test('case 40: a local clock that is a year off changes nothing about the wait', () => {
  for (const wrong of [NOW - 365 * DAY, NOW + 365 * DAY]) {
    expect(parseRetryAfter('Thu, 01 Jan 2026 11:10:00 GMT', SERVER_DATE, wrong)).toBe(wrong + 600_000);
  }
});

test('the three forms of RFC 9110 are one time; a leap second and a leap day are dates', () => {
  const time = Date.UTC(1994, 10, 6, 8, 49, 37);
  expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT', NOW)).toBe(time);
  expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', NOW)).toBe(time);
  expect(parseHttpDate('Sun Nov  6 08:49:37 1994', NOW)).toBe(time);
  // RFC 9110 5.6.7: two digits mean the next fifty years, and the past ones beyond.
  const year = new Date(NOW).getUTCFullYear();
  for (const ahead of [-49, -1, 0, 50]) {
    const digits = String((year + ahead) % 100).padStart(2, '0');
    expect(parseHttpDate(`Sunday, 06-Nov-${digits} 08:49:37 GMT`, NOW)).toBe(Date.UTC(year + ahead, 10, 6, 8, 49, 37));
  }
  expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', NOW)).toBe(Date.UTC(2017, 0, 1));
  expect(parseHttpDate('Tue, 29 Feb 2028 00:00:00 GMT', NOW)).toBe(Date.UTC(2028, 1, 29));
  expect(parseHttpDate('Mon, 29 Feb 2027 00:00:00 GMT', NOW)).toBeNull();
});
