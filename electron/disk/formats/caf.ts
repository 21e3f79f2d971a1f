import { type ByteSource, fourCc, viewOf } from '../byte-source';
import { type MediaFacts, soundOnly } from './facts';

/** A CAF has a handful of chunks; more are someone's joke. */
const maxChunks = 64;

/** Facts of a Core Audio file: its packet table counts frames, and where packets are all alike their number does. */
export function cafFacts(source: ByteSource): MediaFacts {
  let rate = 0;
  let bytesPerPacket = 0;
  let framesPerPacket = 0;
  let packetBytes = 0;
  let at = 8;
  for (let count = 0; count < maxChunks; count++) {
    const header = source.read(at, 12 + 32);
    if (header.length < 12) break;
    const view = viewOf(header);
    const kind = fourCc(header, 0);
    // -1: to the end of the file, as a recorder writes it that cannot know yet.
    const stated = view.getBigInt64(4);
    const left = source.size - at - 12;
    const length = stated < 0n || stated > BigInt(left) ? left : Number(stated);
    if (kind === 'desc' && header.length >= 44) {
      rate = view.getFloat64(12);
      bytesPerPacket = view.getUint32(12 + 16);
      framesPerPacket = view.getUint32(12 + 20);
    }
    if (kind === 'pakt' && header.length >= 36 && rate > 0) {
      const frames = Number(view.getBigInt64(12 + 8));
      if (frames > 0) return soundOnly((1000 * frames) / rate);
    }
    if (kind === 'data') packetBytes = length - 4;
    at += 12 + length;
  }
  if (!(rate > 0) || bytesPerPacket === 0 || framesPerPacket === 0 || packetBytes <= 0) return soundOnly(null);
  return soundOnly((1000 * (packetBytes / bytesPerPacket) * framesPerPacket) / rate);
}
