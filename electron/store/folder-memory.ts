// What is remembered of each watched folder: a file for each, written whole, sealed and read back like a generation of the state. Ten
// thousand names are a megabyte, which no commit should have to write again.

import path from 'node:path';
import { z } from 'zod';
import type { SeenFile } from '../domain/watched-folder';
import { NOT_A_FILE, type Pause, patiently, pauseByTimer, replaceFile, type StoreDisk } from './disk';
import { StoreError, storeErrorOf, systemCode } from './errors';
import { seal } from './generation-format';
import { quarantineOf } from './quarantine';
import { readSealed, type Sealed, unusable } from './sealed';

export interface FolderMemory {
  /** Later ones last. */
  readonly files: readonly SeenFile[];
  /** Folders in it that could not be read when it was first looked at: what turns up in them was there before. */
  readonly unread: readonly string[];
}

export interface FolderMemories {
  /** Null: there is none that can be read. Throws a `StoreError` when the disk does not answer. */
  read(id: string): Promise<FolderMemory | null>;
  /**
   * Durable, and read back, when it resolves. Throws a `StoreError`, and then the old one stands or the new one; that of a later version
   * stands always.
   */
  write(id: string, memory: FolderMemory): Promise<void>;
  /** Of a folder that is not watched any more; what stays behind is of no meaning. Never rejects. */
  remove(id: string): Promise<void>;
}

/** Names once and numbers in their order: half as long as objects. */
const stored = z.object({
  files: z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])),
  unread: z.array(z.string()),
});

/** The files in a store's folder. */
export function folderMemories(
  directory: string,
  disk: StoreDisk,
  appVersion: string,
  pause: Pause = pauseByTimer,
): FolderMemories {
  const folder = path.join(directory, 'watched');
  const quarantine = quarantineOf(directory, disk, Date.now, pause);
  const fileOf = (id: string) => path.join(folder, `${id}.json`);

  /** What is in a file, as it is in there; null: there is none. Throws what the disk says. */
  async function contentOf(file: string): Promise<Sealed | null> {
    try {
      // A pipe in its place would hold a read for ever.
      if ((await disk.identity(file)) === NOT_A_FILE) return unusable(0);
      return readSealed(await patiently(() => disk.read(file), pause));
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  return {
    async read(id) {
      try {
        return memoryIn(await contentOf(fileOf(id)));
      } catch (error) {
        throw storeErrorOf(error);
      }
    },
    async write(id, { files, unread }) {
      const file = fileOf(id);
      const rows = files.map((each) => [each.path, each.size, each.mtimeMs, each.ino, each.bornMs]);
      try {
        const before = await contentOf(file);
        if (before?.kind === 'newer')
          throw new StoreError('newer-version', 'a newer version of the app remembers this folder');
        if (before !== null && memoryIn(before) === null) await quarantine.move(file);
        await disk.makeFolder(folder);
        const text = Buffer.from(JSON.stringify({ files: rows, unread }));
        await replaceFile(disk, file, seal([text], 1, appVersion).bytes, pause);
      } catch (error) {
        throw storeErrorOf(error);
      }
    },
    remove: (id) => disk.remove(fileOf(id)).catch(() => {}),
  };
}

function memoryIn(sealed: Sealed | null): FolderMemory | null {
  if (sealed === null || sealed.kind === 'damaged') return null;
  const memory = stored.safeParse(sealed.content);
  if (!memory.success) return null;
  const files = memory.data.files.map(([path, size, mtimeMs, ino, bornMs]) => ({ path, size, mtimeMs, ino, bornMs }));
  return { files, unread: memory.data.unread };
}
