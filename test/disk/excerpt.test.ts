import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { appendFile, rm, stat, symlink, utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Readers } from '../../electron/disk/readers';
import { openRecording, readExcerpt, usualDeadlines } from '../../electron/disk/recording';
import { longAgo, noise, place, startReaders } from './place';

const files = await place();
const readers = startReaders();
const content = noise(1_000_000);

async function recording(name: string) {
  const path = await files.put(name, content);
  const { size, mtimeMs } = await stat(path);
  const read = (position: number, length: number) =>
    readExcerpt(readers, path, { size, mtimeMs }, { position, length });
  return { path, read };
}

test.each([
  [0, 10],
  [999_999, 1],
  [123_456, 700_000],
  [0, 1_000_000],
  [500, 0],
])('from %d on, %d bytes', async (position, length) => {
  const { read } = await recording(`at ${position}.m4a`);
  const excerpt = await read(position, length);
  if (excerpt.kind !== 'bytes') throw new Error(excerpt.code);
  expect(Buffer.from(excerpt.bytes).equals(content.subarray(position, position + length))).toBe(true);
});

test('nothing is held open between two of them', async () => {
  const { path, read } = await recording('closed.m4a');
  await read(0, 100);
  if (process.platform !== 'linux') return;
  const open = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  expect(open).not.toContain(path);
});

test.each<[string, (path: string) => Promise<unknown>, string]>([
  ['case 23: another size', (path) => appendFile(path, 'more'), 'file-changed'],
  ['case 22: another time', (path) => utimes(path, longAgo, new Date(longAgo.getTime() + 5_000)), 'file-changed'],
  ['case 24: gone', (path) => rm(path), 'file-missing'],
])('%s: no byte of it', async (name, change, trouble) => {
  const { path, read } = await recording(`${name}.m4a`);
  expect((await read(0, 10)).kind).toBe('bytes');
  await change(path);
  expect(await read(10, 10)).toMatchObject({ kind: 'trouble', trouble });
});

test('an upload of the same file is not disturbed, nor is it found to have changed', async () => {
  const { path, read } = await recording('sent-and-played.m4a');
  const { size, mtimeMs } = await stat(path);
  const opened = await openRecording(readers, path, { size, mtimeMs });
  if (opened.kind !== 'opened') throw new Error(opened.code);
  const first = read(500_000, 1000);
  for (let left = size; left > 0; ) left -= (await opened.recording.next()).length;
  expect((await first).kind).toBe('bytes');
  expect((await read(0, 1000)).kind).toBe('bytes');
  expect(await opened.recording.verify()).toBeNull();
  expect(opened.recording.digest()).toBe(createHash('sha256').update(content).digest('hex'));
  await opened.recording.close();
});

test('case 26: a disk that does not answer is not waited for', async () => {
  const silent = new URL('data:text/javascript,setInterval(()=>{},1000)');
  const held = new Readers(silent, () => {});
  const nothing = { size: 1, mtimeMs: 1 };
  const stretch = { position: 0, length: 1 };
  const deadlines = { ...usualDeadlines, stepMs: 50 };
  expect(await readExcerpt(held, '/dead/share.m4a', nothing, stretch, deadlines)).toEqual({
    kind: 'trouble',
    trouble: 'file-missing',
    code: 'ETIMEDOUT',
  });
  await held.stop();
});

test.skipIf(process.platform === 'win32')('cases 27, 28: a pipe or a device in its place is never read', async () => {
  const { path, read } = await recording('was-a-file.m4a');
  await rm(path);
  execFileSync('mkfifo', [path]);
  expect(await read(0, 10)).toMatchObject({ kind: 'trouble', code: 'NOT_A_FILE' });
  await rm(path);
  await symlink('/dev/zero', path);
  expect(await read(0, 10)).toMatchObject({ kind: 'trouble', code: 'NOT_A_FILE' });
});
