import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../../electron/shell/log';

const folder = mkdtempSync(path.join(tmpdir(), 'lobbe-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function world() {
  made += 1;
  const directory = path.join(folder, String(made));
  return {
    directory,
    log: createLog(directory, false),
    lines: () => readFileSync(path.join(directory, 'main.log'), 'utf8').split('\n'),
  };
}

test.each([
  ['x\u202ea4m.exe', 'x\\u202ea4m.exe'],
  ['\u2067a\u2069\u200f\u061c', '\\u2067a\\u2069\\u200f\\u061c'],
  ['\u001b[31mred\u0007', '\\u001b[31mred\\u0007'],
  ['a\rb\u2028c\u0085', 'a\\u000db\\u2028c\\u0085'],
  ['جلسه‌ی هفتگی 👩‍💻', 'جلسه‌ی هفتگی 👩‍💻'],
])('case 2: what steers is written, not obeyed: %j', (name, written) => {
  const { log, lines } = world();
  log.error('a bug', `no such file: ${name}`);
  expect(lines()).toEqual([expect.stringMatching(/^\d{4}-\S+Z error a bug: no such file: /), '']);
  expect(lines()[0]?.endsWith(`: ${written}`)).toBe(true);
});

test('case 2: a name cannot begin a line that looks like one of ours', () => {
  const { log, lines } = world();
  log.warn('opening a\n2026-11-30T12:00:00.000Z info all is well');
  expect(lines().filter((line) => /^\d{4}-/.test(line))).toHaveLength(1);
});

test('a secret is struck out of every line, also of those that are written together', () => {
  const { log, lines } = world();
  log.hide('canary-token');
  log.info('one canary-token', 'two', 'three canary-token');
  expect(lines().map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'info one [secret]',
    'info two',
    'info three [secret]',
    '',
  ]);
});

test.each([
  ['a mark of direction', 'pass\u202eword', 'pass'],
  ['an end of line', 'first\nsecond', 'second'],
])('a secret with %s in it is struck out as well', (_, secret, part) => {
  const { log, lines } = world();
  log.hide(secret);
  log.error('a bug', new Error(`refused: ${secret}`));
  expect(lines().join('\n')).toContain('refused: [secret]');
  expect(lines().join('\n')).not.toContain(part);
});

test('one of a few characters is no secret: the log could not be read any more', () => {
  const { log, lines } = world();
  log.hide('e');
  log.info('the queue rests');
  expect(lines()[0]).toMatch(/ info the queue rests$/);
});

test('weeks in the tray: two files, each of a megabyte and the lines of one moment at the most, the newest in them', () => {
  const { log, directory } = world();
  const sizes: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    log.info(...Array.from({ length: 1_000 }, (_, line) => `${n} ${line} ${'.'.repeat(80)}`));
    sizes.push(...readdirSync(directory).map((name) => statSync(path.join(directory, name)).size));
  }
  expect(readdirSync(directory).sort()).toEqual(['main.log', 'main.log.old']);
  expect(Math.max(...sizes)).toBeLessThan(1_150_000);
  expect(log.recent(1)).toMatch(/ info 59 999 \.+\n$/);
  // A part of what was written, and without a gap.
  const numbers = [...log.recent(1e9).matchAll(/ info (\d+) (\d+) /g)].map(
    ([, n, line]) => Number(n) * 1_000 + Number(line),
  );
  expect(numbers.length).toBeGreaterThan(8_000);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => 60_000 - numbers.length + n));
});

test('what somebody else said is cut where nobody would read on', () => {
  const { log, directory } = world();
  log.error('an answer', new Error('<p>'.repeat(1_000_000)));
  expect(statSync(path.join(directory, 'main.log')).size).toBeLessThan(11_000);
});

test('where it cannot be written, the app goes on, and when it can, so does the log', () => {
  const { log, directory, lines } = world();
  writeFileSync(directory, 'in the way');
  log.info('lost');
  rmSync(directory);
  log.info('kept');
  expect(lines()[0]).toMatch(/ info kept$/);
});

test('nothing to say writes nothing', () => {
  const { log, lines } = world();
  log.info();
  expect(lines).toThrow(/ENOENT/);
});

test('the last lines can be had, those of the file before too, without what became a secret since', () => {
  const { log, directory } = world();
  expect(log.recent(5)).toBe('');
  log.info('before anybody knew: canary-token', ...Array.from({ length: 3 }, (_, n) => `old ${n}`));
  renameSync(path.join(directory, 'main.log'), path.join(directory, 'main.log.old'));
  log.hide('canary-token');
  log.info('new');
  const lines = (count: number) =>
    log
      .recent(count)
      .split('\n')
      .map((line) => line.replace(/^\S+ /, ''));
  expect(lines(2)).toEqual(['info old 2', 'info new', '']);
  expect(lines(50)[0]).toBe('info before anybody knew: [secret]');
});
