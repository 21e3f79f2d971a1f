// Keeps the meetings from elsewhere that the live state has no room for. They are small, so all of them are in memory once their file
// was read; a change gets those that it is about into its list, as if they had never left the state.

import type { EpochMs, MeetingId, RecordingId } from '../contract/ids';
import type { MeetingView } from '../contract/snapshot';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import { changeWithFiled, dueForFile, leaveForFile } from '../domain/elsewhere';
import { awaitsTitle, type ElsewhereMeeting, type ElsewhereRecord, elsewhereId } from '../domain/elsewhere-record';
import { elsewhereView, isListed } from '../domain/elsewhere-view';
import type { ArchiveChange } from './archive-index';
import type { ElsewhereFile } from './elsewhere-file';
import type { Notices } from './notices';
import type { Quarantine } from './quarantine';
import type { StateStore } from './state-store';

export interface ElsewhereKeeperOptions {
  readonly store: StateStore;
  readonly file: ElsewhereFile;
  readonly quarantine: Quarantine;
  readonly notices: Notices;
  readonly isForeign: () => boolean;
  readonly now: () => EpochMs;
  readonly tell: (change: ArchiveChange) => void;
}

export interface ElsewhereKeeper {
  /** Reads the file. Never rejects; one that cannot be read counts as empty for this run, and is not written. */
  load(): Promise<void>;
  /** `change`, with the filed meetings of `recall` in the list of its state. */
  around(change: (state: AppState) => AppState, recall: Recall): (state: AppState) => AppState;
  find(recordingId: RecordingId): ElsewhereMeeting | null;
  /** All that are filed, as they are in the file: the state may have newer ones. */
  records(): IterableIterator<ElsewhereRecord>;
  views(): readonly MeetingView[];
  /** Filed meetings, so many at the most, whose titles Lobbe was not asked for: those that were told of last first. */
  untitled(atMost: number): readonly RecordingId[];
  /** The state changed: whether there is something to move, or to take off the list. */
  look(): void;
  settled(): Promise<void>;
}

/** After trouble with the disk: a full one is not full for seconds, and nothing waits for a move. */
const REST_MS = 60_000;

/** Nothing is known before `load`. */
export function createElsewhereKeeper(options: ElsewhereKeeperOptions): ElsewhereKeeper {
  const { store, file, quarantine, notices, isForeign, now, tell } = options;
  const filed = new Map<RecordingId, ElsewhereRecord>();
  const listed = new Set<MeetingId>();
  let revision = 0;
  let mayWrite = false;
  let loading: Promise<void> | null = null;
  let moving: Promise<void> | null = null;
  let restingSince: EpochMs | null = null;
  let looked: AppState['elsewhere'] | null = null;

  async function read(): Promise<void> {
    try {
      const reading = await file.read();
      mayWrite = reading.kind !== 'newer';
      if (reading.kind === 'absent') return;
      if (reading.kind === 'damaged' || (reading.kind === 'sound' && reading.damaged > 0)) {
        notices.set('archive-damaged');
        if (!isForeign()) await quarantine.copy(file.file);
      }
      if (reading.kind === 'damaged') return;
      if (reading.kind === 'sound') revision = reading.revision;
      put(reading.records);
    } catch {
      mayWrite = false;
      notices.set('archive-damaged');
    }
  }

  function put(records: readonly ElsewhereRecord[]): void {
    for (const record of records) filed.set(record.recordingId, record);
    const added = records.filter(isListed).map(elsewhereView);
    for (const { id } of added) listed.add(id);
    takeOff(records.filter((record) => !isListed(record)));
    if (added.length > 0) tell({ added, removed: [] });
  }

  function takeOff(records: readonly ElsewhereRecord[]): void {
    const removed = records.map(({ recordingId }) => elsewhereId(recordingId)).filter((id) => listed.delete(id));
    if (removed.length > 0) tell({ added: [], removed });
  }

  async function move(batch: readonly ElsewhereRecord[]): Promise<void> {
    try {
      // Into the file first: after a crash in between, a record is in both, and the state counts.
      const merged = new Map(filed);
      for (const record of batch) merged.set(record.recordingId, record);
      await file.write([...merged.values()], revision + 1);
      revision += 1;
      put(batch);
      await store.commit((state) => leaveForFile(state, batch));
    } catch {
      restingSince = now();
    }
  }

  function look(): void {
    const state = store.state();
    if (state.elsewhere !== looked) {
      looked = state.elsewhere;
      takeOff(state.elsewhere.filter(({ kind }) => kind === 'hidden'));
    }
    const isResting = restingSince !== null && now() >= restingSince && now() < restingSince + REST_MS;
    if (!mayWrite || moving || isResting || isForeign()) return;
    const batch = dueForFile(state, filed.size);
    if (batch.length === 0) return;
    restingSince = null;
    moving = move(batch).finally(() => {
      moving = null;
      look();
    });
  }

  const load = () => {
    loading ??= read().then(look);
    return loading;
  };

  return {
    load,
    around(change, { recordingIds = [], elsewhere = [] }) {
      return (state) => {
        const back = [...new Set([...recordingIds, ...elsewhere])].flatMap((id) => filed.get(id) ?? []);
        return changeWithFiled(state, back, change);
      };
    },
    find(recordingId) {
      const record = filed.get(recordingId);
      return record?.kind === 'meeting' ? record : null;
    },
    records: () => filed.values(),
    // One that left the list is in its file as it was, until that is written anew.
    views: () =>
      [...filed.values()]
        .filter(isListed)
        .map(elsewhereView)
        .filter(({ id }) => listed.has(id)),
    untitled(atMost) {
      if (atMost <= 0) return [];
      const live = new Set(store.state().elsewhere.map(({ recordingId }) => recordingId));
      const due = [...filed.values()].filter((record) => awaitsTitle(record) && !live.has(record.recordingId));
      return due
        .slice(-atMost)
        .reverse()
        .map(({ recordingId }) => recordingId);
    },
    look,
    async settled() {
      while (moving) await moving;
    },
  };
}
