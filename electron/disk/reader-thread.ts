// The script of a reader thread. Its calls into the system are synchronous: one that never comes back holds this thread and no
// other, least of all one of libuv's four, which names (DNS), the store and everything else of the app wait for.

import { parentPort, workerData } from 'node:worker_threads';
import { excerptOf } from './excerpt';
import { isFolderAt, listOwn } from './folder-listing';
import { walkFolder } from './folder-walk';
import { isFileAt, look } from './look';
import type { Answer, Kind, Question, ReaderData } from './reader-questions';
import { openForSending, type RecordingFile } from './recording-file';
import { slotsOf } from './slots';

const slots = slotsOf((workerData as ReaderData).shared);
let recording: RecordingFile | null = null;

const answers: { readonly [K in Kind]: (question: Question<K>) => Answer<K> | Promise<Answer<K>> } = {
  look: ({ path, options }) => look(path, options),
  isThere: ({ path }) => isFileAt(path),
  list: listOwn,
  isFolder: ({ path }) => isFolderAt(path),
  walk: ({ path, limits }) => walkFolder(path, limits),
  excerpt: ({ path, expected, stretch }) => excerptOf(path, expected, stretch),
  open: ({ path, expected }) => {
    const opened = openForSending(path, expected);
    if (opened.kind === 'trouble') return opened;
    recording = opened.file;
    return { kind: 'opened', size: opened.file.size };
  },
  read: ({ slot }) => opened().read(slotAt(slot)),
  verify: () => opened().verify(),
  reread: () => opened().reread(),
  close: () => {
    recording?.close();
    recording = null;
    return null;
  },
};

function slotAt(n: number): Uint8Array {
  const slot = slots[n];
  if (slot === undefined) throw new Error('there is no such slot');
  return slot;
}

function opened(): RecordingFile {
  if (recording === null) throw new Error('no recording is open');
  return recording;
}

parentPort?.on('message', async (question: Question) => {
  const answer = answers[question.kind] as (question: Question) => unknown;
  parentPort?.postMessage(await answer(question));
});
