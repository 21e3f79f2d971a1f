import { stat } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { expandFolder } from '../../electron/disk/folders';
import { inspect } from '../../electron/disk/intake';
import { Readers, usualReaderLimits } from '../../electron/disk/readers';
import { isThere, openRecording } from '../../electron/disk/recording';
import { now, patient, place, startReaders } from './place';

const files = await place();
const later = { kind: 'later', why: 'no-answer', seen: null };

/** Threads of a script that is not ours, and what was told of them. */
function readersOf(script: string) {
  const bugs: unknown[] = [];
  const address = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  return { readers: new Readers(address, (cause) => bugs.push(cause)), bugs };
}

test('nothing runs before there is something to do, and nothing for long after', async () => {
  const readers = startReaders({ idleMs: 20 });
  expect(readers.haveEnded()).toBe(true);
  const path = await files.recording('speech-fa.m4a');
  expect(await inspect(readers, path, { now, budget: patient })).toMatchObject({ kind: 'recording' });
  expect(readers.haveEnded()).toBe(false);
  await expect.poll(() => readers.haveEnded()).toBe(true);
});

test('one thread does what comes one after the other; an open recording keeps its own', async () => {
  const readers = startReaders();
  const path = await files.recording('speech-fa.m4a');
  const borrow = () => {
    const borrowed = readers.borrow(path);
    if (borrowed.kind !== 'reader') throw new Error(borrowed.kind);
    return borrowed.reader;
  };
  const first = borrow();
  readers.giveBack(first);
  expect(borrow() === first).toBe(true);
  expect(borrow() === first).toBe(false);
});

test('a thread that dies takes its question along and no other: the file is refused, and the cause is told', async () => {
  const { readers, bugs } = readersOf(
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('a bug'); });`,
  );
  const path = await files.recording('speech-fa.m4a');
  const { size, mtimeMs } = await stat(path);
  expect(await inspect(readers, path, { now })).toEqual({ kind: 'refused', reason: 'unreadable' });
  expect(await openRecording(readers, path, { size, mtimeMs })).toEqual({
    kind: 'trouble',
    trouble: 'file-unreadable',
    code: 'READER_DIED',
  });
  expect(await isThere(readers, path)).toBe(false);
  expect(await expandFolder(readers, files.folder)).toMatchObject({ files: [], unreadable: 1 });
  expect(bugs.map(String)).toEqual(Array(4).fill('Error: a bug'));
  expect(readers.haveEnded()).toBe(true);
});

test('a header that takes too much memory ends its thread, not the app', async () => {
  const { readers, bugs } = readersOf(
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', () => { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); });`,
  );
  const path = await files.recording('speech-fa.m4a');
  expect(await inspect(readers, path, { now })).toEqual({ kind: 'refused', reason: 'unreadable' });
  expect(bugs).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }]);
});

test('an endless loop is left behind at its deadline, and ended', async () => {
  const { readers, bugs } = readersOf(
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });`,
  );
  const path = await files.recording('speech-fa.m4a');
  expect(await inspect(readers, path, { now }, 50)).toEqual(later);
  await expect.poll(() => readers.haveEnded()).toBe(true);
  expect(bugs).toEqual([]);
});

test('what was asked behind a question that is late is late as well', async () => {
  const { readers } = readersOf(
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });`,
  );
  const borrowed = readers.borrow(files.at('any'));
  if (borrowed.kind !== 'reader') throw new Error(borrowed.kind);
  const { reader } = borrowed;
  const isThere = { kind: 'isThere', path: files.at('any') } as const;
  expect(await Promise.all([reader.ask(isThere, 50), reader.ask(isThere, 60_000)])).toEqual([
    { kind: 'late' },
    { kind: 'late' },
  ]);
  expect(reader.isFree).toBe(false);
  await expect.poll(() => readers.haveEnded()).toBe(true);
});

test('stopped in the middle of an upload, it ends; what comes after it says nothing against a file', async () => {
  const readers = new Readers(new URL(inject('readerThread')), () => {}, usualReaderLimits);
  const path = await files.recording('speech-fa.m4a');
  const { size, mtimeMs } = await stat(path);
  const opened = await openRecording(readers, path, { size, mtimeMs });
  const pending = openRecording(readers, path, { size, mtimeMs });
  if (opened.kind !== 'opened') throw new Error(opened.code);
  const read = opened.recording.next();
  await readers.stop();
  expect(readers.haveEnded()).toBe(true);
  expect((await read).length).toBe(0);
  expect(opened.recording.digest()).toBeNull();
  expect(await opened.recording.verify()).toBe('file-busy');
  await opened.recording.close();
  const busy = { kind: 'trouble', trouble: 'file-busy', code: 'NO_READER' };
  expect(await pending).toEqual(busy);
  expect(await openRecording(readers, path, { size, mtimeMs })).toEqual(busy);
  expect(await inspect(readers, path, { now })).toEqual(later);
  expect(await isThere(readers, path)).toBe(false);
});

test('case 24: whether a file is there: not while it is away, not a folder, not a path that is none', async () => {
  const readers = startReaders();
  const path = files.at('drive.m4a');
  expect(await isThere(readers, path)).toBe(false);
  await files.recording('speech-fa.m4a', 'drive.m4a');
  expect(await isThere(readers, path)).toBe(true);
  for (const none of [files.folder, `${path}\0`, `${path}/below`, '']) expect(await isThere(readers, none)).toBe(false);
});
