import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../electron/contract/snapshot';
import { timelineLine } from '../../renderer/details/timeline-text';
import { wordsIn } from '../../renderer/i18n/words';
import { NOON } from './builders';

const SIZE = 40_000_000;
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const line = (language: 'en' | 'fa', entry: Omit<TimelineEntry, 'at'> & { readonly at?: number }) =>
  timelineLine({ at: NOON - 60_000, ...entry }, SIZE, NOON, wordsIn(language));

describe('a wait that was asked for names its day', () => {
  test.each([
    ['today', undefined, at(30, 17, 53), 'at 17:53', 'ساعت ۱۷:۵۳'],
    ['today, already over', undefined, at(30, 9), 'at 09:00', 'ساعت ۰۹:۰۰'],
    ['tomorrow', undefined, at(31, 0), 'tomorrow at 00:00', 'فردا ساعت ۰۰:۰۰'],
    ['in days', undefined, at(33, 9, 30), 'on 3 December at 09:30', '۱۲ آذر ساعت ۰۹:۳۰'],
    ['today, told yesterday', at(29, 20), at(30, 17, 53), 'today at 17:53', 'امروز ساعت ۱۷:۵۳'],
    ['yesterday', at(29, 16), at(29, 17, 53), 'yesterday at 17:53', 'دیروز ساعت ۱۷:۵۳'],
    ['days ago', at(20, 16), at(21, 9), 'on 21 November at 09:00', '۳۰ آبان ساعت ۰۹:۰۰'],
  ])('%s', (_, told, until, english, persian) => {
    const entry = { at: told ?? NOON, kind: 'answered', status: 429, until } as const;
    expect(line('en', entry).why).toBe(`It asked us to try again ${english}, not earlier.`);
    expect(line('fa', entry).why).toBe(`لُب خواست ${persian} دوباره تلاش کنیم، نه زودتر.`);
    expect(line('en', { ...entry, kind: 'wait' }).what).toBe(`Waiting; next try ${english}`);
  });
});

describe('what Lobbe says of a meeting', () => {
  test.each([
    ['QUEUED', 'Lobbe has it. In Lobbe’s queue.', 'به لُب رسید. در نوبت پردازش.'],
    ['TRANSCRIBING', 'Lobbe is transcribing', 'لُب در حال پیاده‌سازی گفت‌وگوست'],
    ['GENERATING', 'Lobbe is writing the minutes', 'لُب در حال نوشتن چکیدهٔ جلسه است'],
    ['NAMING', 'Lobbe needs the speakers’ names', 'لُب نام گوینده‌ها را می‌خواهد'],
    ['READY', 'The minutes are ready', 'لُب جلسه آماده است'],
    ['FAILED', 'Lobbe could not process it', 'لُب نتوانست آن را پردازش کند'],
    ['DELETED', 'Deleted in Lobbe', 'در لُب حذف شده است'],
    // What older versions noted.
    ['processing', 'Lobbe has all of it', 'همه‌اش به لُب رسید'],
    ['ready', 'The minutes are ready', 'لُب جلسه آماده است'],
    ['A_NEW_ONE', 'Lobbe says: \u2066A_NEW_ONE\u2069', 'پاسخ لُب: \u2066A_NEW_ONE\u2069'],
  ])('status:%s', (status, english, persian) => {
    const entry = { kind: 'event', code: `status:${status}` } as const;
    expect(line('en', entry)).toEqual({ what: english, why: null, answer: null });
    expect(line('fa', entry).what).toBe(persian);
  });

  test('an event that is not known is told, with its name for support', () => {
    expect(line('en', { kind: 'event', code: 'recording.moved' })).toEqual({
      what: 'News from Lobbe',
      why: null,
      answer: 'recording.moved',
    });
  });
});

test.each([
  [{ kind: 'event', code: 'file-is-back' }, ['The file is back', null], ['فایل برگشت', null]],
  [
    { kind: 'interrupted', code: 'cut-off' },
    [
      'The app or the computer stopped while it was being sent',
      'Lobbe may have all of it. It goes out again with the same key, so that no second meeting is made.',
    ],
    [
      'هنگام ارسال، برنامه یا رایانه از کار افتاد',
      'شاید همه‌اش به لُب رسیده باشد. با همان کلید دوباره فرستاده می‌شود تا جلسهٔ دوم ساخته نشود.',
    ],
  ],
  [
    { kind: 'user', code: 'added-again' },
    ['You added the same file again', null],
    ['شما همان فایل را دوباره افزودید', null],
  ],
  [{ kind: 'user', code: 'pause' }, ['You paused it', null], ['شما متوقفش کردید', null]],
  [
    { kind: 'user', code: 'pause', until: at(31, 8) },
    ['You paused it', 'It goes on by itself tomorrow at 08:00.'],
    ['شما متوقفش کردید', 'فردا ساعت ۰۸:۰۰ خودش ادامه می‌یابد.'],
  ],
] as const)('%o has its own words', (entry, english, persian) => {
  expect(line('en', entry)).toMatchObject({ what: english[0], why: english[1] });
  expect(line('fa', entry)).toMatchObject({ what: persian[0], why: persian[1] });
});
