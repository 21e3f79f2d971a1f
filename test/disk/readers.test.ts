import { stat } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { expandFolder } from '../../electron/disk/folders';
import { inspect } from '../../electron/disk/intake';
import { type ReaderLimits, Readers, usualReaderLimits } from '../../electron/disk/readers';
import { isThere, openRecording } from '../../electron/disk/recording';
import { now, patient, place, startReaders } from './place';

const files = await place();
const later = { kind: 'later', why: 'no-answer', seen: null };

/** Threads of a script that is not ours, and what was told of them. */
function readersOf(script: string, limits: Partial<ReaderLimits> = {}) {
  const bugs: unknown[] = [];
  const address = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const onBug = (cause: unknown) => bugs.push(cause);
  return { readers: new Readers(address, onBug, { ...usualReaderLimits, ...limits }), bugs };
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

test('case 99: a quit in the middle of a walk says nothing against the folder', async () => {
  const { readers } = readersOf(
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });`,
  );
  const walk = expandFolder(readers, files.folder);
  await expect.poll(() => readers.haveEnded()).toBe(false);
  await readers.stop();
  expect(await walk).toBeNull();
  expect(await expandFolder(readers, files.folder)).toBeNull();
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

test('case 26: what hangs in one folder holds up no other, until as many hang as there may be in all', async () => {
  const { readers } = readersOf(
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`,
    { slowMs: 10, heldPerMount: 2, held: 3 },
  );
  const lent = (path: string) => {
    const borrowed = readers.borrow(path);
    if (borrowed.kind === 'reader') readers.giveBack(borrowed.reader);
    return borrowed.kind;
  };
  const hang = async (path: string) => {
    void readers.askOnce(path, { kind: 'isThere', path }, 60_000);
    await expect.poll(() => lent(path)).toBe('late');
  };
  await hang(files.at('dead/1'));
  expect(lent(files.at('dead/2'))).toBe('reader');
  await hang(files.at('dead/2'));
  expect(lent(files.at('dead/3'))).toBe('none');
  expect(lent(files.at('good/1'))).toBe('reader');
  await hang(files.at('dying/1'));
  expect(lent(files.at('good/1'))).toBe('none');
  await readers.stop();
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
