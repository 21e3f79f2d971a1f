import { type BigIntStats, closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { codeOf, codeOfBytes } from './errno';

/** What is at a path. Only `file` is open, and then its descriptor is the receiver's to close. */
export type OpenedFile =
  | { readonly kind: 'file'; readonly fd: number; readonly stat: BigIntStats }
  | { readonly kind: 'folder' }
  /** A pipe, a socket, a device. */
  | { readonly kind: 'special' }
  | { readonly kind: 'failed'; readonly code: string };

/**
 * How anything is opened that somebody named. Opening a pipe without O_NONBLOCK waits for a writer, and holds a thread for as long.
 * Windows has neither the flag nor the trouble.
 */
export const readWithoutBlocking = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file for reading; never waits on a pipe or a device, never throws. Follows symbolic links. A dead share or a
 * cloud may still keep it for ever: only for reader threads.
 */
export function openRegular(path: string): OpenedFile {
  let fd: number | null = null;
  let isThere = false;
  try {
    // Before opening: opening alone rewinds a tape and starts a watchdog.
    const before = kindOf(statSync(path, { bigint: true }));
    if (before !== 'file') return { kind: before };
    isThere = true;
    fd = openSync(path, readWithoutBlocking);
    // And after: only the descriptor's own answer is about what will be read.
    const opened = fstatSync(fd, { bigint: true });
    const after = kindOf(opened);
    if (after === 'file') return { kind: 'file', fd, stat: opened };
    closeQuietly(fd);
    return { kind: after };
  } catch (error) {
    if (fd !== null) closeQuietly(fd);
    return { kind: 'failed', code: isThere ? codeOfBytes(error) : codeOf(error) };
  }
}

/** Closes what was only read from: whatever the disk says then, nothing is lost. */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // A share that went away takes its descriptors along.
  }
}

/** Modification time in ms with its fraction: what `FileIdentity` stores. */
export function mtimeMsOf(stats: BigIntStats): number {
  return Number(stats.mtimeNs) / 1e6;
}

function kindOf(stats: BigIntStats): 'file' | 'folder' | 'special' {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'special';
}
