// Cases 24 to 26 for real: calls of the system that do not come back, in a process of their own.

import { execFile, execFileSync } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { bundle } from '../store/bundle';
import { place } from './place';

const files = await place();
let child = '';
let deadDisk = '';

beforeAll(async () => {
  if (process.platform !== 'linux') return;
  deadDisk = files.at('dead-disk.so');
  execFileSync('gcc', ['-shared', '-fPIC', '-o', deadDisk, path.join(import.meta.dirname, 'dead-disk.c'), '-ldl']);
  child = await bundle(path.join(import.meta.dirname, 'dead-disk-child.ts'), files.at('child'));
}, 30_000);

/** Plays a scene of dead-disk-child.ts on files of these names, and returns what it printed. */
async function play(scene: string, names: readonly string[]): Promise<unknown> {
  const folder = files.at(scene);
  await mkdir(path.join(folder, 'other'), { recursive: true });
  const recording = await files.recording('speech-fa.m4a');
  for (const name of ['good.m4a', 'other/good.m4a', ...names]) await copyFile(recording, path.join(folder, name));
  const run = promisify(execFile)(process.execPath, [child, inject('readerThread'), folder, scene], {
    env: { ...process.env, LD_PRELOAD: deadDisk },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  // It ends by a kill: with a thread that hangs there is no other end.
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  expect(stderr).toBe('');
  const { result, bugs } = JSON.parse(stdout) as { result: unknown; bugs: unknown };
  expect(bugs).toEqual([]);
  return result;
}

const numbered = (name: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => `${name}-${n + from}.m4a`);
const later = { kind: 'later', why: 'no-answer', seen: null };
const inCloud = { ...later, why: 'in-cloud' };

describe.runIf(process.platform === 'linux')('case 26: a disk that never answers', () => {
  test('the scene: four reads of libuv’s own hang, and names are not looked up any more', async () => {
    expect(await play('control', numbered('read-hangs', 4))).toBe('nothing');
  });

  test.each([
    ['reads', numbered('read-hangs', 4)],
    ['looks', numbered('open-hangs', 4)],
    ['questions', []],
  ])('while four %s hang, names, commits, looks and uploads take less than 100 ms', async (scene, names) => {
    const took = (await play(scene, names)) as Record<string, number>;
    expect(Object.keys(took)).toEqual(['name', 'commit', 'inspect', 'upload']);
    expect(Math.max(...Object.values(took))).toBeLessThan(100);
  });

  test('a dozen dead files take five threads at most; then nothing is begun there, others go on; let go, all come back', async () => {
    const dozen = numbered('open-hangs', 12, 0);
    expect(await play('dozen', dozen)).toEqual({
      first: dozen.map(() => later),
      again: dozen.map(() => later),
      beside: later,
      elsewhere: 'recording',
      threads: expect.toSatisfy((threads: number) => threads >= 3 && threads <= 5),
      back: dozen.map(() => 'recording'),
    });
  });

  test('case 24: a hundred missing files of one dead share take three waits and three threads, not a hundred', async () => {
    expect(await play('missing', [])).toEqual({
      there: [],
      elsewhere: true,
      threads: 3,
      waits: 3,
    });
  });

  test('a read past its deadline is a missing file, not opened again meanwhile, and sent once it is back', async () => {
    expect(await play('late', numbered('read-hangs', 1))).toEqual({
      got: 0,
      trouble: 'file-missing',
      meanwhile: { kind: 'trouble', trouble: 'file-missing', code: 'ETIMEDOUT' },
      isThereMeanwhile: false,
      back: 1,
      stillOpen: [],
    });
  });

  test('a slow disk is not waited for until it has filled all that could be sent at a time', async () => {
    expect(await play('slow', ['read-takes-60.m4a'])).toEqual({
      most: expect.toSatisfy((slots: number) => slots <= 0.5),
      trouble: null,
      digest: true,
    });
  });

  test('a disk that gives a little at a time gives the same bytes, digest, type, length and ends in the end', async () => {
    const { looked, good, ...rest } = (await play('little', ['read-gives-7000.m4a'])) as Record<string, unknown>;
    expect(rest).toEqual({ read: true, digest: true, trouble: null, excerpt: true });
    expect(good).toMatchObject({ contentType: 'audio/mp4' });
    expect(looked).toEqual(good);
  });

  test('case 20: what is written to while it is looked at is not done', async () => {
    expect(await play('grows', ['read-hangs-1.m4a'])).toMatchObject({ kind: 'later', why: 'growing' });
  });

  test('the end of the app waits for no dead disk, and knows that there is no end in order', async () => {
    const quit = (await play('quit', ['read-hangs-1.m4a', 'open-hangs-1.m4a'])) as Record<string, unknown>;
    expect(quit).toMatchObject({ results: [0, later, later, false], haveEnded: false });
    expect(quit.ms).toBeLessThan(1000);
  });

  test('of a folder on it nothing is known yet: it is not unreadable', async () => {
    expect(await play('folder', [])).toBeNull();
  });
});

test.runIf(process.platform === 'linux')('cases 24 to 26: what the disk says in the middle of an upload', async () => {
  const names = [
    'read-fails-116',
    'read-fails-5-pulled',
    'read-fails-5',
    'read-fails-22',
    'read-fails-35',
    'open-fails-22',
  ];
  expect(
    await play(
      'failures',
      names.map((name) => `${name}.m4a`),
    ),
  ).toMatchObject({
    share: 'file-missing',
    drive: 'file-missing',
    damaged: 'file-unreadable',
    oneDrive: 'file-busy',
    iCloud: 'file-busy',
    oneDriveAtOpen: { trouble: 'file-busy', code: 'CLOUD_AWAY' },
    looks: [inCloud, inCloud, inCloud, { kind: 'refused', reason: 'not-found' }, { kind: 'recording' }],
  });
});
