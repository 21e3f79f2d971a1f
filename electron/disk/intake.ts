import { isAbsolute } from 'node:path';
import type { Inspection, LookOptions } from './look';
import type { Readers } from './readers';

/** A disk that sleeps needs some seconds; a file that a cloud moved out may take for ever. */
const deadlineMs = 10_000;

/**
 * Looks at a path once: what it is, whether it is done being written, its type by its bytes, its length. Reads some KiB,
 * never a file through; never blocks on pipes or devices; never throws. Any number may be asked at the same time.
 */
export async function inspect(
  readers: Readers,
  path: string,
  options: LookOptions,
  ms: number = deadlineMs,
): Promise<Inspection> {
  // NUL: the system would look at the part before it, and that is another file (case 10). Relative to what, only the caller knows.
  if (path.includes('\0') || !isAbsolute(path)) return { kind: 'refused', reason: 'not-found' };
  const looked = await readers.askOnce(path, { kind: 'look', path, options }, ms);
  switch (looked.kind) {
    case 'answer':
      return looked.value;
    case 'late':
    case 'none':
      // Not refused: the file is there, and comes back when its cloud or its share does (cases 24 to 26).
      return { kind: 'later', why: 'no-answer', seen: options.seen ?? null };
    case 'died':
      // Its header took more memory than any honest one.
      return { kind: 'refused', reason: 'unreadable' };
  }
}
