// One watched folder: looked through now and then, and what is new in it taken in.

import path from 'node:path';
import type { WatchTrouble } from '../contract/watched-folders';
import type { Listing } from '../disk/folder-listing';
import type { AppState } from '../domain/app-state';
import type { Clock, StopSignal } from '../domain/clock';
import { cameToLight, newIn } from '../domain/new-recordings';
import type { SeenFile, WatchedFolder } from '../domain/watched-folder';
import { dueForMemory, inWorkIn, NOTICED_AT_ONCE, type Noticed, notice, remembered } from '../domain/watching';
import type { Fresh, Store } from '../queue/ports';
import { tryToCommit } from '../queue/tried-commit';
import type { FolderMemories, FolderMemory } from '../store/folder-memory';
import { createManyAtOnce } from './many-at-once';
import type { FolderAnswer } from './questions';

export interface FolderWatchServices {
  state(): AppState;
  /** Rejects if the change is not on disk, and tells nobody: it is tried again. */
  readonly commit: Store['commit'];
  /** Lists a folder, unless it is as it was at `unless`; null: its disk does not answer. Never rejects. */
  list(folder: string, unless: string | null): Promise<Listing | null>;
  readonly memories: FolderMemories;
  /** Asks about recordings at absolute paths, which came into a folder all at once; returns what takes the question back. */
  ask(folder: string, files: readonly string[], heard: (answer: FolderAnswer) => void): () => void;
  /** Calls `onHint` when something may have come into a folder; returns what ends that. */
  hints(folder: string, onHint: () => void): () => void;
  isFilm(path: string): boolean;
  readonly clock: Clock;
  readonly fresh: Fresh;
  /** Its trouble is another than before. */
  changed(): void;
  /** What support may want to know. */
  note(line: string): void;
  /** Told of what should never happen. */
  onBug(cause: unknown): void;
}

export interface FolderWatch {
  trouble(): WatchTrouble | null;
  /** Looks now: something may have come. */
  look(): void;
  /** Begins nothing more; resolves when nothing is being looked at. */
  stop(): Promise<void>;
}

/** A look costs a thread some ten milliseconds: nothing to notice once a minute. */
const USUAL_REST_MS = 60_000;
/** A slow disk gets five hundred times the rest that a look at it takes, and a recording there waits for a quarter of an hour at most. */
const REST_PER_LOOK = 500;
const LONGEST_REST_MS = 15 * 60_000;
/** A full disk is asked again. */
const RETRY_MS = 10_000;
/** What only has to be remembered is short. */
const LEFT_OUT_AT_ONCE = 256;
/** Things come together: a hint is followed by others. */
const HINT_MS = 1_000;
const HINT_REST_PER_LOOK = 20;

/** Starts looking at once. `memory`: null if it has to be read. */
export function watchFolder(id: string, services: FolderWatchServices, known: FolderMemory | null = null): FolderWatch {
  const { state, commit, list, memories, ask, hints, isFilm, clock, fresh, changed, note, onBug } = services;
  const stopping = new AbortController();
  let kick = new AbortController();
  let memory = known;
  let digest: string | null = null;
  /** What was noticed when that was decided on: a record that left the queue again may make a file new. */
  let decidedOn: WatchedFolder['noticed'] = [];
  let trouble: WatchTrouble | null = null;
  let endHints: (() => void) | null = null;
  /** How long its disk needed for the last listing. */
  let listMs = 0;

  const many = createManyAtOnce(
    (paths, heard) => {
      const root = folderNow()?.path ?? '';
      return ask(
        root,
        paths.map((file) => placeIn(root, file)),
        heard,
      );
    },
    () => kick.abort(),
  );

  const folderNow = (): WatchedFolder | undefined => state().watched.find((folder) => folder.id === id);

  const either = (signal: AbortSignal) => AbortSignal.any([signal, stopping.signal]);
  const restFor = (ms: number, signal: StopSignal) => clock.until(clock.now() + ms, signal);
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      kick = new AbortController();
      const rest = await lookOnce();
      await restFor(rest, either(kick.signal));
      if (kick.signal.aborted) await restFor(Math.max(HINT_MS, listMs * HINT_REST_PER_LOOK), stopping.signal);
    }
    endHints?.();
    many.end();
  }

  /** Returns how long to rest. */
  async function lookOnce(): Promise<number> {
    const folder = folderNow();
    if (!folder) return USUAL_REST_MS;
    if (folder.noticed !== decidedOn || many.isAnswered()) digest = null;
    const began = clock.now();
    const listing = await list(folder.path, digest);
    listMs = Math.max(0, clock.now() - began);
    if (stopping.signal.aborted) return 0;
    if (listing === null || listing.kind === 'failed') {
      endHints?.();
      endHints = null;
      digest = null;
      become(listing?.why ?? 'no-answer');
      return USUAL_REST_MS;
    }
    endHints ??= hints(folder.path, () => kick.abort());
    try {
      if (listing.kind === 'listed') {
        become(listing.more ? 'too-large' : listing.unread.length > 0 ? 'partly' : null);
        digest = (await take(folder, listing)) ? listing.digest : null;
      }
      await moveToMemory();
      return Math.max(USUAL_REST_MS, Math.min(listMs * REST_PER_LOOK, LONGEST_REST_MS));
    } catch {
      // Its folder is still there to be looked at, and nothing was remembered that is not in the queue.
      return RETRY_MS;
    }
  }

  function become(next: WatchTrouble | null): void {
    if (next === trouble) return;
    trouble = next;
    changed();
  }

  /** Takes in what is new. False: there is something to be decided later. Rejects when the disk does not take it. */
  async function take({ path: root }: WatchedFolder, listing: Listing & { kind: 'listed' }): Promise<boolean> {
    const before = await memoryWith(listing);
    const folder = folderNow();
    if (!folder || stopping.signal.aborted) return false;
    decidedOn = folder.noticed;
    const circumstances = { now: clock.now(), inWork: inWorkIn(state(), folder), isFilm };
    const found = newIn(listing.files, [...before.files, ...folder.noticed], circumstances);
    const inOrder = found.recordings.toSorted((a, b) => a.mtimeMs - b.mtimeMs);
    const { take: taken, leave, wait } = many.sort(inOrder, clock.now());
    const recordings = taken.map((seen) => newRecording(root, seen));
    await put(root, { recordings: [], leftOut: [], moved: found.moved });
    for (const part of inParts(recordings, NOTICED_AT_ONCE))
      await put(root, { recordings: part, leftOut: [], moved: [] });
    // After what they are other forms of: alone, they would be the ones that are known, and keep the recording out for ever.
    for (const leftOut of inParts(wait ? leave : [...leave, ...found.leftOut], LEFT_OUT_AT_ONCE))
      await put(root, { recordings: [], leftOut, moved: [] }, recordings);
    if (recordings.length > 0) note(`${recordings.length} taken in from a watched folder`);
    return !found.again;
  }

  function newRecording(root: string, seen: SeenFile) {
    const file = placeIn(root, seen.path);
    return { seen, incoming: { id: fresh.id(), key: fresh.key(), path: file, name: path.basename(file) } };
  }

  /** `taken`: what was taken in on the same look; if it was forgotten meanwhile, all has to be decided again. */
  async function put(root: string, noticed: Noticed, taken: Noticed['recordings'] = []): Promise<void> {
    if (noticed.recordings.length + noticed.leftOut.length + noticed.moved.length === 0) return;
    const basis = [...decidedOn, ...taken.map(({ seen, incoming }) => ({ ...seen, meeting: incoming.id }))];
    await write((current) => notice(current, id, noticed, basis, (each) => placeIn(root, each), clock.now()));
  }

  /** Rejects unless the change is on disk. */
  async function write(change: (state: AppState) => AppState): Promise<void> {
    const tried = await tryToCommit({ commit }, change);
    if (tried.kind === 'bug') onBug(tried.cause);
    if (tried.kind !== 'committed') throw new Error('not committed');
  }

  /** What is remembered, with what of this listing was there before although nobody could see it. */
  async function memoryWith({ files, unread }: Listing & { kind: 'listed' }): Promise<FolderMemory> {
    const read = memory ?? (await memories.read(id));
    if (read === null) {
      // Rather a recording that its user has to drop than all of them sent once more.
      note('what was in a watched folder is not known any more: all that is there now counts as known');
      return remember(files, unread, { files: [], unread: [] });
    }
    memory = read;
    const light = cameToLight(files, read.unread, unread);
    const isNews = light.files.length > 0 || light.unread.length !== read.unread.length;
    return isNews ? remember(light.files, light.unread) : read;
  }

  async function remember(
    files: readonly SeenFile[],
    unread: readonly string[],
    before: FolderMemory = memory ?? { files: [], unread },
  ): Promise<FolderMemory> {
    const byPath = new Map(before.files.map((file) => [file.path, file]));
    for (const file of files) {
      byPath.delete(file.path);
      byPath.set(file.path, file);
    }
    const next = { files: [...byPath.values()], unread };
    await memories.write(id, next);
    memory = next;
    return next;
  }

  /** Keeps what is noticed in the state short: each commit writes it. */
  async function moveToMemory(): Promise<void> {
    const folder = folderNow();
    const due = folder && memory ? dueForMemory(state(), folder) : [];
    if (due.length === 0 || memory === null) return;
    await remember(due, memory.unread);
    await write((current) => remembered(current, id, due));
  }

  return {
    trouble: () => trouble,
    look: () => kick.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** A path in a folder as an absolute one. */
export function placeIn(root: string, within: string): string {
  return path.join(root, ...within.split('/'));
}

function inParts<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
}
