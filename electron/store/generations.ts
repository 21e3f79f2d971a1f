// The two files of which one always holds the last acknowledged state: how they are found, read and judged. Reads only.

import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppState } from '../domain/app-state';
import { NOT_A_FILE, type Pause, patiently, type StoreDisk } from './disk';
import { systemCode } from './errors';
import type { Reading } from './generation-format';
import { GENERATIONS } from './generation-names';
import { readSealed, unusable } from './sealed';
import { readTolerantly } from './tolerant-read';

/** Tells whether a file is still the one we knew, without reading it. null: there is none. */
export type FileIdentity = string | null;

/** What is in the place of a generation. */
export type Found =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'usable';
      readonly revision: number;
      readonly checksum: string;
      readonly state: AppState;
      /** Parts that could not be read; the others are in `state`. */
      readonly damagedParts: number;
    }
  | { readonly kind: 'newer'; readonly revision: number; readonly state: AppState | null }
  | Extract<Reading, { kind: 'damaged' }>;

export interface Slot {
  readonly file: string;
  readonly identity: FileIdentity;
  readonly found: Found;
}

const UNREADABLE: Found = { kind: 'damaged', revision: null, isRevision: () => false };

/** What the bytes of a generation mean to us: sound, and a state. */
export function judge(bytes: Buffer, fallback: AppState): Found {
  const sealed = readSealed(bytes);
  if (sealed.kind === 'damaged') return sealed;
  const read = readTolerantly(sealed.content, fallback);
  const { revision } = sealed;
  // Only to show something.
  if (sealed.kind === 'newer') return { kind: 'newer', revision, state: read?.state ?? null };
  return read ? { kind: 'usable', revision, checksum: sealed.checksum, ...read } : unusable(revision);
}

/** Looks at one generation. A file that cannot be read after some patience counts as damaged: it is there, and it may be the newer. */
export async function look(disk: StoreDisk, file: string, fallback: AppState, pause: Pause): Promise<Slot> {
  const identity = await identityOf(disk, file);
  if (identity === null) return { file, identity, found: { kind: 'absent' } };
  try {
    // A pipe in its place would hold a read for ever.
    const bytes = identity === NOT_A_FILE ? null : await patiently(() => disk.read(file), pause);
    return { file, identity, found: bytes ? judge(bytes, fallback) : UNREADABLE };
  } catch (error) {
    const gone = systemCode(error) === 'ENOENT';
    return { file, identity: gone ? null : identity, found: gone ? { kind: 'absent' } : UNREADABLE };
  }
}

/** Two stats cost a tenth of a millisecond; reading both files before each commit would cost as much as the commit. */
export async function identityOf(disk: StoreDisk, file: string): Promise<FileIdentity> {
  try {
    return await disk.identity(file);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null;
    return NOT_A_FILE;
  }
}

/** The one with the highest revision among what `pick` accepts; null if there is none. */
export function newest<Kind extends Found['kind']>(
  slots: readonly Slot[],
  kind: Kind,
): (Slot & { readonly found: Extract<Found, { kind: Kind }> }) | null {
  const revision = (slot: Slot) => ('revision' in slot.found ? (slot.found.revision ?? 0) : 0);
  const fits = (slot: Slot): slot is Slot & { readonly found: Extract<Found, { kind: Kind }> } =>
    slot.found.kind === kind;
  const [first = null] = slots.filter(fits).sort((one, other) => revision(other) - revision(one));
  return first;
}

/**
 * Whether what is in `slot` may be newer than revision `revision`, which could be read: then something acknowledged may be missing.
 * A damaged file is believed to be older only if nothing but its content is damaged, and not the number itself.
 */
export function mayBeNewer(slot: Slot, revision: number): boolean {
  const { found } = slot;
  switch (found.kind) {
    case 'damaged':
      return found.revision === null || found.revision >= revision || found.isRevision(revision + 1);
    case 'absent':
      // From the second commit on there are always two.
      return revision >= 2;
    case 'usable':
    case 'newer':
      return found.revision > revision;
  }
}

/** Both generations at once, for a look from outside: no patience, no notices, nothing moved. */
export function lookBriefly(folder: string, fallback: AppState): Slot[] {
  return GENERATIONS.map((name) => {
    const file = path.join(folder, name);
    try {
      if (!lstatSync(file).isFile()) return { file, identity: NOT_A_FILE, found: UNREADABLE };
      return { file, identity: null, found: judge(readFileSync(file), fallback) };
    } catch {
      return { file, identity: null, found: { kind: 'absent' } };
    }
  });
}
