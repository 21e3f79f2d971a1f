import { expect, test } from 'vitest';
import { readEnteredToken } from '../../electron/domain/entered-token';

const TOKEN = 'lob_live_8fK2xQ0123456789Qd7';

test.each([
  ['spaces and tabs around it', `\t  ${TOKEN}  `],
  ['ends of lines around it', `\r\n${TOKEN}\n`],
  ['a no-break space of a web page', `\u00a0${TOKEN}\u00a0`],
  ['a line break of a mail in the middle', `${TOKEN.slice(0, 9)}\r\n  ${TOKEN.slice(9)}`],
  ['marks of direction of a right-to-left page', `\u200f\u2067${TOKEN}\u2069\u200e`],
  ['zero-width characters within', `${TOKEN.slice(0, 5)}\u200b\u200c\u200d\ufeff${TOKEN.slice(5)}`],
  ['a soft hyphen', `${TOKEN.slice(0, 5)}\u00ad${TOKEN.slice(5)}`],
  ['Persian digits', TOKEN.replace('0123456789', '۰۱۲۳۴۵۶۷۸۹')],
  ['Arabic digits', TOKEN.replace('0123456789', '٠١٢٣٤٥٦٧٨٩')],
  ['quotes', `"${TOKEN}"`],
  ['typographic quotes', `“${TOKEN}”`],
  ['Persian quotes', `«${TOKEN}»`],
  ['one quote that came along', `${TOKEN}'`],
  ['the scheme of the header', `Bearer ${TOKEN}`],
  ['the scheme, written small', `bearer   ${TOKEN}`],
  ['the whole header', `Authorization: Bearer ${TOKEN}`],
  ['the header of a script, in quotes', `'Authorization: Bearer ${TOKEN}'`],
  ['the scheme, and the token in quotes', `Bearer "${TOKEN}"`],
])('takes off %s', (_, text) => {
  expect(readEnteredToken(text)).toEqual({ kind: 'token', token: TOKEN });
});

test.each([
  ['', 'empty'],
  [' \n\u200c ', 'empty'],
  ['Bearer ', 'empty'],
  ['""', 'empty'],
  ['lob_live one two', 'space'],
  [`token: ${TOKEN}`, 'space'],
  ['توکن‌من', 'characters'],
  [`${TOKEN}é`, 'characters'],
  [`${TOKEN}\u0000`, 'characters'],
  ['lob_1', 'short'],
  ['a'.repeat(1025), 'long'],
] as const)('%j is none: %s', (text, flaw) => {
  expect(readEnteredToken(text)).toEqual({ kind: 'none', flaw });
});

test('a token that begins like the scheme is itself', () => {
  expect(readEnteredToken('bearer-of-news-1')).toEqual({ kind: 'token', token: 'bearer-of-news-1' });
});

test('as much as a header may carry is taken', () => {
  expect(readEnteredToken('a'.repeat(1024))).toMatchObject({ kind: 'token' });
});
