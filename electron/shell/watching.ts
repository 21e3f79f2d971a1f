// Watched folders on this computer: the loop of watched-folders.ts with the real disk under it.

import fs from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { inspect } from '../disk/intake';
import type { Readers } from '../disk/readers';
import { isFilmByName } from '../disk/recording-types';
import { hintsOf, isFolder, listFolder } from '../disk/watched-folders';
import type { Store } from '../queue/ports';
import type { StoreDisk } from '../store/disk';
import { folderMemories } from '../store/folder-memory';
import type { Log } from './log';
import type { Questions } from './questions';
import { recorderFolders } from './recorder-folders';
import { startWatching, type Watching, type WatchingServices } from './watched-folders';

export interface ThisComputersFolders extends Pick<WatchingServices, 'fresh' | 'clock' | 'changed' | 'toast'> {
  readonly store: Store;
  readonly readers: Readers;
  readonly disk: StoreDisk;
  /** Of the store. */
  readonly directory: string;
  /** Of all that the app keeps. */
  readonly profile: string;
  readonly pickFolder: WatchingServices['pickFolder'];
  readonly questions: Questions;
  readonly log: Log;
}

/** Watches the folders that the state names. */
export function watchFolders(given: ThisComputersFolders): Watching {
  const { store, readers, disk, directory, profile, questions, fresh, log } = given;
  const ownFolder = realPathOf(profile);
  return startWatching({
    ...given,
    state: store.state,
    commit: store.commit,
    onCommit: store.onCommit,
    list: (folder, unless) => listFolder(readers, folder, { leaveOut: ownFolder, unless }),
    memories: folderMemories(directory, disk, app.getVersion()),
    ask(folder, files, heard) {
      const id = fresh.id();
      questions.askFolder(id, folder, files, false, heard);
      return () => questions.takeBack(id);
    },
    hints: hintsOf,
    isFilm: isFilmByName,
    async lengthOf(file) {
      const looked = await inspect(readers, file, { now: given.clock.now() });
      if (looked.kind === 'later') return 'later';
      return looked.kind === 'recording' ? looked.file.durationMs : null;
    },
    ownFolder,
    recorderFolders: () =>
      recorderFolders(
        {
          documents: app.getPath('documents'),
          videos: app.getPath('videos'),
          appData: app.getPath('appData'),
        },
        (folder) => isFolder(readers, path.resolve(folder)),
      ),
    note: (line) => log.info(line),
    onBug: (cause) => log.error('a bug in a watched folder', cause),
  });
}

/** With links resolved; as it is where it could not be made, on a disk that takes nothing. */
function realPathOf(folder: string): string {
  try {
    return fs.realpathSync.native(folder);
  } catch {
    return folder;
  }
}
