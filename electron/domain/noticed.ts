// What becomes of the memory of a watched file with its record. Pure.

import type { MeetingId } from '../contract/ids';
import { type AppState, mapChanged } from './app-state';
import type { FileIdentity } from './meeting';
import { isLeftOutFor } from './new-recordings';
import { asTurnedAway, type NoticedFile, type WatchedFolder } from './watched-folder';

/** The file of a record was looked at and is queued: it counts, and is known as it is now, whatever it is called later. */
export function settled(state: AppState, meeting: MeetingId, { size, mtimeMs }: FileIdentity): AppState {
  return noticedAgain(state, meeting, (folder, file) => ({
    ...folder,
    taken: folder.taken + 1,
    noticed: folder.noticed.map((each) => (each === file ? { ...file, size, mtimeMs } : each)),
  }));
}

/**
 * The file of a record cannot become a meeting as it is. It is not looked at again unless it changes: some recorders write what makes
 * a recording of it at the very end. What was left out because of it is looked at in its place.
 */
export function turnedAway(state: AppState, meeting: MeetingId): AppState {
  return noticedAgain(state, meeting, (folder, file) => ({
    ...folder,
    noticed: withoutShadow(folder.noticed, meeting).map((each) => (each === file ? asTurnedAway(file) : each)),
  }));
}

/** The file of a record was gone before it was read: under its next name, or when its drive is back, it is new. */
export function neverSeen(state: AppState, meeting: MeetingId): AppState {
  return noticedAgain(state, meeting, (folder) => ({
    ...folder,
    noticed: withoutShadow(folder.noticed, meeting).filter((each) => each.meeting !== meeting),
  }));
}

/** Without what was left out because of the file of a record: were it still known, the recording would count as known with it. */
function withoutShadow(noticed: readonly NoticedFile[], meeting: MeetingId): readonly NoticedFile[] {
  const its = noticed.filter((each) => each.meeting === meeting);
  return noticed.filter((each) => each.meeting !== null || !its.some((file) => isLeftOutFor(each, file)));
}

function noticedAgain(
  state: AppState,
  meeting: MeetingId,
  change: (folder: WatchedFolder, file: NoticedFile) => WatchedFolder,
): AppState {
  const watched = mapChanged(state.watched, (folder) => {
    const file = folder.noticed.findLast((each) => each.meeting === meeting);
    return file ? change(folder, file) : folder;
  });
  return watched === state.watched ? state : { ...state, watched };
}
