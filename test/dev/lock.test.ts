import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withLock } from '../../electron/dev/lock.mjs';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-lock-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

it('lets one work at a time, and leaves nothing behind', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside++;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
    return 'done';
  };
  const all = [1, 2, 3].map(() => withLock('a', work, { dir, pollMs: 1 }));
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
  expect(most).toBe(1);
  expect(fs.readdirSync(dir)).toEqual([]);
});

it('is free again after a failure', async () => {
  await expect(withLock('a', () => Promise.reject(new Error('no')), { dir })).rejects.toThrow('no');
  expect(await withLock('a', async () => 'done', { dir })).toBe('done');
});

it('takes over from a process that was killed', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  fs.writeFileSync(path.join(dir, 'a.lock'), String(pid));
  expect(await withLock('a', async () => 'done', { dir })).toBe('done');
});
