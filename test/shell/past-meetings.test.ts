// What can be done to a meeting of the archive: the same as to any other. With a real archive on real files.

import { expect, test } from 'vitest';
import type { IdempotencyKey, MeetingId } from '../../electron/contract/ids';
import type { ArchiveNews, Toast } from '../../electron/contract/snapshot';
import { createArchiveNews } from '../../electron/shell/archive-news';
import { createCommands } from '../../electron/shell/commands';
import { createQuestions } from '../../electron/shell/questions';
import { statusJson } from '../../electron/shell/status-json';
import { readArchive } from '../../electron/store/archive';
import { token } from '../builders/meetings';
import { noFolders } from '../fakes/no-folders';
import { noProxies } from '../fakes/no-proxies';
import {
  archivedNumbers,
  idOf,
  liveNumbers,
  NOW,
  oldOnes,
  openBoth,
  prepare,
  range,
  ready,
  tick,
} from '../store/archive-world';
import { folder, meeting } from '../store/builders';

async function world() {
  const directory = folder();
  await prepare(directory, oldOnes(30));
  const opened = await openBoth(directory);
  const { store, archive } = opened;
  const toasts: Toast[] = [];
  const done: string[] = [];
  const news: ArchiveNews[] = [];
  const teller = createArchiveNews(archive, (each) => news.push(each));
  let made = 0;
  const questions = createQuestions(() => {});
  const commands = createCommands({
    state: store.state,
    commit: archive.commit,
    past: { find: archive.find, elsewhere: archive.elsewhere, isEmpty: archive.isEmpty, listed: teller.listed },
    credentials: {
      connection: () => null,
      fingerprint: () => token,
      hint: () => null,
      storage: () => null,
      acceptedAt: () => null,
      replace: async () => {},
    },
    checkToken: () => expect.fail(),
    proxies: noProxies,
    expandFolder: noFolders,
    locate: async () => 'unwanted',
    localFile: async () => ({ kind: 'gone' }),
    about: 'Lobbe Uploader in a test',
    questions,
    fresh: {
      key: () => `key-${made++}` as IdempotencyKey,
      id: () => `id-${made++}` as MeetingId,
    },
    now: () => NOW,
    canEncrypt: () => true,
    snapshot: () => expect.fail(),
    toast: (toast) => toasts.push(toast),
    wake: () => {},
    insist: () => {},
    sample: '/app/sample.m4a',
    sandbox: false,
    desktop: {
      pickFiles: async () => [],
      pickRecording: async () => null,
      pickCertificate: async () => null,
      openPage: async (address) => void done.push(address),
      showInFolder: (file) => done.push(file),
      copy: (text) => done.push(text),
      relaunch: () => {},
    },
  });
  return { ...opened, directory, commands, questions, toasts, done, news, teller };
}

test('is opened by the answer to its content coming again', async () => {
  const { archive, commands, questions, done } = await world();
  const of = (await archive.find(idOf(25))) ?? expect.fail();
  questions.askSameAgain({ id: idOf(900), name: 'copy.m4a', path: '/copy.m4a', file: of.file ?? expect.fail(), of });
  await commands.answer(idOf(900), 'open', false);
  expect(done).toEqual(['https://app.lobbe.ai/meetings/rec_25']);
});

test('is shown, opened, copied and looked into', async () => {
  const { commands, done } = await world();
  const id = idOf(25);
  await commands.act(id, 'show-in-folder');
  await commands.act(id, 'open-in-lobbe');
  await commands.act(id, 'copy-id');
  expect(done).toEqual([meeting(25).path, 'https://app.lobbe.ai/meetings/rec_25', 'rec_25']);
  expect(await commands.timeline(id)).toEqual(ready(25, 1).timeline);
  expect(await commands.timeline(meeting(999).id)).toEqual([]);
});

test('upload again: a new meeting beside it, with a key of its own', async () => {
  const { commands, store, archive } = await world();
  await commands.act(idOf(25), 'upload-again');
  expect(store.state().meetings.at(-1)).toMatchObject({ name: meeting(25).name, again: true, attempts: 0 });
  expect(store.state().meetings.at(-1)?.key).not.toBe(meeting(25).key);
  expect(archivedNumbers(archive)).toEqual(range(21, 30));
});

test('remove and undo: it is back, with its key, and goes into the archive again', async () => {
  const w = await world();
  await w.commands.act(idOf(25), 'remove');
  expect(w.toasts).toMatchObject([{ kind: 'removed', id: idOf(25), name: meeting(25).name, maybeSent: false }]);
  expect(archivedNumbers(w.archive)).not.toContain(25);
  await w.commands.act(idOf(25), 'undo');
  expect(w.store.state().meetings.at(-1)).toEqual(ready(25, 64));
  for (let n = 0; n < 2; n += 1) {
    await tick(w);
    await w.archive.settled();
  }
  expect(archivedNumbers(w.archive)).toEqual(range(21, 30));
  expect(liveNumbers(w.store.state())).toEqual(range(1, 20));
});

test('clearing what is finished clears the past too, also for the next start; and it can be taken back', async () => {
  const w = await world();
  await w.commands.clearFinished();
  expect(w.toasts).toEqual([{ kind: 'cleared', count: 30 }]);
  expect((await w.commands.archived()).meetings).toEqual([]);
  const next = await openBoth(w.directory);
  expect([...liveNumbers(next.store.state()), ...archivedNumbers(next.archive)]).toEqual([]);
  await w.commands.undoClear();
  await w.archive.settled();
  expect([...liveNumbers(w.store.state()), ...archivedNumbers(w.archive)]).toEqual(range(1, 30));
});

test('the window hears of what comes in at once, of what leaves after the snapshot that may have it', async () => {
  const w = await world();
  const { revision, meetings } = await w.commands.archived();
  expect(meetings).toHaveLength(10);
  await w.archive.commit(
    (state) => ({
      ...state,
      meetings: state.meetings.map((m) => (m.id === idOf(25) ? { ...m, state: { stage: 'naming' } as const } : m)),
    }),
    { ids: [idOf(25)] },
  );
  expect(w.news).toEqual([]);
  w.teller.afterSnapshot();
  w.teller.afterSnapshot();
  expect(w.news).toEqual([{ revision: revision + 1, added: [], removed: [idOf(25)] }]);
  await w.archive.commit((state) => ({ ...state, meetings: [...state.meetings, ready(50, 90)] }));
  await tick(w);
  await w.archive.settled();
  expect(w.news[1]).toMatchObject({ revision: revision + 2, added: [{ id: idOf(50) }], removed: [] });
});

test('`--status-json` has a line for it', async () => {
  const w = await world();
  const state = w.store.state();
  const { meetings } = JSON.parse(statusJson(state, NOW, await readArchive(w.directory, state)));
  expect(meetings).toHaveLength(30);
  expect(meetings.find((m: { id: string }) => m.id === idOf(25))).toEqual({
    id: idOf(25),
    name: meeting(25).name,
    stage: 'ready',
    reason: null,
    recordingId: 'rec_25',
    key: meeting(25).key,
    attempts: 1,
    until: null,
    failure: null,
  });
});
