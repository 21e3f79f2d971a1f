// Which files have one content: told by their size and both ends, and by every byte only where those agree. Pure.

import type { MeetingId } from '../contract/ids';
import type { FileIdentity, MeetingRecord } from './meeting';

/** What is cheap to know of a content. */
export type Content = Pick<FileIdentity, 'size' | 'ends'>;

/** A file that somebody brought, as it was looked at. */
export interface Brought {
  readonly path: string;
  readonly file: FileIdentity;
}

/** What comparing every byte of two files came to; `unknown`: one of them is not there to be read. */
export type Comparison = 'same' | 'different' | 'unknown';

/** By the record that a file was compared with. */
export type Comparisons = ReadonlyMap<MeetingId, Comparison>;

export const nothingCompared: Comparisons = new Map();

/** Whether two files may have one content, by what is cheap to know of them. */
export function mayBeOneContent(a: Content, b: Content): boolean {
  return a.size === b.size && (a.ends === null || b.ends === null || a.ends === b.ends);
}

/** Whether a file has the content of `other`; null: every byte of them has to be compared first. */
export function hasContentOf(brought: Brought, other: MeetingRecord, compared: Comparisons): boolean | null {
  const { file } = other;
  if (file === null || !mayBeOneContent(file, brought.file)) return false;
  const inPlace = other.path === brought.path;
  if (inPlace && file.mtimeMs === brought.file.mtimeMs) return true;
  switch (compared.get(other.id)) {
    case undefined:
      return null;
    case 'same':
      return true;
    case 'different':
      return false;
    case 'unknown':
      // A copy keeps both ends. So does an edit in the middle, but that is saved over what it was made of.
      return !inPlace && file.ends !== null && file.ends === brought.file.ends;
  }
}
