// Runs in a process of its own, with dead-disk.c in front of its C library: plays one scene with hanging files, and prints what came.

import { createHash } from 'node:crypto';
import dns from 'node:dns';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expandFolder } from '../../electron/disk/folders';
import { inspect } from '../../electron/disk/intake';
import { Readers, usualReaderLimits } from '../../electron/disk/readers';
import {
  isThere,
  type OpenedRecording,
  openRecording,
  readExcerpt,
  usualDeadlines,
} from '../../electron/disk/recording';
import { slotBytes } from '../../electron/disk/slots';

const [script = '', folder = '', scene = ''] = process.argv.slice(2);
const SLOW_MS = 100;
/** In a folder in which nothing hangs. */
const elsewhere = 'other/good.m4a';
const bugs: unknown[] = [];
const readers = new Readers(new URL(script), (cause) => bugs.push(cause), {
  ...usualReaderLimits,
  slowMs: SLOW_MS,
  idleMs: 200,
});
const at = (name: string) => path.join(folder, name);
const now = Date.now() + 3_600_000;
const budget = { bytes: 4e6, reads: 256, ms: 20_000, thinkMs: 20_000 };

const look = (name: string, ms?: number) => inspect(readers, at(name), { now, budget }, ms);
const letGo = (name: string) => writeFileSync(at(`${name}.go`), '');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function open(name: string, deadlines = usualDeadlines): Promise<OpenedRecording> {
  // The whole file system of a scene is written before it: nothing of it is read here.
  const { size, mtimeMs } = await fs.stat(at(name));
  const opened = await openRecording(readers, at(name), { size, mtimeMs }, deadlines);
  if (opened.kind === 'trouble') throw new Error(`${name}: ${opened.code}`);
  return opened.recording;
}

function leadsTo(fd: string, name: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).endsWith(name);
  } catch {
    // The one that the list itself was read through.
    return false;
  }
}

/** What all of the app waits for, and how long each of it took (ms): the median of five. */
async function restOfTheApp(): Promise<Record<string, number>> {
  const works: Record<string, () => Promise<unknown>> = {
    name: () => dns.promises.lookup('localhost'),
    commit: async () => {
      const handle = await fs.open(at('state.tmp'), 'w');
      await handle.writeFile('{}');
      await handle.sync();
      await handle.close();
      await fs.rename(at('state.tmp'), at('state.json'));
    },
    inspect: () => look(elsewhere),
    upload: async () => {
      const recording = await open(elsewhere);
      if ((await recording.next()).length !== recording.size) throw new Error('not read');
      if ((await recording.verify()) !== null) throw new Error('not verified');
      await recording.close();
    },
  };
  const took: Record<string, number> = {};
  for (const [name, work] of Object.entries(works)) {
    // A thread is started for the first one; the disk is what this is about.
    await work();
    const times: number[] = [];
    for (let count = 0; count < 5; count++) {
      const startedAt = performance.now();
      await work();
      times.push(performance.now() - startedAt);
    }
    took[name] = times.sort((a, b) => a - b)[2] ?? Number.POSITIVE_INFINITY;
  }
  return took;
}

const four = [1, 2, 3, 4];

const scenes: Readonly<Record<string, () => Promise<unknown>>> = {
  /** The scene itself: four of libuv's own reads, and nobody gets an answer any more. */
  async control() {
    for (const n of four) {
      const handle = await fs.open(at(`read-hangs-${n}.m4a`));
      void handle.read(new Uint8Array(1000), 0, 1000, 0);
    }
    await pause(SLOW_MS);
    const name = dns.promises.lookup('localhost').then(() => 'answered');
    return Promise.race([name, pause(1_000).then(() => 'nothing')]);
  },
  async reads() {
    for (const n of four) void (await open(`read-hangs-${n}.m4a`)).next();
    await pause(2 * SLOW_MS);
    return restOfTheApp();
  },
  async looks() {
    for (const n of four) void look(`open-hangs-${n}.m4a`);
    await pause(3 * SLOW_MS);
    return restOfTheApp();
  },
  async questions() {
    for (const n of four) void isThere(readers, at(`stat-hangs-${n}.m4a`));
    await pause(3 * SLOW_MS);
    return restOfTheApp();
  },
  /** A dozen dead files, each looked at twice: how many threads that took, and what came of it. */
  async dozen() {
    const before = readdirSync('/proc/self/task').length;
    const names = Array.from({ length: 12 }, (_, n) => `open-hangs-${n}.m4a`);
    const first = await Promise.all(names.map((name) => look(name, 1_000)));
    const again = await Promise.all(names.map((name) => look(name, 60_000)));
    const threads = readdirSync('/proc/self/task').length - before;
    const beside = await look('good.m4a', 60_000);
    const other = await look(elsewhere, 60_000);
    for (const name of names) letGo(name);
    while (!readers.haveEnded()) await pause(5);
    const back: string[] = [];
    for (const name of names) back.push((await look(name)).kind);
    return { first, again, beside, elsewhere: other.kind, threads, back };
  },
  /** A hundred files asked for one after the other, as the queue does: which are there, and how many of them were waited for. */
  async missing() {
    const before = readdirSync('/proc/self/task').length;
    const there: string[] = [];
    let waits = 0;
    for (let n = 0; n < 100; n += 1) {
      const startedAt = performance.now();
      const name = `stat-hangs-${n}.m4a`;
      if (await isThere(readers, at(name), { ...usualDeadlines, isThereMs: 2 * SLOW_MS })) there.push(name);
      if (performance.now() - startedAt >= SLOW_MS) waits += 1;
    }
    const threads = readdirSync('/proc/self/task').length - before;
    return { there, elsewhere: await isThere(readers, at(elsewhere)), threads, waits };
  },
  /** A read that hangs past its deadline, and the file after it came back. */
  async late() {
    // More than is read in one go: others wait behind the read that hangs.
    await fs.truncate(at('read-hangs-1.m4a'), 2 * slotBytes);
    const deadlines = { ...usualDeadlines, stepMs: 500, closeMs: 50 };
    const recording = await open('read-hangs-1.m4a', deadlines);
    const got = (await recording.next()).length;
    const trouble = await recording.verify();
    await recording.close();
    const { size, mtimeMs } = await fs.stat(at('read-hangs-1.m4a'));
    const meanwhile = await openRecording(readers, at('read-hangs-1.m4a'), { size, mtimeMs });
    const isThereMeanwhile = await isThere(readers, at('read-hangs-1.m4a'));
    letGo('read-hangs-1.m4a');
    while (!readers.haveEnded()) await pause(5);
    const stillOpen = readdirSync('/proc/self/fd').filter((fd) => leadsTo(fd, 'read-hangs-1.m4a'));
    const back = await open('read-hangs-1.m4a');
    const gotBack = (await back.next()).length;
    await back.close();
    return {
      got,
      trouble,
      meanwhile,
      isThereMeanwhile,
      back: gotBack / slotBytes,
      stillOpen,
    };
  },
  /** Errors in the middle of an upload, by what the disk says. */
  async failures() {
    const troubleWith = async (name: string, meanwhile = async () => {}) => {
      const recording = await open(name);
      await meanwhile();
      await recording.next();
      const trouble = await recording.verify();
      await recording.close();
      return trouble;
    };
    const { size, mtimeMs } = await fs.stat(at('open-fails-22.m4a'));
    return {
      share: await troubleWith('read-fails-116.m4a'),
      drive: await troubleWith('read-fails-5-pulled.m4a', () => fs.rm(at('read-fails-5-pulled.m4a'))),
      damaged: await troubleWith('read-fails-5.m4a'),
      oneDrive: await troubleWith('read-fails-22.m4a'),
      iCloud: await troubleWith('read-fails-35.m4a'),
      oneDriveAtOpen: await openRecording(readers, at('open-fails-22.m4a'), { size, mtimeMs }),
      looks: await Promise.all(
        ['open-fails-22.m4a', 'read-fails-22.m4a', 'read-fails-35.m4a', 'read-fails-116.m4a', 'good.m4a'].map((name) =>
          look(name),
        ),
      ),
    };
  },
  /** How much comes at a time from a disk that takes its time for each call. */
  async slow() {
    await fs.truncate(at('read-takes-60.m4a'), 2 * slotBytes);
    const recording = await open('read-takes-60.m4a');
    const pieces: number[] = [];
    for (let left = recording.size; left > 0; left -= pieces.at(-1) ?? left)
      pieces.push((await recording.next()).length);
    const trouble = await recording.verify();
    await recording.close();
    return { most: Math.max(...pieces) / slotBytes, trouble, digest: recording.digest() !== null };
  },
  /** A look at a file that has been at rest for long, and is written to once it was opened. */
  async grows() {
    const name = 'read-hangs-1.m4a';
    const looking = look(name, 60_000);
    while (!readdirSync('/proc/self/fd').some((fd) => leadsTo(fd, name))) await pause(5);
    await fs.appendFile(at(name), 'more');
    letGo(name);
    return looking;
  },
  /** All that is read of a file whose disk gives a little at a time, and what the same bytes on a good disk come to. */
  async little() {
    const name = 'read-gives-7000.m4a';
    const bytes = await fs.readFile(at('good.m4a'));
    const recording = await open(name);
    const parts: Uint8Array[] = [];
    for (let part = await recording.next(); part.length > 0; part = await recording.next()) parts.push(part.slice());
    // Other rights are no other content, but only reading it again can tell.
    await fs.chmod(at(name), 0o600);
    const trouble = await recording.verify();
    await recording.close();
    const { size, mtimeMs } = await fs.stat(at(name));
    const stretch = { position: 100, length: size - 200 };
    const excerpt = await readExcerpt(readers, at(name), { size, mtimeMs }, stretch);
    const [looked, good] = [await look(name), await look('good.m4a')];
    return {
      read: Buffer.concat(parts).equals(bytes),
      digest: recording.digest() === createHash('sha256').update(bytes).digest('hex'),
      trouble,
      excerpt: excerpt.kind === 'bytes' && Buffer.from(excerpt.bytes).equals(bytes.subarray(100, size - 100)),
      looked: looked.kind === 'recording' && { ...looked.file, mtimeMs: 0 },
      good: good.kind === 'recording' && { ...good.file, mtimeMs: 0 },
    };
  },
  async folder() {
    return expandFolder(readers, at('stat-hangs-folder'), { files: 10, names: 10, depth: 1, ms: 10 }, 100);
  },
  /** The end of the app while reads hang: reads and looks that wait are answered, and then there is no end in order. */
  async quit() {
    await fs.truncate(at('read-hangs-1.m4a'), 2 * slotBytes);
    const recording = await open('read-hangs-1.m4a');
    const reading = recording.next();
    const looking = look('open-hangs-1.m4a');
    await pause(SLOW_MS);
    const startedAt = performance.now();
    await readers.stop();
    const results = [
      (await reading).length,
      await looking,
      await look('good.m4a'),
      await isThere(readers, at('good.m4a')),
    ];
    await recording.close();
    return { results, haveEnded: readers.haveEnded(), ms: performance.now() - startedAt };
  },
};

const result = await scenes[scene]?.();
process.stdout.write(JSON.stringify({ result, bugs: bugs.map(String) }), () => process.kill(process.pid, 'SIGKILL'));
