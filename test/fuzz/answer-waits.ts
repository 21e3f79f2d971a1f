// Retry-After in every form that servers have for it, and in those that they have not.

import type { Chance } from '../simulation/chance';

export interface Told {
  /** Whether there is a Retry-After at all. */
  readonly there: boolean;
  /** How long it asks to wait; null: it does not say, or says nonsense. */
  readonly waitMs: number | null;
}

export interface RetryAfter {
  readonly lines: readonly string[];
  /** `open`: not for this test to say. */
  readonly told: Told | 'open';
}

const DAY = 86_400_000;
/** No server means more than that (case 43). */
const YEAR = 366 * DAY;
const JUNK = [
  '-5',
  '-1',
  '1.5',
  '5s',
  '5, 10',
  'soon',
  '1e3',
  '+5',
  '٣',
  '0x10',
  '1 2',
  'Infinity',
  'NaN',
  'null',
  '5;q=1',
];
const NO_DATES = [
  'Tue, 31 Feb 2026 12:00:00 GMT',
  'Thu, 01 Jan 2026 25:00:00 GMT',
  '2026-01-01T12:00:00Z',
  'Thu, 1 Jan 2026 12:00:00 GMT',
  'thu, 01 jan 2026 12:00:00 gmt',
  'Thu, 01 Jan 2026 12:00:00 +0330',
  '01 Jan 2026',
  'Thu, 01 Jan 99999 12:00:00 GMT',
];

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The three forms that HTTP has for a date. */
function inAForm(chance: Chance, ms: number): string {
  const fix = new Date(ms).toUTCString();
  const [, day = '', month = '', year = '', time = ''] = /^..., (..) (...) (....) (\S+) GMT$/.exec(fix) ?? [];
  const weekday = WEEKDAYS[new Date(ms).getUTCDay()];
  return chance.weighed([
    [4, fix],
    // Two digits of a year say which only if it is near.
    [
      1,
      Math.abs(ms - Date.UTC(2026, 0, 1)) < 40 * YEAR
        ? `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`
        : fix,
    ],
    [1, `${fix.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`],
  ]);
}

/** Retry-After and Date, in every form, with what they ask for when the computer's clock shows `now`. */
export function retryAfter(chance: Chance, now: number): RetryAfter {
  const name = () => chance.pick(['Retry-After', 'retry-after', 'RETRY-AFTER']);
  const pad = () => chance.pick([' ', ' ', ' ', '', '  ', '\t']);
  const line = (value: string) => `${name()}:${pad()}${value}${chance.is(0.1) ? ' ' : ''}\r\n`;
  // A server whose clock is wrong: dates are measured against its own Date (case 40).
  const clock =
    Math.floor(now / 1000) * 1000 + chance.pick([0, 0, 0, 1_000, -3_600_000, 3_600_000, 3_650 * DAY, -3_650 * DAY]);
  const hasDate = chance.is(0.5);
  const lines = hasDate ? [`${chance.pick(['Date', 'date'])}: ${inAForm(chance, clock)}\r\n`] : [];
  const none = { there: true, waitMs: null } as const;
  const seconds = () =>
    chance.pick([0, 1, 2, 30, 120, 3_600, 86_400, 2_592_000, 31_622_400, 9_999_999_999, chance.below(100_000)]);
  return chance.weighed<() => RetryAfter>([
    [10, () => ({ lines, told: { there: false, waitMs: null } })],
    [
      8,
      () => {
        const wait = seconds();
        const text = chance.is(0.1) ? `000${wait}` : String(wait);
        return { lines: [...lines, line(text)], told: { there: true, waitMs: Math.min(wait * 1000, YEAR) } };
      },
    ],
    [
      6,
      () => {
        const from = hasDate ? clock : now;
        const until = Math.floor(from / 1000) * 1000 + chance.pick([1, -1, 1, 1]) * seconds() * 1000;
        // Years beyond four digits have no form.
        if (until < Date.UTC(1970, 0, 2) || until > Date.UTC(2600, 0, 1))
          return { lines, told: { there: false, waitMs: null } };
        const waitMs = until > from ? Math.min(until - from, YEAR) : null;
        return { lines: [...lines, line(inAForm(chance, until))], told: { there: true, waitMs } };
      },
    ],
    [4, () => ({ lines: [...lines, line(chance.is(0.6) ? chance.pick(JUNK) : chance.pick(NO_DATES))], told: none })],
    [0.5, () => ({ lines: [...lines, line('9'.repeat(1 + chance.below(400)))], told: 'open' })],
    [1, () => ({ lines: [...lines, line(''), line('120')], told: 'open' })],
    [1, () => ({ lines: [...lines, line(String(seconds())), line(String(seconds()))], told: 'open' })],
    [1, () => ({ lines: ['Date: yesterday\r\n', line(inAForm(chance, clock + 60_000))], told: 'open' })],
  ])();
}
