import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type FolderContents, usualFolderLimits, walkFolder } from '../../electron/disk/folder-walk';
import { expandFolder } from '../../electron/disk/folders';
import { inspect } from '../../electron/disk/intake';
import { now, place, startReaders } from './place';

const files = await place();
const readers = startReaders();
const posix = process.platform !== 'win32';

/** A folder of files that hold nothing but their name; a name that ends in a slash is a folder. */
async function folderOf(name: string, names: readonly string[]): Promise<string> {
  const folder = files.at(name);
  await mkdir(folder, { recursive: true });
  for (const each of names) {
    const at = `${folder}/${each}`;
    await mkdir(each.endsWith('/') ? at : path.dirname(at), { recursive: true });
    if (!each.endsWith('/')) await writeFile(at, each);
  }
  return folder;
}

/** What is in a folder whose disk answers. */
async function contentsOf(folder: string): Promise<FolderContents> {
  const contents = await expandFolder(readers, folder);
  if (contents === null) throw new Error('no answer');
  return contents;
}

const relative = (folder: string, found: readonly string[]) => found.map((file) => path.relative(folder, file));

test('case 29: a folder is every recording in it and below, by extension, in the order in which people count', async () => {
  const folder = await folderOf('meetings', [
    'meeting 10.m4a',
    'meeting 2.M4A',
    'meeting 1.mp3',
    'جلسه ۱۰.ogg',
    'جلسه ۲.ogg',
    'archive/2025/old.wav',
    'archive/2024/older.webm',
    'notes.txt',
    'photo.jpg',
    'noextension',
    'empty/',
  ]);
  const { files: found, ...rest } = await contentsOf(folder);
  expect(relative(folder, found)).toEqual([
    'archive/2024/older.webm',
    'archive/2025/old.wav',
    'meeting 1.mp3',
    'meeting 2.M4A',
    'meeting 10.m4a',
    'جلسه ۲.ogg',
    'جلسه ۱۰.ogg',
  ]);
  expect(rest).toEqual({ more: false, skipped: 3, unreadable: 0 });
});

test('a folder that is called like a recording, or is a package, is a folder', async () => {
  const folder = await folderOf('packages', ['talk.m4a/part.m4a', 'Session.band/Media/voice.aiff']);
  const { files: found } = await contentsOf(folder);
  expect(relative(folder, found)).toEqual(['Session.band/Media/voice.aiff', 'talk.m4a/part.m4a']);
});

test('what is hidden, or belongs to the system, stays where it is', async () => {
  const folder = await folderOf('hidden', [
    '.secret.m4a',
    '._twin.m4a',
    '.Trash/old.m4a',
    '$RECYCLE.BIN/deleted.m4a',
    'System Volume Information/x.wav',
    '__MACOSX/a.mp3',
    'seen.m4a',
  ]);
  const { files: found, ...rest } = await contentsOf(folder);
  expect(relative(folder, found)).toEqual(['seen.m4a']);
  expect(rest).toEqual({ more: false, skipped: 6, unreadable: 0 });
});

test.runIf(posix)(
  'links: to files they are taken, to folders once, in a circle they end, to nowhere they are left out',
  async () => {
    const folder = await folderOf('links', ['a/one.m4a', 'b/']);
    const outside = await folderOf('outside', ['two.m4a']);
    await symlink('..', `${folder}/a/up`);
    await symlink('../a', `${folder}/b/to-a`);
    await symlink(folder, `${folder}/b/to-the-top`);
    await symlink(outside, `${folder}/b/to-outside`);
    await symlink(outside, `${folder}/b/to-outside-again`);
    await symlink(`${outside}/two.m4a`, `${folder}/b/linked.m4a`);
    await symlink('nowhere', `${folder}/b/dangling.m4a`);
    await symlink('round-b.m4a', `${folder}/b/round-a.m4a`);
    await symlink('round-a.m4a', `${folder}/b/round-b.m4a`);
    const { files: found, ...rest } = await contentsOf(folder);
    expect(found.map((file) => path.basename(file)).sort()).toEqual(['linked.m4a', 'one.m4a', 'two.m4a']);
    expect(rest).toEqual({ more: false, skipped: 3, unreadable: 0 });
  },
);

test.runIf(posix)(
  'cases 27, 28: pipes and links to devices in a folder are left out, and nothing waits for them',
  async () => {
    const folder = await folderOf('special', ['good.m4a']);
    execFileSync(
      'mkfifo',
      [1, 2, 3, 4].map((n) => `${folder}/pipe-${n}.m4a`),
    );
    await symlink('/dev/zero', `${folder}/zero.m4a`);
    expect(await expandFolder(readers, folder)).toEqual({
      files: [`${folder}/good.m4a`],
      more: false,
      skipped: 5,
      unreadable: 0,
    });
  },
);

test('limits: recordings, names, depth and time end the look, and it says that there is more', async () => {
  const folder = await folderOf('many', [
    ...Array.from({ length: 30 }, (_, n) => `${n}.m4a`),
    'x/deep.m4a',
    'x/y/deeper.m4a',
  ]);
  const walk = (limits: Partial<typeof usualFolderLimits>) => walkFolder(folder, { ...usualFolderLimits, ...limits });
  const count = ({ files: found, more }: ReturnType<typeof walk>) => [found.length, more];
  expect(count(walk({}))).toEqual([32, false]);
  expect(count(walk({ files: 32 }))).toEqual([32, false]);
  expect(count(walk({ files: 10 }))).toEqual([10, true]);
  expect(count(walk({ names: 5 }))).toEqual([expect.toSatisfy((found: number) => found <= 5), true]);
  expect(count(walk({ depth: 2 }))).toEqual([32, false]);
  expect(count(walk({ depth: 1 }))).toEqual([31, true]);
  expect(count(walk({ depth: 0 }))).toEqual([30, true]);
  expect(count(walk({ ms: -1 }))).toEqual([0, true]);
});

test('what is no folder, or not there, or no path counts as unreadable', async () => {
  const file = await files.put('a.m4a', 'x');
  for (const wrong of [file, files.at('absent'), '', 'relative', `${files.folder}\0`, `${file}/below`]) {
    expect(await expandFolder(readers, wrong)).toEqual({ files: [], more: false, skipped: 0, unreadable: 1 });
  }
});

// root may read everything, so it looks as somebody else for a moment.
test.runIf(posix && process.seteuid !== undefined)(
  'case 33: a folder without permission is counted, the others are read',
  async () => {
    const folder = await folderOf('closed', ['open/a.m4a', 'shut/b.m4a', 'locked/c.m4a']);
    await chmod(files.folder, 0o755);
    await chmod(`${folder}/shut`, 0o000);
    await chmod(`${folder}/locked`, 0o000);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      const { files: found, ...rest } = await contentsOf(folder);
      expect(relative(folder, found)).toEqual(['open/a.m4a']);
      expect(rest).toEqual({ more: false, skipped: 0, unreadable: 2 });
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(`${folder}/shut`, 0o755);
      await chmod(`${folder}/locked`, 0o755);
    }
  },
);

test.runIf(posix)('cases 1 to 8: names come back exactly, and each is the file that it names', async () => {
  const names = [
    ' lead.m4a',
    'foo .m4a',
    'x\u202Ea4m.mp3',
    'a"\r\nContent-Type: x.m4a',
    '\u0646\u0627\u0645\u0647\u0654.ogg',
    ...(process.platform === 'linux' ? ['caf\u00e9.m4a', 'cafe\u0301.m4a', 'back\\slash.m4a', 'A.m4a', 'a.m4a'] : []),
  ];
  const folder = await folderOf('names', names);
  const { files: found } = await contentsOf(folder);
  expect(found.map((file) => path.basename(file)).sort()).toEqual([...names].sort());
  // Their bytes are no recording: seen, not "not found".
  for (const file of found)
    expect(await inspect(readers, file, { now })).not.toEqual({ kind: 'refused', reason: 'not-found' });
});

test('case 31: five thousand names are looked through on a thread of its own, and hard links are files of their own', async () => {
  const folder = await folderOf('five thousand', ['0.opus']);
  for (let n = 1; n < 5_000; n++) await link(`${folder}/0.opus`, `${folder}/${n}.opus`);
  const { files: found, more } = await contentsOf(folder);
  expect([found.length, more]).toEqual([5_000, false]);
  expect(
    found
      .slice(0, 3)
      .concat(found.slice(-1))
      .map((file) => path.basename(file)),
  ).toEqual(['0.opus', '1.opus', '2.opus', '4999.opus']);
  await rm(folder, { recursive: true });
});
