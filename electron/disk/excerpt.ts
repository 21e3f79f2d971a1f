// Parts of a recording, for whoever plays it: each is read from a file that is opened for it and closed again, so that nothing is
// held open while a player pauses, and a file that changed between two parts is noticed.

import { readSync } from 'node:fs';
import type { FileTrouble } from '../domain/outcome';
import { codeOfBytes, troubleOf } from './errno';
import { closeQuietly } from './open-file';
import { type Expected, openExpected } from './recording-file';

/** A stretch of a file, in bytes. */
export interface Stretch {
  readonly position: number;
  readonly length: number;
}

export type Excerpt =
  /** All of the stretch. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'trouble'; readonly trouble: FileTrouble; readonly code: string };

/**
 * Reads a stretch of a file, if it is what is expected. Never waits on a pipe or device, never throws. A dead disk may keep it for
 * ever: only for reader threads.
 */
export function excerptOf(path: string, expected: Expected, { position, length }: Stretch): Excerpt {
  const opened = openExpected(path, expected);
  if (opened.kind === 'trouble') return opened;
  try {
    const bytes = new Uint8Array(length);
    for (let got = 0; got < length; ) {
      const count = readSync(opened.fd, bytes, got, length - got, position + got);
      if (count === 0) return { kind: 'trouble', trouble: 'file-unreadable', code: 'ENDED_EARLY' };
      got += count;
    }
    return { kind: 'bytes', bytes };
  } catch (error) {
    const code = codeOfBytes(error);
    return { kind: 'trouble', trouble: troubleOf(code), code };
  } finally {
    closeQuietly(opened.fd);
  }
}
