import { assertNever } from '../domain/assert-never';
import type { ByteSource } from './byte-source';
import { amrFacts } from './formats/amr';
import { cafFacts } from './formats/caf';
import type { MediaFacts } from './formats/facts';
import { isoMediaFacts } from './formats/iso-media';
import { lastBlockMs } from './formats/matroska-tail';
import { mpegFacts } from './formats/mpeg';
import { oggFacts } from './formats/ogg';
import { loadTagParser, type TaggedKind, taggedFacts } from './formats/tagged';
import { wavFacts } from './formats/wav';
import type { RecordingKind } from './recording-types';

export type { MediaFacts } from './formats/facts';

/** No meeting takes a week; a header that says so is damaged or lies. */
const maxDurationMs = 7 * 24 * 60 * 60 * 1000;

/**
 * How long a recording is, and whether it has sound and pictures, within the source's budget. Never reads a file through,
 * never throws, and says null rather than something unlikely.
 */
export async function mediaFacts(source: ByteSource, kind: RecordingKind, start: number): Promise<MediaFacts> {
  if (isTagged(kind)) await loadTagParser(kind);
  source.startClock();
  const facts = await factsOf(source, kind, start);
  return { ...facts, durationMs: likely(facts.durationMs) };
}

const taggedKinds: readonly RecordingKind[] = ['flac', 'aiff', 'asf', 'webm', 'mkv'] satisfies TaggedKind[];

function isTagged(kind: RecordingKind): kind is TaggedKind {
  return taggedKinds.includes(kind);
}

async function factsOf(source: ByteSource, kind: RecordingKind, start: number): Promise<MediaFacts> {
  switch (kind) {
    case 'm4a':
    case 'mp4':
    case 'mov':
    case '3gp':
    case '3g2':
      return isoMediaFacts(source);
    case 'mp3':
    case 'aac':
      return mpegFacts(source, start);
    case 'ogg':
      return oggFacts(source);
    case 'wav':
      return wavFacts(source);
    case 'caf':
      return cafFacts(source);
    case 'amr':
    case 'amr-wb':
      return amrFacts(source, kind);
    case 'flac':
    case 'aiff':
    case 'asf':
      return taggedFacts(source, kind, start);
    case 'webm':
    case 'mkv': {
      const facts = await taggedFacts(source, kind, start);
      return facts.durationMs === null ? { ...facts, durationMs: lastBlockMs(source) } : facts;
    }
    default:
      return assertNever(kind);
  }
}

function likely(durationMs: number | null): number | null {
  if (durationMs === null || !Number.isFinite(durationMs)) return null;
  const ms = Math.round(durationMs);
  return ms > 0 && ms <= maxDurationMs ? ms : null;
}
