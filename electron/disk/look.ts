import { fstatSync, lstatSync, readSync, realpathSync, statSync } from 'node:fs';
import type { EpochMs } from '../contract/ids';
import type { RefusalReason } from '../contract/problem';
import type { FileWait } from '../contract/stage';
import type { FileIdentity } from '../domain/meeting';
import { type Budget, ByteSource, usualBudget } from './byte-source';
import { endsOf } from './ends';
import { classifyErrno, codeOf, waitOf } from './errno';
import { nothingKnown } from './formats/facts';
import { mediaFacts } from './media-info';
import { closeQuietly, mtimeMsOf, type OpenedFile, openRegular } from './open-file';
import { contentTypeOf, extensionOf } from './recording-types';
import { sniff } from './sniff';
import { type Sighting, stillness } from './stillness';

/** What came of looking at something that was dropped. */
export type Inspection =
  /** `path`: where the file is, with symbolic links resolved this once; a link that is turned later changes nothing. */
  | { readonly kind: 'recording'; readonly file: FileIdentity; readonly path: string }
  /** Not yet. Ask again in a second or more and bring `seen` along. */
  | { readonly kind: 'later'; readonly why: FileWait; readonly seen: Sighting | null }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

export interface LookOptions {
  readonly now: EpochMs;
  /** `seen` of the `later` before; null or missing the first time. */
  readonly seen?: Sighting | null;
  readonly budget?: Budget;
}

/**
 * Looks at an absolute path once: what it is, whether it is done being written, its type by its bytes, its length. Reads some KiB,
 * never a file through; never waits on pipes or devices; never throws. A dead disk may keep it for ever: only for reader threads.
 */
export async function look(dropped: string, options: LookOptions): Promise<Inspection> {
  const seen = options.seen ?? null;
  let path = dropped;
  try {
    if (lstatSync(dropped).isSymbolicLink()) path = realpathSync(dropped);
  } catch (error) {
    return failed(codeOf(error), seen);
  }
  const opened = openRegular(path);
  switch (opened.kind) {
    case 'folder':
      return refused('folder');
    case 'special':
      return refused('not-a-file');
    case 'failed':
      return failed(opened.code, seen);
    case 'file':
      try {
        return await judge(dropped, path, opened, options, seen);
      } catch (error) {
        return failed(codeOf(error), seen);
      } finally {
        closeQuietly(opened.fd);
      }
  }
}

/** Whether there is a file at `path`. Never throws. */
export function isFileAt(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function judge(
  dropped: string,
  path: string,
  { fd, stat }: OpenedFile & { kind: 'file' },
  { now, budget = usualBudget }: LookOptions,
  seen: Sighting | null,
): Promise<Inspection> {
  const size = Number(stat.size);
  const mtimeMs = mtimeMsOf(stat);
  if (size === 0) return refused('empty-file');

  const readAt = (into: Uint8Array, offset: number, length: number, position: number) =>
    readSync(fd, into, offset, length, position);
  const source = new ByteSource(readAt, size, budget);
  const extension = extensionOf(dropped);
  const sniffed = await sniff(source, extension);
  if (source.failure !== null) return failed(source.failure, seen);
  // At once, even if it was written a moment ago: a page that was just saved does not become a recording.
  if (sniffed.kind === 'other') return refused('not-audio');

  const facts = sniffed.kind === 'unknown' ? nothingKnown : await mediaFacts(source, sniffed.type, sniffed.start);
  const still = stillness({ size, mtimeMs, at: now }, seen, facts.finished);
  if (still.kind === 'moving') return { kind: 'later', why: 'growing', seen: still.seen };
  if (sniffed.kind === 'unknown') return refused('not-audio');

  if (facts.sound === false) return refused('not-audio');
  const ends = endsOf(readAt, size);
  // Some writers' times stand still while they write; what grew while we looked is not done.
  const after = fstatSync(fd, { bigint: true });
  if (after.size !== stat.size || after.mtimeNs !== stat.mtimeNs) {
    return { kind: 'later', why: 'growing', seen: { size: Number(after.size), mtimeMs: mtimeMsOf(after), at: now } };
  }
  const contentType = contentTypeOf(sniffed.type, facts.film, extension);
  return { kind: 'recording', path, file: { size, mtimeMs, contentType, durationMs: facts.durationMs, ends } };
}

/** Why an error of the disk keeps a file out, or puts it off. */
export function failed(code: string, seen: Sighting | null): Inspection {
  const error = classifyErrno(code);
  switch (error) {
    case 'gone':
      return refused('not-found');
    case 'later':
      return { kind: 'later', why: waitOf(code), seen };
    case 'forbidden':
    case 'broken':
      return refused('unreadable');
  }
}

function refused(reason: RefusalReason): Inspection {
  return { kind: 'refused', reason };
}
