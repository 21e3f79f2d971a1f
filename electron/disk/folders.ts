import { isAbsolute } from 'node:path';
import { type FolderContents, type FolderLimits, usualFolderLimits } from './folder-walk';
import type { Readers } from './readers';

/** On top of the limit, which is for a disk that answers: one that sleeps needs some seconds first. */
const wakeMs = 10_000;

/**
 * All recordings (by their extensions) in a folder and those below it, capped in number, depth and time. Never throws, and never
 * waits for a dead disk: null then, and after `stop`, as nothing is known of it yet. What cannot be read counts as `unreadable`.
 */
export async function expandFolder(
  readers: Readers,
  path: string,
  limits: FolderLimits = usualFolderLimits,
  ms: number = limits.ms + wakeMs,
): Promise<FolderContents | null> {
  const nothing = { files: [], more: false, skipped: 0, unreadable: 1 };
  if (path.includes('\0') || !isAbsolute(path)) return nothing;
  const walked = await readers.askOnce(path, { kind: 'walk', path, limits }, ms);
  switch (walked.kind) {
    case 'answer':
      return walked.value;
    case 'late':
    case 'none':
      return null;
    case 'died':
      return nothing;
  }
}
