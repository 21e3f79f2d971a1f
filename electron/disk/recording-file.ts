import { createHash } from 'node:crypto';
import { type BigIntStats, fstatSync, readSync, statSync } from 'node:fs';
import type { FileTrouble } from '../domain/outcome';
import { classifyErrno, codeOf, codeOfBytes, troubleOf } from './errno';
import { closeQuietly, mtimeMsOf, openRegular } from './open-file';

/** What a file was when it was queued. */
export interface Expected {
  readonly size: number;
  readonly mtimeMs: number;
}

export type OpenedForSending =
  | { readonly kind: 'opened'; readonly file: RecordingFile }
  | { readonly kind: 'trouble'; readonly trouble: FileTrouble; readonly code: string };

type OpenedExpected =
  | { readonly kind: 'opened'; readonly fd: number; readonly stat: BigIntStats }
  | { readonly kind: 'trouble'; readonly trouble: FileTrouble; readonly code: string };

/** What one read brought. */
export interface ReadResult {
  /** Bytes; 0 before the end: it ended early or cannot be read, and `verify` says which. */
  readonly got: number;
  /** Hex SHA-256 once every byte was read; null before. */
  readonly digest: string | null;
}

/** Where a second reading is. */
export type Reread = { readonly kind: 'reading' } | { readonly kind: 'done'; readonly trouble: FileTrouble | null };

/** One call of the disk. It is hashed while the processor still has it in its cache. */
const callBytes = 256 * 1024;
/** How long a read goes on with further calls: a slow share hands over what it has. */
const readMs = 100;
/** How much of a second reading is done at a time: a slow share answers each within its deadline. */
const rereadBytes = 4 * 1024 * 1024;

/** Opens a recording for sending, if it is still the file that was queued. Never waits on a pipe or device, never throws. */
export function openForSending(path: string, expected: Expected): OpenedForSending {
  const opened = openExpected(path, expected);
  if (opened.kind === 'trouble') return opened;
  return { kind: 'opened', file: new RecordingFile(path, opened.fd, opened.stat) };
}

/** Opens a regular file if it is what is expected; then its descriptor is the receiver's to close. Never throws. */
export function openExpected(path: string, expected: Expected): OpenedExpected {
  const opened = openRegular(path);
  if (opened.kind === 'failed') return { kind: 'trouble', trouble: troubleOf(opened.code), code: opened.code };
  if (opened.kind !== 'file') return { kind: 'trouble', trouble: 'file-unreadable', code: 'NOT_A_FILE' };
  const difference = differenceTo(opened.stat, expected);
  if (difference === null) return { kind: 'opened', fd: opened.fd, stat: opened.stat };
  closeQuietly(opened.fd);
  return { kind: 'trouble', ...difference };
}

function differenceTo(
  stats: BigIntStats,
  expected: Expected,
): { readonly trouble: FileTrouble; readonly code: string } | null {
  if (stats.size === 0n) return { trouble: 'empty-file', code: 'EMPTY' };
  if (Number(stats.size) !== expected.size) return { trouble: 'file-changed', code: 'SIZE_CHANGED' };
  // Under one ms apart is the same time: it has been through JSON, and not everybody keeps the fraction.
  if (Math.abs(mtimeMsOf(stats) - expected.mtimeMs) >= 1) return { trouble: 'file-changed', code: 'MTIME_CHANGED' };
  return null;
}

/** A recording that is open, as a reader thread has it: every call may keep its thread for as long as the disk likes. */
export class RecordingFile {
  /** Never more is read, however far the file has grown. */
  readonly size: number;
  readonly #path: string;
  readonly #fd: number;
  readonly #opened: BigIntStats;
  readonly #hash = createHash('sha256');
  /** Bytes that were read, and are in the hash. */
  #position = 0;
  #digest: string | null = null;
  #trouble: FileTrouble | null = null;
  #again: { readonly hash: ReturnType<typeof createHash>; position: number } | null = null;

  constructor(path: string, fd: number, opened: BigIntStats) {
    this.size = Number(opened.size);
    this.#path = path;
    this.#fd = fd;
    this.#opened = opened;
  }

  /** Fills `into` with the next bytes: to its end, or as far as a slow disk comes. */
  read(into: Uint8Array): ReadResult {
    const wanted = Math.min(into.length, this.size - this.#position);
    const until = performance.now() + readMs;
    let got = 0;
    while (got < wanted && this.#trouble === null && (got === 0 || performance.now() < until)) {
      const part = into.subarray(got, Math.min(got + callBytes, wanted));
      const count = this.#readAt(part, part.length, this.#position);
      this.#hash.update(part.subarray(0, count));
      this.#position += count;
      got += count;
    }
    if (this.#digest === null && this.#position === this.size) this.#digest = this.#hash.digest('hex');
    return { got, digest: this.#digest };
  }

  /**
   * Whether what was read is one unchanged file: null if it is. `doubt`: only reading it again can tell, which `reread` does.
   */
  verify(): FileTrouble | 'doubt' | null {
    let now: BigIntStats;
    try {
      now = fstatSync(this.#fd, { bigint: true });
    } catch (error) {
      return troubleOf(codeOf(error));
    }
    if (now.size !== this.#opened.size || now.mtimeNs !== this.#opened.mtimeNs) return 'file-changed';
    if (this.#trouble !== null) return this.#trouble;
    // Tag editors put the old mtime back after writing, but nobody can put ctime back. It also moves when the file is only
    // renamed, deleted or given other rights, so it raises a doubt, and reading again settles it.
    if (now.ctimeNs === this.#opened.ctimeNs || this.#digest === null) return null;
    this.#again = { hash: createHash('sha256'), position: 0 };
    return 'doubt';
  }

  /** The next part of a second reading. */
  reread(): Reread {
    const again = this.#again;
    if (again === null) return { kind: 'done', trouble: this.#trouble };
    const chunk = new Uint8Array(callBytes);
    const until = Math.min(again.position + rereadBytes, this.size);
    while (again.position < until) {
      const got = this.#readAt(chunk, Math.min(chunk.length, until - again.position), again.position);
      if (got === 0) return { kind: 'done', trouble: this.#trouble };
      again.hash.update(chunk.subarray(0, got));
      again.position += got;
    }
    if (again.position < this.size) return { kind: 'reading' };
    this.#again = null;
    return { kind: 'done', trouble: again.hash.digest('hex') === this.#digest ? null : 'file-changed' };
  }

  close(): void {
    closeQuietly(this.#fd);
  }

  #readAt(into: Uint8Array, length: number, position: number): number {
    try {
      const got = readSync(this.#fd, into, 0, length, position);
      // Ended before its size: if it did not shrink, its disk is lying to us.
      if (got === 0) this.#trouble = 'file-unreadable';
      return got;
    } catch (error) {
      this.#trouble = troubleOf(this.#whyUnreadable(codeOfBytes(error)));
      return 0;
    }
  }

  /** A drive that was pulled out tells whoever reads EIO, and whoever asks for the file that it is not there (case 24). */
  #whyUnreadable(code: string): string {
    if (classifyErrno(code) !== 'broken') return code;
    try {
      statSync(this.#path);
      return code;
    } catch (error) {
      const now = codeOf(error);
      return classifyErrno(now) === 'gone' ? now : code;
    }
  }
}
