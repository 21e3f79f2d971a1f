// MP4, M4A, 3GP and QuickTime: boxes in boxes. music-metadata reads whole sample tables to get here (megabytes for a long
// film, decoded in one go) and says that every file has sound; the few boxes below are all that a length takes.

import { type ByteSource, fourCc, viewOf } from '../byte-source';
import { type MediaFacts, nothingKnown } from './facts';
import { type Box, boxesOf, type Track } from './iso-boxes';
import { fragmentsEnd } from './iso-fragments';

/** Facts of an ISO media file. */
export function isoMediaFacts(source: ByteSource): MediaFacts {
  for (const box of boxesOf(source, 0, source.size)) {
    if (box.type === 'moov') return movieFacts(source, box);
  }
  // The index comes last: without it a recorder is still at it, or has crashed.
  return { ...nothingKnown, finished: false };
}

function movieFacts(source: ByteSource, moov: Box): MediaFacts {
  const tracks: Track[] = [];
  let movie = { timescale: 0, duration: 0 };
  let fragmented = false;
  let end = moov.body;
  for (const box of boxesOf(source, moov.body, moov.end)) {
    if (box.type === 'mvhd') movie = timesOf(source, box);
    if (box.type === 'trak') tracks.push(trackOf(source, box));
    if (box.type === 'mvex') {
      fragmented = true;
      movie = { ...movie, duration: readExtends(source, box, tracks) || movie.duration };
    }
    end = box.end;
  }
  const whole = end === moov.end && !source.spent;
  const sounds = tracks.filter((track) => track.handler === 'soun');
  const sound = sounds.length > 0 ? true : whole && tracks.length > 0 ? false : null;
  const film = tracks.some((track) => track.handler === 'vide') ? true : whole && tracks.length > 0 ? false : null;
  const stated = Math.max(0, ...sounds.map((track) => msOf(track.duration, track.timescale)));
  if (stated > 0) return { durationMs: stated, sound, film, finished: fragmented ? null : true };
  const counted = fragmented ? fragmentsEnd(source, moov.end, sounds) : null;
  return { durationMs: counted ?? (msOf(movie.duration, movie.timescale) || null), sound, film, finished: null };
}

function trackOf(source: ByteSource, trak: Box): Track {
  const track: Track = { id: 0, handler: '', timescale: 0, duration: 0, sampleDuration: 0 };
  for (const box of boxesOf(source, trak.body, trak.end)) {
    if (box.type === 'tkhd') {
      const head = source.read(box.body, 24);
      if (head.length === 24) track.id = viewOf(head).getUint32(head[0] === 1 ? 20 : 12);
    }
    if (box.type !== 'mdia') continue;
    for (const inner of boxesOf(source, box.body, box.end)) {
      if (inner.type === 'mdhd') Object.assign(track, timesOf(source, inner));
      if (inner.type === 'hdlr') track.handler = fourCc(source.read(inner.body, 12), 8);
    }
  }
  return track;
}

/** `mvhd` and `mdhd` begin alike. All ones: not known. */
function timesOf(source: ByteSource, box: Box): { timescale: number; duration: number } {
  const bytes = source.read(box.body, 32);
  if (bytes.length < 32) return { timescale: 0, duration: 0 };
  const view = viewOf(bytes);
  if (bytes[0] !== 1) {
    const duration = view.getUint32(16);
    return { timescale: view.getUint32(12), duration: duration === 0xffffffff ? 0 : duration };
  }
  const duration = view.getBigUint64(24);
  return { timescale: view.getUint32(20), duration: duration === 0xffffffffffffffffn ? 0 : Number(duration) };
}

/** `mvex`: the length of all fragments, if stated; and what their samples take where they do not say. */
function readExtends(source: ByteSource, mvex: Box, tracks: readonly Track[]): number {
  let duration = 0;
  for (const box of boxesOf(source, mvex.body, mvex.end)) {
    const bytes = source.read(box.body, 16);
    if (bytes.length < 8) continue;
    const view = viewOf(bytes);
    if (box.type === 'mehd') {
      duration = bytes[0] === 1 && bytes.length >= 12 ? Number(view.getBigUint64(4)) : view.getUint32(4);
    }
    if (box.type === 'trex' && bytes.length === 16) {
      const track = tracks.find(({ id }) => id === view.getUint32(4));
      if (track !== undefined) track.sampleDuration = view.getUint32(12);
    }
  }
  return duration;
}

function msOf(duration: number, timescale: number): number {
  return timescale > 0 ? (1000 * duration) / timescale : 0;
}
