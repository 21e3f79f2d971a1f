import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { StoreDisk } from '../../electron/store/disk';
import { type FolderMemory, folderMemories } from '../../electron/store/folder-memory';
import { folder, quickDisk, systemError } from './builders';

const memory: FolderMemory = {
  files: [
    { path: '2026-11-30 Weekly/audio1.m4a', size: 5, mtimeMs: 1_234.567_8, ino: 2 ** 53, bornMs: 0 },
    { path: 'name "\\ \u202e جلسه.m4a', size: 0, mtimeMs: -1, ino: 0, bornMs: 7.25 },
  ],
  unread: ['locked'],
};

function memoriesIn(directory: string, disk: StoreDisk = quickDisk) {
  return folderMemories(directory, disk, '0.1.0', async () => {});
}

test('what is remembered of a folder is read back as it was, to the last digit, by another run', async () => {
  const directory = folder();
  await memoriesIn(directory).write('w', memory);
  expect(await memoriesIn(directory).read('w')).toEqual(memory);
  expect(await memoriesIn(directory).read('other')).toBeNull();
});

test('the next one takes its place whole, and leaves nothing beside it', async () => {
  const directory = folder();
  const memories = memoriesIn(directory);
  await memories.write('w', memory);
  await memories.write('w', { files: [], unread: [] });
  expect(await memories.read('w')).toEqual({ files: [], unread: [] });
  expect(readdirSync(path.join(directory, 'watched'))).toEqual(['w.json']);
  await memories.remove('w');
  expect(await memories.read('w')).toBeNull();
  await memories.remove('w');
});

test('damage is told from nothing new: it is no memory', async () => {
  const directory = folder();
  const memories = memoriesIn(directory);
  await memories.write('w', memory);
  const file = path.join(directory, 'watched', 'w.json');
  const bytes = readFileSync(file);
  for (const at of [0, 10, bytes.length >> 1, bytes.length - 2]) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8((damaged[at] ?? 0) ^ 1, at);
    writeFileSync(file, damaged);
    expect(await memories.read('w')).toBeNull();
  }
  for (const length of [0, 5, bytes.length - 1]) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(await memories.read('w')).toBeNull();
  }
  await mkdir(path.join(directory, 'watched', 'x.json'));
  expect(await memories.read('x')).toBeNull();
});

test.each(['ENOSPC', 'EIO', 'EROFS'])('a disk that says %s is told, and what was there stands', async (code) => {
  const directory = folder();
  await memoriesIn(directory).write('w', memory);
  const failing = memoriesIn(directory, {
    ...quickDisk,
    syncAndRead: () => Promise.reject(systemError(code)),
  });
  await expect(failing.write('w', { files: [], unread: [] })).rejects.toMatchObject({ name: 'StoreError' });
  expect(await memoriesIn(directory).read('w')).toEqual(memory);
  const dead = memoriesIn(directory, { ...quickDisk, identity: () => Promise.reject(systemError(code)) });
  await expect(dead.read('w')).rejects.toMatchObject({ name: 'StoreError' });
});
