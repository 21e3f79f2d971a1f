// What a start was asked to do: command line and environment, read once. See the README, "Options".

import path from 'node:path';
import type { LanguageSetting } from '../contract/settings';

export interface Launch {
  /** Everything the app stores is below it; null: where the OS puts it. */
  readonly userDataDir: string | null;
  readonly hidden: boolean;
  /** `--sandbox`, `--account` (out of it again), or neither. */
  readonly sandbox: boolean | null;
  readonly statusJson: boolean;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/**
 * The arguments after the program. Unpackaged (`appPath`), the app's own folder is among them, first or behind switches of
 * Chromium's: it is no folder of recordings.
 */
export function argumentsOf(argv: readonly string[], appPath: string | null, cwd: string): readonly string[] {
  const args = argv.slice(1);
  if (appPath === null) return args;
  const own = args.findIndex((arg) => !arg.startsWith('-') && path.resolve(cwd, arg) === appPath);
  return args.filter((_, index) => index !== Math.max(own, 0));
}

/**
 * Reads the arguments after the program (and, unpackaged, without the app's folder). Switches that are not ours are Chromium's and
 * pass by; everything else is a file, relative to `cwd`. `exists` looks at the disk.
 */
export function readArguments(args: readonly string[], cwd: string, exists: (file: string) => boolean): Launch {
  const onlyFiles = args.indexOf('--');
  const options = onlyFiles < 0 ? args : args.slice(0, onlyFiles);
  const named = onlyFiles < 0 ? [] : args.slice(onlyFiles + 1);
  const has = (name: string) => options.includes(name);
  const dir = options.find((arg) => arg.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length);
  // `scheme:…` is a link that the OS handed over, unless there is a file of that name; a Windows drive is one letter.
  const isLink = (arg: string) => /^[a-z][a-z0-9+.-]+:/i.test(arg) && !exists(path.resolve(cwd, arg));
  const isFile = (arg: string) => arg !== '' && !arg.startsWith('-') && !isLink(arg);
  return {
    userDataDir: dir ? path.resolve(cwd, dir) : null,
    hidden: has('--hidden'),
    sandbox: has('--sandbox') ? true : has('--account') ? false : null,
    statusJson: has('--status-json'),
    files: [...options.filter(isFile), ...named].map((file) => path.resolve(cwd, file)),
  };
}

export interface Overrides {
  readonly apiBase: string | null;
  readonly token: string | null;
  readonly pollSeconds: number | null;
  readonly language: LanguageSetting | null;
}

const OVERRIDES = ['LOBBE_API_BASE', 'LOBBE_TOKEN', 'LOBBE_POLL_SECONDS', 'LOBBE_LANG'] as const;

/** The variables that redirect an unpackaged run. A packaged app ignores them; `ignored` names those that were set. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  packaged: boolean,
): { readonly overrides: Overrides; readonly ignored: readonly string[] } {
  const nothing = { apiBase: null, token: null, pollSeconds: null, language: null };
  if (packaged) return { overrides: nothing, ignored: OVERRIDES.filter((name) => env[name]) };
  const seconds = Number(env.LOBBE_POLL_SECONDS);
  const language = env.LOBBE_LANG;
  const overrides = {
    apiBase: env.LOBBE_API_BASE || null,
    token: env.LOBBE_TOKEN || null,
    pollSeconds: env.LOBBE_POLL_SECONDS && Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    language: language === 'fa' || language === 'en' ? language : null,
  } as const;
  return { overrides, ignored: [] };
}

/**
 * What a second start hands over to the first. As base64: on Linux the data arrives as null when it holds a Persian file name.
 */
export function packFiles(files: readonly string[]): { readonly files: string } {
  return { files: Buffer.from(JSON.stringify(files), 'utf8').toString('base64') };
}

/** The files of `packFiles`; none if the data is not ours. */
export function unpackFiles(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('files' in data) || typeof data.files !== 'string') return [];
  try {
    const files: unknown = JSON.parse(Buffer.from(data.files, 'base64').toString('utf8'));
    return Array.isArray(files) ? files.filter((file): file is string => typeof file === 'string') : [];
  } catch {
    return [];
  }
}
