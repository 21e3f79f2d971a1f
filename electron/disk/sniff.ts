import { type ByteSource, hasAscii } from './byte-source';
import { findFrames } from './formats/mpeg';
import { isWav } from './formats/wav';
import type { RecordingKind } from './recording-types';

/** What the bytes of a file are. */
export type Sniffed =
  /** On the list. `start`: where it begins, behind tags that any sound may have in front. */
  | { readonly kind: 'recording'; readonly type: RecordingKind; readonly start: number }
  /** Known, and not on the list. */
  | { readonly kind: 'other' }
  /** Nothing that we know; yet, if the file is still being written. */
  | { readonly kind: 'unknown' };

/** All signatures are in here, and enough frames of an mp3 that begins with junk. */
const headBytes = 64 * 1024;
/** Some taggers leave the old tag behind their new one. */
const maxTags = 4;
/** Bare frames have no signature to speak of, so for them the name may speak too. */
const frameExtensions: readonly string[] = ['mp3', 'mp2', 'mpga', 'aac', 'adts'];

// By file-type's extensions, which tell more than its types. What it has no name for is in `ownSignature`.
const kinds: Readonly<Record<string, RecordingKind>> = {
  m4a: 'm4a',
  m4b: 'm4a',
  f4a: 'm4a',
  f4b: 'm4a',
  mp4: 'mp4',
  m4v: 'mp4',
  f4v: 'mp4',
  mov: 'mov',
  '3gp': '3gp',
  '3g2': '3g2',
  ogg: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  spx: 'ogg',
  ogv: 'ogg',
  ogm: 'ogg',
  ogx: 'ogg',
  flac: 'flac',
  asf: 'asf',
  webm: 'webm',
  mkv: 'mkv',
};

/** Tells what a file is by its bytes; its extension only has a say about bare frames. Never throws. */
export async function sniff(source: ByteSource, extension: string): Promise<Sniffed> {
  const start = behindTags(source);
  const head = source.read(start, headBytes);
  const own = ownSignature(head);
  if (own !== null) return { kind: 'recording', type: own, start };

  const named = await fileTypeOf(head);
  const kind = named === null ? undefined : kinds[named];
  if (kind !== undefined) return { kind: 'recording', type: kind, start };

  const bare = named === null || frameExtensions.includes(named) || named === 'mp1';
  if (!bare) return { kind: 'other' };
  const run = findFrames(head, start + head.length >= source.size);
  if (run !== null && (run.at === 0 || start > 0 || frameExtensions.includes(extension))) {
    return { kind: 'recording', type: run.first.codec, start: start + run.at };
  }
  // Only sound has such a tag in front, and the sound may begin beyond what was read.
  if (start > 0 && start < source.size) return { kind: 'recording', type: 'mp3', start };
  return { kind: named !== null || isText(head) ? 'other' : 'unknown' };
}

function ownSignature(head: Uint8Array): RecordingKind | null {
  if (isWav(head)) return 'wav';
  if (hasAscii(head, 0, 'caff')) return 'caf';
  if (hasAscii(head, 0, '#!AMR-WB\n')) return 'amr-wb';
  if (hasAscii(head, 0, '#!AMR\n')) return 'amr';
  // file-type calls every IFF an AIFF, pictures of the Amiga too.
  if (hasAscii(head, 0, 'FORM') && (hasAscii(head, 8, 'AIFF') || hasAscii(head, 8, 'AIFC'))) return 'aiff';
  return null;
}

async function fileTypeOf(head: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.ext ?? null;
  } catch {
    // A detector that stumbles over what it read has not recognised it.
    return null;
  }
}

/** Where the file begins behind its ID3 tags, which may hold megabytes of cover. */
function behindTags(source: ByteSource): number {
  let at = 0;
  for (let count = 0; count < maxTags; count++) {
    const header = source.read(at, 10);
    if (header.length < 10 || !hasAscii(header, 0, 'ID3')) break;
    const [flags, a, b, c, d] = header.subarray(5) as unknown as [number, number, number, number, number];
    at += 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127) + ((flags & 16) === 0 ? 0 : 10);
  }
  return at;
}

/** Text is never a recording, and file-type has no name for it. A few bytes may pass for anything. */
function isText(head: Uint8Array): boolean {
  const some = head.subarray(0, 1024);
  return (
    some.length >= 16 && some.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 12 || byte === 13)
  );
}
