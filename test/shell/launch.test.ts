import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { argumentsOf, packFiles, readArguments, readEnvironment, unpackFiles } from '../../electron/shell/launch';

const cwd = path.resolve('/home/sara');
const none = () => false;
const at = (...parts: string[]) => path.resolve(cwd, ...parts);

describe('the command line', () => {
  test.each([
    [['electron', '.', '--hidden', 'a.m4a']],
    [['electron', '--password-store=basic', cwd, '--hidden', 'a.m4a']],
    [['electron', '--hidden', cwd, 'a.m4a']],
  ])('unpackaged, the app’s own folder is none of recordings: %j', (argv) => {
    expect(argumentsOf(argv, cwd, cwd).filter((arg) => !arg.startsWith('-'))).toEqual(['a.m4a']);
    expect(argumentsOf(argv, cwd, cwd)).toContain('--hidden');
  });

  test('packaged, every argument counts', () => {
    expect(argumentsOf(['lobbe-uploader', cwd, 'a.m4a'], null, cwd)).toEqual([cwd, 'a.m4a']);
  });

  test('files, relative to where it was typed, with any name', () => {
    expect(readArguments(['جلسه.m4a', '/media/b.mp3', 'c d.wav'], cwd, none).files).toEqual([
      at('جلسه.m4a'),
      path.resolve('/media/b.mp3'),
      at('c d.wav'),
    ]);
  });

  test('switches of ours, of Chromium, and links are no files', () => {
    const launch = readArguments(
      [
        '--hidden',
        '--sandbox',
        '--user-data-dir=profile',
        '--lang=fa',
        'lobbe-uploader://open',
        'file:///etc/passwd',
        '',
      ],
      cwd,
      none,
    );
    expect(launch).toEqual({
      userDataDir: at('profile'),
      hidden: true,
      sandbox: true,
      statusJson: false,
      files: [],
      remarks: [],
    });
  });

  test.each([
    [['--hidden=no'], '--hidden takes no value'],
    [['--user-data-dir='], '--user-data-dir=DIR'],
    [['--user-data-dir', 'profile'], '--user-data-dir=DIR'],
    [['--account', '--sandbox'], '--account is ignored'],
  ])('%j is not passed over in silence', (args, said) => {
    const { remarks, userDataDir, hidden } = readArguments(args, cwd, none);
    expect(remarks).toEqual([expect.stringContaining(said)]);
    expect([userDataDir, hidden]).toEqual([null, false]);
  });

  test('behind -- everything is a file', () => {
    expect(readArguments(['--hidden', '--', '--sandbox', '-x.m4a'], cwd, none)).toMatchObject({
      hidden: true,
      sandbox: null,
      files: [at('--sandbox'), at('-x.m4a')],
    });
  });

  test('a file that is named like a link is a file', () => {
    expect(readArguments(['note:1.m4a', 'mailto:x'], cwd, (file) => file === at('note:1.m4a')).files).toEqual([
      at('note:1.m4a'),
    ]);
  });

  test('a drive of Windows is no link', () => {
    expect(readArguments(['C:\\recordings\\a.m4a'], cwd, none).files).toHaveLength(1);
  });
});

describe('the environment', () => {
  const env = {
    LOBBE_API_BASE: 'http://127.0.0.1:9',
    LOBBE_TOKEN: 'lobbe-token',
    LOBBE_POLL_SECONDS: '0.5',
    LOBBE_LANG: 'fa',
  };

  test('redirects an unpackaged run', () => {
    expect(readEnvironment(env, false)).toEqual({
      overrides: { apiBase: 'http://127.0.0.1:9', token: 'lobbe-token', pollSeconds: 0.5, language: 'fa' },
      remarks: [],
    });
  });

  test('is ignored by a packaged app, which can say what it ignored', () => {
    const { overrides, remarks } = readEnvironment(env, true);
    expect(Object.values(overrides)).toEqual([null, null, null, null]);
    expect(remarks).toEqual(Object.keys(env).map((name) => `${name} is ignored by an installed app`));
  });

  test.each(['0', '-1', 'soon', 'Infinity'])('an interval of %j is none, and that is said', (text) => {
    const { overrides, remarks } = readEnvironment({ LOBBE_POLL_SECONDS: text }, false);
    expect(overrides.pollSeconds).toBeNull();
    expect(remarks).toEqual([
      `LOBBE_POLL_SECONDS is "${text}", and takes seconds over 0, such as 0.5: the usual interval is used`,
    ]);
  });

  test('an unknown language is none, and that is said in one line', () => {
    const { overrides, remarks } = readEnvironment({ LOBBE_LANG: `x\n${'y'.repeat(90)}` }, false);
    expect(overrides.language).toBeNull();
    expect(remarks).toEqual([
      `LOBBE_LANG is "x\\n${'y'.repeat(18)}", and takes fa or en: the language of the settings is used`,
    ]);
  });

  test.each(['canary', 'c4nary of a token'])('a token that no request can carry is told, and not shown: %j', (text) => {
    const { remarks } = readEnvironment({ LOBBE_TOKEN: text }, false);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toMatch(/^LOBBE_TOKEN holds no token/);
    expect(remarks[0]).not.toContain(text);
  });

  test('what is empty is not set', () => {
    const { overrides, remarks } = readEnvironment({ LOBBE_POLL_SECONDS: '', LOBBE_LANG: '', LOBBE_TOKEN: '' }, false);
    expect(Object.values(overrides)).toEqual([null, null, null, null]);
    expect(remarks).toEqual([]);
  });
});

describe('what a second start hands over', () => {
  test('arrives as it was, in ASCII', () => {
    const files = ['/a/جلسهٔ هیئت‌مدیره.m4a', '/b/会議🎙️.mp3', 'C:\\c "d".wav'];
    const packed = packFiles(files);
    expect(packed.files).toMatch(/^[\x20-\x7e]*$/);
    expect(unpackFiles(packed)).toEqual(files);
  });

  test.each([
    null,
    undefined,
    'x',
    7,
    {},
    { files: 7 },
    { files: '!!' },
    { files: btoa('{"a":1}') },
    { files: btoa('[1]') },
  ])('junk is no file: %j', (data) => {
    expect(unpackFiles(data)).toEqual([]);
  });
});
