// What the archive's files hold: read once, newest month first, and known from then on. The index lists what of it still counts.

import type { MeetingId } from '../contract/ids';
import type { AppState } from '../domain/app-state';
import { isArchived, type Month } from '../domain/archiving';
import { assertNever } from '../domain/assert-never';
import type { MeetingRecord } from '../domain/meeting';
import type { ArchiveFiles } from './archive-file';
import type { ArchiveChange, ArchiveIndex } from './archive-index';
import { StoreError } from './errors';
import type { Notices } from './notices';
import type { Quarantine } from './quarantine';

export interface MonthsOptions {
  readonly files: ArchiveFiles;
  readonly index: ArchiveIndex;
  readonly quarantine: Quarantine;
  readonly notices: Notices;
  readonly state: () => AppState;
  /** A newer version of the app keeps this profile: its files are not ours to move. */
  readonly isForeign: () => boolean;
  readonly tell: (change: ArchiveChange) => void;
}

export interface ArchiveMonths {
  /** Reads what was not read yet. Never rejects. What cannot be read is tried again some times; until then it may hold anything. */
  readAll(breathe: () => Promise<void>): Promise<void>;
  /** Whether all of it was read. */
  isWhole(): boolean;
  /** Looks at the files again that are there: something that did not count may count again. */
  lookAgain(): void;
  isHeld(id: MeetingId): boolean;
  /** Months whose files hold one of these, or (null) anything. */
  holding(ids: readonly MeetingId[] | null): readonly Month[];
  /** Makes a month's file anew from what is in it now. Throws a `StoreError`, and then the old one stands or the new one. */
  write(month: Month, change: (meetings: readonly MeetingRecord[]) => readonly MeetingRecord[]): Promise<void>;
}

/** A feed that has news of an archived meeting waits for it: not for ever, on a disk that never gives a file back. */
const READ_TRIES = 5;

/** Nothing is read before `readAll`. */
export function createArchiveMonths(options: MonthsOptions): ArchiveMonths {
  const { files, index, quarantine, notices, state, isForeign, tell } = options;
  /** By month, whether or not they still count. */
  const held = new Map<Month, Set<MeetingId>>();
  /** Months whose files are there and were not read yet. */
  const unread = new Set<Month>();
  const failures = new Map<Month | 'list', number>();
  let listed = false;
  /** Something is missing from the list for good, not only for the moment. */
  let damaged = false;

  const isWhole = () => listed && unread.size === 0;

  /** Whether trouble with this has lasted long enough to go on without it. */
  function givenUp(what: Month | 'list'): boolean {
    notices.set('archive-damaged');
    const count = (failures.get(what) ?? 0) + 1;
    failures.set(what, count);
    return count >= READ_TRIES;
  }

  async function readOne(month: Month): Promise<void> {
    const reading = await files.read(month);
    switch (reading.kind) {
      case 'absent':
        return;
      case 'damaged':
        return putAside(month);
      case 'sound':
      case 'newer': {
        if (reading.kind === 'sound' && reading.damaged > 0) {
          damaged = true;
          notices.set('archive-damaged');
        }
        hold(month, reading.meetings);
        const now = state();
        const fresh = reading.meetings.filter(({ id }) => isArchived(now, id) && !index.get(id));
        tell({ added: fresh.map((record) => index.put(month, record).view), removed: [] });
        return;
      }
      default:
        return assertNever(reading);
    }
  }

  function hold(month: Month, meetings: readonly MeetingRecord[]): void {
    if (meetings.length === 0) held.delete(month);
    else held.set(month, new Set(meetings.map(({ id }) => id)));
  }

  async function putAside(month: Month): Promise<void> {
    damaged = true;
    notices.set('archive-damaged');
    if (isForeign()) return;
    await quarantine.move(files.fileOf(month));
    const ids = [...(held.get(month) ?? [])].filter((id) => index.get(id)?.month === month);
    held.delete(month);
    tell({ added: [], removed: ids.filter((id) => index.remove(id)) });
  }

  /** What a month's file holds, safe to be written over. */
  async function opened(month: Month): Promise<{ meetings: readonly MeetingRecord[]; revision: number }> {
    const reading = await files.read(month);
    switch (reading.kind) {
      case 'absent':
        return { meetings: [], revision: 0 };
      case 'sound':
        if (reading.damaged > 0) await quarantine.copy(files.fileOf(month));
        return reading;
      case 'damaged':
        await putAside(month);
        return { meetings: [], revision: 0 };
      case 'newer':
        throw new StoreError('newer-version', 'this month was written by a newer version of the app');
    }
  }

  return {
    isWhole,
    isHeld: (id) => [...held.values()].some((ids) => ids.has(id)),
    holding: (ids) =>
      [...held].flatMap(([month, there]) => (ids === null || ids.some((id) => there.has(id)) ? [month] : [])),
    lookAgain() {
      for (const month of held.keys()) unread.add(month);
    },
    async readAll(breathe) {
      try {
        if (!listed) for (const month of await files.months()) unread.add(month);
        listed = true;
      } catch {
        listed = givenUp('list');
        damaged ||= listed;
      }
      for (const month of unread) {
        await breathe();
        try {
          await readOne(month);
          unread.delete(month);
        } catch {
          if (!givenUp(month)) continue;
          await putAside(month).catch(() => {});
          unread.delete(month);
        }
      }
      if (isWhole() && !damaged) notices.clear('archive-damaged');
    },
    async write(month, change) {
      const { meetings, revision } = await opened(month);
      const next = change(meetings);
      // A write that fails may have got as far as the disk.
      hold(month, [...meetings, ...next]);
      await files.write(month, next, revision + 1);
      hold(month, next);
    },
  };
}
