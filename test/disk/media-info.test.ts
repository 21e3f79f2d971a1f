import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ByteSource, usualBudget } from '../../electron/disk/byte-source';
import { nothingKnown } from '../../electron/disk/formats/facts';
import { type MediaFacts, mediaFacts } from '../../electron/disk/media-info';
import { extensionOf } from '../../electron/disk/recording-types';
import { sniff } from '../../electron/disk/sniff';
import { fixture, known, noise, patient, place, seeded } from './place';

const files = await place();
/**
 * Our own work for a file within the usual budget, compiled as it is after some files: the best of three, as this process does other
 * things too. What else the computer does meanwhile is not in it.
 */
async function cpuMsFor(path: string): Promise<number> {
  const took: number[] = [];
  await factsOf(path, usualBudget);
  for (let count = 0; count < 3; count++) {
    const before = threadCpuMs();
    await factsOf(path, usualBudget);
    took.push(threadCpuMs() - before);
  }
  return Math.min(...took);
}

/** Of this thread alone: beside it the compiler and the collector work on what this process did before. */
function threadCpuMs(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
  return Number(nanoseconds) / 1e6;
}

async function factsOf(path: string, budget = patient): Promise<MediaFacts & { bytes: number }> {
  const fd = openSync(path, 'r');
  let bytes = 0;
  try {
    const counting = (into: Uint8Array, offset: number, length: number, position: number) => {
      const got = readSync(fd, into, offset, length, position);
      bytes += got;
      return got;
    };
    const source = new ByteSource(counting, fstatSync(fd).size, budget);
    const sniffed = await sniff(source, extensionOf(path));
    if (sniffed.kind !== 'recording') return { ...nothingKnown, bytes };
    return { ...(await mediaFacts(source, sniffed.type, sniffed.start)), bytes };
  } finally {
    closeSync(fd);
  }
}

describe('length and tracks of every recording that is committed', () => {
  test.each(Object.entries(known))('%s as ffprobe has it', async (name, { ms, audio, video }) => {
    const facts = await factsOf(await files.recording(name));
    expect(facts).toMatchObject({ sound: audio, film: video });
    if (ms === null) return;
    expect(Math.abs((facts.durationMs ?? 0) - ms) / ms).toBeLessThan(0.05);
  });
});

describe('case 15: a WAV whose sizes are wrong is measured by the file', () => {
  // 8,000 bytes a second, 44 bytes of header.
  const header = (riff: number, data: number): Buffer => {
    const bytes = Buffer.from(
      'RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data....',
      'latin1',
    );
    bytes.writeUInt32LE(riff >>> 0, 4);
    bytes.writeUInt32LE(data >>> 0, 40);
    return bytes;
  };
  const sound = noise(80_000).map((byte) => byte | 0x80);

  test.each([
    ['right', 36 + 80_000, 80_000],
    ['zero', 0, 0],
    ['all ones', 0xffffffff, 0xffffffff],
    ['of a second ago', 36 + 8_000, 8_000],
    ['larger than the file', 36 + 900_000, 900_000],
  ])('sizes that are %s', async (_, riff, data) => {
    const path = await files.put('lying.wav', Buffer.concat([header(riff, data), sound]));
    expect((await factsOf(path)).durationMs).toBe(10_000);
  });

  test('a list of tags behind the sound is not sound', async () => {
    const tags = Buffer.concat([Buffer.from('LIST\x00\x10\0\0INFO', 'latin1'), new Uint8Array(4092)]);
    const path = await files.put('tags.wav', Buffer.concat([header(0, 80_000), sound, tags]));
    expect((await factsOf(path)).durationMs).toBe(10_000);
  });

  test('case 14: beyond 4 GiB, with RF64, without, and with sizes that wrapped around', async () => {
    const seconds = 5 * 2 ** 30;
    for (const bytes of [
      header(seconds % 2 ** 32, (seconds - 44) % 2 ** 32),
      header(0xffffffff, 0xffffffff),
      await fixture('speech-en-rf64.wav'),
    ]) {
      const path = await files.put('large.wav', bytes);
      await truncate(path, seconds);
      const facts = await factsOf(path);
      // 5 GiB at 8,000 bytes a second are more than any meeting: not told, rather than told wrong.
      expect(facts.durationMs).toBeNull();
      expect(facts.bytes).toBeLessThan(200_000);
    }
    const fast = header(0xffffffff, 0xffffffff);
    fast.writeUInt32LE(192_000, 24);
    fast.writeUInt16LE(4, 32);
    const path = await files.put('fast.wav', fast);
    await truncate(path, seconds);
    expect((await factsOf(path)).durationMs).toBe(Math.round((1000 * (seconds - 44)) / 768_000));
  });
});

describe('long files are not read through', () => {
  test('an mp3 without a Xing frame is estimated from a few places', async () => {
    const [low, high] = [await fixture('speech-en-cbr-no-xing.mp3'), await fixture('speech-en-vbr-no-xing.mp3')];
    const bytes = Buffer.concat([
      ...Array.from({ length: 300 }, () => low),
      ...Array.from({ length: 300 }, () => high),
    ]);
    const facts = await factsOf(await files.put('long.mp3', bytes));
    expect(Math.abs((facts.durationMs ?? 0) / (600 * 1692) - 1)).toBeLessThan(0.05);
    expect(facts.bytes).toBeLessThan(400_000);
  });

  test('a cut-off mp3 is not as long as its Xing frame says', async () => {
    const bytes = await fixture('speech-en-vbr.mp3');
    const facts = await factsOf(await files.put('cut.mp3', bytes.subarray(0, bytes.length / 2)));
    expect(facts.durationMs).toBeLessThan(1000);
  });

  test('an Opus file of some MB is measured by its last page', async () => {
    const bytes = await fixture('speech-fa.oga');
    const last = bytes.lastIndexOf('OggS');
    const pages = Array.from({ length: 3000 }, () => bytes.subarray(last));
    const facts = await factsOf(await files.put('long.oga', Buffer.concat([bytes.subarray(0, last), ...pages])));
    expect(facts.durationMs).toBe(2000);
    expect(facts.bytes).toBeLessThan(400_000);
  });

  test('an MP4 whose index is behind gigabytes of sound', async () => {
    const bytes = await fixture('speech-fa.m4a');
    const moov = bytes.indexOf('moov') - 4;
    const gap = Buffer.alloc(16);
    gap.writeUInt32BE(1, 0);
    gap.write('free', 4);
    gap.writeBigUInt64BE(6n * 2n ** 30n, 8);
    const path = await files.put('huge.m4a', Buffer.concat([bytes.subarray(0, moov), gap]));
    await truncate(path, moov + 6 * 2 ** 30);
    const handle = await open(path, 'r+');
    await handle.write(bytes.subarray(moov), 0, bytes.length - moov, moov + 6 * 2 ** 30);
    await handle.close();
    const facts = await factsOf(path);
    expect(facts).toMatchObject({ durationMs: 2064, sound: true, film: false });
    expect(facts.bytes).toBeLessThan(400_000);
  });

  test('an MP4 that was cut off before its index: length unknown, and no word about its tracks', async () => {
    const bytes = await fixture('speech-fa.m4a');
    const path = await files.put('crashed.m4a', bytes.subarray(0, bytes.indexOf('moov') - 4));
    expect(await factsOf(path)).toMatchObject({ durationMs: null, sound: null, film: null });
  });
});

describe('hostile headers cost a bounded look and no more', () => {
  const repeat = (unit: Uint8Array | string, bytes: number) => Buffer.alloc(bytes, unit as Uint8Array);
  const ftyp = Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1');
  const box = (type: string, length: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32BE(length);
    bytes.write(type, 4, 'latin1');
    return bytes;
  };
  const mkv = Buffer.from('1a45dfa38b4282886d6174726f736b6118538067', 'hex');
  const endless = Buffer.from('01ffffffffffffff', 'hex');
  const mega = 2 * 1024 * 1024;
  const endlessTracks = Buffer.from('1654ae6b01ffffffffffffff', 'hex');
  const opusPage = Buffer.concat([
    Buffer.from('OggS\0\x02', 'latin1'),
    Buffer.alloc(8),
    Buffer.from('AAAA\0\0\0\0\0\0\0\0\x01\x13OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0', 'latin1'),
  ]);
  const asf = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c0000200000000000ffffff7f0102', 'hex');
  const asfObject = Buffer.from('000102030405060708090a0b0c0d0e0f1800000000000000', 'hex');
  const zipEntry = Buffer.concat([
    Buffer.from('504b03040a0000000000', 'hex'),
    Buffer.alloc(16),
    Buffer.from('01000000', 'hex'),
    Buffer.from('x'),
  ]);
  const nested = Buffer.concat(
    Array.from({ length: 20_000 }, (_, depth) => box(depth % 2 === 0 ? 'moov' : 'trak', 8 * (20_000 - depth))),
  );

  test.each<[string, Uint8Array]>([
    ['a million empty boxes', Buffer.concat([ftyp, repeat(box('free', 8), mega)])],
    ['a movie of a million tracks', Buffer.concat([ftyp, box('moov', 8 + mega), repeat(box('trak', 8), mega)])],
    ['boxes in boxes', Buffer.concat([ftyp, nested])],
    ['a box of 2^63 bytes', Buffer.concat([ftyp, box('moov', 1), repeat('\xff', 64)])],
    ['fragments that are none', Buffer.concat([ftyp, box('moov', 16), box('mvex', 8), repeat(box('moof', 8), mega)])],
    ['a Matroska of empty elements', Buffer.concat([mkv, endless, repeat(Buffer.from('ec80', 'hex'), mega)])],
    ['a Matroska of empty clusters', Buffer.concat([mkv, endless, repeat(Buffer.from('1f43b67580', 'hex'), mega)])],
    [
      'a Matroska element of 2^55 bytes',
      Buffer.concat([mkv, endless, Buffer.from('1549a96601fffffffffffffe', 'hex'), noise(5000)]),
    ],
    ['pages of no stream', repeat('OggS\0\x02', mega)],
    ['chunks of no length', Buffer.concat([Buffer.from('RIFF....WAVE'), repeat('fmt \0\0\0\0', mega)])],
    ['CAF chunks of no length', Buffer.concat([Buffer.from('caff\0\x01\0\0'), repeat('free\0\0\0\0\0\0\0\0', mega)])],
    ['tags in front of tags', repeat('ID3\x04\0\0\0\0\0\0', mega)],
    ['a tag larger than the file', Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f'), noise(5000)])],
    ['sync bytes only', repeat('\xff\xfb', mega)],
    ['an AIFF of tiny chunks', Buffer.concat([Buffer.from('FORM\0\x20\0\0AIFF'), repeat('ANNO\0\0\0\0', mega)])],
    ['a Matroska of elements in elements', Buffer.concat([mkv, endless, repeat(endlessTracks, mega)])],
    ['an Ogg of page heads', Buffer.concat([opusPage, repeat('OggS', mega)])],
    // A first page whose only packet ends in the middle of its STREAMINFO.
    [
      'an Ogg FLAC header of 30 bytes',
      Buffer.concat([
        Buffer.from('OggS\0\x02', 'latin1'),
        Buffer.alloc(20),
        Buffer.from([1, 30]),
        Buffer.from('\x7fFLAC', 'latin1'),
        Buffer.alloc(25),
      ]),
    ],
    ['an ASF of tiny objects', Buffer.concat([asf, repeat(asfObject, mega)])],
    ['a ZIP of empty files', repeat(zipEntry, mega)],
    ['a FLAC of empty blocks', Buffer.concat([Buffer.from('fLaC'), repeat('\x01\0\0\0', mega)])],
  ])('%s', async (name, bytes) => {
    const path = await files.put(`${name}.bin`, bytes);
    const facts = await factsOf(path);
    expect(facts.durationMs).toBeNull();
    expect(facts.bytes).toBeLessThanOrEqual(patient.bytes);
    expect(await cpuMsFor(path)).toBeLessThan(50);
  });

  test('when the time is up, the length is not known, and that is all', async () => {
    const path = await files.recording('speech-fa.m4a', 'slow.m4a');
    expect(await factsOf(path, { ...patient, ms: -1 })).toMatchObject({ durationMs: null, sound: null, film: null });
    expect(await factsOf(path, { ...patient, reads: 0 })).toMatchObject({ durationMs: null });
  });

  const names = Object.keys(known);
  test.each(Array.from({ length: 50 }, (_, seed) => [seed]))('a damaged recording, seed %i', async (seed) => {
    const random = seeded(seed);
    const name = names[Math.floor(random() * names.length)] ?? '';
    let bytes = Buffer.from(await fixture(name));
    for (let count = 1 + Math.floor(random() * 30); count > 0; count--) {
      // Mostly the header, where the lengths are; mostly extremes, as lengths go wrong.
      const at = Math.floor(random() * Math.min(bytes.length, random() < 0.8 ? 600 : 1e9));
      bytes[at] = random() < 0.6 ? (random() < 0.5 ? 0xff : 0) : Math.floor(random() * 256);
    }
    if (random() < 0.4) bytes = bytes.subarray(0, Math.ceil(random() * bytes.length));
    const path = await files.put(`damaged-${seed}-${name}`, bytes);
    const { durationMs, bytes: read } = await factsOf(path);
    expect(durationMs === null || (Number.isInteger(durationMs) && durationMs > 0)).toBe(true);
    expect(read).toBeLessThanOrEqual(patient.bytes);
    expect(await cpuMsFor(path)).toBeLessThan(50);
  });
});
