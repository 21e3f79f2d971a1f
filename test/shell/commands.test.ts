import { describe, expect, test } from 'vitest';
import type { IdempotencyKey, MeetingId } from '../../electron/contract/ids';
import type { Toast } from '../../electron/contract/snapshot';
import { type AppState, put } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import { createCommands } from '../../electron/shell/commands';
import type { Credentials } from '../../electron/shell/credentials';
import { createQuestions } from '../../electron/shell/questions';
import { atLobbe, idOf, meeting, recordingIdOf, stateOf, T0, token } from '../builders/meetings';
import { memoryStore } from '../fakes/memory-store';
import { noFolders } from '../fakes/no-folders';
import { noProxies } from '../fakes/no-proxies';

function world(initial: AppState, { sandbox = false } = {}) {
  const store = memoryStore(initial);
  const toasts: Toast[] = [];
  const opened: string[] = [];
  let made = 0;
  const credentials: Credentials = {
    connection: () => null,
    fingerprint: () => token,
    hint: () => null,
    storage: () => null,
    acceptedAt: () => null,
    replace: async () => {},
  };
  const questions = createQuestions(() => {});
  const commands = createCommands({
    state: store.state,
    commit: store.commit,
    credentials,
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
    now: () => T0,
    canEncrypt: () => true,
    snapshot: () => {
      throw new Error('not asked for here');
    },
    toast: (toast) => toasts.push(toast),
    wake: () => {},
    insist: () => {},
    sample: '/app/sample.m4a',
    sandbox,
    desktop: {
      pickFiles: async () => ['/picked/a.m4a'],
      pickRecording: async () => null,
      pickCertificate: async () => null,
      openPage: async (address) => void opened.push(address),
      showInFolder: (file) => opened.push(file),
      copy: (text) => opened.push(text),
      relaunch: (sandbox) => opened.push(`relaunch ${sandbox}`),
    },
  });
  return { store, commands, toasts, opened, questions };
}

describe('taking in', () => {
  test('each file once per drop, with its exact name and a key of its own', async () => {
    const { store, commands } = world(stateOf([]));
    await commands.addFiles(['/a/جلسه.m4a', '/a/b .mp3', '/a/جلسه.m4a']);
    expect(store.state().meetings.map((m) => m.name)).toEqual(['جلسه.m4a', 'b .mp3']);
    expect(new Set(store.state().meetings.map((m) => m.key)).size).toBe(2);
  });

  test('case 79: when the disk is full the user is told, and nothing pretends to be queued', async () => {
    const { store, commands, toasts } = world(stateOf([]));
    store.full = true;
    await commands.addFiles(['/a/b.m4a']);
    expect(toasts).toEqual([{ kind: 'not-saved' }]);
    expect(store.state().meetings).toEqual([]);
  });
});

describe('the same content again: open', () => {
  const ask = (of: MeetingRecord) => {
    const w = world(stateOf([of]));
    const { file, path, name } = meeting(1);
    if (file) w.questions.askSameAgain({ id: idOf(1), name, path, file, of });
    return w;
  };

  test('opens the meeting in Lobbe, and it is no longer new', async () => {
    const w = ask(atLobbe(50, { stage: 'ready', at: T0, unseen: true }));
    await w.commands.answer(idOf(1), 'open', false);
    expect(w.opened).toEqual([`https://app.lobbe.ai/meetings/${recordingIdOf(50)}`]);
    expect(w.store.state().meetings[0]?.state).toMatchObject({ unseen: false });
  });

  test('one that Lobbe does not have yet has no page', async () => {
    const w = ask(meeting(50));
    await w.commands.answer(idOf(1), 'open', false);
    expect(w.opened).toEqual([]);
  });
});

describe('taking off', () => {
  test('remove and undo: back in its place, with its key', async () => {
    const ready = atLobbe(2, { stage: 'ready', at: T0, unseen: false });
    const { store, commands, toasts } = world(stateOf([meeting(1), ready, meeting(3)]));
    await commands.act(idOf(2), 'remove');
    expect(store.state().meetings).toHaveLength(2);
    expect(toasts).toMatchObject([{ kind: 'removed', id: idOf(2), maybeSent: false }]);
    await commands.act(idOf(2), 'undo');
    expect(store.state().meetings[1]).toBe(ready);
  });

  test('cancel says whether it may be a meeting already, and undo brings it back', async () => {
    const { store, commands, toasts } = world(stateOf([meeting(1, { unanswered: [token] })]));
    await commands.act(idOf(1), 'cancel');
    expect(toasts).toMatchObject([{ kind: 'removed', maybeSent: true }]);
    await commands.act(idOf(1), 'undo');
    expect(store.state().meetings[0]?.state.stage).toBe('queued');
  });
});

test('a removal takes the record as it was then: an attempt that ended since the click is over after the undo too', async () => {
  const cancelled = { stage: 'cancelled', at: T0, before: { stage: 'queued' }, hidden: false } as const;
  const ended = meeting(1, { state: cancelled, attempts: 1 });
  const { store, commands, toasts } = world(stateOf([{ ...ended, attempt: { since: T0, token } }]));
  const removing = commands.act(idOf(1), 'remove');
  void store.commit((s) => put(s, ended));
  await removing;
  expect(toasts).toMatchObject([{ kind: 'removed', maybeSent: false }]);
  await commands.act(idOf(1), 'undo');
  expect(store.state().meetings).toEqual([ended]);
});

describe('minutes', () => {
  const gate = { gate: 'needs-minutes', closedAt: T0, probeAt: T0 + 9, probes: 0, halfOpen: false } as const;

  test('coming back after "Buy minutes" tries the gate; coming back otherwise does not', async () => {
    const { store, commands, opened } = world(stateOf([], { gates: [gate] }));
    commands.focused();
    expect(store.state().gates).toMatchObject([{ halfOpen: false }]);
    await commands.buyMinutes();
    expect(opened).toHaveLength(1);
    expect(new URL(opened[0] ?? '').origin).toBe('https://app.lobbe.ai');
    commands.focused();
    await Promise.resolve();
    await Promise.resolve();
    expect(store.state().gates).toMatchObject([{ halfOpen: true }]);
  });
});

describe('opening', () => {
  test('a meeting in Lobbe: its page, on Lobbe’s host, and it is no longer new', async () => {
    const { store, commands, opened } = world(stateOf([atLobbe(1, { stage: 'ready', at: T0, unseen: true })]));
    await commands.act(idOf(1), 'open-in-lobbe');
    expect(opened[0]).toBe(`https://app.lobbe.ai/meetings/${recordingIdOf(1)}`);
    expect(store.state().meetings[0]?.state).toMatchObject({ unseen: false });
  });

  test('in the sandbox nothing is opened outside, and its user is told why', async () => {
    const state = stateOf([atLobbe(1, { stage: 'ready', at: T0, unseen: true })]);
    const { commands, opened, toasts } = world(state, { sandbox: true });
    await commands.act(idOf(1), 'open-in-lobbe');
    await commands.buyMinutes();
    expect(opened).toEqual([]);
    expect(toasts).toEqual([{ kind: 'sandbox-page' }, { kind: 'sandbox-page' }]);
  });

  test('an unknown meeting opens and changes nothing', async () => {
    const { store, commands, opened } = world(stateOf([meeting(1)]));
    await commands.act(idOf(7), 'open-in-lobbe');
    await commands.act(idOf(7), 'cancel');
    expect(opened).toEqual([]);
    expect(store.history).toHaveLength(1);
  });
});

test('clear finished counts what it took off, not what changed in the list meanwhile', async () => {
  const ready = atLobbe(2, { stage: 'ready', at: T0, unseen: false });
  const { store, commands, toasts } = world(stateOf([meeting(1), ready]));
  void store.commit((s) => put(s, meeting(1, { failures: 1 })));
  await commands.clearFinished();
  expect(toasts).toEqual([{ kind: 'cleared', count: 1 }]);
});

test('clear finished and undo: each back in its place', async () => {
  const ready = atLobbe(2, { stage: 'ready', at: T0, unseen: false });
  const cancelled = { stage: 'cancelled', at: T0, before: { stage: 'queued' }, hidden: false } as const;
  const maybe = meeting(4, { unanswered: [token], state: cancelled });
  const { store, commands, toasts } = world(stateOf([meeting(1), ready, meeting(3), maybe]));
  await commands.clearFinished();
  expect(store.state().meetings.map((m) => m.id)).toEqual([idOf(1), idOf(3), idOf(4)]);
  expect(toasts).toEqual([{ kind: 'cleared', count: 2 }]);
  await commands.undoClear();
  expect(store.state().meetings).toEqual([meeting(1), ready, meeting(3), maybe]);
  await commands.undoClear();
  expect(store.state().meetings).toHaveLength(4);
});
