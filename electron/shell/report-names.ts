// What a report for support says instead of names: those of recordings and of meetings, of the user, and of the user's folders.

import path from 'node:path';
import { withMarks } from './steering';

export interface Named {
  /** Of a file, or the title of a meeting from elsewhere. */
  readonly name: string;
  /** Absolute; null of what is no file of this computer. */
  readonly path: string | null;
}

export interface ReportNames {
  /** What stands for a name; the name itself if names are to be told. */
  of(name: string): string;
  /** A text as the report may hold it. */
  within(text: string): string;
}

/** A plain word or a number, as the log has them, says nothing about anybody, and would be struck out of half of it. */
const PLAIN = /^([a-z]{1,10}|[\d:.,_-]{1,12})$/;
const SHORTEST = 4;

/** Errors of the system quote the path that they are about; its home may have been shortened by then. */
const QUOTED_PATH = /(['"`])((?:\/|~[\\/]|[A-Za-z]:[\\/]|\\\\)[^'"`\n]*)\1/g;

/** `places`: folders that may be named, by what they are called in the report. `tell`: names of recordings as they are. */
export function reportNames(
  all: readonly Named[],
  person: { readonly home: string; readonly user: string },
  places: Readonly<Record<string, string>>,
  tell: boolean,
): ReportNames {
  const stand = new Map<string, string>();
  for (const { name, path: file } of all) {
    if (name === '' || stand.has(name)) continue;
    stand.set(name, `${file === null ? 'meeting' : 'recording'}-${stand.size + 1}${kindOf(name)}`);
  }
  const known = tell ? [] : [...namesOf(stand), ...foldersOf(all)].sort(longestFirst);
  const own = [...Object.entries(places), ['~', person.home] as const]
    .filter(([, folder]) => folder.length > 1)
    .flatMap(([called, folder]) => spellings(folder).map((text): Instead => [text, called]))
    .sort(longestFirst);
  const user = person.user.length < SHORTEST - 1 ? null : wholeWord(spellings(person.user));

  return {
    of: (name) => (tell ? name : (stand.get(name) ?? 'unnamed')),
    within(text) {
      let shown = text;
      for (const [from, to] of known) shown = shown.replaceAll(from, to);
      for (const [from, to] of own) shown = shown.replaceAll(from, to);
      if (!tell) shown = shown.replace(QUOTED_PATH, (_, quote: string) => `${quote}a path${quote}`);
      return user === null ? shown : shown.replace(user, 'somebody');
    },
  };
}

/** What is struck out, and what stands there instead. */
type Instead = readonly [from: string, to: string];

/** What is a part of another would cut it short. */
const longestFirst = ([a]: Instead, [b]: Instead) => b.length - a.length;

function namesOf(stand: ReadonlyMap<string, string>): Instead[] {
  return [...stand]
    .filter(([name]) => name.length >= SHORTEST && !PLAIN.test(name))
    .flatMap(([name, to]) => spellings(name).map((text): Instead => [text, to]));
}

/** The folders of recordings: few, however many recordings there are. */
function foldersOf(all: readonly Named[]): Instead[] {
  const folders = new Set(all.flatMap(({ path: file }) => (file === null ? [] : [path.dirname(file)])));
  return [...folders]
    .filter((folder) => folder.length > 1)
    .flatMap((folder) => spellings(folder).map((text): Instead => [text, 'a folder']));
}

/** As it is, and as logs, addresses and file systems write it. */
function spellings(text: string): readonly string[] {
  const marked = withMarks(text, (hex) => `\\u${hex}`);
  // A name may hold half a character, which no address can.
  const whole = Buffer.from(text).toString();
  const address = encodeURI(whole);
  // An address of a file on Windows.
  const turned = encodeURI(whole.replaceAll('\\', '/'));
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD'), marked, address, turned])];
}

/** Of what kind a file is may be told: it is often what the trouble is about. */
function kindOf(name: string): string {
  const extension = path.extname(name);
  return /^\.[a-z0-9]{1,5}$/i.test(extension) ? extension.toLowerCase() : '';
}

function wholeWord(ways: readonly string[]): RegExp {
  const literals = ways.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${literals.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}
