import { describe, expect, test } from 'vitest';
import type { IdempotencyKey, MeetingId } from '../../electron/contract/ids';
import type { Toast } from '../../electron/contract/snapshot';
import { createBringing, type FolderContents } from '../../electron/shell/bringing';
import { createQuestions } from '../../electron/shell/questions';
import { atLobbe, idOf, meeting, stateOf, T0 } from '../builders/meetings';
import { memoryStore } from '../fakes/memory-store';

function world(folders: Readonly<Record<string, Partial<FolderContents>>> = {}) {
  const store = memoryStore(stateOf([]));
  const toasts: Toast[] = [];
  let changes = 0;
  let made = 0;
  const questions = createQuestions(() => {
    changes += 1;
  });
  const bringing = createBringing({
    async commit(change) {
      try {
        await store.commit(change);
        return true;
      } catch {
        return false;
      }
    },
    fresh: { key: () => `key-${made++}` as IdempotencyKey, id: () => `id-${made++}` as MeetingId },
    now: () => T0,
    toast: (toast) => toasts.push(toast),
    expandFolder: async (path) => ({ files: [], more: false, unreadable: 0, ...folders[path] }),
    questions,
  });
  const paths = () => store.state().meetings.map((m) => m.path);
  /** Asks about a copy of a meeting. */
  const ask = (n: number, of = atLobbe(50, { stage: 'ready', at: T0, unseen: false })) => {
    const { file, path } = meeting(n);
    if (file) questions.askSameAgain({ id: idOf(n), name: `copy ${n}.m4a`, path, file, of });
  };
  return { store, toasts, questions, bringing, paths, ask, changes: () => changes };
}

const many = (count: number, folder = '/f') => Array.from({ length: count }, (_, n) => `${folder}/${n + 1}.m4a`);

describe('case 29: a folder', () => {
  test.each([1, 20])('with %i recordings: they are taken in at once', async (count) => {
    const w = world({ '/f': { files: many(count) } });
    await w.bringing.addFolders(['/f']);
    expect(w.paths()).toEqual(many(count));
    expect(w.store.state().meetings[0]).toMatchObject({ name: '1.m4a', again: false });
    expect(w.questions.list()).toEqual([]);
  });

  test('with more: asked, and nothing is taken in before', async () => {
    const w = world({ '/recordings/۱۴۰۵': { files: many(143) } });
    await w.bringing.addFolders(['/recordings/۱۴۰۵']);
    expect(w.paths()).toEqual([]);
    const [question] = w.questions.list();
    expect(question).toMatchObject({ kind: 'folder', name: '۱۴۰۵', count: 143, more: false });
    await w.bringing.answer(question?.id ?? '', 'add', false);
    expect(w.paths()).toEqual(many(143));
    expect(w.questions.list()).toEqual([]);
  });

  test('that was not looked through to its end: asked, however little was found', async () => {
    const w = world({ '/f': { files: many(3), more: true } });
    await w.bringing.addFolders(['/f']);
    expect(w.questions.list()).toMatchObject([{ kind: 'folder', count: 3, more: true }]);
    await w.bringing.answer(w.questions.list()[0]?.id ?? '', 'leave', false);
    expect(w.paths()).toEqual([]);
    expect(w.questions.list()).toEqual([]);
  });

  test('from which nothing comes says why, all of a drop in one message', async () => {
    const w = world({
      '/empty': {},
      '/locked': { unreadable: 1 },
      '/endless': { more: true },
      '/partly': { files: many(1, '/partly'), unreadable: 2 },
    });
    await w.bringing.addFolders(['/empty', '/locked', '/endless', '/partly']);
    expect(w.toasts).toEqual([
      {
        kind: 'refused',
        refusals: [
          { name: 'empty', reason: 'no-recordings' },
          { name: 'locked', reason: 'unreadable' },
          { name: 'endless', reason: 'too-many' },
          { name: 'partly', reason: 'partly-unreadable' },
        ],
      },
    ]);
    expect(w.paths()).toEqual(['/partly/1.m4a']);
  });
});

describe('the same content again', () => {
  test('is a question with what its user needs to decide', () => {
    const w = world();
    const timeline = [
      { at: T0 + 1, kind: 'answered', status: 503 },
      { at: T0 + 5, kind: 'answered', status: 202 },
    ] as const;
    w.ask(1, atLobbe(50, { stage: 'ready', at: T0 + 9, unseen: false }, { timeline }));
    expect(w.questions.list()).toEqual([
      {
        kind: 'same-again',
        id: idOf(1),
        name: 'copy 1.m4a',
        size: 1000,
        durationMs: 60_000,
        of: { id: idOf(50), name: 'meeting 50.m4a', stage: 'ready', sentAt: T0 + 5 },
      },
    ]);
    expect(w.changes()).toBe(1);
  });

  test('of one that Lobbe does not have says so', () => {
    const w = world();
    w.ask(1, meeting(50));
    expect(w.questions.list()).toMatchObject([{ of: { stage: 'queued', sentAt: null } }]);
  });

  test('brought again and again before it was answered is one question', () => {
    const w = world();
    w.ask(1);
    w.ask(1);
    expect(w.questions.list()).toHaveLength(1);
  });

  test('again: a new meeting, under a key of its own', async () => {
    const w = world();
    w.ask(1);
    expect(await w.bringing.answer(idOf(1), 'again', false)).toBeNull();
    expect(w.store.state().meetings).toMatchObject([{ path: meeting(1).path, name: 'copy 1.m4a', again: true }]);
    expect(w.questions.list()).toEqual([]);
  });

  test('open: that meeting, and nothing is sent', async () => {
    const w = world();
    w.ask(1);
    expect(await w.bringing.answer(idOf(1), 'open', false)).toBe(idOf(50));
    expect(w.paths()).toEqual([]);
    expect(w.questions.list()).toEqual([]);
  });

  test.each([
    ['again', 3],
    ['leave', 0],
    ['open', 0],
  ] as const)('%s for all of them: the other kinds of questions stay', async (answer, taken) => {
    const w = world({ '/f': { files: many(99) } });
    await w.bringing.addFolders(['/f']);
    w.ask(1);
    w.ask(2);
    w.ask(3);
    await w.bringing.answer(idOf(2), answer, true);
    expect(w.paths()).toHaveLength(taken);
    expect(w.questions.list()).toMatchObject([{ kind: 'folder' }]);
  });

  test('a second answer to the same question is none', async () => {
    const w = world();
    w.ask(1);
    await Promise.all([w.bringing.answer(idOf(1), 'again', false), w.bringing.answer(idOf(1), 'again', false)]);
    expect(w.paths()).toHaveLength(1);
  });

  test('an answer that does not fit the question changes nothing', async () => {
    const w = world();
    w.ask(1);
    await w.bringing.answer(idOf(1), 'add', false);
    await w.bringing.answer('unknown', 'again', false);
    expect(w.questions.list()).toHaveLength(1);
    expect(w.paths()).toEqual([]);
  });

  test('case 79: an answer that cannot be written down leaves the question', async () => {
    const w = world();
    w.ask(1);
    w.store.full = true;
    await w.bringing.answer(idOf(1), 'again', false);
    const [question] = w.questions.list();
    expect(question).toMatchObject({ kind: 'same-again', name: 'copy 1.m4a' });
    expect(question?.id).not.toBe(idOf(1));
    w.store.full = false;
    await w.bringing.answer(question?.id ?? '', 'again', false);
    expect(w.paths()).toHaveLength(1);
  });
});
