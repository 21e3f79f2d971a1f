// Formats of boxes in boxes: ISO media, and Matroska.

import type { Chance } from '../simulation/chance';
import { ascii, few, filler, stated, u32, u64 } from './container-pieces';

const BOXES = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf', 'mfra', 'udta', 'edts'];
const LEAVES = [
  'mvhd',
  'mdhd',
  'hdlr',
  'tkhd',
  'trex',
  'tfhd',
  'tfdt',
  'trun',
  'tfra',
  'mfro',
  'sidx',
  'stsd',
  'stts',
  'mdat',
  'free',
  'mehd',
  'meta',
  'ilst',
  '\0\0\0\0',
];

function box(chance: Chance, type: string, content: Buffer): Buffer {
  if (chance.is(0.03)) return Buffer.concat([u32(1), ascii(type), u64(stated(chance, content.length + 16)), content]);
  return Buffer.concat([u32(stated(chance, content.length + 8)), ascii(type), content]);
}

/** A full box: version and flags first, then numbers as these boxes are made of. */
function leaf(chance: Chance, type: string): Buffer {
  const numbers = few(chance, 24, () =>
    u32(chance.is(0.6) ? chance.below(100_000) : chance.pick([0, 1, 0xffffffff, 0x80000000])),
  );
  const handler =
    type === 'hdlr' ? Buffer.concat([u32(0), ascii(chance.pick(['soun', 'vide', 'meta', 'text']))]) : u32(0);
  const content = Buffer.concat([u32(chance.pick([0, 0, 1, 0x01000000, 0x00ffffff])), handler, numbers]);
  return box(chance, type, content);
}

function boxes(chance: Chance, depth: number): Buffer {
  return few(chance, 4, () =>
    depth > 0 && chance.is(0.5)
      ? box(chance, chance.pick(BOXES), boxes(chance, depth - 1))
      : leaf(chance, chance.pick(LEAVES)),
  );
}

export function iso(chance: Chance): Buffer {
  const brand = chance.pick(['M4A ', 'isom', 'mp42', 'qt  ', '3gp4', '3g2a', 'dash', '\0\0\0\0']);
  const start = box(chance, 'ftyp', Buffer.concat([ascii(brand), u32(0), ascii('isomM4A ')]));
  // Thousands of tiny boxes, or one in the other for ever.
  if (chance.is(0.02))
    return Buffer.concat([start, ...Array<Buffer>(20_000).fill(box(chance, 'free', Buffer.alloc(0)))]);
  if (chance.is(0.02)) {
    return Buffer.concat([
      start,
      ...Array.from({ length: 2_000 }, (_, level) => Buffer.concat([u32(16_000 - 8 * level), ascii('moov')])),
    ]);
  }
  return Buffer.concat([start, box(chance, 'moov', boxes(chance, 4)), boxes(chance, 5)]);
}

const ELEMENTS = [
  '18538067',
  '1549a966',
  '1654ae6b',
  '1f43b675',
  '1c53bb6b',
  '114d9b74',
  'ae',
  'd7',
  '83',
  '86',
  'e1',
  'e0',
  '4489',
  '2ad7b1',
  'e7',
  'a3',
  'a0',
  'a1',
  'ec',
  'bf',
];

function element(chance: Chance, id: string, content: Buffer): Buffer {
  const size = stated(chance, content.length);
  const width = chance.is(0.05)
    ? Buffer.from(chance.pick(['01ffffffffffffff', 'ff', '00', '0100000000000000', '017fffffffffffff']), 'hex')
    : size < 127
      ? Buffer.from([0x80 | size])
      : u32((0x10000000 | (size & 0x0fffffff)) >>> 0);
  return Buffer.concat([Buffer.from(id, 'hex'), width, content]);
}

function elements(chance: Chance, depth: number): Buffer {
  return few(chance, 5, () =>
    element(
      chance,
      chance.pick(ELEMENTS),
      depth > 0 && chance.is(0.5) ? elements(chance, depth - 1) : filler(chance).subarray(0, 12),
    ),
  );
}

export function matroska(chance: Chance): Buffer {
  const doctype = element(chance, '4282', ascii(chance.pick(['webm', 'matroska', 'x'])));
  const start = element(chance, '1a45dfa3', Buffer.concat([doctype, element(chance, '4286', Buffer.from([1]))]));
  if (chance.is(0.02)) return Buffer.concat([start, ...Array<Buffer>(30_000).fill(Buffer.from('1f43b67580', 'hex'))]);
  if (chance.is(0.02)) return Buffer.concat([start, ...Array<Buffer>(5_000).fill(Buffer.from('18538067ff', 'hex'))]);
  return Buffer.concat([start, element(chance, '18538067', elements(chance, 5)), elements(chance, 3)]);
}
