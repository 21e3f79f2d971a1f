import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
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
