import { execFileSync } from 'node:child_process';
import { appendFileSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Listing } from '../../electron/disk/folder-listing';
import { hintsOf, isFolder, type ListOptions, listFolder } from '../../electron/disk/watched-folders';
import { longAgo, place, startReaders } from './place';

const files = await place();
const readers = startReaders();
const posix = process.platform !== 'win32';
const isRoot = process.getuid?.() === 0;

type Listed = Listing & { readonly kind: 'listed' };

/** A folder of files that hold nothing but their name. */
async function folderOf(name: string, names: readonly string[]): Promise<string> {
  const folder = files.at(name);
  for (const each of names) {
    await mkdir(path.dirname(`${folder}/${each}`), { recursive: true });
    await writeFile(`${folder}/${each}`, each);
  }
  return realpath(folder);
}

function list(folder: string, given: Partial<ListOptions> = {}): Promise<Listing | null> {
  return listFolder(readers, folder, { leaveOut: null, unless: null, ...given });
}

async function listed(folder: string, given: Partial<ListOptions> = {}): Promise<Listed> {
  const listing = await list(folder, given);
  if (listing?.kind !== 'listed') throw new Error(`${listing?.kind ?? 'no answer'}`);
  return listing;
}

const pathsIn = ({ files: found }: Listed) => found.map(({ path: each }) => each).sort();

test('a folder is all recordings in it and below, as they are, by their paths in it', async () => {
  const folder = await folderOf('zoom', [
    '2026-11-30 Weekly/audio1.m4a',
    'a.MKV',
    'notes.txt',
    'double_click_to_convert_01.zoom',
    '.hidden.m4a',
  ]);
  await files.put('zoom/b.wav', 'four', longAgo);
  const listing = await listed(folder);
  expect(listing).toMatchObject({ path: folder, more: false, unread: [] });
  expect(pathsIn(listing)).toEqual(['2026-11-30 Weekly/audio1.m4a', 'a.MKV', 'b.wav']);
  const wav = listing.files.find((file) => file.path === 'b.wav');
  expect(wav).toMatchObject({
    size: 4,
    mtimeMs: longAgo.getTime(),
    ino: expect.any(Number),
    bornMs: expect.any(Number),
  });
});

test('one that is as it was is not told again; whatever changes is', async () => {
  const folder = await folderOf('digest', ['a.m4a', 'b.m4a', 'deep/c.m4a']);
  let last = (await listed(folder)).digest;
  expect(await list(folder, { unless: last })).toEqual({ kind: 'same' });
  for (const change of [
    () => appendFileSync(`${folder}/deep/c.m4a`, 'more'),
    () => rename(`${folder}/a.m4a`, `${folder}/z.m4a`),
    () => rm(`${folder}/b.m4a`),
    () => writeFileSync(`${folder}/new.m4a`, ''),
  ]) {
    await change();
    const next = (await listed(folder, { unless: last })).digest;
    expect(next).not.toBe(last);
    last = next;
  }
});

test('it is told as well of what grew without a change of its time, and that there is no more than it was told of', async () => {
  await mkdir(files.at('quiet'));
  const folder = await realpath(files.at('quiet'));
  await files.put('quiet/a.m4a', 'a', longAgo);
  const before = await listed(folder);
  await files.put('quiet/a.m4a', 'and more', longAgo);
  const grown = await listed(folder, { unless: before.digest });
  expect(grown.files[0]).toMatchObject({ size: 8, mtimeMs: longAgo.getTime() });

  const limits = { files: 10, names: 1, depth: 1, ms: 20_000 };
  await files.put('quiet/notes.txt', 'no recording');
  await files.put('quiet/more.txt', 'not looked at');
  await rm(files.at('quiet/a.m4a'));
  const cut = await listed(folder, { limits });
  expect(cut).toMatchObject({ files: [], more: true });
  await rm(files.at('quiet/more.txt'));
  expect(await listed(folder, { limits, unless: cut.digest })).toMatchObject({ files: [], more: false });
});

test.runIf(posix)('what links lead to is not its own, and no loop of them is followed', async () => {
  const other = await folderOf('elsewhere', ['old.m4a']);
  const folder = await folderOf('links', ['a.m4a', 'deep/b.m4a']);
  symlinkSync(other, `${folder}/linked`);
  symlinkSync(`${other}/old.m4a`, `${folder}/linked.m4a`);
  symlinkSync(folder, `${folder}/deep/loop`);
  symlinkSync('nowhere', `${folder}/nowhere.m4a`);
  expect(pathsIn(await listed(folder))).toEqual(['a.m4a', 'deep/b.m4a']);
});

test.runIf(posix)('a link to a folder is that folder', async () => {
  const folder = await folderOf('target', ['a.m4a']);
  await symlink(folder, files.at('link'));
  const listing = await listed(files.at('link'));
  expect(listing.path).toBe(folder);
  expect(pathsIn(listing)).toEqual(['a.m4a']);
});

test('what the app keeps for itself is passed over', async () => {
  const folder = await folderOf('home', ['a.m4a', 'profile/account/b.m4a']);
  expect(pathsIn(await listed(folder, { leaveOut: path.join(folder, 'profile') }))).toEqual(['a.m4a']);
});

test.runIf(posix)('case 27: a pipe with the name of a recording holds up nobody', async () => {
  const folder = await folderOf('pipes', ['a.m4a']);
  execFileSync('mkfifo', [`${folder}/pipe.m4a`]);
  expect(pathsIn(await listed(folder))).toEqual(['a.m4a']);
});

test('a folder that is not there, or is none, is gone', async () => {
  const file = await files.put('file.m4a', 'x');
  for (const folder of [files.at('nothing'), file, `${files.folder}\0`, 'relative']) {
    expect(await list(folder)).toEqual({ kind: 'failed', why: 'gone' });
  }
});

// root may read everything, so it looks as somebody else for a moment.
test.runIf(posix && (!isRoot || process.seteuid !== undefined))(
  'what may not be read is told: of all of it, or of a part',
  async () => {
    const folder = await folderOf('locked', ['a.m4a', 'part/b.m4a', 'part/deep/c.m4a']);
    await chmod(files.folder, 0o755);
    await chmod(`${folder}/part`, 0);
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(await listed(folder)).toMatchObject({ unread: ['part'], files: [{ path: 'a.m4a' }] });
      if (isRoot) process.seteuid?.(0);
      await chmod(folder, 0);
      if (isRoot) process.seteuid?.(65_534);
      expect(await list(folder)).toEqual({ kind: 'failed', why: 'forbidden' });
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(folder, 0o755);
      await chmod(`${folder}/part`, 0o755);
    }
    expect(pathsIn(await listed(folder))).toEqual(['a.m4a', 'part/b.m4a', 'part/deep/c.m4a']);
  },
);

test('what is too large says so', async () => {
  const folder = await folderOf('large', ['1.m4a', '2.m4a', '3.m4a']);
  const limits = { files: 2, names: 100, depth: 3, ms: 5_000 };
  const listing = await listed(folder, { limits });
  expect(listing.more).toBe(true);
  expect(listing.files).toHaveLength(2);
});

test('ten thousand recordings are looked through while the main thread is free', { timeout: 60_000 }, async () => {
  const folder = await folderOf('ten thousand', ['0.m4a']);
  // Links to one file: ten thousand of their own take the disk ten seconds to make.
  for (let n = 1; n < 10_000; n += 1) {
    if (n <= 500) mkdirSync(`${folder}/${n % 500}`);
    linkSync(`${folder}/0.m4a`, `${folder}/${n % 500}/${n}.m4a`);
  }
  const { digest, files: found } = await listed(folder);
  expect(found).toHaveLength(10_000);
  let turns = 0;
  const turn = setInterval(() => {
    turns += 1;
  }, 1);
  const began = performance.now();
  expect(await list(folder, { unless: digest })).toEqual({ kind: 'same' });
  clearInterval(turn);
  // A tenth of a second of a thread's time is usual.
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(turns).toBeGreaterThan(5);
});

test('a folder is told from everything else', async () => {
  const folder = await folderOf('recorder', ['a.m4a']);
  const asked = [folder, path.join(folder, 'a.m4a'), files.at('nothing')].map((each) => isFolder(readers, each));
  expect(await Promise.all(asked)).toEqual([true, false, false]);
});

test('what comes into a folder is hinted at; what only grows is not', async () => {
  const folder = await folderOf('hints', ['a.m4a']);
  let hints = 0;
  let hinted = () => {};
  const next = () =>
    new Promise<void>((resolve) => {
      hinted = resolve;
    });
  const end = hintsOf(folder, () => {
    hints += 1;
    hinted();
  });
  const first = next();
  appendFileSync(`${folder}/a.m4a`, 'more');
  await mkdir(`${folder}/2026-11-30 Weekly`);
  await first;
  expect(hints).toBe(process.platform === 'linux' ? 1 : expect.any(Number));
  const second = next();
  await rename(`${folder}/a.m4a`, `${folder}/b.m4a`);
  await second;
  end();
});

test('of a folder that is not there, nothing is hinted', () => {
  expect(hintsOf(files.at('nothing'), () => {})).not.toThrow();
});
