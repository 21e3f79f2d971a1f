// What a start was asked to do: command line and environment, read once. See the README, "Options".

import path from 'node:path';
import type { LanguageSetting } from '../contract/settings';
import { readEnteredToken } from '../domain/entered-token';

export interface Launch {
  /** Everything the app stores is below it; null: where the OS puts it. */
  readonly userDataDir: string | null;
  readonly hidden: boolean;
  /** `--sandbox`, `--account` (out of it again), or neither. */
  readonly sandbox: boolean | null;
  readonly statusJson: boolean;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** For the log: what was asked for and makes no sense, and what is done instead. */
  readonly remarks: readonly string[];
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
    remarks: remarksOn(options),
  };
}

/** Switches of ours that are alone or nothing. */
const FLAGS = ['--hidden', '--sandbox', '--account', '--status-json'];

function remarksOn(options: readonly string[]): readonly string[] {
  const remarks: string[] = [];
  const note = (line: string) => remarks.push(line);
  for (const flag of FLAGS) {
    const hasValue = options.some((arg) => arg.startsWith(`${flag}=`));
    if (hasValue) note(`${flag} takes no value: what was given so is ignored`);
  }
  if (options.includes('--user-data-dir') || options.includes('--user-data-dir='))
    note('--user-data-dir takes a folder, as in --user-data-dir=DIR: without one it is ignored');
  if (options.includes('--sandbox') && options.includes('--account'))
    note('--sandbox and --account are two different runs: --account is ignored');
  return remarks;
}

export interface Overrides {
  readonly apiBase: string | null;
  readonly token: string | null;
  readonly pollSeconds: number | null;
  readonly language: LanguageSetting | null;
}

const OVERRIDES = ['LOBBE_API_BASE', 'LOBBE_TOKEN', 'LOBBE_POLL_SECONDS', 'LOBBE_LANG'] as const;

/** As much of a value as it takes to recognise it. */
const SHOWN = 20;

/**
 * The variables that redirect an unpackaged run. A packaged app ignores them. `remarks`, for the log: what was set in vain, and what is
 * used instead.
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  packaged: boolean,
): { readonly overrides: Overrides; readonly remarks: readonly string[] } {
  const remarks: string[] = [];
  const note = (line: string) => remarks.push(line);
  if (packaged) {
    for (const name of OVERRIDES) if (env[name]) note(`${name} is ignored by an installed app`);
    return { overrides: { apiBase: null, token: null, pollSeconds: null, language: null }, remarks };
  }
  const given = (name: (typeof OVERRIDES)[number]) => JSON.stringify(env[name]?.slice(0, SHOWN));
  const seconds = Number(env.LOBBE_POLL_SECONDS);
  const isInterval = Number.isFinite(seconds) && seconds > 0;
  if (env.LOBBE_POLL_SECONDS && !isInterval)
    note(
      `LOBBE_POLL_SECONDS is ${given('LOBBE_POLL_SECONDS')}, and takes seconds over 0, such as 0.5: the usual interval is used`,
    );
  const language = env.LOBBE_LANG;
  const isLanguage = language === 'fa' || language === 'en';
  if (language && !isLanguage)
    note(`LOBBE_LANG is ${given('LOBBE_LANG')}, and takes fa or en: the language of the settings is used`);
  const entered = env.LOBBE_TOKEN ? readEnteredToken(env.LOBBE_TOKEN) : null;
  // What was given may be a secret all the same.
  if (entered?.kind === 'none')
    note(`LOBBE_TOKEN holds no token that could be sent (${entered.flaw}): this run has none`);
  const overrides = {
    apiBase: env.LOBBE_API_BASE || null,
    token: env.LOBBE_TOKEN || null,
    pollSeconds: env.LOBBE_POLL_SECONDS && isInterval ? seconds : null,
    language: isLanguage ? language : null,
  } as const;
  return { overrides, remarks };
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
