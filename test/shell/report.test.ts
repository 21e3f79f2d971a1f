import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MeetingView } from '../../electron/contract/snapshot';
import { createLog } from '../../electron/shell/log';
import { reportText } from '../../electron/shell/report';
import { type Named, reportNames } from '../../electron/shell/report-names';
import { meeting, stateOf, T0 } from '../builders/meetings';
import { aSnapshot } from '../renderer/builders';

const TOKEN = 'lob_live_canary_0123456789';
const PASSWORD = 'proxy-canary-password';
const PEM = '-----BEGIN CERTIFICATE-----\nMIIcanary\n-----END CERTIFICATE-----';
const person = { home: '/home/sara', user: 'sara' };
const places = { '‹profile›': '/home/sara/.config/Lobbe Uploader', '‹app›': '/opt/Lobbe Uploader/resources/app.asar' };

const NAMES = [
  'جلسهٔ هیئت‌مدیره ۹ آذر.m4a',
  'Layoffs Q4 (confidential).wav',
  "it's 100%.mp3",
  'a\u202eb.m4a',
  'Redundancies',
  `${TOKEN}.m4a`,
];
const meetings = NAMES.map((name, n) =>
  meeting(n + 1, {
    name,
    path: `/home/sara/Secret Project/${name}`,
    state:
      n === 1 ? { stage: 'blocked', reason: 'rejected', detail: `“${name}” is not taken here` } : { stage: 'queued' },
    timeline: [
      { at: T0, kind: 'attempt', attempt: 1, phase: 'connect', code: 'ECONNREFUSED' },
      // A server may say anything, and somebody may have named a file after what they pasted.
      { at: T0, kind: 'attempt', attempt: 2, status: 400, code: TOKEN },
    ],
  }),
);
const proxy = { mode: 'manual', server: 'http://proxy.bigcorp.example:3128', user: 'sara.ahmadi' } as const;
const state = stateOf(meetings, {
  settings: { ...stateOf([]).settings, proxy, certificate: { pem: PEM, name: 'Big Corp Root' } },
});
const elsewhere: Named = { name: 'Board: salary review', path: null };

/** What the log held, and what it strikes out. */
function logged(): { readonly lines: string; withoutSecrets(text: string): string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-report-'));
  const log = createLog(folder, false);
  log.info(`begun with ${TOKEN} before anybody knew that it is one`);
  log.hide(TOKEN);
  log.hide(PASSWORD);
  log.info(`the token is ${TOKEN}, the password ${PASSWORD}`);
  for (const { path: file, name } of meetings) {
    log.error('a reader died', new Error(`ENOENT: no such file or directory, open '${file}'`));
    log.info(`looked at ${name}, at ${encodeURI(file)}`);
  }
  log.warn(`the meeting “${elsewhere.name}” has no status`);
  log.error('somewhere else', "EACCES: permission denied, scandir '/mnt/nas/Merger/2026'");
  log.error('a folder', new Error("EACCES: permission denied, scandir '/home/sara/Lawsuit/2026'"));
  log.info('profile at /home/sara/.config/Lobbe Uploader/account');
  const text = log.recent(1000);
  fs.rmSync(folder, { recursive: true });
  return { lines: text, withoutSecrets: log.withoutSecrets };
}

function report(tell: boolean): string {
  const snapshot = aSnapshot({
    account: { ...aSnapshot().account, hint: 'lob_…789' },
    notices: ['disk-full'],
    proxyPassword: 'encrypted',
  });
  const names = reportNames([...meetings, elsewhere], person, places, tell);
  const facts = { version: '9.9.9', system: 'linux x64 6.1', electron: '45.0.0' };
  const archived: MeetingView[] = [];
  const { lines, withoutSecrets } = logged();
  return reportText({ now: T0, facts, state, snapshot, archived, log: lines, withoutSecrets }, names);
}

describe('case 111: a report holds none of', () => {
  const text = report(false);

  test.each([
    ['the token', TOKEN],
    ['what is shown of the token', 'lob_…789'],
    ['the password of the proxy', PASSWORD],
    ['the certificate', 'MIIcanary'],
    ['the certificate’s name', 'Big Corp'],
    ['the user’s name', /sara/i],
    ['the home folder', '/home/'],
    ['where the proxy is', 'bigcorp'],
    ['a folder of recordings', /secret project|Secret%20Project/i],
    ['another folder', 'Merger'],
    ['another folder of the home', 'Lawsuit'],
    ['the title of a meeting from elsewhere', 'salary review'],
    ...NAMES.map((name) => ['a name', name] as const),
    ['a name in an address', encodeURI(NAMES[1] ?? '')],
    ['a name as the log marks it', 'a\\u202eb'],
  ] as const)('%s', (_, secret) => {
    if (typeof secret === 'string') expect(text).not.toContain(secret);
    else expect(text).not.toMatch(secret);
  });
});

test('names are told if their user says so; secrets and homes never', () => {
  const text = report(true);
  for (const name of [NAMES[0] ?? '', NAMES[1] ?? '']) expect(text).toContain(name);
  for (const secret of [TOKEN, PASSWORD, 'MIIcanary', '/home/', 'sara', 'bigcorp']) expect(text).not.toContain(secret);
});

test('it tells what support asks for', () => {
  const text = report(false);
  for (const fact of ['"version": "9.9.9"', '"system": "linux x64 6.1"', '"store": [', 'disk-full', 'ECONNREFUSED'])
    expect(text).toContain(fact);
  expect(text).toContain('"name": "recording-2.wav"');
  expect(text).toContain('"detail": "“recording-2.wav” is not taken here"');
  expect(text).toContain(`"key": "${meetings[0]?.key}"`);
  expect(text).toMatch(/"addedAt": "2026-11-30T/);
  expect(text).toContain("open 'a folder/recording-1.m4a'");
  expect(text).toContain("scandir 'a path'");
  expect(text).toContain('profile at ‹profile›/account');
  expect(text).toContain('“meeting-7” has no status');
});

test('one name is one number, in the list and in the log', () => {
  const names = reportNames([...meetings, ...meetings], person, places, false);
  expect(names.of(NAMES[2] ?? '')).toBe('recording-3.mp3');
  expect(names.within(`see ${NAMES[2]}`)).toBe('see recording-3.mp3');
});

test.each(['error', '2026', '11:30'])('a name that is a plain word or a number leaves the log readable: %s', (name) => {
  const names = reportNames([{ name, path: `/recordings/${name}` }], person, {}, false);
  expect(names.within(`2026-11-30T11:30 error at /recordings/${name}`)).toBe(
    `2026-11-30T11:30 error at a folder/${name}`,
  );
  expect(names.of(name)).toBe('recording-1');
});

test('a user’s name is struck out as a whole word, whatever its letters', () => {
  const names = (user: string) => reportNames([], { home: '/home/x', user }, {}, false);
  expect(names('سارا').within('کاربر سارا، نه سارایی')).toBe('کاربر somebody، نه سارایی');
  expect(names('sara').within('Sara, not Sarajevo')).toBe('somebody, not Sarajevo');
});

test.each<[string, string, string]>([
  ['on Linux', '/home/سارا', 'file:///home/%D8%B3%D8%A7%D8%B1%D8%A7/app/main.js'],
  ['on Windows', 'C:\\Users\\Sara Ahmadi', 'file:///C:/Users/Sara%20Ahmadi/app/main.js'],
])('a home is struck out of an address %s as well, and so is its user', (_, home, address) => {
  const user = home.split(/[\\/]/).at(-1) ?? '';
  const names = reportNames([], { home, user }, {}, true);
  expect(names.within(`at ${address}`)).toMatch(/^at file:\/{2,3}~\/app\/main\.js$/);
  expect(names.within(`at file:///data/${encodeURI(user)}/x`)).toBe('at file:///data/somebody/x');
});
