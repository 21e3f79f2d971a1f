import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import type { FileTrouble } from '../domain/outcome';
import { hanging, within } from './deadline';
import { classifyErrno, codeOf } from './errno';
import { mtimeMsOf, openRegular } from './open-file';

/** A recording while it is sent. One reader, from the first byte to the last. */
export interface OpenedRecording {
  /** Bytes; never more are read, however far the file has grown. */
  readonly size: number;
  /**
   * Fills `into` from `position` and says how many bytes came. 0 before `size`: the file ended early or cannot be read;
   * `verify` says which.
   */
  read(into: Uint8Array, position: number): Promise<number>;
  /** After the last byte and before the request is completed: null if what was read is one unchanged file. */
  verify(): Promise<FileTrouble | null>;
  /** Hex SHA-256 of everything, once every byte was read in order; null before. */
  digest(): string | null;
  /** Gives the file back. Any number of times. */
  close(): Promise<void>;
}

export type OpenResult =
  | { readonly kind: 'opened'; readonly recording: OpenedRecording }
  | { readonly kind: 'trouble'; readonly trouble: FileTrouble; readonly code: string };

/** Long enough for a sleeping disk and a share over a slow line; a dead share never answers. */
const openMs = 30_000;
/** A read that hangs keeps its handle busy; an attempt that is over does not wait for it. */
const closeMs = 2_000;
/** Sent in order and only once more where a doubt is; 1 MiB keeps that second reading near the disk's speed. */
const rereadBytes = 1024 * 1024;

/** Opens a recording for sending, if it is still the file that was queued. Never blocks on a pipe or device, never throws. */
export async function openRecording(
  path: string,
  expected: { readonly size: number; readonly mtimeMs: number },
): Promise<OpenResult> {
  let late = false;
  const opened = await hanging.within(path, openMs, async () => {
    const file = await openRegular(path);
    if (late && file.kind === 'file') await file.handle.close().catch(() => {});
    return file;
  });
  if (opened.kind === 'late') {
    late = true;
    return { kind: 'trouble', trouble: 'file-missing', code: 'ETIMEDOUT' };
  }
  const file = opened.value;
  if (file.kind === 'failed') return { kind: 'trouble', trouble: troubleOf(file.code), code: file.code };
  if (file.kind !== 'file') return { kind: 'trouble', trouble: 'file-unreadable', code: 'NOT_A_FILE' };

  const difference = differenceTo(file.stat, expected);
  if (difference === null) return { kind: 'opened', recording: new FileRecording(file.handle, file.stat) };
  await file.handle.close().catch(() => {});
  return { kind: 'trouble', ...difference };
}

/** A share that is away answers fast or not at all. */
const isThereMs = 5_000;

/** Whether there is a file at `path`; false as well while its disk or share does not answer. Never throws. */
export async function isThere(path: string): Promise<boolean> {
  const looked = await hanging.within(path, isThereMs, async () => {
    try {
      return (await stat(path)).isFile();
    } catch {
      return false;
    }
  });
  return looked.kind === 'done' && looked.value;
}

/** What an error code means for a recording that is to be sent. */
export function troubleOf(code: string): FileTrouble {
  switch (classifyErrno(code)) {
    case 'gone':
      return 'file-missing';
    case 'later':
      return 'file-busy';
    case 'forbidden':
    case 'broken':
      return 'file-unreadable';
  }
}

function differenceTo(
  stats: BigIntStats,
  expected: { readonly size: number; readonly mtimeMs: number },
): { readonly trouble: FileTrouble; readonly code: string } | null {
  if (stats.size === 0n) return { trouble: 'empty-file', code: 'EMPTY' };
  if (Number(stats.size) !== expected.size) return { trouble: 'file-changed', code: 'SIZE_CHANGED' };
  // Under one ms apart is the same time: it has been through JSON, and not everybody keeps the fraction.
  if (Math.abs(mtimeMsOf(stats) - expected.mtimeMs) >= 1) return { trouble: 'file-changed', code: 'MTIME_CHANGED' };
  return null;
}

class FileRecording implements OpenedRecording {
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #opened: BigIntStats;
  readonly #hash = createHash('sha256');
  /** Bytes in the hash; -1 once bytes came out of order, which no hash can mend. */
  #hashed = 0;
  #digest: string | null = null;
  #trouble: FileTrouble | null = null;
  #closing: Promise<unknown> | null = null;

  constructor(handle: FileHandle, opened: BigIntStats) {
    this.size = Number(opened.size);
    this.#handle = handle;
    this.#opened = opened;
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    const wanted = Math.min(into.length, this.size - position);
    if (wanted <= 0 || this.#trouble !== null) return 0;
    const got = await this.#readAt(into, wanted, position);
    if (position !== this.#hashed) this.#hashed = -1;
    else if (got > 0) {
      this.#hash.update(into.subarray(0, got));
      this.#hashed += got;
    }
    return got;
  }

  async verify(): Promise<FileTrouble | null> {
    let now: BigIntStats;
    try {
      now = await this.#handle.stat({ bigint: true });
    } catch (error) {
      return troubleOf(codeOf(error));
    }
    if (now.size !== this.#opened.size || now.mtimeNs !== this.#opened.mtimeNs) return 'file-changed';
    if (this.#trouble !== null) return this.#trouble;
    // Tag editors put the old mtime back after writing, but nobody can put ctime back. It also moves when the file is only
    // renamed, deleted or given other rights, so it raises a doubt, and reading again settles it.
    const sent = this.digest();
    if (now.ctimeNs !== this.#opened.ctimeNs && sent !== null && (await this.#hashAgain()) !== sent)
      return 'file-changed';
    return this.#trouble;
  }

  digest(): string | null {
    if (this.#digest === null && this.#hashed === this.size) this.#digest = this.#hash.digest('hex');
    return this.#digest;
  }

  async close(): Promise<void> {
    this.#closing ??= within(
      closeMs,
      this.#handle.close().catch(() => {}),
    );
    await this.#closing;
  }

  async #readAt(into: Uint8Array, length: number, position: number): Promise<number> {
    try {
      const { bytesRead } = await this.#handle.read(into, 0, length, position);
      // Ended before its size: if it did not shrink, its disk is lying to us.
      if (bytesRead === 0) this.#trouble = 'file-unreadable';
      return bytesRead;
    } catch (error) {
      this.#trouble = troubleOf(codeOf(error));
      return 0;
    }
  }

  async #hashAgain(): Promise<string> {
    const hash = createHash('sha256');
    const chunk = new Uint8Array(rereadBytes);
    for (let position = 0; position < this.size; ) {
      const got = await this.#readAt(chunk, Math.min(chunk.length, this.size - position), position);
      if (got === 0) break;
      hash.update(chunk.subarray(0, got));
      position += got;
    }
    return hash.digest('hex');
  }
}
