// One watched folder: looked through now and then, and what is new in it taken in.

import path from 'node:path';
import type { WatchTrouble } from '../contract/watched-folders';
import type { Listing } from '../disk/folder-listing';
import type { AppState } from '../domain/app-state';
import type { Clock, StopSignal } from '../domain/clock';
import { newIn } from '../domain/new-recordings';
import type { SeenFile, WatchedFolder } from '../domain/watched-folder';
import { dueForMemory, inWorkIn, NOTICED_AT_ONCE, type Noticed, notice, remembered } from '../domain/watching';
import type { Fresh, Store } from '../queue/ports';
import { tryToCommit } from '../queue/tried-commit';
import { isDiskTrouble, StoreError } from '../store/errors';
import type { FolderMemories, FolderMemory } from '../store/folder-memory';
import { createManyAtOnce } from './many-at-once';
import { createOtherForms, type LengthOf } from './other-forms';
import type { FolderAnswer } from './questions';
import { createRemembering } from './remembering';

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
  /** Of a recording at an absolute path. Never rejects. */
  readonly lengthOf: LengthOf;
  /** A recording at an absolute path was left out, and may be one that its user wants. */
  leaveToUser(file: string): void;
  readonly clock: Clock;
  readonly fresh: Fresh;
  /** Its trouble is another than before. */
  changed(): void;
  /** What support may want to know. */
  note(line: string): void;
  /** Told of what should never happen: once, however often a look ends with it. */
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

/** Starts looking at once. `known`: what is remembered of it; null if that has to be read. */
export function watchFolder(id: string, services: FolderWatchServices, known: FolderMemory | null = null): FolderWatch {
  const { state, commit, list, memories, ask, hints, isFilm, lengthOf, leaveToUser, clock, fresh } = services;
  const { changed, note, onBug } = services;
  const stopping = new AbortController();
  let kick = new AbortController();
  const memory = createRemembering(id, memories, known, note);
  let digest: string | null = null;
  /** What was noticed when that was decided on: a record that left the queue again may make a file new. */
  let decidedOn: WatchedFolder['noticed'] = [];
  let trouble: WatchTrouble | null = null;
  let endHints: (() => void) | null = null;
  /** How long its disk needed for the last listing. */
  let listMs = 0;
  /** The bug that the last look ended with: it is told once, and not with each look that ends alike. */
  let bug: string | null = null;

  const folderNow = (): WatchedFolder | undefined => state().watched.find((folder) => folder.id === id);
  const rootNow = () => folderNow()?.path ?? '';
  const here = (within: string) => placeIn(rootNow(), within);
  const many = createManyAtOnce(
    (paths, heard) => ask(rootNow(), paths.map(here), heard),
    () => kick.abort(),
  );
  const forms = createOtherForms(
    (within) => lengthOf(here(within)),
    (within) => leaveToUser(here(within)),
  );

  const restFor = (ms: number, signal: StopSignal) => clock.until(clock.now() + ms, signal);
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      kick = new AbortController();
      const rest = await lookOnce().then(passed, failed);
      await restFor(rest, kick.signal);
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
    if (listing.kind === 'listed') {
      become(listing.more ? 'too-large' : listing.unread.length > 0 ? 'partly' : null);
      digest = (await take(folder, listing)) ? listing.digest : null;
    }
    await moveToMemory();
    return Math.max(USUAL_REST_MS, Math.min(listMs * REST_PER_LOOK, LONGEST_REST_MS));
  }

  function passed(rest: number): number {
    bug = null;
    return rest;
  }

  /** Its folder is still there to be looked at, and nothing was remembered that is not in the queue. Returns how long to rest. */
  function failed(cause: unknown): number {
    if (isDiskTrouble(cause)) return RETRY_MS;
    const told = String(cause);
    if (told !== bug) onBug(cause);
    bug = told;
    return LONGEST_REST_MS;
  }

  function become(next: WatchTrouble | null): void {
    if (next === trouble) return;
    trouble = next;
    changed();
  }

  /** Takes in what is new. False: there is something to be decided later. Rejects with a `StoreError` when the disk does not take it. */
  async function take({ path: root }: WatchedFolder, listing: Listing & { kind: 'listed' }): Promise<boolean> {
    const before = await memory.at(listing);
    const ownForms = await forms.judge(listing.files);
    const folder = folderNow();
    if (!folder || stopping.signal.aborted) return false;
    decidedOn = folder.noticed;
    const circumstances = { now: clock.now(), inWork: inWorkIn(state(), folder), isFilm };
    const found = newIn(listing.files, [...before.files, ...folder.noticed], circumstances);
    const isNew = new Set(found.recordings.map((file) => file.path));
    const recorded = [...found.recordings, ...ownForms.filter((file) => !isNew.has(file.path))];
    const inOrder = recorded.toSorted((a, b) => a.mtimeMs - b.mtimeMs);
    const { take: taken, leave, wait } = many.sort(inOrder, clock.now());
    const recordings = taken.map((seen) => newRecording(root, seen));
    await put(root, { recordings: [], leftOut: [], moved: found.moved });
    for (const part of inParts(recordings, NOTICED_AT_ONCE))
      await put(root, { recordings: part, leftOut: [], moved: [] });
    // After what they are other forms of: alone, they would be the ones that are known, and keep the recording out for ever.
    for (const leftOut of inParts(wait ? leave : [...leave, ...found.leftOut], LEFT_OUT_AT_ONCE))
      await put(root, { recordings: [], leftOut, moved: [] }, recordings);
    if (recordings.length > 0) note(`${recordings.length} taken in from a watched folder`);
    forms.settle([...taken, ...leave]);
    if (!wait) forms.add(found.forms);
    return !found.again && !forms.isWaiting();
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

  /** Rejects unless the change is on disk: with a `StoreError` if that did not take it. */
  async function write(change: (state: AppState) => AppState): Promise<void> {
    const tried = await tryToCommit({ commit }, change);
    if (tried.kind === 'bug') throw tried.cause;
    if (tried.kind === 'refused') throw new StoreError('io', 'a commit was refused');
  }

  /** Keeps what is noticed in the state short: each commit writes it. */
  async function moveToMemory(): Promise<void> {
    const folder = folderNow();
    const due = folder ? dueForMemory(state(), folder) : [];
    if (due.length === 0) return;
    if (!(await memory.add(due))) return;
    await write((current) => remembered(current, id, due));
  }

  return {
    trouble: () => trouble,
    look: () => kick.abort(),
    async stop() {
      stopping.abort();
      kick.abort();
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
