import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { en } from '../../renderer/i18n/en';
import { fa } from '../../renderer/i18n/fa';
import { type TextKey, wordsIn } from '../../renderer/i18n/words';

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

/** Words that stand in a component's source instead of the catalogues. */
function ownTexts(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const patterns = [
    /[\w"'}\s]>([^<>{}()=;]*\p{L}{2,}[^<>{}()=;]*)<\//gu,
    /\b(?:aria-label|title|placeholder|alt|label)="([^"]+)"/g,
    /([\u0600-\u06ff]{2,})/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((found) => found[1] ?? ''));
}

describe('the window', () => {
  const root = join(__dirname, '../../renderer');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));

  test.each(files)('%s has no text of its own', (file) => {
    expect(ownTexts(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });

  test('a text of its own would be found', () => {
    expect(ownTexts('<p className="a">Hello there</p>')).toEqual(['Hello there']);
    expect(ownTexts('<b aria-label="Close">{t("x")}</b>')).toEqual(['Close']);
    expect(ownTexts("const label = 'سلام';")).toEqual(['سلام']);
  });
});
