import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { en } from '../../renderer/i18n/en';
import { fa } from '../../renderer/i18n/fa';
import { type TextKey, wordsIn } from '../../renderer/i18n/words';
import { ownTexts } from '../source/own-texts';

const keys = Object.keys(en) as (keyof typeof en)[];
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

describe('the catalogues', () => {
  test('have the same keys', () => {
    expect(Object.keys(fa).sort()).toEqual([...keys].sort());
  });

  test.each(keys)('%s has the same values in both languages', (key) => {
    expect(placeholders(fa[key])).toEqual(placeholders(en[key]));
  });

  test('have both plural forms of a text, or none', () => {
    const plural = keys.filter((key) => /_(zero|one|other)$/.test(key));
    for (const key of plural) {
      const base = key.replace(/_(zero|one|other)$/, '');
      expect(keys).toContain(`${base}_one`);
      expect(keys).toContain(`${base}_other`);
    }
  });

  test('are in the plural where they count things, and nowhere else', () => {
    const things = /\{count\} (?:other )?(?!needs)\w{3,}s\b/;
    for (const key of keys) {
      if (things.test(en[key])) expect(key).toMatch(/_other$/);
      // Persian counts in the singular.
      expect(`${key}: ${fa[key]}`).not.toMatch(/\{count\} \S+(ها|های|ان)(\s|$)/);
    }
  });

  test('of nothing have a text of their own, in both languages, where there is one', () => {
    for (const key of keys.filter((k) => k.endsWith('_zero'))) {
      const base = key.replace('_zero', '') as TextKey;
      for (const [language, texts] of [
        ['fa', fa],
        ['en', en],
      ] as const) {
        expect(wordsIn(language).t(base, { count: 0 })).toBe(texts[key]);
        expect(texts[key]).not.toContain('{');
      }
    }
  });

  test('fa has Persian letters and digits only, no Arabic ones', () => {
    for (const [key, text] of Object.entries(fa)) expect(`${key}: ${text}`).not.toMatch(/[يكىة٠-٩]/);
  });

  test('fa joins verbs and plurals with ZWNJ, not with a space', () => {
    for (const [key, text] of Object.entries(fa)) expect(`${key}: ${text}`).not.toMatch(/(^|\s)(ن?می|ها|های) /);
  });

  test('neither shouts', () => {
    for (const text of [...Object.values(en), ...Object.values(fa)]) expect(text).not.toContain('!');
  });
});

describe('texts with numbers', () => {
  test.each([
    ['en', 'toast.refused', 1, '1 could not be added'],
    ['en', 'drop.count', 1, 'Drop to send 1 recording'],
    ['en', 'drop.count', 1200, 'Drop to send 1,200 recordings'],
    ['fa', 'drop.count', 1, 'رها کنید تا ۱ فایل فرستاده شود'],
    ['fa', 'drop.count', 1200, 'رها کنید تا ۱٬۲۰۰ فایل فرستاده شود'],
    ['en', 'summary.needs-you', 1, '1 needs you'],
    ['en', 'summary.needs-you', 2, '2 need you'],
  ] as const)('%s %s of %i', (language, key: TextKey, count, text) => {
    expect(wordsIn(language).t(key, { count })).toBe(text);
  });

  test('zero has its own text', () => {
    const text = wordsIn('fa').t('gate.needs-minutes', { count: 0, minutes: 0 });
    expect(text).toBe(fa['gate.needs-minutes_zero']);
  });

  test('a name is never taken for a text or a value', () => {
    const name = '$t(app.name) {count} <b>.m4a';
    expect(wordsIn('en').t('toast.removed', { name, count: 3 })).toBe(`“${name}” was removed`);
  });
});

/** The source of the window, but for its catalogues. */
const sources = (() => {
  const root = join(__dirname, '../../renderer');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/^i18n\/(en|fa)\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
})();

/** What looks like words, and is not for people. */
const codes: Readonly<Record<string, string>> = {
  'i18n/bidi.ts': 'NUL SOH STX ETX', // the names of control characters, the same in every language
  'meetings/list-keys.ts': 'input, textarea, [contenteditable]', // a selector
  'ui/theme.ts': '(prefers-color-scheme: dark)', // a media query
};

describe('the window', () => {
  test.each(sources)('$file has no text of its own', ({ file, text }) => {
    const own = ownTexts(file, text)
      .filter((found) => !(found in en))
      .filter((found) => !(file in codes && found.startsWith(codes[file] ?? '')));
    expect(own).toEqual([]);
  });

  test.each([
    ['<p className="a">Hello there</p>', ['Hello there']],
    ['<b aria-label="Close">{t("x")}</b>', ['Close']],
    ["<b title={open ? 'Close' : t('open')} className='big one' />", ['Close']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source that is looked at
    ['<p>{`${count} files`}</p>', ['files']],
    ["<p>{count > 0 && 'Waiting'}</p>", ['Waiting']],
    ["const label = 'سلام';", ['سلام']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source that is looked at
    ['const told = `${count} files were added`;', ['files were added']],
    ["act('open-in-lobbe'); stage === 'ready'; throw new Error('no such row here');", []],
  ])('a text of its own would be found: %s', (source, found) => {
    expect(ownTexts('a.tsx', source)).toEqual(found);
  });

  test('uses every text of the catalogues', () => {
    const quoted = new Set(sources.flatMap(({ text }) => [...text.matchAll(/['"]([\w.-]+)['"]/g)].map((m) => m[1])));
    const put = sources.flatMap(({ text }) => [...text.matchAll(/`([\w-]+\.[\w.-]*)\$\{[^}]*\}([\w.-]*)`/g)]);
    const isPut = (key: string) =>
      put.some(([, start = '', end = '']) => key.startsWith(start) && key.endsWith(end) && key !== start + end);
    const bases = new Set(keys.map((key) => key.replace(/_(zero|one|other)$/, '')));
    expect([...bases].filter((key) => !quoted.has(key) && !isPut(key))).toEqual([]);
  });
});
