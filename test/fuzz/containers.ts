// Files by the grammar of their formats, with everything that a header can lie about: sizes, counts, order and depth.

import type { Chance } from '../simulation/chance';
import { ascii, few, filler, le32, stated, u16, u32, u64 } from './container-pieces';
import { randomBytes } from './mutations';
import { iso, matroska } from './nested-containers';

function chunk(chance: Chance, id: string, content: Buffer, size: (value: number) => Buffer): Buffer {
  const odd = content.length % 2 === 1 && chance.is(0.8) ? Buffer.alloc(1) : Buffer.alloc(0);
  return Buffer.concat([ascii(id), size(stated(chance, content.length)), content, odd]);
}

function riff(chance: Chance): Buffer {
  const number = () => le32(chance.pick([0, 1, 8_000, 44_100, 0xffffffff, chance.below(2 ** 32)]));
  const chunks = few(chance, 8, () => {
    const id = chance.pick([
      'fmt ',
      'fmt ',
      'data',
      'data',
      'fact',
      'LIST',
      'bext',
      'JUNK',
      'ds64',
      'id3 ',
      '\xff\xff\xff\xff',
    ]);
    return chunk(
      chance,
      id,
      Buffer.concat([Buffer.from([chance.pick([1, 2, 3, 0x11, 0x55]), 0, 1, 0]), few(chance, 8, number)]),
      le32,
    );
  });
  return Buffer.concat([ascii(chance.pick(['RIFF', 'RF64', 'BW64'])), number(), ascii('WAVE'), chunks]);
}

function aiff(chance: Chance): Buffer {
  const chunks = few(chance, 6, () =>
    chunk(chance, chance.pick(['COMM', 'SSND', 'NAME', 'ID3 ']), filler(chance), u32),
  );
  return Buffer.concat([
    ascii('FORM'),
    u32(stated(chance, chunks.length + 4)),
    ascii(chance.pick(['AIFF', 'AIFC', 'ILBM'])),
    chunks,
  ]);
}

function caf(chance: Chance): Buffer {
  const chunks = few(chance, 6, () => {
    const content = Buffer.concat([Buffer.from([0x40, 0xe5, 0x88, 0x80, 0, 0, 0, 0]), filler(chance)]);
    const size = chance.is(0.1) ? Buffer.alloc(8, 0xff) : u64(stated(chance, content.length));
    return Buffer.concat([ascii(chance.pick(['desc', 'desc', 'data', 'pakt', 'free', 'info'])), size, content]);
  });
  return Buffer.concat([ascii('caff'), u16(1), u16(0), chunks]);
}

function ogg(chance: Chance): Buffer {
  return Buffer.concat(
    Array.from({ length: 1 + chance.below(6) }, (_, index) => {
      const codec = chance.pick([
        'OpusHead\x01\x01',
        '\x01vorbis',
        'Speex   ',
        '\x7fFLAC',
        '\x80theora',
        '\x01video',
        'Skeleton',
      ]);
      const content = Buffer.concat([index < 3 ? ascii(codec) : Buffer.alloc(0), filler(chance)]);
      const segments = chance.is(0.9) ? [Math.min(255, content.length)] : [...randomBytes(chance, chance.below(256))];
      const position = chance.is(0.8) ? Buffer.concat([le32(chance.below(1e8)), le32(0)]) : randomBytes(chance, 8);
      return Buffer.concat([
        ascii('OggS'),
        Buffer.from([chance.is(0.95) ? 0 : 1, chance.pick([2, 2, 0, 4, 255])]),
        position,
        le32(chance.below(3)),
        le32(index),
        u32(0),
        Buffer.from([segments.length & 255, ...segments]),
        content,
      ]);
    }),
  );
}

function frames(chance: Chance): Buffer {
  const tag = (): Buffer =>
    Buffer.concat([
      ascii('ID3'),
      Buffer.from([4, 0, chance.pick([0, 16, 255])]),
      u32(chance.pick([0, 10, 127, 0x7f7f7f7f, 0xffffffff])),
    ]);
  const head = chance.pick([u32(0xfffb9064), u32(0xfff15080), u32(0xfffb0000), u32(0xffffffff), u32(0xfff94c80)]);
  const frame = Buffer.concat([head, Buffer.alloc(chance.pick([0, 3, 413, 413, 414, 2_000]), chance.below(256))]);
  const xing = Buffer.concat([
    head,
    Buffer.alloc(32),
    ascii(chance.pick(['Xing', 'Info', 'VBRI'])),
    randomBytes(chance, 24),
  ]);
  return Buffer.concat([
    few(chance, 6, tag),
    chance.is(0.3) ? xing : filler(chance),
    ...Array<Buffer>(chance.below(40)).fill(frame),
  ]);
}

function flac(chance: Chance): Buffer {
  const blocks = few(chance, 6, () => {
    const content = filler(chance);
    return Buffer.concat([
      u32(((chance.below(256) << 24) | (stated(chance, content.length) & 0xffffff)) >>> 0),
      content,
    ]);
  });
  return Buffer.concat([ascii('fLaC'), Buffer.from('00000022', 'hex'), randomBytes(chance, 34), blocks]);
}

function asf(chance: Chance): Buffer {
  const guids = [
    'a1dcab8c47a9cf118ee400c00c205365',
    '9107dcb7b7a9cf118ee600c00c205365',
    '3326b2758e66cf11a6d900aa0062ce6c',
  ];
  const objects = few(chance, 6, () => {
    const content = filler(chance);
    return Buffer.concat([
      Buffer.from(chance.pick(guids), 'hex'),
      u64(stated(chance, content.length + 24)).reverse(),
      content,
    ]);
  });
  const start = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex');
  return Buffer.concat([
    start,
    u64(stated(chance, objects.length + 30)).reverse(),
    le32(chance.below(10)),
    Buffer.from([1, 2]),
    objects,
  ]);
}

const amr = (chance: Chance): Buffer =>
  Buffer.concat([ascii(chance.pick(['#!AMR\n', '#!AMR-WB\n', '#!AMR'])), filler(chance), filler(chance)]);

/** Others that a detector may stumble over: archives, pictures, pages, text. */
const other = (chance: Chance): Buffer =>
  Buffer.concat([
    chance.pick([
      ascii('PK\x03\x04'),
      ascii('%PDF-1.7'),
      ascii('\x89PNG\r\n\x1a\n'),
      ascii('<?xml '),
      ascii('\x1f\x8b\x08'),
      ascii('MZ'),
      ascii('ustar'),
      ascii('{\\rtf'),
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      ascii('II*\0'),
      ascii('BLENDER'),
      Buffer.from('efbbbf', 'hex'),
    ]),
    few(chance, 10, () => filler(chance)),
  ]);

const FORMATS = [iso, iso, iso, riff, riff, aiff, caf, matroska, matroska, ogg, frames, flac, asf, amr, other];

/** A file that looks like one of the formats that people bring. */
export function randomContainer(chance: Chance): Buffer {
  return chance.pick(FORMATS)(chance);
}
