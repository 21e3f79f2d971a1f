import { describe, expect, test } from 'vitest';
import { isolatedName, splitCodes, visibleName } from '../../renderer/i18n/bidi';
import { daysBetween, formatClock, formatDay, formatFullDate } from '../../renderer/i18n/dates';
import { findFolded, fold } from '../../renderer/i18n/fold';
import { formatPercent } from '../../renderer/i18n/numbers';
import { shortened } from '../../renderer/i18n/shortened';
import { wordsIn } from '../../renderer/i18n/words';
import { fitPath, fitStem, nameParts } from '../../renderer/ui/fit-name';
import { NOON } from './builders';

const en = wordsIn('en');
const fa = wordsIn('fa');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const at = (day: number, hour: number, minute = 0, month = 10, year = 2026) =>
  new Date(year, month, day, hour, minute).getTime();

describe('numbers and units', () => {
  test.each([
    [0, '0 kB', '۰ کیلوبایت'],
    [1, '1 kB', '۱ کیلوبایت'],
    [640_000, '640 kB', '۶۴۰ کیلوبایت'],
    [999_499, '999 kB', '۹۹۹ کیلوبایت'],
    [999_500, '1.0 MB', '۱٫۰ مگابایت'],
    [1_250_000, '1.3 MB', '۱٫۳ مگابایت'],
    [43_000_000, '43 MB', '۴۳ مگابایت'],
    [999_600_000, '1.0 GB', '۱٫۰ گیگابایت'],
    [5_368_709_120, '5.4 GB', '۵٫۴ گیگابایت'],
  ])('%i bytes', (bytes, english, persian) => {
    expect(en.bytes(bytes)).toBe(english);
    expect(fa.bytes(bytes)).toBe(persian);
  });

  test.each([
    [640_000, '640 kB/s', '۶۴۰ کیلوبایت بر ثانیه'],
    [1_200_000, '1.2 MB/s', '۱٫۲ مگابایت بر ثانیه'],
    [1_500_000_000, '1,500 MB/s', '۱٬۵۰۰ مگابایت بر ثانیه'],
  ])('%i bytes per second', (speed, english, persian) => {
    expect(en.speed(speed)).toBe(english);
    expect(fa.speed(speed)).toBe(persian);
  });

  test('a percentage rounds down, and its sign stands at the left in Persian', () => {
    expect(formatPercent(0.999, 'en')).toBe('99%');
    expect(formatPercent(1, 'en')).toBe('100%');
    expect(formatPercent(Number.NaN, 'en')).toBe('0%');
    expect(formatPercent(0.62, 'fa')).toBe('۶۲\u200f٪');
  });
});

describe('spans', () => {
  test.each([
    [400, '1 s', '۱ ثانیه'],
    [40 * SECOND, '40 s', '۴۰ ثانیه'],
    [2 * MINUTE, '2 min', '۲ دقیقه'],
    [HOUR, '1 h', '۱ ساعت'],
    [11 * HOUR + 58 * MINUTE, '11 h 58 min', '۱۱ ساعت و ۵۸ دقیقه'],
  ])('%i ms', (ms, english, persian) => {
    expect(en.span(ms)).toBe(english);
    expect(fa.span(ms)).toBe(persian);
  });

  test('a recording has whole minutes, seconds below one', () => {
    expect(en.length(412 * MINUTE)).toBe('412 min');
    expect(fa.length(30 * SECOND)).toBe('۳۰ ثانیه');
  });
});

describe('when', () => {
  test.each([
    [NOON + SECOND, 'in 1 second', 'تا ۱ ثانیهٔ دیگر'],
    [NOON + 42 * SECOND, 'in 42 seconds', 'تا ۴۲ ثانیهٔ دیگر'],
    [NOON + 5 * MINUTE, 'in 5 minutes', 'تا ۵ دقیقهٔ دیگر'],
    [NOON + 2 * HOUR + 5 * MINUTE, 'at 14:05', 'ساعت ۱۴:۰۵'],
    [at(31, 0), 'tomorrow at 00:00', 'فردا ساعت ۰۰:۰۰'],
    [at(3, 9, 30, 11), 'on 3 December at 09:30', '۱۲ آذر ساعت ۰۹:۳۰'],
    [NOON, 'soon', 'به‌زودی'],
    [NOON - HOUR, 'soon', 'به‌زودی'],
    [null, 'soon', 'به‌زودی'],
  ])('%s', (until, english, persian) => {
    expect(en.when(until, NOON)).toBe(english);
    expect(fa.when(until, NOON)).toBe(persian);
  });

  test.each([
    [NOON - 30 * SECOND, 'just now', 'همین حالا'],
    [NOON - MINUTE, '1 min ago', '۱ دقیقه پیش'],
    [NOON - 3 * HOUR, '3 h ago', '۳ ساعت پیش'],
    [NOON - 49 * HOUR, '2 days ago', '۲ روز پیش'],
  ])('%i ago', (past, english, persian) => {
    expect(en.ago(past, NOON)).toBe(english);
    expect(fa.ago(past, NOON)).toBe(persian);
  });
});

describe('dates', () => {
  test('are Jalali in Persian, Gregorian in English', () => {
    expect(formatDay(NOON, NOON, 'fa')).toBe('۹ آذر');
    expect(formatDay(NOON, NOON, 'en')).toBe('30 November');
    expect(formatDay(at(1, 9, 0, 2), NOON, 'fa')).toBe('۱۰ اسفند ۱۴۰۴');
    expect(formatDay(at(1, 9, 0, 2, 2025), NOON, 'en')).toBe('1 March 2025');
  });

  test('the full date is in the right order, without a Latin comma', () => {
    expect(formatFullDate(NOON, 'fa')).toBe('دوشنبه ۹ آذر ۱۴۰۵');
    expect(formatFullDate(NOON, 'en')).toBe('Monday 30 November 2026');
  });

  test('today and yesterday have names', () => {
    expect(fa.day(at(30, 11, 52), NOON)).toBe('امروز ۱۱:۵۲');
    expect(en.day(at(29, 23, 59), NOON)).toBe('Yesterday 23:59');
    expect(en.day(at(27, 9), NOON)).toBe('27 November');
    expect(fa.dayHeading(NOON, NOON)).toBe('امروز، دوشنبه ۹ آذر');
    expect(en.dayHeading(NOON, NOON)).toBe('Today, Monday 30 November');
  });

  test('midnight is a border, not 24 hours', () => {
    expect(daysBetween(at(29, 23, 59), at(30, 0))).toBe(1);
    expect(daysBetween(at(30, 0), at(30, 23, 59))).toBe(0);
    expect(formatClock(at(30, 0), 'en')).toBe('00:00');
  });
});

describe('names', () => {
  test.each([
    ['x\u202ea4m.exe', 'x[RLO]a4m.exe'],
    ['\u2067a\u2069b\u200f\u061c', '[RLI]a[PDI]b[RLM][ALM]'],
    ['a\nb\tc\u0000\u007f\u2028', 'a[LF]b[TAB]c[NUL][DEL][LS]'],
    ['\u001b[31m\u0085', '[ESC][31m[U+0085]'],
    ['cafe\u0301.m4a', 'café.m4a'],
    ['می\u200cشود 👩\u200d💻.m4a', 'می\u200cشود 👩\u200d💻.m4a'],
    ['<img src=x onerror=alert(1)>.m4a', '<img src=x onerror=alert(1)>.m4a'],
  ])('%j is shown, not obeyed', (name, shown) => {
    expect(visibleName(name)).toBe(shown);
  });

  test('are isolated within a sentence', () => {
    expect(isolatedName('a\u2069b')).toBe('\u2068a[PDI]b\u2069');
    expect(splitCodes('code (\u2066X\u2069).')).toEqual([
      { text: 'code (', isCode: false },
      { text: 'X', isCode: true },
      { text: ').', isCode: false },
    ]);
  });

  test('are taken apart before the extension', () => {
    expect(nameParts('a.b.m4a')).toEqual({ stem: 'a.b', extension: '.m4a' });
    expect(nameParts('.hidden')).toEqual({ stem: '.hidden', extension: '' });
    expect(nameParts('no extension. really')).toEqual({ stem: 'no extension. really', extension: '' });
  });

  test('are shortened in the middle, the tail kept, no grapheme cut', () => {
    const width = (text: string) => Array.from(text).length;
    const long = 'All-hands Q4, final recording with questions from the Isfahan, Tabriz and Berlin offices';
    const fitted = fitStem(long, 40, width);
    expect(fitted).toMatch(/^All-hands Q4, .+… offices$/);
    expect(width(fitted)).toBeLessThanOrEqual(40);
    expect(fitStem('short', 40, width)).toBe('short');
    const emoji = fitStem('👩‍💻'.repeat(30), 40, (text) => text.length);
    for (const piece of emoji.split('… ')) expect(piece.replaceAll('👩‍💻', '')).toBe('');
    expect(fitStem('x'.repeat(200), 40, width)).toMatch(/^x+… x{7}$/);
  });

  test.each([
    ['C:\\Users\\Sara\\Documents\\Recordings\\Zoom', 30, 'C:\\Users\\Sara\\…\\Zoom'],
    ['/home/sara/جلسه‌های هفتگی/ضبط‌ها/Zoom', 24, '/home/sara/…/Zoom'],
    [`/home/${'x'.repeat(60)}/Zoom`, 24, `/home/${'x'.repeat(11)}…/Zoom`],
    [`/home/${'x'.repeat(60)}`, 24, `/home/…${'x'.repeat(14)}`],
    ['/home/sara/Zoom', 24, '/home/sara/Zoom'],
  ])('of a path, the folder itself stays: %s', (path, width, fitted) => {
    expect(fitPath(path, width, (text) => text.length)).toBe(fitted);
  });
});

describe('a message of a server', () => {
  const sentence = 'The recording could not be decoded. ';

  test('that is short stays as it is, on one line', () => {
    expect(shortened(' Not\n a  recording. ')).toBe('Not a recording.');
    expect(shortened('x'.repeat(200))).toBe('x'.repeat(200));
  });

  test('that is long is cut at the end of a word', () => {
    const short = shortened(sentence.repeat(40));
    expect(short).toMatch(/ (The|recording|could|not|be|decoded)…$/);
    expect(short.length).toBeLessThanOrEqual(201);
    expect(short.length).toBeGreaterThan(140);
    expect(shortened(`${'a'.repeat(199)}. more`)).toBe(`${'a'.repeat(199)}…`);
  });

  test('without words is cut between characters', () => {
    expect(shortened('🎙'.repeat(300))).toBe(`${'🎙'.repeat(200)}…`);
  });
});

describe('search', () => {
  test.each([
    ['كتابي', 'کتابی'],
    ['۱۴۰۵-۰۹', '1405-09'],
    ['١٤٠٥', '1405'],
    ['می‌شود', 'می شود'],
    ['جلسهٔ', 'جلسه'],
    ['جلسۀ', 'جلسه'],
    ['مُحَمَّد', 'محمد'],
    ['ســلام', 'سلام'],
    ['آذر', 'اذر'],
    ['Café ÉTÉ', 'cafe ete'],
    ['a\u200fb', 'ab'],
  ])('%s and %s are the same', (a, b) => {
    expect(fold(a)).toBe(fold(b));
  });

  test.each([
    ['جلسهٔ هیئت‌مدیره ۹ آذر', 'هيئت مديره', 'هیئت‌مدیره'],
    ['جلسهٔ هفتگی', 'جلسه', 'جلسهٔ'],
    ['Weekly SYNC 2026', 'sync ۲۰', 'SYNC 20'],
  ])('%s: %s finds %s', (name, query, marked) => {
    const [found] = findFolded(name, query);
    expect(found && name.slice(found.start, found.end)).toBe(marked);
  });

  test('nothing is found by nothing', () => {
    expect(findFolded('a', ' ')).toEqual([]);
    expect(findFolded('a', 'b')).toEqual([]);
  });

  test('each place is found, and a ligature whole', () => {
    const marked = (name: string, query: string) =>
      findFolded(name, query).map(({ start, end }) => name.slice(start, end));
    expect(marked('aXaxxA', 'ax')).toEqual(['aX', 'ax']);
    expect(marked('aaa', 'aa')).toEqual(['aa']);
    expect(marked('oﬃce f', 'f')).toEqual(['ﬃ', 'f']);
    expect(marked('سُ‌س', 'س')).toEqual(['سُ', 'س']);
  });
});
