// Looks at watched folders: all of it through reader threads, as a share that went away must hold up nobody.

import { watch } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Listing } from './folder-listing';
import type { FolderLimits } from './folder-walk';
import { mountOf } from './mounts';
import type { Readers } from './readers';

/**
 * What can be looked through every minute, and remembered: fifty thousand recordings are some eighty years of work. A disk that needs
 * longer is looked at rarely.
 */
const watchLimits: FolderLimits = { files: 50_000, names: 200_000, depth: 16, ms: 20_000 };

/** On top of that: a disk that sleeps needs some seconds first. */
const patienceMs = watchLimits.ms + 10_000;

export interface ListOptions {
  /** A folder that is passed over: absolute, with links resolved. */
  readonly leaveOut: string | null;
  /** `digest` of the last listing: one like it is not told again. */
  readonly unless: string | null;
  readonly limits?: FolderLimits;
}

/** Lists the recordings of a folder; null: its disk does not answer, or the app is about to end. Never rejects. */
export async function listFolder(
  readers: Readers,
  path: string,
  { leaveOut, unless, limits = watchLimits }: ListOptions,
): Promise<Listing | null> {
  if (path.includes('\0') || !isAbsolute(path)) return { kind: 'failed', why: 'gone' };
  const listed = await readers.askOnce(path, { kind: 'list', path, limits, leaveOut, unless }, patienceMs);
  return listed.kind === 'answer' ? listed.value : null;
}

/** Whether there is a folder at an absolute path; false as well while its disk does not answer. Never rejects. */
export async function isFolder(readers: Readers, path: string): Promise<boolean> {
  const asked = await readers.askOnce(path, { kind: 'isFolder', path }, 5_000);
  return asked.kind === 'answer' && asked.value;
}

const noHints = () => {};

/**
 * Calls `onHint` when something may have come into a folder that has just answered; returns what ends that. Only hints: systems drop
 * some, run out of them, and shares send none. Nothing on shares and other drives, where asking for hints may hang.
 */
export function hintsOf(path: string, onHint: () => void): () => void {
  if (mountOf(join(path, 'x')) !== path) return noHints;
  try {
    // Linux has to ask for each folder in it by itself: what is deeper there is found when its time comes.
    const watcher = watch(path, { persistent: false, recursive: process.platform !== 'linux' }, (kind) => {
      // A file that only grows is no news.
      if (kind === 'rename') onHint();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return noHints;
  }
}
