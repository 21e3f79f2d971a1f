// MPEG audio (mp1, mp2, mp3) and ADTS: frames one after the other, with no header for the whole. A length is in a Xing, Info
// or VBRI frame if the encoder wrote one; otherwise it is estimated, because counting would read the whole file.

import { type ByteSource, hasAscii, viewOf } from '../byte-source';
import { type MediaFacts, soundOnly } from './facts';

export interface Frame {
  readonly codec: 'mp3' | 'aac';
  readonly bytes: number;
  readonly samples: number;
  readonly rate: number;
  /** Equal in all frames of one stream. */
  readonly stream: number;
  /** Where a Xing frame has its mark, counted from the frame's start. */
  readonly xingAt: number;
}

// In kbit/s by index, as ISO 11172-3 and 13818-3 have them.
const bitrates = {
  v1l1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2l23: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const rates = [44_100, 48_000, 32_000];
const adtsRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/** The frame that starts at `at`, or null. */
export function frameAt(bytes: Uint8Array, at: number): Frame | null {
  if (at + 7 > bytes.length || bytes[at] !== 0xff) return null;
  const [b1, b2, b3] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0];
  if ((b1 & 0xf6) === 0xf0) return adtsFrame(bytes, at);
  const version = (b1 >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const layer = 4 - ((b1 >> 1) & 3);
  const rateIndex = (b2 >> 2) & 3;
  if ((b1 & 0xe0) !== 0xe0 || version === 1 || layer === 4 || rateIndex === 3) return null;
  const table =
    version === 3
      ? [bitrates.v1l1, bitrates.v1l2, bitrates.v1l3][layer - 1]
      : layer === 1
        ? bitrates.v2l1
        : bitrates.v2l23;
  const bitrate = 1000 * (table?.[b2 >> 4] ?? 0);
  const rate = (rates[rateIndex] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  if (bitrate === 0) return null; // "Free" bitrates are legal and unheard of.
  const padding = (b2 >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152;
  const length =
    layer === 1
      ? (Math.floor((12 * bitrate) / rate) + padding) * 4
      : Math.floor(((samples / 8) * bitrate) / rate) + padding;
  const mono = b3 >> 6 === 3;
  const sideInfo = version === 3 ? (mono ? 17 : 32) : mono ? 9 : 17;
  return { codec: 'mp3', bytes: length, samples, rate, stream: (b1 & 0xfe) * 4 + rateIndex, xingAt: 4 + sideInfo };
}

function adtsFrame(bytes: Uint8Array, at: number): Frame | null {
  const [b2, b3, b4, b5, b6] = [2, 3, 4, 5, 6].map((offset) => bytes[at + offset] ?? 0) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const rate = adtsRates[(b2 >> 2) & 15];
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  if (rate === undefined || length < 7) return null;
  return { codec: 'aac', bytes: length, samples: 1024 * ((b6 & 3) + 1), rate, stream: 2048 + (b2 & 0xfc), xingAt: -1 };
}

/** Frames that follow each other without a gap. */
export interface FrameRun {
  readonly first: Frame;
  readonly at: number;
  readonly frames: number;
  readonly bytes: number;
}

/**
 * The first run of frames in `bytes`. One header proves nothing, two bytes of noise look like one; what counts is that the
 * next frame begins where this one ends, or the file does (`atEnd`: nothing follows `bytes`).
 */
export function findFrames(bytes: Uint8Array, atEnd: boolean): FrameRun | null {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const first = frameAt(bytes, at);
    if (first === null) continue;
    let end = at + first.bytes;
    let frames = 1;
    for (let next = frameAt(bytes, end); next !== null && next.stream === first.stream; next = frameAt(bytes, end)) {
      if (end + next.bytes > bytes.length) break;
      end += next.bytes;
      frames += 1;
    }
    if (frames >= 2 || (atEnd && end === bytes.length)) return { first, at, frames, bytes: end - at };
  }
  return null;
}

/** Enough frames for a mean, at four places: a quiet beginning alone would make a variable bitrate look low. */
const windowBytes = 32 * 1024;

/** Facts of an mp3 or aac file whose sound begins at `start`, behind its tags. */
export function mpegFacts(source: ByteSource, start: number): MediaFacts {
  const size = source.size - start;
  const places = size <= 4 * windowBytes ? [0] : [0, 0.25, 0.5, 0.75];
  let frames = 0;
  let bytes = 0;
  let first: Frame | null = null;
  for (const place of places) {
    const from = start + Math.floor(size * place);
    const length = places.length === 1 ? size : windowBytes;
    const window = source.read(from, length);
    const run = findFrames(window, from + window.length >= source.size);
    if (run === null) continue;
    if (first === null) {
      const stated = statedLength(window.subarray(run.at), run.first, size);
      if (stated !== null) return soundOnly(stated);
      first = run.first;
    }
    frames += run.frames;
    bytes += run.bytes;
  }
  if (first === null) return soundOnly(null);
  return soundOnly((1000 * (size / (bytes / frames)) * first.samples) / first.rate);
}

/** What a Xing, Info or VBRI frame says, unless the file was cut off since. */
function statedLength(bytes: Uint8Array, frame: Frame, size: number): number | null {
  const view = viewOf(bytes);
  let frames = 0;
  let stated = 0;
  const at = frame.xingAt;
  if (hasAscii(bytes, at, 'Xing') || hasAscii(bytes, at, 'Info')) {
    if (at + 16 > bytes.length) return null;
    const flags = view.getUint32(at + 4);
    if ((flags & 1) === 0) return null;
    frames = view.getUint32(at + 8);
    stated = (flags & 2) === 0 ? 0 : view.getUint32(at + 12);
  } else if (hasAscii(bytes, 36, 'VBRI') && bytes.length >= 54) {
    stated = view.getUint32(46);
    frames = view.getUint32(50);
  }
  if (frames === 0 || stated > size * 1.1) return null;
  const ms = (1000 * frames * frame.samples) / frame.rate;
  // Outside of 4 to 1000 kbit/s the frame describes another file than this one.
  const kilobits = (size * 8) / ms;
  return kilobits >= 4 && kilobits <= 1000 ? ms : null;
}
