// Recordings that exist only while they are read: any size without a disk, and every trouble a file can have.

import type { FileTrouble } from '../../electron/domain/outcome';
import type { UploadBody } from '../../electron/transport/ports';

export interface SyntheticBody extends UploadBody {
  /** Bytes that were read. */
  readonly bytesRead: number;
  readonly verified: number;
}

export interface SyntheticOptions {
  /** From this position on comes what this says in the stead of what is there. */
  readonly at?: number;
  readonly instead?: () => Promise<Uint8Array>;
  readonly verify?: (onProgress: () => void) => Promise<FileTrouble | null>;
  /** Bytes that come at a time. */
  readonly grain?: number;
}

const READ_BYTES = 256 * 1024;

/** The byte at `position` of every synthetic recording; its period is no power of two, so that a shifted block shows. */
export function byteAt(position: number): number {
  return position % 251;
}

// One period after another, so that any 251-aligned start can be copied from it.
const pattern = Buffer.from(Uint8Array.from({ length: 251 * 2048 }, (_, index) => byteAt(index)));

/** The first `size` bytes of a synthetic recording. */
export function syntheticBytes(size: number): Buffer {
  return Buffer.alloc(size, pattern.subarray(0, 251));
}

export function syntheticBody(size: number, options: SyntheticOptions = {}): SyntheticBody {
  const counts = { bytesRead: 0, verified: 0 };
  const at = options.instead ? Math.min(size, options.at ?? 0) : size;
  // The same for all of them, as a reader's is: what is still to go out when the next are asked for goes out wrong.
  const memory = Buffer.alloc(options.grain ?? READ_BYTES);
  return {
    size,
    get bytesRead() {
      return counts.bytesRead;
    },
    get verified() {
      return counts.verified;
    },
    async next() {
      const position = counts.bytesRead;
      if (options.instead && position >= at) return await options.instead();
      const count = Math.min(memory.length, (position < at ? at : size) - position);
      pattern.copy(memory, 0, position % 251, (position % 251) + count);
      counts.bytesRead += count;
      return memory.subarray(0, count);
    },
    async verify(onProgress) {
      counts.verified += 1;
      return options.verify ? options.verify(onProgress) : null;
    },
  };
}
