// The loop over real folders, on a clock that only the test moves.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { IdempotencyKey, MeetingId } from '../../electron/contract/ids';
import type { Toast } from '../../electron/contract/snapshot';
import type { FolderOffer } from '../../electron/contract/watched-folders';
import { type Listing, listOwn } from '../../electron/disk/folder-listing';
import { isFilmByName } from '../../electron/disk/recording-types';
import type { AppState } from '../../electron/domain/app-state';
import { inspected } from '../../electron/domain/intake';
import { createQuestions, type FolderAnswer } from '../../electron/shell/questions';
import { startWatching } from '../../electron/shell/watched-folders';
import { StoreError } from '../../electron/store/errors';
import type { FolderMemory } from '../../electron/store/folder-memory';
import { meeting, stateOf, T0 } from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { type MemoryStore, memoryStore } from '../fakes/memory-store';
import { folder } from '../store/builders';

const MINUTE = 60_000;
const limits = { files: 10_000, names: 100_000, depth: 16, ms: 20_000 };

/** What outlives a run of the app: its store, the files of its folders, and the disk. */
function worldOf() {
  const root = fs.realpathSync(folder());
  const at = (name: string) => path.join(root, name);
  const store = memoryStore(stateOf([]));
  const clock = fakeClock(T0);
  const memories = new Map<string, FolderMemory>();
  const disk = {
    full: false,
    answers: true,
    writes: 0,
    looks: 0,
    more: false,
    slowMs: 0,
    unread: null as string | null,
    /** What a look at it ends with that should never happen. */
    bug: null as Error | null,
  };
  const bugs: unknown[] = [];
  /** Of recordings that are not an hour long. */
  const lengths = new Map<string, number | null | 'later'>();
  const toasts: Toast[] = [];
  const picked: { folder: string | null } = { folder: at('zoom') };
  const hints = new Set<() => void>();
  const questions = createQuestions(() => {});
  let offers: readonly FolderOffer[] = [];
  let made = 0;
  let written = 0;
  fs.mkdirSync(at('zoom'));

  const list = (place: string, unless: string | null): Listing | null => {
    disk.looks += 1;
    clock.set(clock.now() + disk.slowMs);
    if (!disk.answers) return null;
    if (disk.bug) throw disk.bug;
    const listing = listOwn({ path: place, limits, leaveOut: at('profile'), unless });
    if (listing.kind !== 'listed') return listing;
    const { unread, more } = disk;
    if (unread === null) return { ...listing, more };
    const files = listing.files.filter((file) => !file.path.startsWith(`${unread}/`));
    return { ...listing, files, more, unread: [unread], digest: `${listing.digest} but ${unread}` };
  };

  /** Starts the app. */
  function start() {
    let changes = 0;
    const watching = startWatching({
      state: store.state,
      commit: store.commit,
      onCommit: store.onCommit,
      list: async (place, unless) => list(place, unless),
      memories: {
        read: async (id) => memories.get(id) ?? null,
        async write(id, memory) {
          if (disk.full) throw new StoreError('disk-full', 'ENOSPC');
          disk.writes += 1;
          memories.set(id, memory);
        },
        async remove(id) {
          memories.delete(id);
        },
      },
      ask(place, files, heard) {
        const id = `question-${made++}`;
        questions.askFolder(id, place, files, false, heard);
        return () => questions.takeBack(id);
      },
      hints(_, onHint) {
        hints.add(onHint);
        return () => hints.delete(onHint);
      },
      isFilm: isFilmByName,
      lengthOf: async (file) => {
        const length = lengths.get(path.basename(file));
        return length === undefined ? 60 * MINUTE : length;
      },
      clock,
      fresh: {
        key: () => `key-${made++}` as IdempotencyKey,
        id: () => `00000000-0000-4000-8000-${String(made++).padStart(12, '0')}` as MeetingId,
      },
      pickFolder: async () => picked.folder,
      recorderFolders: async () => offers,
      ownFolder: at('profile'),
      toast: (toast) => toasts.push(toast),
      changed: () => {
        changes += 1;
      },
      note: () => {},
      onBug: (cause) => {
        if (cause !== disk.bug) throw cause;
        bugs.push(cause);
      },
    });
    return { ...watching, changes: () => changes };
  }

  /** Writes a recording; no two are of one size. */
  function put(name: string): string {
    written += 1;
    const file = at(`zoom/${name}`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '.'.repeat(written));
    return file;
  }

  return {
    root,
    at,
    put,
    start,
    store,
    clock,
    disk,
    bugs,
    lengths,
    toasts,
    picked,
    memories,
    hint: () => {
      for (const each of hints) each();
    },
    offer: (next: readonly FolderOffer[]) => {
      offers = next;
    },
    questions: () => questions.list().map(({ name, ...question }) => [name, 'count' in question && question.count]),
    /** Answers all that is asked. */
    async answer(answer: FolderAnswer) {
      const [first] = questions.list();
      for (const { heard } of questions.take(first?.id ?? '', true)) heard?.(answer);
      await clock.asleep();
      await clock.advance(1_000);
    },
    names: () => store.state().meetings.map(({ name }) => name),
  };
}

/** A world with a watched folder in it, in which `old` was before. */
async function watchedWorld(old: readonly string[] = ['old.m4a']) {
  const w = worldOf();
  for (const name of old) w.put(name);
  const app = w.start();
  await app.commands.watchFolder(null);
  await w.clock.asleep();
  return { ...w, app };
}

const folderOf = (store: MemoryStore) => store.state().watched[0] ?? expect.fail();

/** The queue takes all recordings in that were not read yet, as they are on the disk. */
async function queueAll(store: MemoryStore): Promise<void> {
  await store.commit((before) =>
    before.meetings.reduce((state: AppState, { id, path: file }) => {
      const { size, mtimeMs } = fs.statSync(file);
      const identity = { ...(meeting(1).file ?? expect.fail()), size, mtimeMs, ends: fs.readFileSync(file, 'utf8') };
      return inspected(state, id, { kind: 'recording', path: file, file: identity }, T0).state;
    }, before),
  );
}

describe('a folder that is added', () => {
  test('keeps what is in it, and sends what comes', async () => {
    const w = await watchedWorld(['old.m4a', '2025/older.m4a']);
    expect(w.names()).toEqual([]);
    w.put('new.m4a');
    w.put('2026-11-30 10.00.00 Weekly 1/audio1.m4a');
    w.put('2026-11-30 10.00.00 Weekly 1/video1.mp4');
    w.put('notes.txt');
    await w.clock.advance(MINUTE);
    expect(w.names().sort()).toEqual(['audio1.m4a', 'new.m4a']);
    expect(w.store.state().meetings.every(({ watched }) => watched)).toBe(true);
    await w.clock.advance(10 * MINUTE);
    expect(w.names()).toHaveLength(2);
  });

  test('can send what was in it as well, once', async () => {
    const w = await watchedWorld(['1.m4a', '2.m4a', '2.mp4', 'notes.txt']);
    const [view] = w.app.views();
    expect(view).toMatchObject({ path: w.at('zoom'), earlier: 2, taken: 0, trouble: null });
    w.store.full = true;
    await w.app.commands.sendEarlier(view?.id ?? '');
    expect(w.toasts).toEqual([{ kind: 'not-saved' }]);
    expect(w.app.views()[0]?.earlier).toBe(2);
    w.store.full = false;
    await Promise.all([w.app.commands.sendEarlier(view?.id ?? ''), w.app.commands.sendEarlier(view?.id ?? '')]);
    expect(w.names().sort()).toEqual(['1.m4a', '2.m4a']);
    expect(w.app.views()[0]?.earlier).toBe(0);
    await w.clock.advance(MINUTE);
    expect(w.names()).toHaveLength(2);
  });

  test.each<[string, string, string]>([
    ['again', 'zoom', 'watched-already'],
    ['in the watched one', 'zoom/2025', 'watched-already'],
    ['around the watched one', '', 'watched-already'],
    ['that is the app’s own', 'profile/account', 'own-folder'],
    ['that is not there', 'nothing', 'gone'],
  ])('%s is not watched, and the user is told', async (_, name, reason) => {
    const w = await watchedWorld(['2025/old.m4a']);
    fs.mkdirSync(w.at('profile/account'), { recursive: true });
    w.picked.folder = w.at(name);
    await w.app.commands.watchFolder(null);
    expect(w.store.state().watched).toHaveLength(1);
    expect(w.toasts).toEqual([{ kind: 'folder-not-watched', name: path.basename(w.at(name)), reason }]);
  });

  test('that is too large, or whose disk does not answer, is not watched', async () => {
    const w = worldOf();
    const app = w.start();
    w.disk.more = true;
    await app.commands.watchFolder(null);
    w.disk.answers = false;
    await app.commands.watchFolder(null);
    expect(w.store.state().watched).toEqual([]);
    expect(w.toasts).toMatchObject([{ reason: 'too-large' }, { reason: 'no-answer' }]);
  });

  test('by two clicks at once is watched once', async () => {
    const w = worldOf();
    const app = w.start();
    await Promise.all([app.commands.watchFolder(null), app.commands.watchFolder(null)]);
    expect(w.store.state().watched).toHaveLength(1);
    expect([...w.memories.keys()]).toEqual([folderOf(w.store).id]);
  });

  test('on a full disk is not watched', async () => {
    const w = worldOf();
    const app = w.start();
    w.disk.full = true;
    await app.commands.watchFolder(null);
    w.disk.full = false;
    w.store.full = true;
    await app.commands.watchFolder(null);
    expect(w.store.state().watched).toEqual([]);
    expect(w.toasts).toEqual([{ kind: 'not-saved' }, { kind: 'not-saved' }]);
  });

  test('is none if none was picked', async () => {
    const w = worldOf();
    w.picked.folder = null;
    await w.start().commands.watchFolder(null);
    expect(w.store.state().watched).toEqual([]);
    expect(w.toasts).toEqual([]);
  });
});

describe('what comes into a folder', () => {
  test('is found at once by a hint, or when somebody looks', async () => {
    const w = await watchedWorld();
    w.put('1.m4a');
    w.hint();
    await w.clock.asleep();
    await w.clock.advance(1_000);
    expect(w.names()).toEqual(['1.m4a']);
    w.put('2.m4a');
    w.app.look();
    await w.clock.asleep();
    await w.clock.advance(1_000);
    expect(w.names()).toEqual(['1.m4a', '2.m4a']);
  });

  test('on a slow disk is looked for rarely', async () => {
    const w = await watchedWorld();
    w.disk.slowMs = 1_000;
    w.put('a.m4a');
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['a.m4a']);
    w.put('b.m4a');
    await w.clock.advance(8 * MINUTE);
    expect(w.names()).toEqual(['a.m4a']);
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['a.m4a', 'b.m4a']);
  });

  test('under a storm of hints is looked for once a second', async () => {
    const w = await watchedWorld();
    const before = w.disk.looks;
    for (let n = 0; n < 100; n += 1) {
      w.hint();
      await w.clock.advance(100);
    }
    expect(w.disk.looks - before).toBeLessThanOrEqual(11);
  });

  test('while the app was not running is new at its next start', async () => {
    const w = await watchedWorld();
    await w.app.stop();
    w.put('meanwhile.m4a');
    w.start();
    await w.clock.asleep();
    expect(w.names()).toEqual(['meanwhile.m4a']);
  });

  test('waits for room on a full disk, and is taken in once', async () => {
    const w = await watchedWorld();
    w.put('new.m4a');
    w.store.full = true;
    await w.clock.advance(MINUTE);
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual([]);
    expect(w.toasts).toEqual([]);
    w.store.full = false;
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['new.m4a']);
  });

  test('in two forms is not lost if the app ends between two writes', async () => {
    const w = await watchedWorld();
    w.put('2026-11-30 10.00.00 Weekly 1/audio1.m4a');
    w.put('2026-11-30 10.00.00 Weekly 1/video1.mp4');
    let commits = 0;
    w.store.onCommit(() => {
      commits += 1;
      w.store.full = commits === 1;
    });
    await w.clock.advance(MINUTE);
    await w.app.stop();
    w.store.full = false;
    w.start();
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['audio1.m4a']);
  });

  test.each(['talk.mp4', 'copy of talk.m4a'])(
    'and goes with its drive before it was read is new when it is back, beside %s',
    async (other) => {
      const w = await watchedWorld();
      w.put('talk.m4a');
      if (other === 'talk.mp4') w.put(other);
      await w.clock.advance(MINUTE);
      if (other !== 'talk.mp4') fs.cpSync(w.at('zoom/talk.m4a'), w.at(`zoom/${other}`), { preserveTimestamps: true });
      await w.clock.advance(MINUTE);
      expect(w.names()).toEqual(['talk.m4a']);
      fs.renameSync(w.at('zoom'), w.at('unplugged'));
      await w.store.commit((s) =>
        s.meetings.reduce(
          (state, { id }) => inspected(state, id, { kind: 'refused', reason: 'not-found' }, T0).state,
          s,
        ),
      );
      await w.clock.advance(MINUTE);
      fs.renameSync(w.at('unplugged'), w.at('zoom'));
      await w.clock.advance(MINUTE);
      // Of two files with one content, the look into them takes one.
      expect(w.names().filter((name) => name !== 'copy of talk.m4a')).toEqual(['talk.m4a']);
    },
  );

  test('as sound that is none after all is taken in as film', async () => {
    const w = await watchedWorld();
    w.put('talk.m4a');
    w.put('talk.mp4');
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['talk.m4a']);
    await w.store.commit((s) =>
      s.meetings.reduce((state, { id }) => inspected(state, id, { kind: 'refused', reason: 'not-audio' }, T0).state, s),
    );
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['talk.mp4']);
    await queueAll(w.store);
    await w.clock.advance(10 * MINUTE);
    expect(w.names()).toEqual(['talk.mp4']);
  });

  test('is in the order in which it was recorded', async () => {
    const w = await watchedWorld();
    for (const [name, age] of [
      ['b.m4a', 3],
      ['a.m4a', 1],
      ['c.m4a', 2],
    ] as const) {
      fs.utimesSync(w.put(name), T0 / 1000 - age, T0 / 1000 - age);
    }
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['b.m4a', 'c.m4a', 'a.m4a']);
  });

  test('and is renamed at its end, before it was read, is one recording', async () => {
    const w = await watchedWorld();
    const file = w.put('2026.tmp.m4a');
    await w.clock.advance(MINUTE);
    fs.renameSync(file, w.at('zoom/2026.m4a'));
    fs.appendFileSync(w.at('zoom/2026.m4a'), ' and half');
    const [record] = w.store.state().meetings;
    if (!record) expect.fail();
    await w.store.commit((s) => inspected(s, record.id, { kind: 'refused', reason: 'not-found' }, T0).state);
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['2026.m4a']);
  });

  test('and left the queue as it could not be read under its name is found again by the next look', async () => {
    const w = await watchedWorld();
    const file = w.put('a.m4a');
    await w.clock.advance(MINUTE);
    fs.renameSync(file, w.at('zoom/b.m4a'));
    await w.clock.advance(MINUTE);
    // The look at its old name came back after it was followed to its new one.
    const [record] = w.store.state().meetings;
    if (!record) expect.fail();
    expect(record.name).toBe('b.m4a');
    await w.store.commit((s) => inspected(s, record.id, { kind: 'refused', reason: 'not-found' }, T0).state);
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['b.m4a']);
  });
});

describe('what has the name of a recording, and another kind', () => {
  /** `talk.m4a` was taken in, an hour long. */
  async function talk() {
    const w = await watchedWorld([]);
    w.put('talk.m4a');
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['talk.m4a']);
    return { ...w, earlier: () => w.app.views()[0]?.earlier };
  }

  test('is another meeting if it is of another length once it is complete, and is taken in then, once', async () => {
    const w = await talk();
    w.put('talk.mp3');
    w.lengths.set('talk.mp3', 'later');
    for (let minute = 0; minute < 30; minute += 1) await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['talk.m4a']);
    w.put('talk.mp3');
    w.lengths.set('talk.mp3', 30 * MINUTE);
    for (let minute = 0; minute < 5; minute += 1) await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['talk.m4a', 'talk.mp3']);
    // The third is another form of the second.
    w.put('talk.wav');
    w.lengths.set('talk.wav', 30 * MINUTE + 4_000);
    for (let minute = 0; minute < 5; minute += 1) await w.clock.advance(MINUTE);
    await w.app.stop();
    w.start();
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['talk.m4a', 'talk.mp3']);
    expect(w.earlier()).toBe(0);
  });

  test('is the same if it is as long: it is left out for good, and nobody is asked', async () => {
    const w = await talk();
    w.put('talk.mp4');
    w.lengths.set('talk.mp4', 60 * MINUTE - 3_000);
    for (let minute = 0; minute < 5; minute += 1) await w.clock.advance(MINUTE);
    expect([w.names(), w.earlier()]).toEqual([['talk.m4a'], 0]);
    const { looks } = w.disk;
    w.lengths.set('talk.mp4', 5 * MINUTE);
    await w.clock.advance(MINUTE);
    expect(w.disk.looks).toBe(looks + 1);
    expect(w.names()).toEqual(['talk.m4a']);
  });

  test.each([null, 57 * MINUTE])('is left to its user if its length (%j) does not tell', async (length) => {
    const w = await talk();
    w.put('talk.mp3');
    w.lengths.set('talk.mp3', length);
    for (let minute = 0; minute < 5; minute += 1) await w.clock.advance(MINUTE);
    expect([w.names(), w.earlier()]).toEqual([['talk.m4a'], 1]);
    await w.app.commands.sendEarlier(folderOf(w.store).id);
    expect([w.names(), w.earlier()]).toEqual([['talk.m4a', 'talk.mp3'], 0]);
    for (let minute = 0; minute < 5; minute += 1) await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['talk.m4a', 'talk.mp3']);
  });

  test('twice, of one other length, is one other meeting', async () => {
    const w = await talk();
    for (const name of ['talk.mp4', 'talk.mkv']) {
      w.put(name);
      w.lengths.set(name, 10 * MINUTE);
    }
    for (let minute = 0; minute < 5; minute += 1) await w.clock.advance(MINUTE);
    expect(w.names()).toHaveLength(2);
    expect(w.earlier()).toBe(0);
  });

  test('waits for room on a full disk if it is another meeting', async () => {
    const w = await talk();
    w.put('talk.mp3');
    w.lengths.set('talk.mp3', 'later');
    await w.clock.advance(MINUTE);
    w.lengths.set('talk.mp3', 5 * MINUTE);
    w.store.full = true;
    await w.clock.advance(MINUTE);
    w.store.full = false;
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['talk.m4a', 'talk.mp3']);
  });
});

describe('a recording that was taken in', () => {
  test('and is renamed, moved, copied, or comes back with the folder, is not taken in again', async () => {
    const w = await watchedWorld(['old.m4a']);
    w.put('a.m4a');
    await w.clock.advance(MINUTE);
    await queueAll(w.store);
    fs.appendFileSync(w.at('zoom/a.m4a'), 'tag');
    await w.clock.advance(MINUTE);
    fs.renameSync(w.at('zoom/old.m4a'), w.at('zoom/very old.m4a'));
    await w.clock.advance(MINUTE);
    fs.cpSync(w.at('zoom'), w.at('copy'), { recursive: true, preserveTimestamps: true });
    fs.rmSync(w.at('zoom'), { recursive: true });
    await w.clock.advance(MINUTE);
    expect(w.app.views()[0]?.trouble).toBe('gone');
    fs.mkdirSync(w.at('zoom'));
    await w.clock.advance(MINUTE);
    expect(w.app.views()[0]?.trouble).toBeNull();
    fs.cpSync(w.at('copy'), w.at('zoom'), { recursive: true, preserveTimestamps: true });
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['a.m4a']);
    expect(w.app.views()[0]?.taken).toBe(1);
  });

  test('and is sent while its folder is removed, is in the queue', async () => {
    const w = await watchedWorld();
    w.put('a.m4a');
    await w.clock.advance(MINUTE);
    await w.app.commands.unwatchFolder(w.app.views()[0]?.id ?? '');
    w.put('b.m4a');
    await w.clock.advance(10 * MINUTE);
    expect(w.names()).toEqual(['a.m4a']);
    expect(w.memories.size).toBe(0);
    // Whoever adds the folder again begins anew.
    await w.app.commands.watchFolder(null);
    await w.clock.asleep();
    w.put('c.m4a');
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['a.m4a', 'c.m4a']);
  });
});

describe('case 31: many', () => {
  test('come in by and by, are remembered out of the state, and not twice', async () => {
    const w = await watchedWorld([]);
    for (let n = 0; n < 500; n += 1) w.put(`${n}.m4a`);
    await w.clock.advance(MINUTE);
    await w.answer('add');
    expect(w.names()).toHaveLength(500);
    await queueAll(w.store);
    await w.clock.advance(MINUTE);
    expect(folderOf(w.store).noticed.length).toBeLessThan(64);
    expect(folderOf(w.store).taken).toBe(500);
    await w.app.stop();
    w.start();
    await w.clock.advance(MINUTE);
    expect(w.names()).toHaveLength(500);
  });

  test('are asked about, once, and nothing of them is taken in before', async () => {
    const w = await watchedWorld([]);
    for (let n = 0; n < 21; n += 1) w.put(`archive/${n}.m4a`);
    w.put('archive/0.mp4');
    await w.clock.advance(MINUTE);
    await w.clock.advance(MINUTE);
    expect(w.questions()).toEqual([['zoom', 21]]);
    // More of them: one question still.
    w.put('archive/more.m4a');
    await w.clock.advance(MINUTE);
    expect(w.questions()).toEqual([['zoom', 22]]);
    expect(w.names()).toEqual([]);
    expect(folderOf(w.store).noticed).toEqual([]);
    // Nobody answered: a restart asks again.
    await w.app.stop();
    expect(w.questions()).toEqual([]);
    const app = w.start();
    await w.clock.asleep();
    expect(w.questions()).toEqual([['zoom', 22]]);
    await w.answer('add');
    expect(w.names()).toHaveLength(22);
    expect(w.names()).not.toContain('0.mp4');
    await w.clock.advance(10 * MINUTE);
    expect(w.questions()).toEqual([]);
    expect(w.names()).toHaveLength(22);
    w.put('after.m4a');
    await w.clock.advance(MINUTE);
    expect(w.names()).toContain('after.m4a');
    await app.stop();
  });

  test('that nobody wants are remembered, also past a full disk, and what is new meanwhile is not', async () => {
    const w = await watchedWorld([]);
    for (let n = 0; n < 30; n += 1) w.put(`archive/${n}.m4a`);
    await w.clock.advance(MINUTE);
    w.store.full = true;
    w.put('new.m4a');
    w.put('new.mp4');
    await w.answer('leave');
    expect(w.questions()).toEqual([]);
    expect(w.app.views()[0]?.earlier).toBe(30);
    w.store.full = false;
    await w.clock.advance(MINUTE);
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['new.m4a']);
    await w.app.stop();
    w.start();
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['new.m4a']);
    expect(w.questions()).toEqual([]);
  });

  test('that come one by one are many as well, and those of a day are not', async () => {
    const w = await watchedWorld([]);
    for (let n = 0; n < 25; n += 1) {
      w.put(`${n}.m4a`);
      await w.clock.advance(MINUTE);
    }
    expect(w.names()).toHaveLength(20);
    expect(w.questions()).toEqual([['zoom', 5]]);
    await w.clock.advance(60 * MINUTE);
    w.put('next hour.m4a');
    await w.clock.advance(MINUTE);
    expect(w.questions()).toEqual([]);
    expect(w.names()).toHaveLength(26);
  });

  test('are no question any more when their folder is not watched', async () => {
    const w = await watchedWorld([]);
    for (let n = 0; n < 30; n += 1) w.put(`${n}.m4a`);
    await w.clock.advance(MINUTE);
    expect(w.questions()).toHaveLength(1);
    await w.app.commands.unwatchFolder(w.app.views()[0]?.id ?? '');
    expect(w.questions()).toEqual([]);
  });

  test('copies are remembered without a record', async () => {
    const w = await watchedWorld(['a.m4a']);
    for (let n = 0; n < 100; n += 1) {
      fs.cpSync(w.at('zoom/a.m4a'), w.at(`zoom/copy ${n}.m4a`), { preserveTimestamps: true });
    }
    await w.clock.advance(MINUTE);
    fs.rmSync(w.at('zoom/a.m4a'));
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual([]);
    expect(folderOf(w.store).noticed.length).toBeLessThan(64);
  });
});

describe('trouble', () => {
  test('with its disk is told, and ends by itself', async () => {
    const w = await watchedWorld();
    w.put('a.m4a');
    w.disk.answers = false;
    await w.clock.advance(MINUTE);
    expect(w.app.views()[0]?.trouble).toBe('no-answer');
    expect(w.app.changes()).toBeGreaterThan(0);
    w.disk.answers = true;
    await w.clock.advance(MINUTE);
    expect(w.app.views()[0]?.trouble).toBeNull();
    expect(w.names()).toEqual(['a.m4a']);
  });

  test('with a part of it is told, and what is in that part was there before', async () => {
    const w = worldOf();
    w.disk.unread = 'locked';
    w.put('locked/old.m4a');
    const app = w.start();
    await app.commands.watchFolder(null);
    await w.clock.asleep();
    expect(app.views()[0]?.trouble).toBe('partly');
    w.put('new.m4a');
    await w.clock.advance(MINUTE);
    await app.stop();
    w.disk.unread = null;
    const again = w.start();
    await w.clock.asleep();
    expect(again.views()[0]?.trouble).toBeNull();
    w.put('locked/new as well.m4a');
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['new.m4a', 'new as well.m4a']);
  });

  test('with its size is told: what is there may not be all', async () => {
    const w = await watchedWorld();
    w.disk.more = true;
    w.put('new.m4a');
    await w.clock.advance(MINUTE);
    expect(w.app.views()[0]?.trouble).toBe('too-large');
    expect(w.names()).toEqual(['new.m4a']);
  });

  test('with what is remembered: what is there counts as known', async () => {
    const w = await watchedWorld();
    await w.app.stop();
    w.memories.clear();
    w.put('unknown.m4a');
    w.start();
    await w.clock.asleep();
    expect(w.names()).toEqual([]);
    w.put('new.m4a');
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual(['new.m4a']);
  });

  test('with the disk, also while it is being remembered, does not make old ones new', async () => {
    const w = await watchedWorld();
    await w.app.stop();
    w.memories.clear();
    w.disk.full = true;
    w.start();
    await w.clock.advance(MINUTE);
    w.disk.full = false;
    await w.clock.advance(MINUTE);
    expect(w.names()).toEqual([]);
  });
});

test('a bug is told once and looked past rarely, and what was in its way is taken in when it is over', async () => {
  const w = await watchedWorld();
  w.put('new.m4a');
  const { looks } = w.disk;
  w.disk.bug = new TypeError('of ours');
  for (let minute = 0; minute < 31; minute += 1) await w.clock.advance(MINUTE);
  expect(w.bugs).toEqual([w.disk.bug]);
  expect(w.disk.looks - looks).toBe(3);
  w.disk.bug = null;
  for (let minute = 0; minute < 15; minute += 1) await w.clock.advance(MINUTE);
  expect(w.names()).toEqual(['new.m4a']);
  // The next one is another one.
  w.disk.bug = new TypeError('of ours');
  await w.clock.advance(MINUTE);
  expect(w.bugs).toHaveLength(2);
});

test('where nothing happens, nothing is written', async () => {
  const w = await watchedWorld(['a.m4a', 'b.m4a']);
  const { writes } = w.disk;
  const commits = w.store.history.length;
  await w.clock.advance(MINUTE);
  await w.clock.advance(MINUTE);
  expect(w.disk.writes).toBe(writes);
  expect(w.store.history).toHaveLength(commits);
});

test('an offered folder is watched by one click, and not offered any more', async () => {
  const w = worldOf();
  const offer = { recorder: 'zoom', path: w.at('zoom') } as const;
  w.offer([offer]);
  const app = w.start();
  expect(app.offers()).toEqual([]);
  await app.commands.watchFolder('zoom');
  expect(w.store.state().watched).toEqual([]);
  await app.commands.findRecorders();
  expect(app.offers()).toEqual([offer]);
  await app.commands.watchFolder('zoom');
  expect(w.store.state().watched).toMatchObject([{ path: w.at('zoom') }]);
  expect(app.offers()).toEqual([]);
});
