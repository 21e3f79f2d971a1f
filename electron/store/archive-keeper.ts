// Who moves: what is due goes into a month's file before it leaves the live state, what has left the archive is dropped from its
// file when no generation of the state can need it any more. One thing at a time; a crash anywhere loses nothing.

import type { EpochMs, MeetingId } from '../contract/ids';
import type { AppState } from '../domain/app-state';
import { dueForArchive, forgotten, isArchived, leave, type Month, monthOf, withGone } from '../domain/archiving';
import type { MeetingRecord } from '../domain/meeting';
import { withoutIds } from './archive-file';
import type { ArchiveChange, ArchiveIndex } from './archive-index';
import type { ArchiveMonths } from './archive-months';
import { StoreError } from './errors';
import type { StateStore } from './state-store';

export interface KeeperOptions {
  readonly store: StateStore;
  readonly months: ArchiveMonths;
  readonly index: ArchiveIndex;
  readonly isForeign: () => boolean;
  readonly now: () => EpochMs;
  readonly tell: (change: ArchiveChange) => void;
}

export interface ArchiveKeeper {
  /** Reads all months, newest first. Never rejects. */
  begin(breathe: () => Promise<void>): Promise<void>;
  /** Reads what could not be read before. Rejects with a `StoreError` if it still cannot be. */
  readMissed(): Promise<void>;
  /** The state changed, or time has passed: whether there is something to move or to drop. */
  look(): void;
  /** Whether a file may hold a record with this id that counts. */
  mayHold(id: MeetingId): boolean;
  /** Whether the files hold nothing at all; false while that is not known. */
  isEmpty(): boolean;
  settled(): Promise<void>;
}

/** A clearing can be taken back for 15 s: until then, and some more, the files are kept. */
const UNDO_MS = 30_000;

/** After trouble with the disk: a full one is not full for seconds, and nothing waits for a move. */
const REST_MS = 60_000;

type Work = 'read' | 'confirm' | 'drop' | 'doubles' | 'move' | null;

/** Does nothing before `begin`. */
export function createArchiveKeeper(options: KeeperOptions): ArchiveKeeper {
  const { store, months, index, isForeign, now, tell } = options;
  let begun = false;
  /** Only a crash or a failure leaves a record in both: looking for them at each commit would cost what the archive saves. */
  let mayBeDouble = true;
  let running: Promise<void> | null = null;
  let restingSince: EpochMs | null = null;
  let archive: AppState['archive'] | null = null;
  let goneSince = 0;
  let goneAt: EpochMs = 0;

  const isResting = () => restingSince !== null && now() >= restingSince && now() < restingSince + REST_MS;

  async function readMissed(): Promise<void> {
    if (!months.isWhole()) await months.readAll(async () => {});
    if (!months.isWhole()) throw new StoreError('io', 'a month of the archive cannot be read');
  }

  /** In both, and not because of a move under way (a crash, or a disk that took one half of it): the live one counts. */
  function doubles(state: AppState): readonly MeetingRecord[] {
    if (!mayBeDouble) return [];
    const found = state.meetings.filter(({ id }) => months.isHeld(id) && isArchived(state, id));
    mayBeDouble = found.length > 0;
    return found;
  }

  async function drop(): Promise<void> {
    const done = store.state().archive;
    const gone = new Set(done.gone);
    for (const month of months.holding(done.cleared ? null : done.gone)) {
      await months.write(month, (meetings) => (done.cleared ? [] : withoutIds(meetings, gone)));
    }
    await store.commit((state) => forgotten(state, done));
  }

  async function move(): Promise<void> {
    for (const [month, records] of byMonth(dueForArchive(store.state(), now()))) {
      const ids = new Set(records.map(({ id }) => id));
      await months.write(month, (meetings) => [...withoutIds(meetings, ids), ...records]);
      // Found in the archive before it leaves the list: at no moment it is in neither.
      tell({ added: records.map((record) => index.put(month, record).view), removed: [] });
      await store.commit((state) => leave(state, records));
      if (hasGone(store.state())) return;
    }
  }

  /**
   * What left is dropped one commit later: should the newest generation be damaged, the one before it needs no archive either. Where
   * no commit comes by itself, one is made for it.
   */
  function dropping(state: AppState): 'drop' | 'confirm' | null {
    if (now() < goneAt) goneAt = now();
    const longAgo = now() - goneAt >= UNDO_MS;
    if (store.revision() > goneSince) return longAgo || !state.archive.cleared ? 'drop' : null;
    return longAgo ? 'confirm' : null;
  }

  function next(): Work {
    const state = store.state();
    if (!begun || isForeign() || isResting()) return null;
    if (!months.isWhole()) return 'read';
    if (hasGone(state)) return dropping(state);
    if (doubles(state).length > 0) return 'doubles';
    return dueForArchive(state, now()).length > 0 ? 'move' : null;
  }

  async function work(): Promise<void> {
    for (let what = next(); what !== null; what = next()) {
      try {
        await carryOut(what);
        restingSince = null;
      } catch {
        // Nothing is lost: what could not be moved is in the live file, what could not be dropped is known to be gone.
        restingSince = now();
        mayBeDouble = true;
      }
    }
  }

  function carryOut(what: Exclude<Work, null>): Promise<unknown> {
    switch (what) {
      case 'read':
        return readMissed();
      case 'confirm':
        return store.commit((state) => ({ ...state }));
      case 'drop':
        return drop();
      case 'doubles':
        return store.commit((state) => withGone(state, doubles(state)));
      case 'move':
        return move();
    }
  }

  return {
    async begin(breathe) {
      await months.readAll(breathe);
      begun = true;
    },
    readMissed,
    look() {
      const state = store.state();
      if (state.archive !== archive) {
        // A clearing was taken back: what the files still hold is listed again.
        if (archive?.cleared && !state.archive.cleared) months.lookAgain();
        archive = state.archive;
        goneSince = store.revision();
        goneAt = now();
      }
      if (running === null && next() !== null) {
        running = work().finally(() => {
          running = null;
        });
      }
    },
    mayHold: (id) => !begun || !months.isWhole() || months.isHeld(id),
    isEmpty: () => begun && months.isWhole() && months.holding(null).length === 0,
    async settled() {
      while (running) await running;
    },
  };
}

function byMonth(records: readonly MeetingRecord[]): ReadonlyMap<Month, readonly MeetingRecord[]> {
  const found = new Map<Month, MeetingRecord[]>();
  for (const record of records) {
    const month = monthOf(record);
    const known = found.get(month);
    if (known) known.push(record);
    else found.set(month, [record]);
  }
  return found;
}

function hasGone({ archive }: AppState): boolean {
  return archive.cleared || archive.gone.length > 0;
}
