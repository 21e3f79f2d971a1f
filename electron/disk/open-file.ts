import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { codeOf } from './errno';

/** What is at a path. Only `file` is open, and then its handle is the receiver's to close. */
export type OpenedFile =
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly stat: BigIntStats }
  | { readonly kind: 'folder' }
  /** A pipe, a socket, a device. */
  | { readonly kind: 'special' }
  | { readonly kind: 'failed'; readonly code: string };

// Opening a pipe without O_NONBLOCK waits for a writer, in one of libuv's four threads: four pipes, and no file of the app
// can be opened or read any more. Windows has neither the flag nor the trouble.
const readWithoutBlocking = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a regular file for reading; never blocks on a pipe or a device, never throws. Follows symbolic links. */
export async function openRegular(path: string): Promise<OpenedFile> {
  let handle: FileHandle | null = null;
  try {
    // Before opening: opening alone rewinds a tape and starts a watchdog.
    const before = kindOf(await stat(path, { bigint: true }));
    if (before !== 'file') return { kind: before };
    handle = await open(path, readWithoutBlocking);
    // And after: only the handle's own answer is about what will be read.
    const opened = await handle.stat({ bigint: true });
    const after = kindOf(opened);
    if (after === 'file') return { kind: 'file', handle, stat: opened };
    await handle.close();
    return { kind: after };
  } catch (error) {
    await handle?.close().catch(() => {});
    return { kind: 'failed', code: codeOf(error) };
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
