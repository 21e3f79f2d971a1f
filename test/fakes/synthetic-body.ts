// Recordings that exist only while they are read: any size without a disk, and every trouble a file can have.

import type { FileTrouble } from '../../electron/domain/outcome';
import type { UploadBody } from '../../electron/transport/ports';

export interface SyntheticBody extends UploadBody {
  /** Bytes that were read. */
  readonly bytesRead: number;
  readonly verified: number;
}

export interface SyntheticOptions {
  /** A read at or after this position gives what this says in its stead, `on` for what is there. */
  readonly at?: number;
  readonly instead?: () => Promise<number | 'on'>;
  readonly verify?: () => Promise<FileTrouble | null>;
  /** Most bytes that one read gives. */
  readonly grain?: number;
}

/** The byte at `position` of every synthetic recording; its period is no power of two, so that a shifted block shows. */
export function byteAt(position: number): number {
  return position % 251;
}

// One period after another, so that any 251-aligned start can be copied from it.
const pattern = Buffer.from(Uint8Array.from({ length: 251 * 2048 }, (_, index) => byteAt(index)));

/** The first `size` bytes of a synthetic recording. */
export function syntheticBytes(size: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: size }, (_, index) => byteAt(index)));
}

export function syntheticBody(size: number, options: SyntheticOptions = {}): SyntheticBody {
  const counts = { bytesRead: 0, verified: 0 };
  return {
    size,
    get bytesRead() {
      return counts.bytesRead;
    },
    get verified() {
      return counts.verified;
    },
    async read(into, position) {
      if (options.instead && position >= (options.at ?? 0)) {
        const given = await options.instead();
        if (given !== 'on') return given;
      }
      const count = Math.min(into.length, size - position, options.grain ?? Number.POSITIVE_INFINITY, 251 * 2047);
      pattern.copy(into, 0, position % 251, (position % 251) + count);
      counts.bytesRead += count;
      return count;
    },
    async verify() {
      counts.verified += 1;
      return options.verify ? options.verify() : null;
    },
  };
}
