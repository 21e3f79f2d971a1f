// The body of an upload: head, the file, and only if the file is still what it was, the foot that completes the request.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileTrouble } from '../domain/outcome';
import type { MultipartFrame } from './multipart';
import { codeOf, type OwnCode } from './outcome';
import type { UploadBody } from './ports';
import { WriteSize } from './write-size';

/** What the body asks of, and tells to, the upload that it belongs to. */
export interface BodyOwner {
  /** The upload is over, or its answer is coming: nothing more is to be sent. */
  readonly stopped: boolean;
  /** Resolves when the upload is over. */
  readonly over: Promise<void>;
  /** The head was handed over; resolves when the file may follow. */
  afterHead(): Promise<void>;
  /** How many of `wanted` bytes of the file may go out now, at least one; anything if it was stopped meanwhile. */
  allowed(wanted: number): number | Promise<number>;
  /** Resolves when the socket holds nothing any more that was handed to it, or nothing is to be sent. */
  drained(): Promise<void>;
  /** Nothing goes out, but the file is being read: a sign of life. */
  onReread(): void;
  /** The file cannot be sent. */
  onTrouble(trouble: FileTrouble, code: string): void;
  /** Called right before the foot is handed over: from here on the server may have all of it. */
  onFoot(): void;
}

type Next = { readonly bytes: Uint8Array } | { readonly trouble: FileTrouble; readonly code: string };

async function nextOf(body: UploadBody, onReread: () => void): Promise<Next> {
  try {
    const bytes = await body.next();
    if (bytes.length > 0) return { bytes };
    // Too short, or not to be read any more: a share that vanished comes back, a file that was cut does not.
    return (await verified(body, onReread)) ?? { trouble: 'file-changed', code: 'FILE_SHORTER' satisfies OwnCode };
  } catch (error) {
    return { trouble: 'file-unreadable', code: codeOf(error, 'UNREADABLE') };
  }
}

async function verified(
  body: UploadBody,
  onReread: () => void,
): Promise<{ trouble: FileTrouble; code: string } | null> {
  try {
    const trouble = await body.verify(onReread);
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
  const write = new WriteSize();
  const onReread = () => owner.onReread();
  yield frame.head;
  await owner.afterHead();
  for (let left = body.size; left > 0 && !owner.stopped; ) {
    const next = await nextOf(body, onReread);
    if ('trouble' in next) {
      owner.onTrouble(next.trouble, next.code);
      break;
    }
    const { bytes } = next;
    left -= bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const end = at + (await owner.allowed(Math.min(write.bytes, bytes.length - at)));
      if (owner.stopped) break;
      const startedAt = performance.now();
      // Comes back when the socket wants more: at once, or when the kernel has taken all of it.
      yield bytes.subarray(at, end);
      write.took(performance.now() - startedAt);
      at = end;
      await new Promise(setImmediate);
    }
    // They do not stay as they are any longer.
    await owner.drained();
    // Where the kernel takes everything at once and more is there already, the rest of the app would not get its turn.
    await nextTurn();
  }
  if (!owner.stopped) {
    const changed = await verified(body, onReread);
    if (changed !== null && !owner.stopped) owner.onTrouble(changed.trouble, changed.code);
  }
  if (owner.stopped) {
    await owner.over;
    return;
  }
  owner.onFoot();
  yield frame.foot;
}
