// The file of the meetings from elsewhere: written whole, sealed and read back like a generation of the state.

import path from 'node:path';
import type { ElsewhereRecord } from '../domain/elsewhere-record';
import { NOT_A_FILE, type Pause, patiently, replaceFile, type StoreDisk } from './disk';
import { storeErrorOf, systemCode } from './errors';
import { isFields } from './fields';
import { seal } from './generation-format';
import { elsewhereRecord } from './schema';
import { readSealed } from './sealed';

export type ElsewhereReading =
  | { readonly kind: 'absent' }
  /** `damaged`: records that could not be read; the others are in `records`. */
  | {
      readonly kind: 'sound';
      readonly records: readonly ElsewhereRecord[];
      readonly revision: number;
      readonly damaged: number;
    }
  /** Of a later version: to be shown, never to be written. */
  | { readonly kind: 'newer'; readonly records: readonly ElsewhereRecord[] }
  | { readonly kind: 'damaged' };

export interface ElsewhereFile {
  readonly file: string;
  /** Throws a `StoreError` when the disk does not answer. */
  read(): Promise<ElsewhereReading>;
  /** Durable, and read back, when it resolves. Throws a `StoreError`, and then the old one stands or the new one. */
  write(records: readonly ElsewhereRecord[], revision: number): Promise<void>;
}

/** The file in a store's folder. */
export function elsewhereFile(directory: string, disk: StoreDisk, appVersion: string, pause: Pause): ElsewhereFile {
  const file = path.join(directory, 'elsewhere.json');
  return {
    file,
    async read() {
      try {
        // A pipe in its place would hold a read for ever.
        if ((await disk.identity(file)) === NOT_A_FILE) return { kind: 'damaged' };
        return judge(await patiently(() => disk.read(file), pause));
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return { kind: 'absent' };
        throw storeErrorOf(error);
      }
    },
    async write(records, revision) {
      try {
        const text = Buffer.from(`{"elsewhere":${JSON.stringify(records)}}`);
        await replaceFile(disk, file, seal([text], revision, appVersion).bytes, pause);
      } catch (error) {
        throw storeErrorOf(error);
      }
    },
  };
}

function judge(bytes: Buffer): ElsewhereReading {
  const sealed = readSealed(bytes);
  if (sealed.kind === 'damaged') return { kind: 'damaged' };
  const { records, damaged } = recordsIn(sealed.content);
  return sealed.kind === 'newer'
    ? { kind: 'newer', records }
    : { kind: 'sound', revision: sealed.revision, records, damaged };
}

function recordsIn(value: unknown): { readonly records: readonly ElsewhereRecord[]; readonly damaged: number } {
  const list: readonly unknown[] = isFields(value) && Array.isArray(value.elsewhere) ? value.elsewhere : [];
  const records = list.filter((item): item is ElsewhereRecord => elsewhereRecord.safeParse(item).success);
  return { records, damaged: list.length - records.length };
}
