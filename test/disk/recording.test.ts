import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import {
  appendFile,
  chmod,
  open,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { expect, test } from 'vitest';
import { troubleOf } from '../../electron/disk/errno';
import { type OpenedRecording, openRecording } from '../../electron/disk/recording';
import { slotBytes, slotCount } from '../../electron/disk/slots';
import { longAgo, noise, place, startReaders } from './place';

const files = await place();
const readers = startReaders();
// More than all slots hold; a slot that was taken for another would show, as nothing comes again at its length.
const content = Buffer.alloc((slotCount + 2) * slotBytes + 700_000, noise(700_001));
const sha = createHash('sha256').update(content).digest('hex');
const later = new Date(longAgo.getTime() + 60_000);
const posix = process.platform !== 'win32';

async function opened(path: string): Promise<OpenedRecording> {
  const { size, mtimeMs } = await stat(path);
  const result = await openRecording(readers, path, { size, mtimeMs });
  if (result.kind !== 'opened') throw new Error(`not opened: ${result.code}`);
  return result.recording;
}

/** What is left of it, as far as it goes. */
async function readAll(recording: OpenedRecording): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (;;) {
    const bytes = await recording.next();
    if (bytes.length === 0) return Buffer.concat(parts);
    // A copy: they are good until the next come.
    parts.push(bytes.slice());
  }
}

/** Once it has been answered, everything that was asked for before has been read. */
const readAhead = (recording: OpenedRecording) => recording.verify();

test('every byte and its SHA-256 come out, and the file verifies', async () => {
  const recording = await opened(await files.put('whole.m4a', content));
  expect(recording.size).toBe(content.length);
  expect(recording.digest()).toBeNull();
  // Compared as buffers: toEqual walks typed arrays element by element, for seconds.
  expect((await readAll(recording)).equals(content)).toBe(true);
  expect(recording.digest()).toBe(sha);
  expect((await recording.next()).length).toBe(0);
  expect(recording.digest()).toBe(sha);
  expect(await recording.verify()).toBeNull();
  await recording.close();
  await recording.close();
});

test('bytes stay as they are until the next are asked for, although others are read meanwhile', async () => {
  const recording = await opened(await files.put('stay.m4a', content));
  for (let position = 0; position < recording.size; ) {
    const bytes = await recording.next();
    await readAhead(recording);
    expect(content.subarray(position, position + bytes.length).equals(bytes)).toBe(true);
    position += bytes.length;
  }
  await recording.close();
});

test('a digest is only given once the last byte was handed out, not when it was read', async () => {
  const two = content.subarray(0, slotBytes + 1000);
  const recording = await opened(await files.put('two.m4a', two));
  expect((await recording.next()).length).toBe(slotBytes);
  await readAhead(recording);
  expect(recording.digest()).toBeNull();
  expect((await recording.next()).length).toBe(1000);
  expect(recording.digest()).toBe(createHash('sha256').update(two).digest('hex'));
  await recording.close();
});

test('one that is left half-way has no digest, and leaves nothing to the next that is read by its thread', async () => {
  const readersOfOne = startReaders();
  const path = await files.put('left.m4a', content);
  const { size, mtimeMs } = await stat(path);
  const open = async () => {
    const result = await openRecording(readersOfOne, path, { size, mtimeMs });
    if (result.kind !== 'opened') throw new Error(result.code);
    return result.recording;
  };
  const left = await open();
  await left.next();
  await left.close();
  expect((await left.next()).length).toBe(0);
  expect(left.digest()).toBeNull();
  const whole = await open();
  expect((await readAll(whole)).equals(content)).toBe(true);
  expect(whole.digest()).toBe(sha);
  await whole.close();
});

test('case 21: what grew after the drop, or while it was sent, is not the file that was queued', async () => {
  const path = await files.put('grew.m4a', content);
  const { size, mtimeMs } = await stat(path);
  const recording = await opened(path);
  await appendFile(path, 'more');
  expect((await readAll(recording)).equals(content)).toBe(true);
  expect(await recording.verify()).toBe('file-changed');
  await recording.close();
  expect(await openRecording(readers, path, { size, mtimeMs })).toMatchObject({
    kind: 'trouble',
    trouble: 'file-changed',
  });
});

test('case 21: what grew is found out, even if its old time was put back', async () => {
  const path = await files.put('grew-quietly.m4a', content);
  const recording = await opened(path);
  await readAll(recording);
  await appendFile(path, 'more');
  await utimes(path, longAgo, longAgo);
  expect(await recording.verify()).toBe('file-changed');
  await recording.close();
});

test.runIf(process.platform === 'linux')(
  'what was closed, or is not what was queued, keeps no descriptor',
  async () => {
    const path = await files.put('let-go.m4a', content);
    const { size, mtimeMs } = await stat(path);
    const heldOpen = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          // The one that the list itself was read through.
          return false;
        }
      }).length;
    const recording = await opened(path);
    await recording.next();
    expect(heldOpen()).toBe(1);
    await recording.close();
    expect(heldOpen()).toBe(0);
    expect((await openRecording(readers, path, { size: size + 1, mtimeMs })).kind).toBe('trouble');
    expect(heldOpen()).toBe(0);
  },
);

test('the thread that found another file than was queued is free for the next, and ends when nobody needs it', async () => {
  const own = startReaders({ idleMs: 1 });
  const path = await files.put('another.m4a', content);
  expect((await openRecording(own, path, { size: 1, mtimeMs: 1 })).kind).toBe('trouble');
  while (!own.haveEnded()) await new Promise((resolve) => setImmediate(resolve));
});

test('case 21: what shrank while it was sent ends early and is not verified', async () => {
  const path = await files.put('shrank.m4a', content);
  const recording = await opened(path);
  await truncate(path, 300_000);
  expect((await readAll(recording)).length).toBe(300_000);
  expect((await recording.next()).length).toBe(0);
  expect(recording.digest()).toBeNull();
  expect(await recording.verify()).toBe('file-changed');
  await recording.close();
});

test('case 22: bytes changed in place with the same size are seen by the time of the change', async () => {
  const path = await files.put('in-place.m4a', content);
  const { size, mtimeMs } = await stat(path);
  const recording = await opened(path);
  await readAll(recording);
  await writeFile(path, noise(content.length, 2));
  await utimes(path, later, later);
  expect(await recording.verify()).toBe('file-changed');
  await recording.close();
  expect(await openRecording(readers, path, { size, mtimeMs })).toMatchObject({
    kind: 'trouble',
    code: 'MTIME_CHANGED',
  });
});

test.runIf(posix)('case 22: a writer that puts the old time back is found out by reading again', async () => {
  const path = await files.put('stealthy.m4a', content);
  const recording = await opened(path);
  await readAll(recording);
  const changedAt = async () => (await stat(path, { bigint: true })).ctimeNs;
  const before = await changedAt();
  // The file system's clock moves in steps of some ms; a change within the first step would leave no trace.
  while ((await changedAt()) === before) {
    const handle = await open(path, 'r+');
    await handle.write(Uint8Array.of((content[1000] ?? 0) ^ 1), 0, 1, 1000);
    await handle.close();
    await utimes(path, longAgo, longAgo);
  }
  expect(await recording.verify()).toBe('file-changed');
  await recording.close();
});

test.runIf(posix)(
  'case 23: deleted, renamed or replaced while open, the file that was opened is sent to its end',
  async () => {
    for (const how of ['deleted', 'renamed', 'replaced']) {
      const path = await files.put(`${how}.m4a`, content);
      const recording = await opened(path);
      const first = (await recording.next()).length;
      await readAhead(recording);
      if (how === 'renamed') await rename(path, files.at('elsewhere.m4a'));
      else await rm(path);
      if (how === 'replaced') await files.put(`${how}.m4a`, noise(content.length, 3));
      expect((await readAll(recording)).equals(content.subarray(first))).toBe(true);
      expect(recording.digest()).toBe(sha);
      expect(await recording.verify()).toBeNull();
      await recording.close();
    }
  },
);

test.runIf(posix)('case 22: while it is read again, a recording says that it gets on', async () => {
  const path = await files.put('again.m4a', Buffer.alloc(9 * 1024 * 1024, content));
  const recording = await opened(path);
  await readAll(recording);
  const changedAt = async () => (await stat(path, { bigint: true })).ctimeNs;
  const before = await changedAt();
  while ((await changedAt()) === before) await chmod(path, 0o600);
  let parts = 0;
  const onProgress = () => {
    parts += 1;
  };
  expect(await recording.verify(onProgress)).toBeNull();
  expect(parts).toBe(2);
  await recording.close();
});

test('case 23: another file under the same path is not opened for the old key', async () => {
  const path = await files.put('swap.m4a', content);
  const { size, mtimeMs } = await stat(path);
  await rm(path);
  expect(await openRecording(readers, path, { size, mtimeMs })).toEqual({
    kind: 'trouble',
    trouble: 'file-missing',
    code: 'ENOENT',
  });
  await files.put('swap.m4a', content, later);
  expect(await openRecording(readers, path, { size, mtimeMs })).toMatchObject({
    kind: 'trouble',
    trouble: 'file-changed',
  });
});

test('a time that lost its fraction on the way through the store is still the same time', async () => {
  const path = await files.put('fraction.m4a', content, new Date(longAgo.getTime() + 0.75));
  const { size, mtimeMs } = await stat(path);
  const result = await openRecording(readers, path, { size, mtimeMs: Math.floor(mtimeMs) });
  expect(result.kind).toBe('opened');
  if (result.kind === 'opened') await result.recording.close();
});

test('case 16: an empty file is not sent, even if a full one was queued', async () => {
  const path = await files.put('empty.m4a', '');
  const expected = { size: 10, mtimeMs: longAgo.getTime() };
  expect(await openRecording(readers, path, expected)).toMatchObject({ kind: 'trouble', trouble: 'empty-file' });
});

test('case 29: a folder and a path through a file are trouble, not errors', async () => {
  const expected = { size: 1, mtimeMs: 0 };
  const file = await files.put('a-file', 'x');
  expect(await openRecording(readers, files.folder, expected)).toMatchObject({ trouble: 'file-unreadable' });
  expect(await openRecording(readers, `${file}/below`, expected)).toMatchObject({ trouble: 'file-missing' });
  expect(await openRecording(readers, `${files.folder}/nul\0.m4a`, expected)).toMatchObject({ kind: 'trouble' });
});

test.runIf(posix)('cases 27, 28: pipes, devices and links to them neither block nor are read', async () => {
  execFileSync('mkfifo', [files.at('pipe')]);
  await symlink('/dev/zero', files.at('zero.m4a'));
  const expected = { size: 1, mtimeMs: 0 };
  const paths = ['pipe', 'pipe', 'pipe', 'pipe', 'zero.m4a'].map(files.at).concat('/dev/zero');
  const results = await Promise.all(paths.map((path) => openRecording(readers, path, expected)));
  for (const result of results) {
    expect(result).toEqual({ kind: 'trouble', trouble: 'file-unreadable', code: 'NOT_A_FILE' });
  }
  // With four opens hanging in libuv's pool this would never come back.
  expect((await readFile(await files.put('after.txt', 'ok'))).toString()).toBe('ok');
});

test('case 14: more than 4 GiB: exact size, readable to the last byte', async () => {
  const size = 4 * 2 ** 30 + 123;
  const path = await files.put('sparse.wav', 'RF64');
  await truncate(path, size - 4);
  await appendFile(path, 'last');
  const recording = await opened(path);
  expect(recording.size).toBe(size);
  let position = 0;
  let end = '';
  for (let bytes = await recording.next(); bytes.length > 0; bytes = await recording.next()) {
    position += bytes.length;
    end = Buffer.from(bytes.slice(-4)).toString();
  }
  expect(position).toBe(size);
  expect(end).toBe('last');
  expect(recording.digest()).toMatch(/^[0-9a-f]{64}$/);
  expect(await recording.verify()).toBeNull();
  await recording.close();
  await rm(path);
}, 60_000);

test.each([
  ['ENOENT', 'file-missing'],
  ['ENOTDIR', 'file-missing'],
  ['ENODEV', 'file-missing'],
  ['ESTALE', 'file-missing'],
  ['EHOSTDOWN', 'file-missing'],
  ['EACCES', 'file-unreadable'],
  ['EPERM', 'file-unreadable'],
  ['EIO', 'file-unreadable'],
  ['UNKNOWN', 'file-unreadable'],
] as const)('cases 24, 25, 33: %s is %s', (code, trouble) => {
  expect(troubleOf(code)).toBe(trouble);
});
