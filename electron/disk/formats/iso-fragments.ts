// Browsers, phones and OBS write MP4 in fragments, so that a crash loses seconds and not the meeting. The header then knows no
// length; the last fragment knows when it begins and how long its samples are.

import { type ByteSource, hasAscii, lastAscii, viewOf } from '../byte-source';
import { boxesOf, type Track } from './iso-boxes';

/** Fragments of sound are kilobytes, of film up to some megabytes; then there is often an index instead. */
const tailBytes = 1024 * 1024;

/** Where the sound of the last fragment ends, in ms. */
export function fragmentsEnd(source: ByteSource, from: number, sounds: readonly Track[]): number | null {
  const indexed = indexedFragment(source);
  if (indexed !== null) {
    const end = endOfFragment(source, indexed, sounds);
    if (end !== null) return end;
  }
  const start = Math.max(from, source.size - tailBytes);
  const tail = source.read(start, source.size - start);
  for (let at = lastAscii(tail, 'moof'); at >= 4 && !source.spent; at = lastAscii(tail, 'moof', at)) {
    const end = endOfFragment(source, start + at - 4, sounds);
    if (end !== null) return end;
  }
  return null;
}

/** The last fragment by the index at the very end of the file (`mfra`), if there is one. */
function indexedFragment(source: ByteSource): number | null {
  const last = source.read(source.size - 16, 16);
  if (!hasAscii(last, 4, 'mfro')) return null;
  const at = source.size - viewOf(last).getUint32(12);
  let offset: number | null = null;
  for (const mfra of boxesOf(source, at, source.size)) {
    if (mfra.type !== 'mfra') return null;
    for (const box of boxesOf(source, mfra.body, mfra.end)) {
      const head = source.read(box.body, 16);
      if (box.type !== 'tfra' || head.length < 16) continue;
      const entries = viewOf(head).getUint32(12);
      const numbers = viewOf(head).getUint32(8);
      const wide = head[0] === 1;
      const entryBytes = (wide ? 16 : 8) + 3 + ((numbers >> 4) & 3) + ((numbers >> 2) & 3) + (numbers & 3);
      const entry = source.read(box.body + 16 + (entries - 1) * entryBytes, 16);
      if (entries === 0 || entry.length < 16) continue;
      offset = Math.max(offset ?? 0, wide ? Number(viewOf(entry).getBigUint64(8)) : viewOf(entry).getUint32(4));
    }
  }
  return offset;
}

function endOfFragment(source: ByteSource, at: number, sounds: readonly Track[]): number | null {
  let latest: number | null = null;
  for (const moof of boxesOf(source, at, source.size)) {
    if (moof.type !== 'moof') return null;
    for (const traf of boxesOf(source, moof.body, moof.end)) {
      if (traf.type !== 'traf') continue;
      const end = endOfRun(source, traf.body, traf.end, sounds);
      if (end !== null) latest = Math.max(latest ?? 0, end);
    }
    return latest;
  }
  return null;
}

function endOfRun(source: ByteSource, from: number, to: number, sounds: readonly Track[]): number | null {
  let track: Track | undefined;
  let sampleDuration = 0;
  let begins: number | null = null;
  let lasts = 0;
  for (const box of boxesOf(source, from, to)) {
    // A run states up to sixteen bytes a sample; a fragment has hundreds of samples, not tens of thousands.
    const bytes = source.read(box.body, Math.min(box.end - box.body, 256 * 1024));
    if (bytes.length < 8) continue;
    const view = viewOf(bytes);
    const flags = view.getUint32(0) & 0xffffff;
    if (box.type === 'tfhd') {
      track = sounds.find(({ id }) => id === view.getUint32(4));
      const place = 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4);
      sampleDuration =
        (flags & 8) === 0 || bytes.length < place + 4 ? (track?.sampleDuration ?? 0) : view.getUint32(place);
    }
    if (box.type === 'tfdt') {
      begins = bytes[0] === 1 && bytes.length >= 12 ? Number(view.getBigUint64(4)) : view.getUint32(4);
    }
    if (box.type === 'trun') lasts += runDuration(view, flags, sampleDuration);
  }
  return track === undefined || track.timescale === 0 || begins === null
    ? null
    : (1000 * (begins + lasts)) / track.timescale;
}

function runDuration(view: DataView, flags: number, sampleDuration: number): number {
  const samples = view.getUint32(4);
  if ((flags & 0x100) === 0) return samples * sampleDuration;
  const sampleBytes = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
  let at = 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
  let sum = 0;
  for (let count = 0; count < samples && at + 4 <= view.byteLength; count++, at += sampleBytes)
    sum += view.getUint32(at);
  return sum;
}
