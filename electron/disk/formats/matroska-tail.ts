// A browser that records, and a recorder that crashed, write Matroska without a length. Each cluster states its time, and each
// block its distance to it; the last of them is near the end.

import { type ByteSource, viewOf } from '../byte-source';

/** Clusters of sound are kilobytes; one of film that is larger than this goes without a length. */
const tailBytes = 1024 * 1024;
/** A tail that is made of nothing but cluster heads would have us walk it once for each. */
const maxClusters = 4;
const ids = { cluster: 0x1f43b675, time: 0xe7, simpleBlock: 0xa3, group: 0xa0, block: 0xa1 };

/** When the last block begins, in ms, taking the usual unit of one ms; null if no cluster begins near the end. */
export function lastBlockMs(source: ByteSource): number | null {
  const start = Math.max(0, source.size - tailBytes);
  const tail = source.read(start, source.size - start);
  let clusters = 0;
  for (let at = tail.length - 5; at >= 0 && clusters < maxClusters; at--) {
    at = tail.lastIndexOf(0x1f, at);
    if (at < 0) return null;
    const cluster = elementAt(tail, at);
    if (cluster?.id !== ids.cluster) continue;
    clusters += 1;
    const last = lastBlockOf(tail, cluster.body);
    if (last !== null) return last;
  }
  return null;
}

function lastBlockOf(bytes: Uint8Array, from: number): number | null {
  let time: number | null = null;
  let last: number | null = null;
  for (let at = from; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    if (element === null) break;
    const { id, body, length } = element;
    if (id === ids.time) time = unsigned(bytes.subarray(body, body + length));
    if (id === ids.simpleBlock || id === ids.block) {
      // The track's number comes first, as a number of variable width.
      const place = body + widthOf(bytes[body] ?? 0);
      if (time !== null && place + 2 <= bytes.length) last = Math.max(last ?? 0, time + viewOf(bytes).getInt16(place));
    }
    // A group is looked into, everything else is stepped over.
    at = id === ids.group ? body : body + length;
  }
  return last;
}

function elementAt(bytes: Uint8Array, at: number): { id: number; body: number; length: number } | null {
  const idWidth = widthOf(bytes[at] ?? 0);
  const sizeWidth = widthOf(bytes[at + idWidth] ?? 0);
  const body = at + idWidth + sizeWidth;
  if (idWidth > 4 || sizeWidth > 8 || body > bytes.length) return null;
  const id = unsigned(bytes.subarray(at, at + idWidth));
  const length = unsigned(bytes.subarray(at + idWidth, body)) - 2 ** (7 * sizeWidth);
  return { id, body, length };
}

/** How many bytes a number takes, by the leading zeros of its first byte. */
function widthOf(first: number): number {
  return Math.clz32(first) - 23;
}

function unsigned(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}
