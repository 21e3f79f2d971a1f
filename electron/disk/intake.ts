import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { EpochMs } from '../contract/ids';
import type { RefusalReason } from '../contract/problem';
import type { FileIdentity } from '../domain/meeting';
import { type Budget, ByteSource, usualBudget } from './byte-source';
import { hanging } from './deadline';
import { classifyErrno, codeOf } from './errno';
import { nothingKnown } from './formats/facts';
import { mediaFacts } from './media-info';
import { mtimeMsOf, type OpenedFile, openRegular } from './open-file';
import { contentTypeOf, extensionOf } from './recording-types';
import { sniff } from './sniff';
import { type Sighting, stillness } from './stillness';
import { turns } from './turns';

/** What came of looking at something that was dropped. */
export type Inspection =
  /** `path`: where the file is, with symbolic links resolved this once; a link that is turned later changes nothing. */
  | { readonly kind: 'recording'; readonly file: FileIdentity; readonly path: string }
  /**
   * Not yet: still being written, or held by another program, or its disk does not answer. Ask again in a second or more
   * and bring `seen` along.
   */
  | { readonly kind: 'growing'; readonly seen: Sighting | null }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

export interface InspectOptions {
  readonly now: EpochMs;
  /** `seen` of the `growing` before; null or missing the first time. */
  readonly seen?: Sighting | null;
  readonly budget?: Budget;
}

/** A disk that sleeps needs some seconds; a file that a cloud moved out may take for ever. */
const deadlineMs = 10_000;

/**
 * Looks at a path once: what it is, whether it is done being written, its type by its bytes, its length. Reads some KiB,
 * never a file through; never blocks on pipes or devices; never throws. Any number may be asked at the same time.
 */
export async function inspect(path: string, options: InspectOptions): Promise<Inspection> {
  // NUL: the system would look at the part before it, and that is another file (case 10). Relative to what, only the caller knows.
  if (path.includes('\0') || !isAbsolute(path)) return refused('not-found');
  const seen = options.seen ?? null;
  return turns.take(async () => {
    const looked = await hanging.within(path, deadlineMs, () => look(path, options, seen));
    // Not refused: the file is there, and comes back when its cloud or its share does (cases 24 to 26).
    return looked.kind === 'late' ? { kind: 'growing', seen } : looked.value;
  });
}

async function look(dropped: string, options: InspectOptions, seen: Sighting | null): Promise<Inspection> {
  let path = dropped;
  try {
    if ((await lstat(dropped)).isSymbolicLink()) path = await realpath(dropped);
  } catch (error) {
    return failed(codeOf(error), seen);
  }
  const opened = await openRegular(path);
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
        await opened.handle.close().catch(() => {});
      }
  }
}

async function judge(
  dropped: string,
  path: string,
  { handle, stat }: OpenedFile & { kind: 'file' },
  { now, budget = usualBudget }: InspectOptions,
  seen: Sighting | null,
): Promise<Inspection> {
  const size = Number(stat.size);
  const mtimeMs = mtimeMsOf(stat);
  if (size === 0) return refused('empty-file');

  const source = new ByteSource(handle, size, budget);
  const extension = extensionOf(dropped);
  const sniffed = await sniff(source, extension);
  if (source.failure !== null) return failed(source.failure, seen);
  // At once, even if it was written a moment ago: a page that was just saved does not become a recording.
  if (sniffed.kind === 'other') return refused('not-audio');

  const facts = sniffed.kind === 'unknown' ? nothingKnown : await mediaFacts(source, sniffed.type, sniffed.start);
  const still = stillness({ size, mtimeMs, at: now }, seen, facts.finished);
  if (still.kind === 'moving') return { kind: 'growing', seen: still.seen };
  if (sniffed.kind === 'unknown') return refused('not-audio');

  if (facts.sound === false) return refused('not-audio');
  // Some writers' times stand still while they write; what grew while we looked is not done.
  const after = await handle.stat({ bigint: true });
  if (after.size !== stat.size || after.mtimeNs !== stat.mtimeNs) {
    return { kind: 'growing', seen: { size: Number(after.size), mtimeMs: mtimeMsOf(after), at: now } };
  }
  const contentType = contentTypeOf(sniffed.type, facts.film, extension);
  return { kind: 'recording', path, file: { size, mtimeMs, contentType, durationMs: facts.durationMs } };
}

/** Why an error of the disk keeps a file out, or puts it off. */
export function failed(code: string, seen: Sighting | null): Inspection {
  const error = classifyErrno(code);
  switch (error) {
    case 'gone':
      return refused('not-found');
    case 'later':
      return { kind: 'growing', seen };
    case 'forbidden':
    case 'broken':
      return refused('unreadable');
  }
}

function refused(reason: RefusalReason): Inspection {
  return { kind: 'refused', reason };
}
