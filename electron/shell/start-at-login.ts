// Whether the app is started when its user logs in. The system is asked each time: its user may change it there.

import fs from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';

export interface StartAtLogin {
  /** As the system has it now. */
  isOn(): boolean;
  /** Throws what the system says if it does not take it. */
  set(on: boolean): void;
}

/** Case 101: in the tray, without a window. */
const ARGUMENTS = ['--hidden'];

/** Windows and macOS keep a list of their own. */
export function startByLoginItem(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  program: string,
): StartAtLogin {
  return {
    isOn() {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ path: program, args: ARGUMENTS });
      // Only Windows says the second: there, who switches it off in the task manager leaves the entry where it is.
      return openAtLogin && executableWillLaunchAtLogin !== false;
    },
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, path: program, args: ARGUMENTS }),
  };
}

/** macOS starts it without arguments, and says so instead. */
export function wasStartedAtLogin(app: Pick<App, 'getLoginItemSettings'>): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

export interface AutostartOptions {
  /** `autostart` in the folder of the user's configuration. */
  readonly folder: string;
  /** The program, by its absolute path; of an AppImage, the file itself. */
  readonly program: string;
  /** Names in the desktop's own settings, by language; the first counts where none fits. */
  readonly names: readonly (readonly [language: string, name: string])[];
}

const ENTRY = 'lobbe-uploader.desktop';

/** Desktops of Linux start what is in a folder (Desktop Application Autostart Specification). */
export function startByAutostart({ folder, program, names }: AutostartOptions): StartAtLogin {
  const file = path.join(folder, ENTRY);
  const command = [program, ...ARGUMENTS].map(quoted).join(' ');
  const content = [
    '[Desktop Entry]',
    'Type=Application',
    ...names.map(([language, name], n) => `Name${n === 0 ? '' : `[${language}]`}=${stringValue(name)}`),
    `Exec=${stringValue(command)}`,
    'Icon=lobbe-uploader',
    'Terminal=false',
    '',
  ].join('\n');
  return {
    isOn() {
      const entry = readEntry(file);
      // An entry for another place starts nothing, or another copy.
      if (entry?.get('Exec') !== stringValue(command)) return false;
      // Desktops switch an entry off by one of these two, and leave it there.
      return entry.get('Hidden') !== 'true' && entry.get('X-GNOME-Autostart-enabled') !== 'false';
    },
    set(on) {
      if (!on) return fs.rmSync(file, { force: true });
      fs.mkdirSync(folder, { recursive: true });
      // A login in the middle of the write must not find half an entry; its name keeps desktops from taking it for one.
      const draft = `${file}.new`;
      fs.writeFileSync(draft, content);
      fs.renameSync(draft, file);
    },
  };
}

/** The main group of an entry; null if there is none. */
function readEntry(file: string): ReadonlyMap<string, string> | null {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const group = text.split(/^\[/m).find((part) => part.startsWith('Desktop Entry]')) ?? '';
  const pairs = group.split('\n').flatMap((line): [string, string][] => {
    const [, key, value] = /^([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value]];
  });
  return new Map(pairs);
}

/** An argument of `Exec`: whatever it holds, it is one word, and no field code. */
function quoted(argument: string): string {
  const literal = argument.replaceAll('%', '%%');
  return /^[\w./+:@=,-]+$/.test(literal) ? literal : `"${literal.replace(/["`$\\]/g, '\\$&')}"`;
}

/** A value of the kind `string`, for which a backslash means something of its own. */
function stringValue(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
}
