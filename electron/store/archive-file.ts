// The files of the archive: one a month, each written whole, sealed and read back like a generation of the state.

import path from 'node:path';
import type { MeetingId } from '../contract/ids';
import type { Month } from '../domain/archiving';
import type { MeetingRecord } from '../domain/meeting';
import { NOT_A_FILE, type Pause, patiently, replaceFile, type StoreDisk, sweepLeftovers } from './disk';
import { storeErrorOf, systemCode } from './errors';
import { seal } from './generation-format';
import { meetingRecord } from './schema';
import { readSealed } from './sealed';

/** What is in the file of a month. */
export type MonthReading =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'sound';
      readonly revision: number;
      readonly meetings: readonly MeetingRecord[];
      /** Records that could not be read; the others are in `meetings`. */
      readonly damaged: number;
    }
  /** Of a later version: to be shown, never to be written. */
  | { readonly kind: 'newer'; readonly meetings: readonly MeetingRecord[] }
  | { readonly kind: 'damaged' };

export interface ArchiveFiles {
  /** The months that have a file, newest first. Throws a `StoreError`, like all here, when the disk does not answer. */
  months(): Promise<readonly Month[]>;
  read(month: Month): Promise<MonthReading>;
  /** Puts these records, and nothing else, into the file of a month; durable and read back when it resolves. No records: no file. */
  write(month: Month, meetings: readonly MeetingRecord[], revision: number): Promise<void>;
  fileOf(month: Month): string;
}

const FOLDER = 'archive';
const MONTH_FILE = /^(\d{4}-\d{2})\.json$/;

/** The archive's files below a store's folder. */
export function archiveFiles(directory: string, disk: StoreDisk, appVersion: string, pause: Pause): ArchiveFiles {
  const folder = path.join(directory, FOLDER);
  const fileOf = (month: Month) => path.join(folder, `${month}.json`);
  let made = false;

  async function makeFolder(): Promise<void> {
    if (made) return;
    await disk.makeFolder(folder);
    await sweepLeftovers(disk, folder);
    // A power cut would otherwise take the folder, with what was moved into it and is nowhere else.
    await disk.syncFolder(directory);
    made = true;
  }

  return {
    fileOf,
    async months() {
      try {
        const names = await disk.list(folder);
        return names
          .flatMap((name) => MONTH_FILE.exec(name)?.[1] ?? [])
          .sort()
          .reverse();
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return [];
        throw storeErrorOf(error);
      }
    },
    async read(month) {
      const file = fileOf(month);
      try {
        // A pipe in its place would hold a read for ever.
        if ((await disk.identity(file)) === NOT_A_FILE) return { kind: 'damaged' };
        return judge(await patiently(() => disk.read(file), pause));
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return { kind: 'absent' };
        throw storeErrorOf(error);
      }
    },
    async write(month, meetings, revision) {
      const file = fileOf(month);
      try {
        await makeFolder();
        if (meetings.length > 0) {
          await replaceFile(disk, file, seal(textOf(meetings), revision, appVersion).bytes, pause);
        } else {
          await patiently(() => disk.remove(file), pause);
          await disk.syncFolder(folder);
        }
      } catch (error) {
        throw storeErrorOf(error);
      }
    },
  };
}

/** The list stands in an object, as in a state: migrations of records find it where they know it. */
function textOf(meetings: readonly MeetingRecord[]): Buffer[] {
  return [Buffer.from(`{"meetings":${JSON.stringify(meetings)}}`)];
}

function judge(bytes: Buffer): MonthReading {
  const sealed = readSealed(bytes);
  if (sealed.kind === 'damaged') return { kind: 'damaged' };
  const records = recordsIn(sealed.content);
  if (sealed.kind === 'newer') return { kind: 'newer', meetings: records?.meetings ?? [] };
  return records ? { kind: 'sound', revision: sealed.revision, ...records } : { kind: 'damaged' };
}

function recordsIn(value: unknown): { readonly meetings: readonly MeetingRecord[]; readonly damaged: number } | null {
  if (typeof value !== 'object' || value === null || !('meetings' in value) || !Array.isArray(value.meetings)) {
    return null;
  }
  const meetings = value.meetings.filter((item): item is MeetingRecord => meetingRecord.safeParse(item).success);
  return { meetings, damaged: value.meetings.length - meetings.length };
}

/** The records without those with one of these ids. */
export function withoutIds(meetings: readonly MeetingRecord[], ids: ReadonlySet<MeetingId>): readonly MeetingRecord[] {
  return meetings.filter(({ id }) => !ids.has(id));
}
