import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { StoreDisk } from '../../electron/store/disk';
import { type FolderMemory, folderMemories } from '../../electron/store/folder-memory';
import { seal } from '../../electron/store/generation-format';
import { SCHEMA_VERSION } from '../../electron/store/migrations';
import { filesIn, folder, quarantined, quickDisk, systemError } from './builders';

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

test('what cannot be read is put aside, and not written over', async () => {
  const directory = folder();
  const memories = memoriesIn(directory);
  await memories.write('w', memory);
  const file = path.join(directory, 'watched', 'w.json');
  for (const bytes of [readFileSync(file).subarray(0, 90), seal([Buffer.from('{"names":[]}')], 1, '0.1.0').bytes]) {
    writeFileSync(file, bytes);
    await memories.write('w', memory);
    expect(await memories.read('w')).toEqual(memory);
    expect(quarantined(directory).map((name) => readFileSync(path.join(directory, name)))).toContainEqual(bytes);
  }
});

test.each([
  ['in a form that can be read', JSON.stringify({ files: [], unread: ['later'] }), { files: [], unread: ['later'] }],
  ['in a form of its own', '{"names":{}}', null],
])('what a later version remembers, %s, is never written over', async (_, content, read) => {
  const directory = folder();
  const memories = memoriesIn(directory);
  await memories.write('w', memory);
  const later = seal([Buffer.from(content)], 1, '9.0.0', SCHEMA_VERSION + 1).bytes;
  writeFileSync(path.join(directory, 'watched', 'w.json'), later);
  const before = filesIn(directory);
  expect(await memories.read('w')).toEqual(read);
  await expect(memories.write('w', memory)).rejects.toMatchObject({ name: 'StoreError', code: 'newer-version' });
  expect(filesIn(directory)).toEqual(before);
});

test('what an earlier version remembered is read', async () => {
  const directory = folder();
  const memories = memoriesIn(directory);
  await memories.write('w', memory);
  const file = path.join(directory, 'watched', 'w.json');
  const { state } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, seal([Buffer.from(JSON.stringify(state))], 1, '0.0.1', 1).bytes);
  expect(await memories.read('w')).toEqual(memory);
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
