// Where damaged files go. Nothing here is ever deleted or overwritten: it may be the only copy of something.

import path from 'node:path';
import type { EpochMs } from '../contract/ids';
import { type Pause, patiently, type StoreDisk } from './disk';

export interface Quarantine {
  /** Moves a file of any kind (also a folder or a pipe in its place) aside. Returns where it is now. Throws what the disk says. */
  move(file: string): Promise<string>;
  /** Copies a file aside that is to stay: most of it is good. */
  copy(file: string): Promise<string>;
}

/** The quarantine of a store's folder; made when first needed. */
export function quarantineOf(folder: string, disk: StoreDisk, now: () => EpochMs, pause: Pause): Quarantine {
  const place = path.join(folder, 'quarantine');

  async function freeName(file: string): Promise<string> {
    await disk.makeFolder(place);
    const { name, ext } = path.parse(file);
    // Windows allows no colons in names.
    const stamp = new Date(now()).toISOString().replaceAll(':', '-');
    for (let n = 1; ; n += 1) {
      const candidate = path.join(place, `${name}.${stamp}${n === 1 ? '' : `.${n}`}${ext}`);
      const taken = await disk.identity(candidate).then(
        () => true,
        () => false,
      );
      if (!taken) return candidate;
    }
  }

  return {
    async move(file) {
      const aside = await freeName(file);
      await patiently(() => disk.rename(file, aside), pause);
      await disk.syncFolder(place);
      await disk.syncFolder(folder);
      return aside;
    },
    async copy(file) {
      const aside = await freeName(file);
      await disk.copy(file, aside);
      return aside;
    },
  };
}
