// What a start finds on disk and what it makes of it: which generation counts, what is damaged, what the user must be told.

import path from 'node:path';
import type { AppState } from '../domain/app-state';
import { type Pause, type StoreDisk, stageOf, sweepLeftovers } from './disk';
import { storeErrorOf } from './errors';
import { GENERATIONS } from './generation-names';
import { look, mayBeNewer, newest, type Slot } from './generations';
import type { Notices } from './notices';
import type { Quarantine } from './quarantine';

/** Tells a first run from a store that is gone: written after the first commit, never removed. */
export const INSTALL_MARKER = 'installed.json';

export interface Opened {
  readonly state: AppState;
  readonly revision: number;
  readonly slots: readonly Slot[];
  /** File of the generation that holds `state`; null if none does. */
  readonly holder: string | null;
  /** A newer version wrote here: nothing may be written. */
  readonly frozen: boolean;
  /** Only one generation is sound: another should be written soon, so that there are two again. */
  readonly alone: boolean;
  readonly marked: boolean;
}

interface Surroundings {
  readonly folder: string;
  readonly initial: AppState;
  readonly disk: StoreDisk;
  readonly quarantine: Quarantine;
  readonly notices: Notices;
  readonly pause: Pause;
}

/** Opens a store's folder. Never throws: a store that cannot be read or written opens too, and says so by its notices. */
export async function open({ folder, initial, disk, quarantine, notices, pause }: Surroundings): Promise<Opened> {
  const looked = await Promise.all(GENERATIONS.map((name) => look(disk, path.join(folder, name), initial, pause)));
  const marked = await exists(disk, path.join(folder, INSTALL_MARKER));
  const current = newest(looked, 'usable');

  const newer = newest(looked, 'newer');
  if (newer) {
    notices.set('newer-version');
    const state = newer.found.state ?? current?.found.state ?? initial;
    return {
      state,
      revision: newer.found.revision,
      slots: looked,
      holder: newer.file,
      frozen: true,
      alone: false,
      marked,
    };
  }

  await prepareFolder(folder, looked, disk, notices);
  const slots: Slot[] = [];
  for (const slot of looked) slots.push(await secure(slot, quarantine).catch(() => slot));

  const damage = looked.some(({ found }) => found.kind === 'damaged');
  if (!current) {
    if (marked || damage) notices.set('missing');
    return { state: initial, revision: 0, slots, holder: null, frozen: false, alone: damage, marked };
  }
  const { revision, checksum, state, damagedParts } = current.found;
  const other = looked.find((slot) => slot.file !== current.file);
  // Two that claim the same revision and differ: two processes wrote. Which one counts cannot be told, so both are kept.
  const rival =
    other?.found.kind === 'usable' && other.found.revision === revision && other.found.checksum !== checksum;
  if (other && rival) await quarantine.copy(other.file).catch(() => {});
  if (damagedParts > 0 || rival || (other && mayBeNewer(other, revision))) notices.set('restored-older');
  return { state, revision, slots, holder: current.file, frozen: false, alone: damage || damagedParts > 0, marked };
}

/**
 * Puts aside what must not be overwritten as it is: a damaged file is moved, one with some damaged records is copied. Returns the
 * slot as it is then. Throws what the disk says; the file is then still in its place.
 */
export async function secure(slot: Slot, quarantine: Quarantine): Promise<Slot> {
  const { file, found } = slot;
  if (found.kind === 'damaged') {
    await quarantine.move(file);
    return { file, identity: null, found: { kind: 'absent' } };
  }
  if (found.kind === 'usable' && found.damagedParts > 0) {
    await quarantine.copy(file);
    return { ...slot, found: { ...found, damagedParts: 0 } };
  }
  return slot;
}

/** Makes the folder, sweeps what a kill -9 left (case 87), and finds out whether anything can be written (case 114). */
async function prepareFolder(folder: string, slots: readonly Slot[], disk: StoreDisk, notices: Notices): Promise<void> {
  const stage = stageOf(slots[0]?.file ?? folder);
  try {
    await disk.makeFolder(folder);
    await sweepLeftovers(disk, folder);
    // By writing: an administrator, an immutable folder and some network shares make what rights say worthless.
    disk.write(stage, Buffer.alloc(0));
    await disk.remove(stage);
  } catch (error) {
    notices.set(storeErrorOf(error).code === 'disk-full' ? 'disk-full' : 'read-only');
  }
}

function exists(disk: StoreDisk, file: string): Promise<boolean> {
  return disk.identity(file).then(
    () => true,
    () => false,
  );
}
