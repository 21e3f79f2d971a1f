// What a sealed file means to this version of the app. All that the store keeps in files that grow is read this way: the state, the
// archive, the meetings from elsewhere, what is remembered of watched folders. So one number, and one row of migrations, is for all.

import { type Reading, unseal } from './generation-format';
import { migrate } from './migrations';

export type Sealed =
  /** Of this version, or brought to it. `content` is not checked against a schema yet. */
  | { readonly kind: 'sound'; readonly revision: number; readonly checksum: string; readonly content: unknown }
  /** Of a later version: to be looked at, never to be written over. What that means by it is not ours to know. */
  | { readonly kind: 'newer'; readonly revision: number; readonly content: unknown }
  | Extract<Reading, { kind: 'damaged' }>;

/** Reads the bytes of a sealed file. Never throws. */
export function readSealed(bytes: Buffer): Sealed {
  const reading = unseal(bytes.toString('utf8'));
  switch (reading.kind) {
    case 'damaged':
      return reading;
    case 'newer':
      return { kind: 'newer', revision: reading.revision, content: reading.state };
    case 'valid': {
      const { schemaVersion, revision, checksum, state } = reading.generation;
      try {
        return { kind: 'sound', revision, checksum, content: migrate(state, schemaVersion) };
      } catch {
        // A migration that fails leaves a file that this version cannot use: kept aside like a damaged one.
        return unusable(revision);
      }
    }
  }
}

/** Sound bytes, of a revision, that hold nothing that this version could use. */
export function unusable(revision: number): Extract<Reading, { kind: 'damaged' }> {
  return { kind: 'damaged', revision, isRevision: () => false };
}
