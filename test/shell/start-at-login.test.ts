import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startByAutostart, startByLoginItem } from '../../electron/shell/start-at-login';

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-autostart-'));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const names = [
  ['en', 'Lobbe Uploader'],
  ['fa', 'بارگذار لُب'],
] as const;
const folder = () => path.join(home, 'autostart');
const file = () => path.join(folder(), 'lobbe-uploader.desktop');
const at = (program: string) => startByAutostart({ folder: folder(), program, names });
const execOf = () => /^Exec=(.*)$/m.exec(fs.readFileSync(file(), 'utf8'))?.[1] ?? '';

/** Reads `Exec` as the Desktop Entry Specification says: the string's escapes, then the quoting, then the field codes. */
function wordsOf(exec: string): string[] {
  const text = exec.replace(/\\(.)/g, (_, c: string) => ({ s: ' ', n: '\n', t: '\t', r: '\r' })[c] ?? c);
  const words = text.match(/"(?:\\.|[^"\\])*"|[^\s"]+/gs) ?? [];
  return words
    .map((word) => (word.startsWith('"') ? word.slice(1, -1).replace(/\\(["`$\\])/g, '$1') : word))
    .map((word) => word.replaceAll('%%', '%'));
}

describe('the entry of a Linux desktop', () => {
  test.each([
    '/opt/Lobbe Uploader/lobbe-uploader',
    '/usr/bin/lobbe-uploader',
    '/home/sara/برنامه‌ها/Lobbe.AppImage',
    '/tmp/50% off/"quoted" $HOME `id` back\\slash/app',
    '/tmp/100%u/app',
    "/tmp/it's;here&now|#~*?()<>/app",
    '/tmp/two\nlines/app',
  ])('case 101: starts %j, hidden, whatever is in its path', (program) => {
    at(program).set(true);
    expect(wordsOf(execOf())).toEqual([program, '--hidden']);
    expect(at(program).isOn()).toBe(true);
    // One line for each key, whatever the path holds.
    expect(fs.readFileSync(file(), 'utf8').split('\n')).toHaveLength(8);
  });

  test('has the app’s name in both languages', () => {
    at('/usr/bin/lobbe-uploader').set(true);
    const text = fs.readFileSync(file(), 'utf8');
    expect(text.split('\n').slice(0, 4)).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Name=Lobbe Uploader',
      'Name[fa]=بارگذار لُب',
    ]);
  });

  test('is gone when it is switched off, and off before it was ever there', () => {
    const start = at('/usr/bin/lobbe-uploader');
    expect(start.isOn()).toBe(false);
    start.set(false);
    start.set(true);
    start.set(false);
    expect(fs.readdirSync(folder())).toEqual([]);
    expect(start.isOn()).toBe(false);
  });

  test.each([['Hidden=true'], ['X-GNOME-Autostart-enabled=false'], ['X-GNOME-Autostart-enabled = false ']])(
    'is off when the desktop’s own settings say so: %s',
    (line) => {
      const start = at('/usr/bin/lobbe-uploader');
      start.set(true);
      fs.appendFileSync(file(), `${line}\n`);
      expect(start.isOn()).toBe(false);
      start.set(true);
      expect(start.isOn()).toBe(true);
    },
  );

  test('an AppImage that was moved is not started any more, so it is off', () => {
    at('/home/sara/Downloads/Lobbe.AppImage').set(true);
    expect(at('/home/sara/Apps/Lobbe.AppImage').isOn()).toBe(false);
  });

  test('a key of another group is not the entry’s', () => {
    const start = at('/usr/bin/lobbe-uploader');
    start.set(true);
    fs.appendFileSync(file(), '[Desktop Action quiet]\nHidden=true\n');
    expect(start.isOn()).toBe(true);
  });

  test('a folder that cannot be written is told', () => {
    fs.writeFileSync(folder(), 'a file in its place');
    expect(() => at('/usr/bin/lobbe-uploader').set(true)).toThrow();
    expect(at('/usr/bin/lobbe-uploader').isOn()).toBe(false);
  });
});

describe('the list of Windows and macOS', () => {
  const program = 'C:\\Program Files\\Lobbe Uploader\\Lobbe Uploader.exe';

  function system(says: { openAtLogin: boolean; executableWillLaunchAtLogin?: boolean }) {
    const set: unknown[] = [];
    const app = {
      getLoginItemSettings: () => says,
      setLoginItemSettings: (settings: unknown) => set.push(settings),
    } as unknown as Parameters<typeof startByLoginItem>[0];
    return { start: startByLoginItem(app, program), set };
  }

  test('case 101: is asked to start this program, hidden', () => {
    const { start, set } = system({ openAtLogin: false });
    start.set(true);
    expect(set).toEqual([{ openAtLogin: true, path: program, args: ['--hidden'] }]);
  });

  test.each([
    [{ openAtLogin: true }, true],
    [{ openAtLogin: false }, false],
    [{ openAtLogin: true, executableWillLaunchAtLogin: true }, true],
    // Switched off in the task manager.
    [{ openAtLogin: true, executableWillLaunchAtLogin: false }, false],
  ])('%o is %s', (says, on) => {
    expect(system(says).start.isOn()).toBe(on);
  });
});
