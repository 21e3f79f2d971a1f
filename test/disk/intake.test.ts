import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { appendFile, chmod, mkdir, open, readFile, realpath, stat, symlink, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { inspect } from '../../electron/disk/intake';
import type { Inspection } from '../../electron/disk/look';
import { openRecording } from '../../electron/disk/recording';
import { fixture, longAgo, noise, now, patient, place, startReaders } from './place';

const files = await place();
const readers = startReaders();
const posix = process.platform !== 'win32';
const root = process.getuid?.() === 0;
/** Writes what the header of a WAV says of the lengths of the file and its sound. */
function wavSizes(bytes: Buffer, riff: number, data: number): void {
  bytes.writeUInt32LE(riff, 4);
  bytes.writeUInt32LE(data, bytes.indexOf('data') + 4);
}
const look = (path: string, seen: (Inspection & { kind: 'later' })['seen'] = null) =>
  inspect(readers, path, { now, seen, budget: patient });

describe('what people bring is taken, whatever it is called, with a type from our own list', () => {
  test.each([
    ['speech-fa.m4a', 'audio/mp4'],
    ['speech-en-isom.m4a', 'audio/mp4'],
    ['speech-en-moov-first.m4a', 'audio/mp4'],
    ['speech-en-fragments.m4a', 'audio/mp4'],
    ['speech-fa.aac', 'audio/aac'],
    ['speech-fa-cbr.mp3', 'audio/mpeg'],
    ['speech-en-cbr-no-xing.mp3', 'audio/mpeg'],
    ['speech-en-vbr.mp3', 'audio/mpeg'],
    ['speech-fa-opus.ogg', 'audio/ogg'],
    ['speech-fa.oga', 'audio/ogg'],
    ['speech-en.opus', 'audio/ogg'],
    ['speech-en-vorbis.ogg', 'audio/ogg'],
    ['speech-en-speex.ogg', 'audio/ogg'],
    ['speech-en-flac.oga', 'audio/ogg'],
    ['speech-en.flac', 'audio/flac'],
    ['speech-fa.wav', 'audio/wav'],
    ['speech-en-rf64.wav', 'audio/wav'],
    ['speech-en.aiff', 'audio/aiff'],
    ['speech-en.wma', 'audio/x-ms-wma'],
    ['speech-fa.amr', 'audio/amr'],
    ['speech-en-ima4.caf', 'audio/x-caf'],
    ['speech-fa.3gp', 'audio/3gpp'],
    ['speech-fa.webm', 'audio/webm'],
    ['screen-with-voice.webm', 'video/webm'],
    ['screen-with-voice.mkv', 'video/x-matroska'],
    ['screen-with-voice.mov', 'video/quicktime'],
    ['screen-with-voice.mp4', 'video/mp4'],
    ['screen-with-voice.3gp', 'video/3gpp'],
    ['screen-with-voice.wmv', 'video/x-ms-wmv'],
  ])('cases 11, 13, 19: %s is %s', async (name, contentType) => {
    const path = await files.recording(name);
    const size = (await fixture(name)).length;
    expect(await look(path)).toMatchObject({
      kind: 'recording',
      path,
      file: { size, mtimeMs: longAgo.getTime(), contentType },
    });
    const nameless = await files.recording(name, `${name}.dat`);
    expect(await look(nameless)).toMatchObject({ kind: 'recording' });
  });

  test.each([
    '会議🎙️.m4a',
    'جلسهٔ هفتگی ۱۴۰۵.m4a',
    'x\u202Ea4m.exe',
    'a"b.m4a',
    posix ? 'a\r\nContent-Type: x.m4a' : 'a b.m4a',
    posix ? ' foo .m4a ' : 'foo.m4a',
    posix ? 'foo.m4a.' : 'foo.m4a',
    posix ? '. .' : '.m4a',
    'foo .m4a',
    '.hidden',
    '\u0646\u0627\u0645'.normalize('NFD'),
    '<img src=x onerror=alert(1)>.m4a'.replace(/[<>]/g, posix ? '$&' : ''),
    `${'ن'.repeat(125)}.m4a`,
  ])('cases 1 to 8: a file named %j is judged by its bytes alone, and keeps its exact name', async (name) => {
    const path = await files.recording('speech-fa.m4a', name);
    const { size } = await stat(path);
    const looked = await look(path);
    expect(looked).toMatchObject({ kind: 'recording', path, file: { size, contentType: 'audio/mp4' } });
    const opened = await openRecording(readers, path, { size, mtimeMs: longAgo.getTime() });
    expect(opened.kind).toBe('opened');
    if (opened.kind === 'opened') await opened.recording.close();
  });

  // Elsewhere both names are one file.
  test.runIf(process.platform === 'linux')(
    'case 6: names that differ only in how they are composed are two files',
    async () => {
      const [composed, decomposed] = ['caf\u00e9.m4a', 'cafe\u0301.m4a'] as const;
      const first = await files.recording('speech-fa.m4a', composed);
      const second = await files.recording('speech-en.opus', decomposed);
      expect(await look(first)).toMatchObject({ path: first, file: { contentType: 'audio/mp4' } });
      expect(await look(second)).toMatchObject({ path: second, file: { contentType: 'audio/ogg' } });
    },
  );

  test('case 11: sound in an MP4 is audio/mp4; a film that calls itself .m4a is too', async () => {
    expect(await look(await files.recording('speech-en-isom.m4a', 'call.mp4'))).toMatchObject({
      file: { contentType: 'audio/mp4' },
    });
    expect(await look(await files.recording('screen-with-voice.mp4', 'film.m4a'))).toMatchObject({
      file: { contentType: 'audio/mp4' },
    });
    expect(await look(await files.recording('screen-with-voice.mp4', 'film.mp3'))).toMatchObject({
      file: { contentType: 'video/mp4' },
    });
  });

  test('case 19: wide-band AMR, which needs no encoder to be made', async () => {
    const frame = Uint8Array.from({ length: 61 }, (_, index) => (index === 0 ? 8 << 3 : 0x55));
    const bytes = Buffer.concat([Buffer.from('#!AMR-WB\n'), ...Array.from({ length: 100 }, () => frame)]);
    expect(await look(await files.put('wide.awb', bytes))).toMatchObject({
      file: { contentType: 'audio/amr-wb', durationMs: 2000 },
    });
  });

  // What a recorder leaves behind that was killed, or that wrote to a pipe and could not go back to its header.
  test.each<[string, string, (bytes: Buffer) => void]>([
    ['WAV, nothing filled in', 'speech-fa.wav', (bytes) => wavSizes(bytes, 0, 0)],
    ['WAV, all ones', 'speech-fa.wav', (bytes) => wavSizes(bytes, 0xffffffff, 0xffffffff)],
    ['WAV, of a second ago', 'speech-fa.wav', (bytes) => wavSizes(bytes, 8_036, 8_000)],
    ['WAV, larger than the file', 'speech-fa.wav', (bytes) => wavSizes(bytes, 9_000_036, 9_000_000)],
    ['RF64 without its sizes', 'speech-en-rf64.wav', (bytes) => bytes.fill(0, 20, 36)],
    ['AIFF', 'speech-en.aiff', (bytes) => bytes.writeUInt32BE(0, 4)],
    [
      'CAF of unknown length',
      'speech-en-ima4.caf',
      (bytes) => bytes.fill(0xff, bytes.indexOf('data') + 4, bytes.indexOf('data') + 12),
    ],
  ])('case 15: a header whose sizes are wrong is not trusted: %s', async (what, name, spoil) => {
    const bytes = Buffer.from(await fixture(name));
    spoil(bytes);
    const path = await files.put(`${what}.dat`, bytes);
    expect(await look(path)).toMatchObject({ kind: 'recording', file: { size: bytes.length } });
    const opened = await openRecording(readers, path, { size: bytes.length, mtimeMs: longAgo.getTime() });
    expect(opened).toMatchObject({ kind: 'opened', recording: { size: bytes.length } });
    if (opened.kind === 'opened') await opened.recording.close();
  });

  test('an mp3 that begins with junk is taken if it is called one', async () => {
    const bytes = Buffer.concat([new Uint8Array(3000), await fixture('speech-en-cbr-no-xing.mp3')]);
    expect(await look(await files.put('junk.mp3', bytes))).toMatchObject({ file: { contentType: 'audio/mpeg' } });
    expect(await look(await files.put('junk.bin', bytes))).toEqual({ kind: 'refused', reason: 'not-audio' });
  });

  test('a cover of megabytes in front does not hide the sound', async () => {
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0'), Uint8Array.of(1, 0x40, 0, 0)]);
    const cover = new Uint8Array((1 << 21) + (0x40 << 14));
    const bytes = Buffer.concat([tag, cover, await fixture('speech-en-cbr-no-xing.mp3')]);
    expect(await look(await files.put('cover.mp3', bytes))).toMatchObject({
      file: { contentType: 'audio/mpeg', durationMs: 1692 },
    });
  });
});

describe('what is no recording is refused by its bytes', () => {
  const zip = '504b0304140000000800000021005f9e';
  test.each<[string, Uint8Array | string]>([
    ['page.m4a', '<!doctype html><html><body>Sign in to the network</body></html>'],
    ['farsi.m4a', 'این فقط یک متن است و نه یک فایل صوتی.'],
    ['tool.mp3', Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0'), noise(5000)])],
    ['photo.m4a', Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100', 'hex'), noise(5000)])],
    ['paper.wav', Buffer.concat([Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), noise(5000)])],
    ['archive.ogg', Buffer.concat([Buffer.from(zip, 'hex'), noise(5000)])],
    ['picture.aiff', Buffer.concat([Buffer.from('FORM\0\0\x10\0ILBMBMHD'), noise(5000)])],
    ['clip.wav', Buffer.concat([Buffer.from('RIFF\0\x10\0\0WEBPVP8 '), noise(5000)])],
    ['photo.heic', Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), noise(5000)])],
    ['noise.mp3', noise(2000, 9).map((byte) => (byte === 0xff ? 0 : byte))],
    ['zeros.wav', new Uint8Array(5000)],
    ['one-byte.mp3', 'x'],
  ])('case 34 and its kind: %s', async (name, bytes) => {
    expect(await look(await files.put(name, bytes))).toEqual({ kind: 'refused', reason: 'not-audio' });
  });

  test.each(['screen-silent.mp4', 'screen-silent.mov', 'screen-silent.mkv', 'screen-silent.webm', 'screen-silent.wmv'])(
    'a film without sound: %s',
    async (name) => {
      expect(await look(await files.recording(name))).toEqual({ kind: 'refused', reason: 'not-audio' });
    },
  );
});

describe('case 19: sound that is not on the list is declined, whatever is in it', () => {
  test.each<[string, string]>([
    ['tune.mid', '4d546864000000060001000100604d54726b'],
    ['film.ac3', '0b7789a114400f'],
    ['film.dts', '7ffe8001fc3c3ff0'],
    ['old.au', '2e736e640000001800001000000000010000'],
    ['music.ape', '4d4143206f0f00003400000018000000'],
    ['music.wv', '7776706b1804000004100000'],
    ['stream.ra', '2e7261fd000400002e726134'],
    ['stream.rm', '2e524d46000000120001'],
    ['music.mpc', '4d50434b5348'],
    ['music.dsf', '445344201c00000000000000'],
    ['dictated.ds2', '036473320000000000000000'],
    ['dictated.dss', '026473730000000000000000'],
    ['film.avi', '52494646001000004156492048454144'],
    ['film.flv', '464c5601050000000900000000'],
    ['list.m3u', Buffer.from('#EXTM3U\n#EXTINF:1,A\nhttp://example.invalid/a.mp3\n').toString('hex')],
  ])('%s', async (name, start) => {
    const sound = noise(5000).map((byte) => (byte === 0xff ? 0 : byte));
    const bytes = name.endsWith('.m3u') ? Buffer.from(start, 'hex') : Buffer.concat([Buffer.from(start, 'hex'), sound]);
    expect(await look(await files.put(name, bytes))).toEqual({ kind: 'refused', reason: 'not-audio' });
  });
});

describe('what is no file is refused before a byte of it is read', () => {
  test('case 16: zero bytes, however fresh', async () => {
    expect(await look(await files.put('zero.m4a', '', new Date(now)))).toEqual({
      kind: 'refused',
      reason: 'empty-file',
    });
  });

  test('case 29: a folder, also behind a link', async () => {
    await mkdir(files.at('folder.m4a'));
    expect(await look(files.at('folder.m4a'))).toEqual({ kind: 'refused', reason: 'folder' });
    if (!posix) return;
    await symlink(files.at('folder.m4a'), files.at('to-folder.m4a'));
    expect(await look(files.at('to-folder.m4a'))).toEqual({ kind: 'refused', reason: 'folder' });
  });

  test('case 10: NUL, a relative path and nothing at all are not found', async () => {
    const real = await files.recording('speech-fa.m4a', 'real.m4a');
    for (const path of [
      `${real}\0.m4a`,
      '\0',
      '',
      'real.m4a',
      './real.m4a',
      files.at('absent.m4a'),
      `${real}/below`,
      files.at('n'.repeat(300)),
    ]) {
      expect(await look(path)).toEqual({ kind: 'refused', reason: 'not-found' });
    }
  });

  test.runIf(posix)('case 27: four pipes do not block the pool', async () => {
    const pipes = ['p1', 'p2', 'p3', 'p4'].map((name) => files.at(`${name}.m4a`));
    execFileSync('mkfifo', pipes);
    const inspections = await Promise.all(pipes.map((path) => look(path)));
    expect(inspections).toEqual(pipes.map(() => ({ kind: 'refused', reason: 'not-a-file' })));
    expect((await readFile(await files.put('after.txt', 'ok'))).toString()).toBe('ok');
  });

  test.runIf(posix)('case 28: devices, sockets, and links to them', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(files.at('socket.m4a'), resolve));
    afterAll(() => server.close());
    await symlink('/dev/zero', files.at('to-zero.m4a'));
    const block = readdirSync('/dev').filter((name) =>
      statSync(`/dev/${name}`, { throwIfNoEntry: false })?.isBlockDevice(),
    );
    const disks = block.slice(0, 1).map((name) => `/dev/${name}`);
    for (const path of ['/dev/zero', '/dev/null', ...disks, files.at('socket.m4a'), files.at('to-zero.m4a')]) {
      expect(await look(path)).toEqual({ kind: 'refused', reason: 'not-a-file' });
    }
  });

  test.runIf(process.platform === 'linux')(
    'cases 27, 28: a pipe with something in it is not drained by a look',
    async () => {
      execFileSync('mkfifo', [files.at('full.m4a')]);
      const writer = await open(files.at('full.m4a'), 'r+');
      try {
        await writer.write('RIFF');
        expect(await look(files.at('full.m4a'))).toEqual({ kind: 'refused', reason: 'not-a-file' });
        const { buffer } = await writer.read(Buffer.alloc(10), 0, 10, null);
        expect(buffer.toString('latin1', 0, 4)).toBe('RIFF');
      } finally {
        await writer.close();
      }
    },
  );

  test.runIf(posix)(
    'links: to a recording they are resolved this once; in a circle or to nothing, not found',
    async () => {
      const path = await files.recording('speech-fa.m4a', 'target.m4a');
      await symlink('target.m4a', files.at('link.m4a'));
      await symlink('round-b', files.at('round-a'));
      await symlink('round-a', files.at('round-b'));
      await symlink('nowhere', files.at('dangling.m4a'));
      expect(await look(files.at('link.m4a'))).toMatchObject({ kind: 'recording', path: await realpath(path) });
      expect(await look(files.at('round-a'))).toEqual({ kind: 'refused', reason: 'not-found' });
      expect(await look(files.at('dangling.m4a'))).toEqual({ kind: 'refused', reason: 'not-found' });
    },
  );

  test.runIf(posix)('a recording in a folder that is reached by a link stays where its user knows it', async () => {
    await mkdir(files.at('behind'));
    await files.recording('speech-fa.m4a', 'behind/linked.m4a');
    await symlink('behind', files.at('shortcut'));
    const path = files.at('shortcut/linked.m4a');
    expect(await look(path)).toMatchObject({ kind: 'recording', path });
  });

  // root may read everything, so it looks as somebody else for a moment.
  test.runIf(posix && (!root || process.seteuid !== undefined))(
    'case 33: no permission, for the file or for its folder',
    async () => {
      const closed = await files.recording('speech-fa.m4a', 'closed.m4a');
      await mkdir(files.at('closed'));
      const inside = await files.recording('speech-fa.m4a', 'closed/inside.m4a');
      await chmod(files.folder, 0o755);
      await chmod(closed, 0o000);
      await chmod(files.at('closed'), 0o000);
      if (root) process.seteuid?.(65_534);
      try {
        expect(await look(closed)).toEqual({ kind: 'refused', reason: 'unreadable' });
        expect(await look(inside)).toEqual({ kind: 'refused', reason: 'unreadable' });
      } finally {
        if (root) process.seteuid?.(0);
        await chmod(files.at('closed'), 0o755);
      }
    },
  );
});

describe('case 20: a recording that is still being written', () => {
  test('waits until it looks the same twice, and is then taken as it is', async () => {
    const path = await files.recording('speech-fa.m4a', 'live.m4a', new Date(now - 100));
    const first = await look(path);
    expect(first).toMatchObject({ kind: 'later', why: 'growing', seen: { at: now, mtimeMs: now - 100 } });
    const seen = first.kind === 'later' ? first.seen : null;
    await appendFile(path, new Uint8Array(8));
    await utimes(path, new Date(now + 900), new Date(now + 900));
    const second = await inspect(readers, path, { now: now + 1000, seen });
    expect(second).toMatchObject({ kind: 'later', why: 'growing', seen: { at: now + 1000, mtimeMs: now + 900 } });
    const third = await inspect(readers, path, {
      now: now + 3000,
      seen: second.kind === 'later' ? second.seen : null,
    });
    expect(third).toMatchObject({ kind: 'recording', file: { mtimeMs: now + 900 } });
  });

  test('an open header is waited for longer: a recorder that buffers writes seldom', async () => {
    const path = await files.recording('speech-fa.wav', 'open.wav', new Date(now - 11_000));
    await appendFile(path, new Uint8Array(6_000));
    await utimes(path, new Date(now - 11_000), new Date(now - 11_000));
    expect(await look(path)).toMatchObject({ kind: 'later', why: 'growing' });
    expect(await inspect(readers, path, { now: now + 2_000 })).toMatchObject({ kind: 'recording' });
  });

  test('has no header yet: not judged before it is done; a page that was just saved is', async () => {
    const unwritten = await files.put('preallocated.m4a', new Uint8Array(5000), new Date(now));
    expect(await look(unwritten)).toMatchObject({ kind: 'later', why: 'growing' });
    const page = await files.put('saved.m4a', '<!doctype html><html></html>', new Date(now));
    expect(await look(page)).toEqual({ kind: 'refused', reason: 'not-audio' });
  });
});

test('case 31: 500 files at once are all looked at, a few at a time', async () => {
  const bytes = await fixture('speech-en.opus');
  const paths: string[] = [];
  for (let count = 0; count < 500; count++) paths.push(await files.put(`many-${count}.opus`, bytes));
  const descriptors = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const before = descriptors();
  let most = 0;
  const inspections = await Promise.all(
    paths.map(async (path) => {
      const inspection = await look(path);
      most = Math.max(most, descriptors() - before);
      return inspection;
    }),
  );
  expect(inspections.every(({ kind }) => kind === 'recording')).toBe(true);
  expect(most).toBeLessThan(20);
  expect(descriptors()).toBeLessThanOrEqual(before + 1);
});

test('cases 24 to 26: where no thread is to be had, what was seen before is kept for the next look', async () => {
  const own = startReaders();
  await own.stop();
  const seen = { size: 5, mtimeMs: 1, at: now };
  const path = await files.recording('speech-fa.m4a', 'unanswered.m4a');
  expect(await inspect(own, path, { now, seen })).toEqual({ kind: 'later', why: 'no-answer', seen });
  expect(await inspect(own, path, { now })).toEqual({ kind: 'later', why: 'no-answer', seen: null });
});
