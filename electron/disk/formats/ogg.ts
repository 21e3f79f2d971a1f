import { type ByteSource, hasAscii, lastAscii, viewOf } from '../byte-source';
import { type MediaFacts, nothingKnown } from './facts';

/** The beginning of each stream comes before anything else; a film with sound and subtitles has three. */
const maxStreams = 16;
/** A page is at most 65,307 bytes, so the last page of the sound is in here unless pictures come after it for long. */
const tailBytes = 256 * 1024;

interface Stream {
  readonly serial: number;
  readonly rate: number;
  /** Samples at the beginning that are not played. */
  readonly skipped: number;
}

/** Facts of an Ogg file: what its streams are, and the position that its last page of sound states. */
export function oggFacts(source: ByteSource): MediaFacts {
  let sound: Stream | null = null;
  let film = false;
  let at = 0;
  for (let count = 0; count < maxStreams; count++) {
    const page = source.read(at, 27 + 255 + 128);
    if (!hasAscii(page, 0, 'OggS') || page.length < 28) break;
    const begins = ((page[5] ?? 0) & 2) !== 0;
    if (!begins) break;
    const segments = page[26] ?? 0;
    const lengths = page.subarray(27, 27 + segments);
    const serial = viewOf(page).getUint32(14, true);
    const packet = page.subarray(27 + segments);
    if (hasAscii(packet, 1, 'theora') || hasAscii(packet, 1, 'video')) film = true;
    else sound ??= soundStream(packet, serial);
    at += 27 + segments + lengths.reduce((sum, length) => sum + length, 0);
  }
  // Codecs that we do not know are not held against the file.
  if (sound === null) return { ...nothingKnown, film };
  return { durationMs: lastPosition(source, sound), sound: true, film, finished: null };
}

function soundStream(packet: Uint8Array, serial: number): Stream | null {
  const view = viewOf(packet);
  // Opus counts in 48 kHz whatever it was recorded at.
  if (hasAscii(packet, 0, 'OpusHead') && packet.length >= 12) {
    return { serial, rate: 48_000, skipped: view.getUint16(10, true) };
  }
  if (hasAscii(packet, 1, 'vorbis') && packet.length >= 16)
    return { serial, rate: view.getUint32(12, true), skipped: 0 };
  if (hasAscii(packet, 0, 'Speex   ') && packet.length >= 40)
    return { serial, rate: view.getUint32(36, true), skipped: 0 };
  // Twenty bits of STREAMINFO, behind the mapping's header and "fLaC".
  if (hasAscii(packet, 1, 'FLAC') && packet.length >= 31)
    return { serial, rate: view.getUint32(27) >>> 12, skipped: 0 };
  return null;
}

function lastPosition(source: ByteSource, stream: Stream): number | null {
  if (stream.rate === 0) return null;
  const tail = source.read(Math.max(0, source.size - tailBytes), tailBytes);
  const view = viewOf(tail);
  for (let at = lastAscii(tail, 'OggS'); at >= 0; at = lastAscii(tail, 'OggS', at)) {
    if (at + 18 > tail.length || tail[at + 4] !== 0 || view.getUint32(at + 14, true) !== stream.serial) continue;
    const position = view.getBigInt64(at + 6, true);
    // -1: no packet ends on this page.
    if (position > 0n) return (1000 * Math.max(0, Number(position) - stream.skipped)) / stream.rate;
  }
  return null;
}
