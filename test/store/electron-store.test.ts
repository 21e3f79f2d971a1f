// The real electron-store in plain Node. Its `electron` is the npm package of that name, which exports the path of a binary: with this
// variable set it does not look for one. electron-store takes nothing from it when it is told a folder.

import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { electronStoreDisk, nodeDisk, type StoreDisk } from '../../electron/store/disk';
import { readState } from '../../electron/store/state-store';
import { openVault } from '../../electron/store/vault';
import { add, folder, numbers, openIn } from './builders';

vi.hoisted(() => {
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= 'no-electron-here';
});

let disk: StoreDisk;
beforeAll(async () => {
  disk = await electronStoreDisk();
});

describe('electron-store as the writer', () => {
  test('writes what it is told, byte for byte, for its owner only', () => {
    const file = path.join(folder(), 'new', 'state-a.json');
    const text = '{"a":"لُب 🎙️ \\u0000"}';
    disk.write(file, Buffer.from(text));
    expect(readFileSync(file, 'utf8')).toBe(text);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('writes in place: no temporary file, no rename, whatever was in the file before', () => {
    const directory = folder();
    const file = path.join(directory, 'state-a.json');
    disk.write(file, Buffer.from('not json'));
    const { ino } = statSync(file);
    disk.write(file, Buffer.from('{"shorter":1}'));
    expect(statSync(file).ino).toBe(ino);
    expect(readFileSync(file, 'utf8')).toBe('{"shorter":1}');
    expect(readdirSync(directory)).toEqual(['state-a.json']);
  });

  test('leaves the environment as it was, also when it fails', () => {
    const file = path.join(folder(), 'state-a.json');
    mkdirSync(file);
    for (const before of [undefined, 'a snap']) {
      vi.stubEnv('SNAP', before);
      expect(() => disk.write(file, Buffer.from('{}'))).toThrow(expect.objectContaining({ code: 'EISDIR' }));
      expect(process.env.SNAP).toBe(before);
      vi.unstubAllEnvs();
    }
  });

  test('nothing of a token stays in memory of the writer: it is handed over for one write', async () => {
    const directory = folder();
    const crypto = { canEncrypt: () => false, encrypt: () => Buffer.alloc(0), decrypt: () => '' };
    const vault = openVault({ directory, crypto, disk });
    await vault.save('lob_plain_token_of_a_test_1234', 'plain');
    disk.write(path.join(directory, 'other.json'), Buffer.from('{}'));
    expect(readFileSync(path.join(directory, 'other.json'), 'utf8')).toBe('{}');
    expect(vault.load()).toEqual({ kind: 'secret', secret: 'lob_plain_token_of_a_test_1234', storage: 'plain' });
  });
});

describe.each([
  ['electron-store', () => disk],
  ['Node alone', () => nodeDisk],
])('a store on %s', (_, diskOf) => {
  test('commits, starts again, goes on', async () => {
    const directory = folder();
    for (let n = 1; n <= 5; n += 1) {
      const store = await openIn(directory, { disk: diskOf() });
      expect(store.notices()).toEqual([]);
      expect(store.revision()).toBe(n - 1);
      await store.commit(add(n));
    }
    expect(numbers(readState(directory))).toEqual([1, 2, 3, 4, 5]);
  });

  test('the files of both are the same', async () => {
    const [ours, other] = [folder(), folder()];
    await (await openIn(ours, { disk: diskOf() })).commit(add(1));
    await (await openIn(other, { disk: nodeDisk })).commit(add(1));
    expect(readFileSync(path.join(ours, 'state-a.json'))).toEqual(readFileSync(path.join(other, 'state-a.json')));
  });
});
