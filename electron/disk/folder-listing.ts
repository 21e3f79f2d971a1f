import { createHash } from 'node:crypto';
import { lstatSync, opendirSync, realpathSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { SeenFile } from '../domain/watched-folder';
import { classifyErrno, codeOf } from './errno';
import { type FolderLimits, walkOwn } from './folder-walk';

/** All recordings of a folder and those below it, as they are now. */
export interface ListQuestion {
  /** Absolute. */
  readonly path: string;
  readonly limits: FolderLimits;
  /** A folder that is passed over: absolute, with links resolved. */
  readonly leaveOut: string | null;
  /** `digest` of the last listing: one like it is not told again. */
  readonly unless: string | null;
}

export type Listing =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'listed';
      /** Of the folder, with links resolved. */
      readonly path: string;
      readonly files: readonly SeenFile[];
      /** A limit ended the look: there may be more. */
      readonly more: boolean;
      /** Folders in it that could not be read, by their paths in it. */
      readonly unread: readonly string[];
      readonly digest: string;
    }
  | { readonly kind: 'failed'; readonly why: 'gone' | 'forbidden' | 'no-answer' };

/** Lists a folder. Never throws. A dead disk may keep it for ever: only for reader threads. */
export function listOwn({ path, limits, leaveOut, unless }: ListQuestion): Listing {
  let root: string;
  try {
    root = realpathSync.native(path);
    opendirSync(root).closeSync();
  } catch (error) {
    return { kind: 'failed', why: whyOf(codeOf(error)) };
  }
  const own = walkOwn(root, limits, leaveOut);
  const within = (each: string) => relative(root, each).split(sep).join('/');
  const files = own.files.flatMap((file) => seenAt(file, within(file)));
  const unread = own.unread.map(within);
  // Its drive went while it was looked at: what is left of it says nothing.
  if (unread.includes('')) return { kind: 'failed', why: 'gone' };
  const hash = createHash('sha1').update(`${root}\0${own.more}\0${unread.join('\0')}\n`);
  for (const file of files) hash.update(`${file.path}\0${file.size}\0${file.mtimeMs}\0${file.ino}\0${file.bornMs}\n`);
  const digest = hash.digest('hex');
  return digest === unless ? { kind: 'same' } : { kind: 'listed', path: root, files, more: own.more, unread, digest };
}

/** Whether there is a folder at `path`. Never throws. */
export function isFolderAt(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function seenAt(file: string, path: string): SeenFile[] {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile()) return [];
    const { size, mtimeMs, ino, birthtimeMs, ctimeMs } = stat;
    // Where nobody knows it, the time of the last change is given for it, and changes.
    const bornMs = birthtimeMs > 0 && birthtimeMs !== ctimeMs ? birthtimeMs : 0;
    return [{ path, size, mtimeMs, ino, bornMs }];
  } catch {
    // Taken away since its name was read.
    return [];
  }
}

function whyOf(code: string): 'gone' | 'forbidden' | 'no-answer' {
  switch (classifyErrno(code)) {
    case 'gone':
      return 'gone';
    case 'forbidden':
      return 'forbidden';
    case 'later':
    case 'broken':
      return 'no-answer';
  }
}
