// Retry-After, strictly. `Date.parse` is of no use: it takes "5, 10" for a day in 2001, and "-5" for one too.

import type { EpochMs } from '../contract/ids';

/** Longest wait that is believed: nobody means more than a year, and a typo must not become a wait for ever (case 43). */
const LONGEST_MS = 366 * 86_400_000;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(${MONTHS.join('|')})`;
const TIME = String.raw`(\d\d):(\d\d):(\d\d)`;
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';

/** `Sun, 06 Nov 1994 08:49:37 GMT`, the form that servers write. */
const IMF_FIXDATE = new RegExp(String.raw`^${DAY}, (\d\d) ${MONTH} (\d{4}) ${TIME} GMT$`);
/** `Sunday, 06-Nov-94 08:49:37 GMT`, obsolete, but a recipient has to read it. */
const RFC_850 = new RegExp(String.raw`^${LONG_DAY}, (\d\d)-${MONTH}-(\d\d) ${TIME} GMT$`);
/** `Sun Nov  6 08:49:37 1994`, obsolete too. */
const ASCTIME = new RegExp(String.raw`^${DAY} ${MONTH} ([ \d]\d) ${TIME} (\d{4})$`);

function utc(year: number, month: string, day: string, time: readonly string[]): EpochMs | null {
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  const dayOfMonth = Number(day);
  // 60 is a leap second; anything else out of range would silently roll over into another day.
  if (hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(Date.UTC(year, MONTHS.indexOf(month), dayOfMonth));
  if (date.getUTCDate() !== dayOfMonth) return null;
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** An HTTP date in any of its three forms; null for anything else. `now` settles the century of a year with two digits. */
export function parseHttpDate(text: string, now: EpochMs): EpochMs | null {
  const fix = IMF_FIXDATE.exec(text);
  if (fix) return utc(Number(fix[3]), fix[2] ?? '', fix[1] ?? '', fix.slice(4, 7));
  const rfc = RFC_850.exec(text);
  if (rfc) {
    const thisYear = new Date(now).getUTCFullYear();
    const year = Math.floor(thisYear / 100) * 100 + Number(rfc[3]);
    // RFC 9110 5.6.7: more than 50 years ahead means the past century.
    return utc(year > thisYear + 50 ? year - 100 : year, rfc[2] ?? '', rfc[1] ?? '', rfc.slice(4, 7));
  }
  const asc = ASCTIME.exec(text);
  if (asc) return utc(Number(asc[6]), asc[1] ?? '', (asc[2] ?? '').trim(), asc.slice(3, 6));
  return null;
}

/**
 * The absolute end of a Retry-After, null if it has none that counts: junk, a negative number (case 42), a date that is past.
 * A date is measured against the answer's own `Date` (case 40), so that a wrong local clock neither shortens nor stretches
 * the wait. `0` counts: it is an answer, and says that waiting does help.
 */
export function parseRetryAfter(value: string, date: string | null, now: EpochMs): EpochMs | null {
  const text = value.trim();
  if (/^\d+$/.test(text)) return now + Math.min(Number(text) * 1000, LONGEST_MS);
  const until = parseHttpDate(text, now);
  if (until === null) return null;
  const wait = until - ((date === null ? null : parseHttpDate(date.trim(), now)) ?? now);
  return wait > 0 ? now + Math.min(wait, LONGEST_MS) : null;
}
