// All watched folders: which there are, what the window can ask about them, and what it sees.

import path from 'node:path';
import type { MeetingId } from '../contract/ids';
import type { Toast } from '../contract/snapshot';
import type { FolderCommands, FolderOffer, WatchedFolderView, WatchRefusal } from '../contract/watched-folders';
import type { Listing } from '../disk/folder-listing';
import { takeIn } from '../domain/intake';
import { onePerRecording } from '../domain/new-recordings';
import { unwatch, watch } from '../domain/watching';
import { isDiskTrouble } from '../store/errors';
import type { FolderMemory } from '../store/folder-memory';
import { type FolderWatch, type FolderWatchServices, placeIn, watchFolder } from './folder-watch';
import { fileAt } from './questions';

export interface WatchingServices extends Omit<FolderWatchServices, 'leaveToUser'> {
  onCommit(listener: () => void): () => void;
  /** Lets the user pick a folder; null if none was picked. */
  pickFolder(): Promise<string | null>;
  /** Usual folders of recorders that are on this computer. Never rejects. */
  recorderFolders(): Promise<readonly FolderOffer[]>;
  /** What the app keeps for itself: absolute, with links resolved. */
  readonly ownFolder: string;
  toast(toast: Toast): void;
}

export interface Watching {
  readonly commands: FolderCommands;
  views(): readonly WatchedFolderView[];
  offers(): readonly FolderOffer[];
  /** Something may have come: the window came to the front, or the computer woke up. */
  look(): void;
  /** Begins nothing more; resolves when nothing is being looked at. */
  stop(): Promise<void>;
}

/** As many as are taken in at once (case 31). */
const MOST_EARLIER = 5_000;

/** Watches the folders that the state names, from now on. */
export function startWatching(services: WatchingServices): Watching {
  const { state, commit, list, memories, fresh, clock, isFilm, changed, toast } = services;
  const watches = new Map<string, FolderWatch>();
  const ending = new Set<Promise<void>>();
  /** Of folders that were just added, so that their file need not be read. */
  const memoryOf = new Map<string, FolderMemory>();
  const earlierIn = new Map<string, readonly string[]>();
  let recorders: readonly FolderOffer[] = [];
  const stopListening = services.onCommit(follow);
  follow();

  /** Watches what the state names, and nothing else. */
  function follow(): void {
    const named = new Set(state().watched.map(({ id }) => id));
    for (const id of named) {
      if (watches.has(id)) continue;
      const leaveToUser = (file: string) => {
        canBeSent(id, [file]);
        changed();
      };
      watches.set(id, watchFolder(id, { ...services, ask: askFor(id), leaveToUser }, memoryOf.get(id)));
    }
    for (const [id, watching] of watches) {
      if (named.has(id)) continue;
      watches.delete(id);
      end(watching);
    }
  }

  /** What is not wanted now can be sent along later, as what was there before. */
  function askFor(id: string): FolderWatchServices['ask'] {
    return (folder, files, heard) =>
      services.ask(folder, files, (answer) => {
        if (answer === 'leave') canBeSent(id, files);
        heard(answer);
      });
  }

  function canBeSent(id: string, files: readonly string[]): void {
    earlierIn.set(id, [...(earlierIn.get(id) ?? []), ...files]);
  }

  function end(watching: FolderWatch): void {
    const ended = watching.stop();
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
  }

  const isWatched = (folder: string) =>
    state().watched.some((each) => isWithin(folder, each.path) || isWithin(each.path, folder));

  /** Watches a folder from now on: what is in it now is remembered first. Returns why not, null if it is. */
  async function add(picked: string): Promise<WatchRefusal | 'not-saved' | null> {
    const listing = await list(picked, null);
    const refused = refusalOf(listing);
    if (refused !== null || listing?.kind !== 'listed') return refused;
    const { path: folder, files, unread } = listing;
    const id = fresh.id();
    try {
      await memories.write(id, { files, unread });
      memoryOf.set(id, { files, unread });
      const earlier = onePerRecording(files, isFilm).toSorted((a, b) => a.mtimeMs - b.mtimeMs);
      earlierIn.set(
        id,
        earlier.slice(-MOST_EARLIER).map((file) => placeIn(folder, file.path)),
      );
      await commit((current) => watch(current, { id, path: folder, since: clock.now(), taken: 0, noticed: [] }));
      if (watches.has(id)) return null;
      // A second click was faster.
      earlierIn.delete(id);
      await memories.remove(id);
      return null;
    } catch (cause) {
      if (!isDiskTrouble(cause)) services.onBug(cause);
      earlierIn.delete(id);
      return 'not-saved';
    } finally {
      memoryOf.delete(id);
    }
  }

  function refusalOf(listing: Listing | null): WatchRefusal | null {
    if (listing === null || listing.kind === 'same') return 'no-answer';
    if (listing.kind === 'failed') return listing.why;
    if (isWithin(listing.path, services.ownFolder)) return 'own-folder';
    if (isWatched(listing.path)) return 'watched-already';
    // What was not seen now would be taken for new later.
    return listing.more ? 'too-large' : null;
  }

  const commands: FolderCommands = {
    async watchFolder(recorder) {
      const offered = recorders.find((offer) => offer.recorder === recorder)?.path ?? null;
      const folder = recorder === null ? await services.pickFolder() : offered;
      if (folder === null) return;
      const refused = await add(folder);
      if (refused === 'not-saved') toast({ kind: 'not-saved' });
      else if (refused !== null) toast({ kind: 'folder-not-watched', name: fileAt(folder).name, reason: refused });
    },
    async unwatchFolder(id) {
      try {
        await commit((current) => unwatch(current, id));
      } catch {
        toast({ kind: 'not-saved' });
        return;
      }
      earlierIn.delete(id);
      // What is still being written would come back.
      await Promise.all(ending);
      await memories.remove(id);
    },
    async sendEarlier(id) {
      const files = earlierIn.get(id) ?? [];
      // A second click finds nothing.
      earlierIn.delete(id);
      const incoming = files.map((file) => ({
        id: fresh.id() as MeetingId,
        key: fresh.key(),
        ...fileAt(file),
        watched: true,
      }));
      try {
        await commit((current) => takeIn(current, incoming, clock.now()));
      } catch {
        earlierIn.set(id, files);
        toast({ kind: 'not-saved' });
      }
      changed();
    },
    async findRecorders() {
      recorders = await services.recorderFolders();
      changed();
    },
  };

  return {
    commands,
    views: () =>
      state().watched.map(({ id, path: folder, taken }) => ({
        id,
        path: folder,
        taken,
        earlier: earlierIn.get(id)?.length ?? 0,
        trouble: watches.get(id)?.trouble() ?? null,
      })),
    offers: () => recorders.filter((offer) => !isWatched(offer.path)),
    look() {
      for (const watching of watches.values()) watching.look();
    },
    async stop() {
      stopListening();
      for (const watching of watches.values()) end(watching);
      await Promise.all(ending);
    },
  };
}

/** Whether a folder is another or below it; both with links resolved. */
function isWithin(folder: string, other: string): boolean {
  const relative = path.relative(other, folder);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
}
