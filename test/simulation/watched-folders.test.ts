// A watched folder under a seeded world: files come, grow, are renamed, copied, restored and taken away, its drive goes and comes back,
// and the app dies at any operation of its store and its memory, killed or without power, on a disk that is full or fails at times. Each
// recording that came after the folder was added is one record in the end, and none that was there before is any.

import { expect, test } from 'vitest';
import type { IdempotencyKey, MeetingId } from '../../electron/contract/ids';
import type { Listing } from '../../electron/disk/folder-listing';
import { isFilmByName } from '../../electron/disk/recording-types';
import { emptyState } from '../../electron/domain/app-state';
import { type Inspection, inspected } from '../../electron/domain/intake';
import type { SeenFile } from '../../electron/domain/watched-folder';
import { startWatching } from '../../electron/shell/watched-folders';
import { folderMemories } from '../../electron/store/folder-memory';
import { openStateStore, type StateStore } from '../../electron/store/state-store';
import { meeting } from '../builders/meetings';
import { PROFILE } from './app';
import { type Chance, chanceOf } from './chance';
import { SimulatedDisk } from './disk';
import { Life, Time } from './time';

const ROOT = '/zoom';
const MINUTE = 60_000;
const SEEDS = 40;

/** What is recorded, whatever its file is called. `came`: after the folder was added. */
interface Content {
  readonly number: number;
  readonly came: boolean;
}

interface ModelFile extends SeenFile {
  readonly content: Content;
  readonly begunAt: number;
  readonly writtenUntil: number;
  /** Done to it so far. One look cannot tell what was edited, moved and restored all at once, and nothing could. */
  readonly done: 'nothing' | 'edited' | 'moved';
}

class ModelFolder {
  readonly contents: Content[] = [];
  isThere = true;
  files = new Map<string, ModelFile>();
  readonly #time: Time;
  readonly #chance: Chance;
  #made = 0;

  constructor(time: Time, chance: Chance) {
    this.#time = time;
    this.#chance = chance;
  }

  put(came: boolean): void {
    this.#made += 1;
    const content = { number: this.#made, came };
    this.contents.push(content);
    const now = this.#time.now();
    const folder = this.#chance.is(0.3) ? `${this.#chance.below(3)}/` : '';
    const writtenUntil = came ? now + this.#chance.between(0, 3 * MINUTE) : 0;
    const size = came && this.#chance.is(0.2) ? 0 : this.#made * 1_000_000;
    this.#set({
      path: `${folder}${this.#made}.m4a`,
      size,
      mtimeMs: now,
      ino: this.#made,
      bornMs: now,
      content,
      begunAt: now,
      writtenUntil,
      done: 'nothing',
    });
  }

  /** Something happens to a file that is there. */
  happen(): void {
    // What was written until now is in it, whether or not anybody looked meanwhile.
    this.#grow();
    const { files } = this;
    if (files.size === 0) return;
    const file = this.#chance.pick([...files.values()]);
    const now = this.#time.now();
    this.#made += 1;
    switch (
      this.#chance.weighed([
        [3, 'rename'],
        [2, 'copy'],
        [2, 'edit'],
        [1, 'delete'],
        [1, 'restore'],
      ])
    ) {
      case 'rename':
        if (file.done === 'edited') return;
        files.delete(file.path);
        this.#set({ ...file, path: `renamed ${this.#made}.m4a`, done: 'moved' });
        break;
      case 'copy':
        if (file.done !== 'edited' && now >= file.writtenUntil) {
          this.#set({ ...file, path: `copy ${this.#made}.m4a`, ino: this.#made, bornMs: now, done: 'moved' });
        }
        break;
      case 'edit':
        if (file.done === 'nothing' && now >= file.writtenUntil) this.#set({ ...file, mtimeMs: now, done: 'edited' });
        break;
      case 'delete':
        files.delete(file.path);
        break;
      case 'restore':
        // The whole folder, from a copy: other numbers, the same times.
        this.files = new Map(
          [...files].map(([path, each]) => [path, { ...each, ino: each.ino + 10_000, bornMs: now }]),
        );
    }
  }

  list(unless: string | null): Listing {
    if (!this.isThere) return { kind: 'failed', why: 'gone' };
    this.#grow();
    const files = [...this.files.values()].map(({ path, size, mtimeMs, ino, bornMs }) => ({
      path,
      size,
      mtimeMs,
      ino,
      bornMs,
    }));
    const digest = JSON.stringify(files);
    return digest === unless
      ? { kind: 'same' }
      : { kind: 'listed', path: ROOT, files, more: false, unread: [], digest };
  }

  inspect(path: string): Inspection {
    this.#grow();
    const file = this.isThere ? this.files.get(path.slice(ROOT.length + 1)) : undefined;
    if (file === undefined) return { kind: 'refused', reason: 'not-found' };
    if (this.#time.now() < file.writtenUntil) return { kind: 'later', why: 'growing' };
    const { size, mtimeMs, content } = file;
    const known = meeting(1).file ?? expect.fail();
    return { kind: 'recording', path, file: { ...known, size, mtimeMs, ends: `content ${content.number}` } };
  }

  #grow(): void {
    const now = this.#time.now();
    for (const file of this.files.values()) {
      const until = Math.min(now, file.writtenUntil);
      if (until > file.mtimeMs)
        this.#set({
          ...file,
          size: file.content.number * 1_000_000 + Math.floor(until - file.begunAt),
          mtimeMs: until,
        });
    }
  }

  #set(file: ModelFile): void {
    this.files.set(file.path, file);
  }
}

interface World {
  readonly time: Time;
  readonly chance: Chance;
  readonly disk: SimulatedDisk;
  readonly folder: ModelFolder;
  made: number;
}

/** One run of the app: the store, the watching, and as much of the queue as looks at files. */
async function start(life: Life, world: World): Promise<{ store: StateStore; add(): Promise<void> }> {
  const { time, chance, disk, folder } = world;
  const pause = (ms: number) => time.operation(life, ms, () => {});
  const own = disk.of(life);
  const store = await openStateStore({
    directory: PROFILE,
    initial: emptyState,
    appVersion: '0.1.0',
    disk: own,
    now: () => time.wall(),
    pause,
  });
  const watching = startWatching({
    state: store.state,
    commit: store.commit,
    onCommit: store.onCommit,
    list: (_, unless) => time.operation(life, chance.between(5, 300), () => folder.list(unless)),
    memories: folderMemories(PROFILE, own, '0.1.0', pause),
    // Its user wants all of them, and needs a moment for it.
    ask(_folder, _files, heard) {
      let isAsked = true;
      time.after(chance.between(1_000, 60_000), life, () => isAsked && heard('add'));
      return () => {
        isAsked = false;
      };
    },
    hints: () => () => {},
    isFilm: isFilmByName,
    clock: time.clockOf(life),
    fresh: {
      key: () => `key-${world.made++}` as IdempotencyKey,
      id: () => `id-${world.made++}` as MeetingId,
    },
    pickFolder: async () => ROOT,
    recorderFolders: async () => [],
    ownFolder: PROFILE,
    toast: () => {},
    changed: () => {},
    lengthOf: async () => null,
    note: () => {},
    onBug: (cause) => {
      throw cause;
    },
  });
  const prepare = () => {
    for (const { id, path, state } of store.state().meetings) {
      if (state.stage === 'preparing') void look(id, path);
    }
    time.after(chance.between(1_000, 20_000), life, prepare);
  };
  const look = async (id: MeetingId, path: string) => {
    const inspection = await time.operation(life, chance.between(1, 500), () => folder.inspect(path));
    const change = () =>
      store.commit((state) => {
        const { doubts } = inspected(state, id, inspection, time.wall());
        return inspected(
          state,
          id,
          inspection,
          time.wall(),
          new Map(doubts.map((other) => [other.id, 'same' as const])),
        ).state;
      });
    await change().catch(() => {});
  };
  prepare();
  return { store, add: () => watching.commands.watchFolder(null) };
}

async function play(seed: number): Promise<{ readonly deaths: number; readonly came: number }> {
  const time = new Time();
  const chance = chanceOf(seed, 77);
  const world: World = {
    time,
    chance,
    disk: new SimulatedDisk(time, chanceOf(seed, 78)),
    folder: new ModelFolder(time, chance),
    made: 0,
  };
  const { folder, disk } = world;
  let deaths = 0;
  let lives = 0;
  time.onOperation = (of) => {
    of.operations += 1;
    if (of.operations >= of.diesAt) of.dead = true;
  };
  const begin = async () => {
    lives += 1;
    const life = new Life(lives);
    let app: Awaited<ReturnType<typeof start>> | null = null;
    void start(life, world).then((started) => {
      app = started;
    });
    await time.pass(5 * MINUTE, () => app === null);
    return { life, app: app as Awaited<ReturnType<typeof start>> | null };
  };

  for (let n = chance.below(60); n > 0; n -= 1) folder.put(false);
  let { life, app } = await begin();
  void app?.add();
  await time.pass(5 * MINUTE, () => app?.store.state().watched.length === 0);
  expect(app?.store.state().watched, 'the folder is watched').toHaveLength(1);

  for (let step = 0; step < 25; step += 1) {
    for (let n = chance.below(chance.is(0.06) ? 70 : 3); n > 0; n -= 1) folder.put(true);
    if (chance.is(0.5)) life.diesAt = life.operations + 1 + chance.below(40);
    disk.trouble = chance.weighed([
      [8, 'none'],
      [1, 'full'],
      [1, 'odd'],
      [1, 'held'],
    ] as const);
    if (chance.is(0.1)) folder.isThere = !folder.isThere;
    await time.pass(chance.between(0, 4 * MINUTE), () => !life.dead);
    for (let n = chance.below(3); n > 0 && folder.isThere; n -= 1) folder.happen();
    if (life.dead || chance.is(0.1)) {
      life.dead = true;
      deaths += 1;
      if (chance.is(0.5)) disk.powerCut();
      disk.trouble = 'none';
      await time.pass(chance.between(0, 2 * MINUTE));
      ({ life, app } = await begin());
    }
  }
  disk.trouble = 'none';
  folder.isThere = true;
  life.diesAt = Number.POSITIVE_INFINITY;
  if (life.dead || app === null) ({ life, app } = await begin());
  await time.pass(60 * MINUTE);

  const state = app?.store.state() ?? emptyState;
  const there = new Set([...folder.files.values()].map(({ content }) => content));
  for (const content of folder.contents) {
    const records = state.meetings.filter(({ file }) => file?.ends === `content ${content.number}`);
    const told = `seed ${seed}: content ${content.number}, ${content.came ? 'new' : 'old'}, ${there.has(content) ? 'there' : 'gone'}`;
    if (!content.came) expect(records, told).toHaveLength(0);
    else if (there.has(content)) expect(records, told).toHaveLength(1);
    else expect(records.length, told).toBeLessThanOrEqual(1);
  }
  expect(state.watched[0]?.noticed.length, `seed ${seed}: the state stays small`).toBeLessThan(100);
  return { deaths, came: folder.contents.filter(({ came }) => came).length };
}

test('whatever happens, each recording that came is one record, and none that was there is any', {
  timeout: 120_000,
}, async () => {
  let deaths = 0;
  let came = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const played = await play(seed);
    deaths += played.deaths;
    came += played.came;
  }
  // Otherwise nothing of this is proved.
  expect(deaths).toBeGreaterThan(SEEDS * 3);
  expect(came).toBeGreaterThan(SEEDS * 20);
});
