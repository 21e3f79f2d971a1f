import { expect, test } from 'vitest';
import type { NewsItem } from '../../electron/domain/news-item';
import { noteOf } from '../../electron/shell/notification-text';
import { idOf } from '../builders/meetings';

const item = (n: number, what: 'ready' | 'naming' | 'failed' | 'over-daily-cap', name = `m${n}.m4a`): NewsItem => ({
  about: 'meeting',
  what,
  id: idOf(n),
  name,
});
const midnight = new Date(2026, 11, 1, 0, 5).getTime();
const minutes: NewsItem = { about: 'account', what: 'needs-minutes', until: null };
const named = (name: string) => `\u2068${name}\u2069`;

test.each([
  ['ready', `“${named('m1.m4a')}” is ready`, `«${named('m1.m4a')}» آماده است`],
  ['naming', `“${named('m1.m4a')}” waits for speaker names`, `«${named('m1.m4a')}» منتظر نام گوینده‌هاست`],
  ['failed', `Lobbe could not process “${named('m1.m4a')}”`, `لُب نتوانست «${named('m1.m4a')}» را پردازش کند`],
] as const)('one meeting is told by its name: %s', (what, en, fa) => {
  expect(noteOf([item(1, what)], 'en', true)).toEqual({ title: en, body: '', id: idOf(1) });
  expect(noteOf([item(1, what)], 'fa', false)).toEqual({ title: fa, body: '', id: idOf(1) });
});

test('one from elsewhere whose title is not known has no name', () => {
  expect(noteOf([item(1, 'ready', '')], 'en', true).title).toBe('A meeting sent from elsewhere is ready');
});

test('several are one summary, those that need their user first', () => {
  const news = [1, 2, 3].map((n) => item(n, 'ready'));
  const all = [...news, item(4, 'naming'), item(5, 'failed')];
  expect(noteOf(all, 'en', true)).toEqual({
    title: '3 ready, 2 need you',
    body: `“${named('m4.m4a')}” waits for speaker names\nLobbe could not process “${named('m5.m4a')}”\n“${named('m1.m4a')}” is ready\nand 2 more`,
    id: null,
  });
  expect(noteOf(all, 'fa', true).title).toBe('۳ جلسه آماده، ۲ منتظر شما');
  expect(noteOf(news, 'en', true).title).toBe('3 ready');
  expect(noteOf([item(1, 'ready'), item(2, 'naming')], 'en', true).title).toBe('1 ready, 1 needs you');
  expect(noteOf([item(1, 'naming'), item(2, 'naming')], 'fa', true).title).toBe('۲ منتظر شما');
});

test('the account comes first, and by itself says what to do or when it is over', () => {
  expect(noteOf([minutes], 'en', true)).toEqual({
    title: 'Your account is out of minutes',
    body: 'Your recordings wait here safely.',
    id: null,
  });
  const cap: NewsItem = { about: 'account', what: 'daily-cap', until: midnight };
  expect(noteOf([cap], 'en', true).body).toBe('Sending goes on by itself on Tuesday at 00:05.');
  expect(noteOf([cap], 'fa', true).body).toBe('ارسال سه‌شنبه ساعت ۰۰:۰۵ خودش ادامه پیدا می‌کند.');
  const both = noteOf([item(1, 'ready'), minutes], 'en', true);
  expect(both.title).toBe('1 ready');
  expect(both.body.split('\n')[0]).toBe('Your account is out of minutes');
  expect(noteOf([minutes, cap], 'en', true)).toMatchObject({
    title: 'Your account is out of minutes',
    body: 'Today’s cap of your token is reached',
  });
});

test.each([
  ['\u202egpj.exe', '[U+202E]gpj.exe'],
  ['a\nb\u0007\u2069c', 'a[U+000A]b[U+0007][U+2069]c'],
  ['جلسه‌ی هفتگی 👩‍💻', 'جلسه‌ی هفتگی 👩‍💻'],
])('case 2: what would steer in a name is a visible mark: %j', (name, shown) => {
  expect(noteOf([item(1, 'ready', name)], 'en', true).title).toBe(`“${named(shown)}” is ready`);
});

test('case 2: a body shows markup as it is, where bodies are markup', () => {
  const news = [item(1, 'ready', '<b>&amp;</b><img src=x>'), item(2, 'ready')];
  expect(noteOf(news, 'en', true).body.split('\n')[0]).toBe(
    `“${named('&lt;b&gt;&amp;amp;&lt;/b&gt;&lt;img src=x&gt;')}” is ready`,
  );
  expect(noteOf(news, 'en', false).body.split('\n')[0]).toBe(`“${named('<b>&amp;</b><img src=x>')}” is ready`);
});
