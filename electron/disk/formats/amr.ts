import type { ByteSource } from '../byte-source';
import { type MediaFacts, soundOnly } from './facts';

// Bytes of a frame with its first byte, by the mode that stands in it (RFC 4867). A frame is 20 ms.
const narrow = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1];
const wide = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1];
/** Ten minutes or so of talk: long enough for the mean of its modes. */
const sampleBytes = 256 * 1024;

/** Facts of an AMR file: exact for short ones, from the mean frame for long ones. */
export function amrFacts(source: ByteSource, kind: 'amr' | 'amr-wb'): MediaFacts {
  const [start, sizes] = kind === 'amr' ? [6, narrow] : [9, wide];
  const bytes = source.read(start, sampleBytes);
  let at = 0;
  let frames = 0;
  while (at < bytes.length) {
    const length = sizes[((bytes[at] ?? 0) >> 3) & 15] ?? 1;
    if (at + length > bytes.length) break;
    at += length;
    frames += 1;
  }
  if (frames === 0) return soundOnly(null);
  return soundOnly(20 * Math.round((source.size - start) / (at / frames)));
}
