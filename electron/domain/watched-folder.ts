// A folder whose new recordings are taken in by themselves, and what is remembered of its files. Pure.
//
// All that was ever noticed in it is kept in a file of its own, as it may be ten thousand names. What was noticed since that file was
// written is in the state, so that a record and the memory of its file are one commit.

import type { EpochMs, MeetingId } from '../contract/ids';

/** A file as it was when it was noticed. */
export interface SeenFile {
  /** In its folder, with `/` between names. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** As the disk counts; 0: it is told from others by the rest alone. Some disks count anew each time, and all use a number again. */
  readonly ino: number;
  /** When it was made; 0: its disk does not say. */
  readonly bornMs: number;
}

/** A file that was looked at and is no recording as it is: nothing but itself, and itself only as long as it does not change. */
export function asTurnedAway<File extends SeenFile>(file: File): File {
  return { ...file, ino: 0, bornMs: 0 };
}

/** Disks that tell neither number nor birth say the same of all their files: what they hold is looked at once more when it changes. */
export const isTurnedAway = ({ ino, bornMs }: SeenFile) => ino === 0 && bornMs === 0;

export interface NoticedFile extends SeenFile {
  /** The record that was made for it; null: it was left out. */
  readonly meeting: MeetingId | null;
}

export interface WatchedFolder {
  readonly id: string;
  /** Absolute, with links resolved. */
  readonly path: string;
  readonly since: EpochMs;
  /** How many of its recordings were queued. */
  readonly taken: number;
  /** Oldest first. */
  readonly noticed: readonly NoticedFile[];
}
