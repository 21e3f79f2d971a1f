// The body of an upload: head, the file, and only if the file is still what it was, the foot that completes the request.

import type { FileTrouble } from '../domain/outcome';
import type { MultipartFrame } from './multipart';
import { codeOf, type OwnCode } from './outcome';
import type { UploadBody } from './ports';

/** One read of the file. Measured: larger reads gain nothing. */
const READ_BYTES = 256 * 1024;
/** Most bytes of one write to the socket, and so the grain of the progress: at 100 KB/s still more than one a second. */
const WRITE_BYTES = 64 * 1024;

/** What the body asks of, and tells to, the upload that it belongs to. */
export interface BodyOwner {
  /** The upload is over, or its answer is coming: nothing more is to be sent. */
  readonly stopped: boolean;
  /** Resolves when the upload is over. */
  readonly over: Promise<void>;
  /** The socket still holds bytes that were handed to it. */
  readonly holding: boolean;
  /** The head was handed over; resolves when the file may follow. */
  afterHead(): Promise<void>;
  /** How many of `wanted` bytes of the file may go out now, at least one; anything if it was stopped meanwhile. */
  allowed(wanted: number): number | Promise<number>;
  /** The file cannot be sent. */
  onTrouble(trouble: FileTrouble, code: string): void;
  /** Called right before the foot is handed over: from here on the server may have all of it. */
  onFoot(): void;
}

type Filled = { readonly bytes: Uint8Array } | { readonly trouble: FileTrouble; readonly code: string };

/** Fills `into` to its end, however little a read gives. Never rejects: it may be on its way when nobody waits any more. */
async function fill(body: UploadBody, into: Uint8Array, position: number): Promise<Filled> {
  try {
    let filled = 0;
    while (filled < into.length) {
      const count = await body.read(into.subarray(filled), position + filled);
      // Too short, or not to be read any more: a share that vanished comes back, a file that was cut does not.
      if (count === 0)
        return (await verified(body)) ?? { trouble: 'file-changed', code: 'FILE_SHORTER' satisfies OwnCode };
      filled += count;
    }
    return { bytes: into };
  } catch (error) {
    return { trouble: 'file-unreadable', code: codeOf(error, 'UNREADABLE') };
  }
}

async function verified(body: UploadBody): Promise<{ trouble: FileTrouble; code: string } | null> {
  try {
    const trouble = await body.verify();
    return trouble === null ? null : { trouble, code: trouble.toUpperCase().replaceAll('-', '_') };
  } catch (error) {
    return { trouble: 'file-unreadable', code: codeOf(error, 'UNREADABLE') };
  }
}

/**
 * Yields the request's body. It never ends early and never throws: undici would take either for a failed request, close the
 * connection in order, and drop an answer that is coming. It parks instead, until the upload is over.
 */
export async function* uploadChunks(frame: MultipartFrame, body: UploadBody, owner: BodyOwner) {
  const buffers = [Buffer.allocUnsafeSlow(READ_BYTES), Buffer.allocUnsafeSlow(READ_BYTES)] as const;
  let round = 0;
  const readAhead = (position: number) => {
    round = 1 - round;
    // undici waits for the socket after every write of this size, so that the other buffer is free. Should it ever not be,
    // reading into it would change bytes that are still to go out.
    const buffer = owner.holding ? Buffer.allocUnsafeSlow(READ_BYTES) : buffers[round as 0 | 1];
    return fill(body, buffer.subarray(0, Math.min(READ_BYTES, body.size - position)), position);
  };

  yield frame.head;
  await owner.afterHead();
  let position = 0;
  let next = owner.stopped || body.size === 0 ? null : readAhead(0);
  while (next !== null && !owner.stopped) {
    const filled = await next;
    next = null;
    if ('trouble' in filled) {
      owner.onTrouble(filled.trouble, filled.code);
      break;
    }
    position += filled.bytes.length;
    if (position < body.size && !owner.stopped) next = readAhead(position);
    for (let at = 0; at < filled.bytes.length; ) {
      const end = at + (await owner.allowed(Math.min(WRITE_BYTES, filled.bytes.length - at)));
      if (owner.stopped) break;
      yield filled.bytes.subarray(at, end);
      at = end;
    }
  }
  if (!owner.stopped) {
    const changed = await verified(body);
    if (changed !== null && !owner.stopped) owner.onTrouble(changed.trouble, changed.code);
  }
  if (owner.stopped) {
    await owner.over;
    return;
  }
  owner.onFoot();
  yield frame.foot;
}
