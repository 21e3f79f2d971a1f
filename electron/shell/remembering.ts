// What is remembered of one watched folder: read from its file once, and written with each addition.

import type { Listing } from '../disk/folder-listing';
import { cameToLight } from '../domain/new-recordings';
import type { SeenFile } from '../domain/watched-folder';
import type { FolderMemories, FolderMemory } from '../store/folder-memory';

/** Both reject with a `StoreError` while the disk is in the way. */
export interface Remembering {
  /** What is remembered, with what of this listing was there before although nobody could see it. */
  at(listing: Listing & { readonly kind: 'listed' }): Promise<FolderMemory>;
  /** False, and nothing is added, as long as it is not known what is remembered. */
  add(files: readonly SeenFile[]): Promise<boolean>;
}

/** `known`: null if its file has to be read. `note`: what support may want to know. */
export function createRemembering(
  id: string,
  memories: FolderMemories,
  known: FolderMemory | null,
  note: (line: string) => void,
): Remembering {
  let memory = known;

  async function remember(files: readonly SeenFile[], unread: readonly string[], before: FolderMemory) {
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

  return {
    async at({ files, unread }) {
      const read = memory ?? (await memories.read(id));
      if (read === null) {
        // Rather a recording that its user has to drop than all of them sent once more.
        const all = await remember(files, unread, { files: [], unread: [] });
        note('what was in a watched folder is not known any more: all that is there now counts as known');
        return all;
      }
      memory = read;
      const light = cameToLight(files, read.unread, unread);
      const isNews = light.files.length > 0 || light.unread.length !== read.unread.length;
      return isNews ? remember(light.files, light.unread, read) : read;
    },
    async add(files) {
      if (memory === null) return false;
      await remember(files, memory.unread, memory);
      return true;
    },
  };
}
