import { describe, expect, test } from 'vitest';
import type { IdempotencyKey, MeetingId } from '../../electron/contract/ids';
import type { RefusalReason } from '../../electron/contract/problem';
import { act } from '../../electron/domain/acts';
import { type AppState, without } from '../../electron/domain/app-state';
import { createBringing, type FolderContents } from '../../electron/shell/bringing';
import { createQuestions } from '../../electron/shell/questions';
import { atLobbe, context, idOf, meeting, stateOf, T0 } from '../builders/meetings';
import { memoryStore } from '../fakes/memory-store';

/** Folders by their paths; null: its disk does not answer. */
function world(folders: Readonly<Record<string, Partial<FolderContents> | null>> = {}) {
  const store = memoryStore(stateOf([]));
  const walk = { during: async () => {} };
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
    tryCommit: store.commit,
    fresh: { key: () => `key-${made++}` as IdempotencyKey, id: () => `id-${made++}` as MeetingId },
    now: () => T0,
    async expandFolder(path) {
      await walk.during();
      const contents = folders[path];
      return contents === null ? null : { files: [], more: false, unreadable: 0, ...contents };
    },
    questions,
  });
  const paths = () => store.state().meetings.map((m) => m.path);
  /** Asks about a copy of a meeting. */
  const ask = (n: number, of = atLobbe(50, { stage: 'ready', at: T0, unseen: false })) => {
    const { file, path } = meeting(n);
    if (file) questions.askSameAgain({ id: idOf(n), name: `copy ${n}.m4a`, path, file, of });
  };
  /** Brings a folder, and what becomes of it once it was looked at. */
  async function addFolder(path: string) {
    await bringing.add([path]);
    const id = store.state().meetings.at(-1)?.id ?? idOf(0);
    return { id, added: bringing.addFolder({ id, path }) };
  }
  return { store, walk, addFolder, questions, bringing, paths, ask, changes: () => changes };
}

const many = (count: number, folder = '/f') => Array.from({ length: count }, (_, n) => `${folder}/${n + 1}.m4a`);

describe('case 29: a folder', () => {
  test.each([1, 20])('with %i recordings: they are taken in at once', async (count) => {
    const w = world({ '/f': { files: many(count) } });
    await (await w.addFolder('/f')).added;
    expect(w.paths()).toEqual(many(count));
    expect(w.store.state().meetings[0]).toMatchObject({ name: '1.m4a', again: false });
    expect(w.questions.list()).toEqual([]);
  });

  test('with more: asked, and nothing is taken in before', async () => {
    const w = world({ '/recordings/۱۴۰۵': { files: many(143) } });
    await (await w.addFolder('/recordings/۱۴۰۵')).added;
    expect(w.paths()).toEqual([]);
    const [question] = w.questions.list();
    expect(question).toMatchObject({ kind: 'folder', name: '۱۴۰۵', count: 143, more: false });
    await w.bringing.answer(question?.id ?? '', 'add', false);
    expect(w.paths()).toEqual(many(143));
    expect(w.questions.list()).toEqual([]);
  });

  test('that is watched, and into which many came: who watches it carries the answer out', async () => {
    const w = world();
    const heard: string[] = [];
    w.questions.askFolder('q', '/watched', many(30), false, (answer) => heard.push(answer));
    expect(w.questions.list()).toMatchObject([{ name: 'watched', count: 30, came: true }]);
    await w.bringing.answer('q', 'add', false);
    await w.bringing.answer('q', 'leave', false);
    expect(heard).toEqual(['add']);
    expect(w.paths()).toEqual([]);
    expect(w.questions.list()).toEqual([]);
  });

  test('that was not looked through to its end: asked, however little was found', async () => {
    const w = world({ '/f': { files: many(3), more: true } });
    await (await w.addFolder('/f')).added;
    expect(w.questions.list()).toMatchObject([{ kind: 'folder', count: 3, more: true }]);
    await w.bringing.answer(w.questions.list()[0]?.id ?? '', 'leave', false);
    expect(w.paths()).toEqual([]);
    expect(w.questions.list()).toEqual([]);
  });

  test.each<[string, Partial<FolderContents>, RefusalReason, readonly string[]]>([
    ['that is empty', {}, 'no-recordings', []],
    ['that is locked', { unreadable: 1 }, 'unreadable', []],
    ['that does not end', { more: true }, 'too-many', []],
    ['that is locked in part', { files: many(1), unreadable: 2 }, 'partly-unreadable', many(1)],
  ])('%s says so, and leaves the queue', async (_, contents, reason, taken) => {
    const w = world({ '/f': contents });
    expect(await (await w.addFolder('/f')).added).toEqual([{ name: 'f', reason }]);
    expect(w.paths()).toEqual(taken);
  });

  test('and what is in it change places in one commit: nothing of it is lost in between, or there twice', async () => {
    const w = world({ '/f': { files: many(3) } });
    await (await w.addFolder('/f')).added;
    expect(w.store.history.map(({ meetings }) => meetings.map((m) => m.path))).toEqual([[], ['/f'], many(3)]);
  });

  test('case 99: a quit, or no answer, in the middle of its walk: it stays for the next look, and nothing is said against it', async () => {
    const w = world({ '/f': null });
    expect(await (await w.addFolder('/f')).added).toEqual([]);
    expect(w.store.state().meetings).toMatchObject([{ path: '/f', state: { stage: 'preparing' } }]);
    expect(w.store.history).toHaveLength(2);
  });

  test.each([
    ['few', 3, 0],
    ['many', 143, 1],
    ['no', 0, 0],
  ])(
    'case 79: a full disk at the end of its walk, with %s recordings: it stays, and nothing is asked or said',
    async (_, count, asked) => {
      const w = world({ '/f': { files: many(count) } });
      const { id, added } = await w.addFolder('/f');
      w.store.full = true;
      expect(await added).toEqual([]);
      expect(w.paths()).toEqual(['/f']);
      expect(w.questions.list()).toEqual([]);
      w.store.full = false;
      await w.bringing.addFolder({ id, path: '/f' });
      expect(w.paths()).toEqual(asked ? [] : many(count));
      expect(w.questions.list()).toHaveLength(asked);
    },
  );

  test.each([
    ['removed', (state: AppState, id: MeetingId) => without(state, id)],
    ['cancelled', (state: AppState, id: MeetingId) => act(state, id, 'cancel', { ...context, freshId: idOf(99) })],
  ])('%s while it is walked: nothing is taken in, asked or said', async (_, takeAway) => {
    for (const contents of [{ files: many(3), unreadable: 1 }, { files: many(143) }, {}]) {
      const w = world({ '/f': contents });
      w.walk.during = async () => void (await w.store.commit((s) => takeAway(s, s.meetings[0]?.id ?? idOf(0))));
      expect(await (await w.addFolder('/f')).added).toEqual([]);
      expect(w.store.state().meetings.filter(({ state }) => state.stage !== 'cancelled')).toEqual([]);
      expect(w.questions.list()).toEqual([]);
    }
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
    await (await w.addFolder('/f')).added;
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
