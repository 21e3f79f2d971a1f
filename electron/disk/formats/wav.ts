import { type ByteSource, fourCc, hasAscii, viewOf } from '../byte-source';
import { type MediaFacts, soundOnly } from './facts';

/** A broadcast WAV has a dozen chunks before its sound. */
const maxChunks = 64;

/**
 * Facts of a WAV, RF64 or BW64. Its sizes are believed only if they fit the file (case 15): a recorder that crashed leaves
 * 0, -1 or the size of some seconds ago, and beyond 4 GiB many writers let 32 bits wrap around.
 */
export function wavFacts(source: ByteSource): MediaFacts {
  let format: Format | null = null;
  let samples = 0;
  let longData: number | null = null;
  let at = 12;
  for (let count = 0; count < maxChunks; count++) {
    const header = source.read(at, 8 + 24);
    if (header.length < 8) break;
    const view = viewOf(header);
    const kind = fourCc(header, 0);
    const stated = view.getUint32(4, true);
    const body = at + 8;
    if (kind === 'ds64' && header.length >= 8 + 16) longData = Number(view.getBigUint64(8 + 8, true));
    if (kind === 'fmt ' && header.length >= 8 + 16) format = formatOf(view);
    if (kind === 'fact' && header.length >= 8 + 4) samples = view.getUint32(8, true);
    if (kind === 'data') {
      const length = stated === 0xffffffff && longData !== null ? longData : stated;
      const believed = fits(source, body, length);
      // Compressed sound: writers disagree on its speed, but count its samples.
      if (format !== null && !format.plain && believed && samples > 0)
        return soundOnly((1000 * samples) / format.rate, true);
      return soundOnly(
        format === null ? null : (1000 * (believed ? length : source.size - body)) / format.bytesPerSecond,
        believed,
      );
    }
    at = body + stated + (stated % 2);
  }
  return soundOnly(null);
}

interface Format {
  /** Every sample takes the same room. */
  readonly plain: boolean;
  readonly rate: number;
  readonly bytesPerSecond: number;
}

function formatOf(view: DataView): Format {
  const tag = view.getUint16(8, true);
  // 0xfffe: more is said further on; nearly always it is plain.
  const plain = tag === 1 || tag === 3 || tag === 0xfffe;
  const rate = view.getUint32(8 + 4, true);
  const stated = view.getUint32(8 + 8, true);
  return { plain, rate, bytesPerSecond: plain ? rate * view.getUint16(8 + 12, true) || stated : stated };
}

/** Whether the sound really ends there: with the file, or with another chunk. */
function fits(source: ByteSource, body: number, length: number): boolean {
  const end = body + length + (length % 2);
  if (length === 0 || body + length > source.size) return false;
  if (end + 8 > source.size) return true;
  const next = source.read(end, 8);
  if (next.length < 8) return false;
  const named = [...next.subarray(0, 4)].every((byte) => byte >= 0x20 && byte < 0x7f);
  return named && end + 8 + viewOf(next).getUint32(4, true) <= source.size + 1;
}

/** Whether the bytes begin as a WAV of any width. */
export function isWav(bytes: Uint8Array): boolean {
  return ['RIFF', 'RF64', 'BW64'].some((id) => hasAscii(bytes, 0, id)) && hasAscii(bytes, 8, 'WAVE');
}
