// Formats whose facts stand at the beginning among a lot else: music-metadata knows them better than we would. It gets the
// beginning only, as if the file ended there: then no header of a stranger can send it through gigabytes.

import type { IAudioMetadata } from 'music-metadata';
import type { ByteSource } from '../byte-source';
import { type MediaFacts, nothingKnown, soundOnly } from './facts';

/** Covers and other attachments come behind the facts we want, or may make us miss them. */
const headBytes = 256 * 1024;
/** A header of tiny elements costs some µs for each; ten thousand are ten times what a well-filled one has. */
const maxSteps = 10_000;

export type TaggedKind = 'flac' | 'aiff' | 'asf' | 'webm' | 'mkv';

const parserTypes: Readonly<Record<TaggedKind, string>> = {
  flac: 'audio/flac',
  aiff: 'audio/aiff',
  asf: 'audio/x-ms-wma',
  webm: 'video/webm',
  mkv: 'video/matroska',
};

const loaded = new Set<TaggedKind>();

/**
 * Loads the parser of a kind, 25 to 65 ms the first time, with which no file's time is charged. It loads its parts when it needs
 * them, so it gets an empty file to need them for.
 */
export async function loadTagParser(kind: TaggedKind): Promise<void> {
  if (loaded.has(kind)) return;
  const { parseBlob } = await import('music-metadata');
  await parseBlob(new Blob([], { type: parserTypes[kind] })).catch(() => {});
  loaded.add(kind);
}

/** Facts as music-metadata finds them from `start` on. */
export async function taggedFacts(source: ByteSource, kind: TaggedKind, start: number): Promise<MediaFacts> {
  const { parseBlob } = await import('music-metadata');
  const head = source.read(start, headBytes);
  if (head.length === 0) return nothingKnown;
  // What it found before it stumbled counts: a picture that the cut goes through comes after the length.
  let found: IAudioMetadata['format'] | null = null;
  const containers: string[] = [];
  let whole = false;
  try {
    const { format } = await parseBlob(new MeteredBlob(head, parserTypes[kind], (steps) => source.late(steps)), {
      duration: false,
      skipCovers: true,
      observer: ({ metadata, tag }) => {
        found = metadata.format;
        if (tag.id === 'container') containers.push(String(tag.value));
      },
    });
    found = format;
    whole = true;
  } catch {
    // Cut off, damaged or out of steps.
  }
  return found === null ? nothingKnown : factsOf(found, kind, containers, whole);
}

function factsOf(
  format: IAudioMetadata['format'],
  kind: TaggedKind,
  containers: readonly string[],
  whole: boolean,
): MediaFacts {
  const durationMs = format.duration === undefined ? null : format.duration * 1000;
  // A track that was not seen is only missing if the others were all seen.
  const known = (seen: boolean, any: boolean) => seen || (whole && any ? false : null);
  switch (kind) {
    case 'flac':
    case 'aiff':
      return soundOnly(durationMs);
    case 'asf': {
      // Said once for each stream: "ASF/audio", "ASF/video".
      const has = (media: string) => known(containers.includes(`ASF/${media}`), containers.length > 0);
      return { durationMs, sound: has('audio'), film: has('video'), finished: null };
    }
    case 'webm':
    case 'mkv': {
      const tracks = format.trackInfo;
      const has = (type: number) =>
        known(
          tracks.some((track) => track.type === type),
          tracks.length > 0,
        );
      return { durationMs, sound: has(matroskaSound), film: has(matroskaFilm), finished: null };
    }
  }
}

// Track types as Matroska numbers them.
const matroskaFilm = 1;
const matroskaSound = 2;

/**
 * The beginning of a file as music-metadata takes it, readable only so many times. A slice is the blob itself, showing another
 * part: the parser reads each slice before it asks for the next, and making a thousand Blobs takes longer than parsing.
 */
class MeteredBlob extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #shown: Uint8Array<ArrayBuffer>;
  readonly #late: (steps: number) => boolean;
  #steps = 0;

  constructor(bytes: Uint8Array, type: string, late: (steps: number) => boolean) {
    super([], { type });
    this.#late = late;
    this.#bytes = new Uint8Array(bytes);
    this.#shown = this.#bytes;
  }

  override get size(): number {
    return this.#bytes.length;
  }

  override slice(start?: number, end?: number): Blob {
    this.#steps += 1;
    if (this.#steps > maxSteps || this.#late(this.#steps)) throw new Error('out of steps or time');
    this.#shown = this.#bytes.slice(start, end);
    return this;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#shown.buffer;
  }
}
