// What a look at a watched folder changes. Pure.

import type { EpochMs, MeetingId } from '../contract/ids';
import { type AppState, mapChanged } from './app-state';
import { fileIsBack } from './attempt';
import { type Incoming, takeIn } from './intake';
import type { MeetingRecord } from './meeting';
import { isLeftOutFor, type Moved } from './new-recordings';
import type { NoticedFile, SeenFile, WatchedFolder } from './watched-folder';

/** A file that is to become a meeting: as it comes in, and as it was seen. */
export interface NewRecording {
  readonly incoming: Incoming;
  readonly seen: SeenFile;
}

export interface Noticed {
  readonly recordings: readonly NewRecording[];
  readonly leftOut: readonly SeenFile[];
  readonly moved: readonly Moved[];
}

/** A place in the folder as an absolute path. */
export type PlaceOf = (path: string) => string;

/**
 * Takes in what is new in a folder and remembers it, in one: no crash can part the two. Nothing for a folder that is not watched any
 * more, and nothing if a file of `basis`, which this was decided by, was forgotten since: then it has to be decided again.
 */
export function notice(
  state: AppState,
  id: string,
  { recordings, leftOut, moved }: Noticed,
  basis: readonly NoticedFile[],
  placeOf: PlaceOf,
  now: EpochMs,
): AppState {
  const folder = state.watched.find((each) => each.id === id);
  if (!folder || !hasAll(folder.noticed, basis)) return state;
  const recordOf = (path: string) => folder.noticed.findLast((file) => file.path === path)?.meeting ?? null;
  const noticed: readonly NoticedFile[] = [
    ...recordings.map(({ seen, incoming }) => ({ ...seen, meeting: incoming.id })),
    ...leftOut.map((seen) => ({ ...seen, meeting: null })),
    ...moved.map(({ from, to }) => ({ ...to, meeting: recordOf(from.path) })),
  ];
  if (noticed.length === 0) return state;
  const followed = moved.reduce((before, file) => follow(before, file, placeOf, now), state);
  const incoming = recordings.map((recording) => ({ ...recording.incoming, watched: true }));
  return replaced(takeIn(followed, incoming, now), id, { ...folder, noticed: [...folder.noticed, ...noticed] });
}

function hasAll(noticed: readonly NoticedFile[], basis: readonly NoticedFile[]): boolean {
  const there = new Set(noticed.map(({ meeting }) => meeting));
  return basis.every(({ meeting }) => meeting === null || there.has(meeting));
}

/** Records that wait for a file go where it went. What is on its way has it open, or finds it missing and comes back. */
function follow(state: AppState, { from, to }: Moved, placeOf: PlaceOf, now: EpochMs): AppState {
  const [before, path] = [placeOf(from.path), placeOf(to.path)];
  const name = to.path.slice(to.path.lastIndexOf('/') + 1);
  const moved = new Set<MeetingId>();
  const meetings = mapChanged(state.meetings, (meeting) => {
    if (meeting.path !== before || meeting.recordingId !== null || !mayFollow(meeting, to)) return meeting;
    moved.add(meeting.id);
    // What was sent under a name is repeated under that name.
    return { ...meeting, path, name: meeting.keyToken === null ? name : meeting.name };
  });
  return [...moved].reduce((followed, id) => fileIsBack(followed, id, now), { ...state, meetings });
}

/** What was sent is sent again as it was, or not at all; anything else is looked at anew. */
const mayFollow = ({ file, keyToken }: MeetingRecord, seen: SeenFile) =>
  keyToken === null || (file?.size === seen.size && file.mtimeMs === seen.mtimeMs);

/** Watches a folder, unless it was done meanwhile. */
export function watch(state: AppState, folder: WatchedFolder): AppState {
  const isWatched = state.watched.some(({ path }) => path === folder.path);
  return isWatched ? state : { ...state, watched: [...state.watched, folder] };
}

/** What was taken in stays in the queue. */
export function unwatch(state: AppState, id: string): AppState {
  return { ...state, watched: state.watched.filter((folder) => folder.id !== id) };
}

/** More than these in the state are moved to the file of their folder; those of the newest commit stay, should it be lost. */
export const NOTICED_AT_ONCE = 32;

/** What may move from the state to the file of its folder: enough of it to be worth a write, and none that may still change. */
export function dueForMemory(state: AppState, { noticed }: WatchedFolder): readonly NoticedFile[] {
  const older = noticed.slice(0, -NOTICED_AT_ONCE);
  if (older.length < NOTICED_AT_ONCE) return [];
  const inWork = inWorkOf(state);
  const read = noticed.filter(({ meeting }) => meeting !== null && inWork.has(meeting));
  return older.filter(
    (file) => !read.includes(file) && !(file.meeting === null && read.some((of) => isLeftOutFor(file, of))),
  );
}

/** These are in the file of their folder. One that changed meanwhile stays. */
export function remembered(state: AppState, id: string, files: readonly NoticedFile[]): AppState {
  const folder = state.watched.find((each) => each.id === id);
  if (!folder) return state;
  const done = new Set(files);
  return replaced(state, id, { ...folder, noticed: folder.noticed.filter((file) => !done.has(file)) });
}

/** Paths in a folder whose records are still being read. */
export function inWorkIn(state: AppState, { noticed }: WatchedFolder): ReadonlySet<string> {
  const inWork = inWorkOf(state);
  return new Set(noticed.filter(({ meeting }) => meeting !== null && inWork.has(meeting)).map(({ path }) => path));
}

function inWorkOf({ meetings }: AppState): ReadonlySet<MeetingId> {
  return new Set(meetings.filter(({ state }) => state.stage === 'preparing').map(({ id }) => id));
}

function replaced(state: AppState, id: string, folder: WatchedFolder): AppState {
  return { ...state, watched: state.watched.map((each) => (each.id === id ? folder : each)) };
}
