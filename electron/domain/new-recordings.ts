// What of a watched folder is new. Pure.
//
// Nobody looks when this decides, and a wrong yes is a charge: so whatever may be a file that was noticed before is that file. It is
// told by its place, and wherever it is by its birth, or by its size and time: a folder that was restored from a copy, a drive that came back with other
// numbers, a recording that was renamed or moved are all known.

import type { EpochMs } from '../contract/ids';
import { isTurnedAway, type SeenFile } from './watched-folder';

export interface Moved {
  readonly from: SeenFile;
  readonly to: SeenFile;
}

/** A file that has the name of recordings which are taken, and another kind. */
export interface OtherForm {
  readonly file: SeenFile;
  /** Their paths. */
  readonly of: readonly string[];
}

/** What a look at a folder brought that was not known before. */
export interface New {
  /** To become meetings. */
  readonly recordings: readonly SeenFile[];
  /** To be remembered only: another form of a recording that is taken, a copy of one, or a known one that changed. */
  readonly leftOut: readonly SeenFile[];
  /** Those of `leftOut` that may be recordings of their own all the same. What Zoom numbers alike is one for certain. */
  readonly forms: readonly OtherForm[];
  /** Known files under another name. */
  readonly moved: readonly Moved[];
  /** There is something that is better decided in a minute. */
  readonly again: boolean;
}

export interface Circumstances {
  readonly now: EpochMs;
  /** Known files whose record is still being read: they change by themselves. */
  readonly inWork: ReadonlySet<string>;
  /** Whether a file has pictures, by its name. */
  isFilm(path: string): boolean;
}

/** As long as Zoom may take from the end of one file of a meeting to the beginning of the next. */
const ZOOM_CONVERTS_MS = 60_000;

/** `found`: all that is in the folder now. `known`: all that was noticed, later ones last. */
export function newIn(
  found: readonly SeenFile[],
  known: readonly SeenFile[],
  { now, inWork, isFilm }: Circumstances,
): New {
  const byPath = new Map(known.map((file) => [file.path, file]));
  const recordingsKnown = known.filter((file) => !isTurnedAway(file));
  const bySize = new Map<number, SeenFile[]>();
  for (const file of recordingsKnown) {
    const alike = bySize.get(file.size);
    if (alike) alike.push(file);
    else bySize.set(file.size, [file]);
  }
  const byBirth = new Map(
    recordingsKnown.flatMap((file) => (file.ino !== 0 && file.bornMs !== 0 ? [[birthOf(file), file]] : [])),
  );
  const likeOf = (file: SeenFile) =>
    byBirth.get(birthOf(file)) ?? bySize.get(file.size)?.findLast((other) => isOneTime(other.mtimeMs, file.mtimeMs));
  const there = new Set(found.map(({ path }) => path));
  const isTaken = (before: SeenFile | undefined) => before !== undefined && !isTurnedAway(before);
  const takenForms = new Map<string, string[]>();
  for (const { path } of found) {
    if (isTaken(byPath.get(path))) takenForms.set(formsOf(path), [...(takenForms.get(formsOf(path)) ?? []), path]);
  }
  const recordings: SeenFile[] = [];
  const leftOut: SeenFile[] = [];
  const otherForms: OtherForm[] = [];
  const moved: Moved[] = [];
  const fresh = new Map<string, SeenFile[]>();
  let again = false;

  for (const file of found) {
    // One that is empty has only just been begun; the sound of each guest is in the sound of their meeting.
    if (file.size === 0 || isOfOneGuest(file.path)) continue;
    const before = byPath.get(file.path);
    if (before) {
      if (inWork.has(file.path) || isAsBefore(before, file)) continue;
      // Somebody wrote to it: known as it is now, it is known under its next name as well.
      const isWrittenTo = isTaken(before) && (before.size === file.size || isOneFile(before, file));
      if (isWrittenTo || likeOf(file)) leftOut.push(file);
      else recordings.push(file);
      continue;
    }
    const like = likeOf(file);
    if (like === undefined) {
      const forms = formsOf(file.path);
      fresh.set(forms, [...(fresh.get(forms) ?? []), file]);
    } else if (there.has(like.path)) leftOut.push(file);
    else moved.push({ from: like, to: file });
  }
  for (const [forms, files] of fresh) {
    const leaveOut = (others: readonly SeenFile[], of: readonly string[]) => {
      leftOut.push(...others);
      otherForms.push(...others.flatMap((file) => (isOfZoom(file.path) ? [] : [{ file, of }])));
    };
    const taken = takenForms.get(forms);
    if (taken) {
      leaveOut(files, taken);
      continue;
    }
    // Sound alone says all that a film says, and is a tenth of it.
    const [first, ...others] = [...files].sort(
      (a, b) => Number(isFilm(a.path)) - Number(isFilm(b.path)) || a.size - b.size,
    );
    if (first === undefined) continue;
    const age = now - first.mtimeMs;
    if (isFilm(first.path) && isOfZoom(first.path) && age >= 0 && age < ZOOM_CONVERTS_MS) again = true;
    else {
      recordings.push(first);
      leaveOut(others, [first.path]);
    }
  }
  return { recordings, leftOut, forms: otherForms, moved, again };
}

/** One of each of the recordings that a folder holds. */
export function onePerRecording(found: readonly SeenFile[], isFilm: (path: string) => boolean): readonly SeenFile[] {
  return newIn(found, [], { now: Number.POSITIVE_INFINITY, inWork: new Set(), isFilm }).recordings;
}

/** Two tracks of one meeting begin and end some seconds apart. */
const ONE_MEETING_MS = 10_000;
/** Lengths that are estimated by the beginning of a file may be wrong by this share. */
const ESTIMATED = 1 / 5;
const TWO_MEETINGS_MS = 60_000;

/** What the lengths of two recordings of one name say of them: whether they are one in two forms, or two. */
export function byLength(a: number | null, b: number | null): 'same' | 'other' | 'unclear' {
  if (a === null || b === null) return 'unclear';
  const apart = Math.abs(a - b);
  if (apart <= ONE_MEETING_MS) return 'same';
  return apart > TWO_MEETINGS_MS && apart > ESTIMATED * Math.max(a, b) ? 'other' : 'unclear';
}

/** A copy keeps the time of what it was made of, as finely as its disk and its program can. */
function isOneTime(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  // Many round to a millisecond; the disks of cameras and recorders count in twos of seconds, up or down.
  return apart <= 1 || (apart <= 2_000 && (isWholeSecond(a) || isWholeSecond(b)));
}

const isWholeSecond = (time: number) => Math.abs(time - Math.round(time / 1_000) * 1_000) < 0.002;

const birthOf = ({ ino, bornMs }: SeenFile) => `${ino} ${bornMs}`;

/** Whether a file may have been left out only because of this other: as a copy of it, or as another form. */
export function isLeftOutFor(file: SeenFile, other: SeenFile): boolean {
  const isCopy = file.size === other.size && isOneTime(file.mtimeMs, other.mtimeMs);
  return isCopy || formsOf(file.path) === formsOf(other.path);
}

/** Whether there is nothing to remember of it. */
function isAsBefore(before: SeenFile, now: SeenFile): boolean {
  return before.size === now.size && before.mtimeMs === now.mtimeMs;
}

/** Whether the file at a path is still the one that was there: somebody wrote to it. Numbers are used again, times of birth are not. */
function isOneFile(a: SeenFile, b: SeenFile): boolean {
  const oneBirth = a.bornMs === 0 || b.bornMs === 0 || a.bornMs === b.bornMs;
  return a.ino !== 0 && a.ino === b.ino && oneBirth;
}

/** How Zoom names the folder of a meeting, what it puts there, and where it puts each guest's own sound. */
const ZOOM_FOLDER = /(?:^|\/)\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d [^/]*\/$/;
const ZOOM_FILE = /^(?:audio_only|audio|video|zoom)_?(\d*)$/i;
const ONE_GUEST = /\/Audio Record\/[^/]*$/;

/**
 * What is the same for all forms of one recording: the film that OBS writes anew in another wrapping has its name, and Zoom numbers film
 * and sound of a meeting alike.
 */
function formsOf(path: string): string {
  const { folder, stem } = partsOf(path);
  const [, number] = ZOOM_FOLDER.test(folder) ? (ZOOM_FILE.exec(stem) ?? []) : [];
  return number === undefined ? `${folder}${stem.toLowerCase()}` : `${folder}\0${Number(number)}`;
}

function isOfZoom(path: string): boolean {
  const { folder, stem } = partsOf(path);
  return ZOOM_FOLDER.test(folder) && ZOOM_FILE.test(stem);
}

function isOfOneGuest(path: string): boolean {
  return ONE_GUEST.test(path) && ZOOM_FOLDER.test(path.replace(/Audio Record\/[^/]*$/, ''));
}

function partsOf(path: string): { readonly folder: string; readonly stem: string } {
  const start = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  return { folder: path.slice(0, start), stem: path.slice(start, dot > start ? dot : undefined) };
}

/**
 * What turns up in folders that could not be read when their folder was first looked at: it was there before, as far as anybody knows.
 * `unread`: which of them are still to turn up.
 */
export function cameToLight(
  found: readonly SeenFile[],
  unreadBefore: readonly string[],
  unreadNow: readonly string[],
): { readonly files: readonly SeenFile[]; readonly unread: readonly string[] } {
  if (unreadBefore.length === 0) return { files: [], unread: unreadBefore };
  const isBelow = (path: string, folders: readonly string[]) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const unread = unreadNow.filter((path) => isBelow(path, unreadBefore));
  const read = unreadBefore.filter((path) => !unread.includes(path));
  return { files: read.length === 0 ? [] : found.filter(({ path }) => isBelow(path, read)), unread };
}
