// The finished meetings of the past: listed and found as if they were in the state, kept in files that are written rarely. All
// changes of the state go through `commit` here, so that what a change is about is there for it, wherever it is kept.

import type { EpochMs, MeetingId, RecordingId } from '../contract/ids';
import type { StoreNotice } from '../contract/problem';
import type { MeetingView } from '../contract/snapshot';
import type { AppState } from '../domain/app-state';
import { changeRecalling, goneWith, isArchived, type Month, type Recall } from '../domain/archiving';
import type { ElsewhereMeeting } from '../domain/elsewhere-record';
import type { MeetingRecord } from '../domain/meeting';
import { archiveFiles } from './archive-file';
import { type ArchiveChange, createArchiveIndex, type Entry } from './archive-index';
import { createArchiveKeeper } from './archive-keeper';
import { createArchiveMonths } from './archive-months';
import { nodeDisk, type Pause, pauseByTimer, type StoreDisk } from './disk';
import { elsewhereFile } from './elsewhere-file';
import { createElsewhereKeeper } from './elsewhere-keeper';
import { createNotices, Listeners } from './notices';
import { quarantineOf } from './quarantine';
import type { StateStore } from './state-store';

export interface Archive {
  /**
   * Commits as the store does. Meetings of `recall` that are in the archive are in the list for `change`: in the live state from
   * this very commit on if it changes them, else where they were. Waits for the archive to be read if it may have one of them.
   */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<AppState>;
  /** Reads which meetings there are, newest month first; afterwards moves what is due. Never rejects. */
  load(): Promise<void>;
  /** To be called now and then: time makes meetings due too. Cheap where there is nothing to do. */
  tend(): void;
  /** The record of an archived meeting; null if there is none that can be read. Rejects when the disk does not answer. */
  find(id: MeetingId): Promise<MeetingRecord | null>;
  /** The record of a meeting from elsewhere that the state has no room for; null if there is none. */
  elsewhere(recordingId: RecordingId): ElsewhereMeeting | null;
  /** All that are at Lobbe, of ours and from elsewhere, and not in the state. */
  filed(): Promise<readonly RecordingId[]>;
  /** Some meetings from elsewhere, so many at the most, that are not in the state and whose titles Lobbe was not asked for. */
  untitled(atMost: number): readonly RecordingId[];
  /** Whether its files hold nothing; false while that is not known. */
  isEmpty(): boolean;
  /** What is listed, of ours and from elsewhere, newest first. A meeting that is in the live state too is to be taken from there. */
  views(): readonly MeetingView[];
  onChange(listener: (change: ArchiveChange) => void): () => void;
  notices(): readonly StoreNotice[];
  onNotices(listener: (notices: readonly StoreNotice[]) => void): () => void;
  /** Resolves when nothing is being read or moved. */
  settled(): Promise<void>;
}

export interface ArchiveOptions {
  readonly store: StateStore;
  /** Folder of the store. */
  readonly directory: string;
  readonly disk: StoreDisk;
  readonly appVersion: string;
  readonly now?: () => EpochMs;
  readonly pause?: Pause;
  /** Lets others have the main thread between two months. */
  readonly breathe?: () => Promise<void>;
}

/** The archive of a store. Nothing is read before `load`. */
export function createArchive(options: ArchiveOptions): Archive {
  const { store, directory, disk, appVersion, now = Date.now, pause = pauseByTimer, breathe = nextTurn } = options;
  const files = archiveFiles(directory, disk, appVersion, pause);
  const notices = createNotices();
  const theirs = createNotices();
  const noticed = () => [...new Set([...notices.list(), ...theirs.list()])];
  const quarantine = quarantineOf(directory, disk, now, pause);
  const listeners = new Listeners<[ArchiveChange]>();
  const index = createArchiveIndex();
  const isForeign = () => store.notices().includes('newer-version');
  const months = createArchiveMonths({ files, index, quarantine, notices, state: store.state, isForeign, tell });
  const keeper = createArchiveKeeper({ store, months, index, isForeign, now, tell });
  const others = createElsewhereKeeper({
    file: elsewhereFile(directory, disk, appVersion, pause),
    store,
    quarantine,
    notices: theirs,
    isForeign,
    now,
    tell,
  });
  let isLoaded = () => {};
  const loaded = new Promise<void>((resolve) => {
    isLoaded = resolve;
  });
  let loading: Promise<void> | null = null;

  store.onCommit(forgetGone);

  function tell(change: ArchiveChange): void {
    if (change.added.length > 0 || change.removed.length > 0) listeners.tell(change);
  }

  /** What a commit took out of the archive is not listed from now on, whenever its file is written. */
  function forgetGone({ archive }: AppState): void {
    const gone = archive.cleared ? [...index.entries()].map(({ view }) => view.id) : archive.gone;
    tell({ added: [], removed: gone.filter((id) => index.remove(id)) });
    keeper.look();
    others.look();
  }

  async function read(): Promise<void> {
    await others.load();
    await keeper.begin(breathe);
    isLoaded();
    keeper.look();
  }

  /** The records of what `recall` finds in the archive and the live state does not have; null for one that cannot be read. */
  async function fetch(recall: Recall): Promise<ReadonlyMap<Entry, MeetingRecord | null>> {
    const found = new Map<Entry, MeetingRecord | null>();
    const months = new Map<Month, Promise<ReadonlyMap<MeetingId, MeetingRecord>>>();
    for (const entry of notLive(store.state(), index.matching(recall))) {
      if (!months.has(entry.month)) months.set(entry.month, recordsOf(entry.month));
      found.set(entry, (await months.get(entry.month))?.get(entry.view.id) ?? null);
    }
    return found;
  }

  async function recordsOf(month: Month): Promise<ReadonlyMap<MeetingId, MeetingRecord>> {
    const reading = await files.read(month);
    const meetings = reading.kind === 'sound' || reading.kind === 'newer' ? reading.meetings : [];
    return new Map(meetings.map((record) => [record.id, record]));
  }

  async function commit(change: (state: AppState) => AppState, recall: Recall = {}): Promise<AppState> {
    if (asksForMore(store.state(), recall)) {
      await loaded;
      // What it is about may be where the disk did not answer: then this is not the time for it.
      await keeper.readMissed();
    }
    if (recall.recordingIds?.length || recall.elsewhere?.length) await others.load();
    for (;;) {
      const fetched = await fetch(recall);
      let missed = false;
      const committed = await store.commit((state) => {
        // One that was moved between the reading and now was in neither: it is read, and the change tried again.
        missed = notLive(state, index.matching(recall)).some((entry) => !fetched.has(entry));
        if (missed) return state;
        const records = [...fetched].flatMap(([entry, record]) =>
          record !== null && index.get(record.id) === entry ? [record] : [],
        );
        return goneWith(state, changeRecalling(state, records, others.around(change, recall)), keeper.mayHold);
      });
      if (!missed) return committed;
    }
  }

  return {
    commit,
    load() {
      loading ??= read();
      return loading;
    },
    tend: () => keeper.look(),
    async find(id) {
      await loaded;
      const entry = index.get(id);
      return entry ? ((await recordsOf(entry.month)).get(id) ?? null) : null;
    },
    elsewhere: others.find,
    async filed() {
      await loaded;
      const ours = [...index.entries()].filter(({ view }) => view.stage !== 'cancelled');
      const theirs = [...others.records()].flatMap((r) => (r.kind === 'meeting' ? [r] : []));
      return [...ours.map(({ view }) => view), ...theirs].flatMap(({ recordingId }) => recordingId ?? []);
    },
    untitled: others.untitled,
    isEmpty: () => keeper.isEmpty(),
    views: () =>
      [...[...index.entries()].map(({ view }) => view), ...others.views()].sort(
        (a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0),
      ),
    onChange: (listener) => listeners.add(listener),
    notices: noticed,
    onNotices(listener) {
      const stops = [notices, theirs].map((each) => each.listen(() => listener(noticed())));
      return () => {
        for (const stop of stops) stop();
      };
    },
    async settled() {
      await loading;
      await keeper.settled();
      await others.settled();
    },
  };
}

/**
 * The archived meetings of a profile as they are on disk, newest month first, for `--status-json`: also while the app runs, and
 * without writing or moving anything. A file that cannot be read is passed over.
 */
export async function readArchive(directory: string, state: AppState): Promise<readonly MeetingRecord[]> {
  const files = archiveFiles(directory, nodeDisk, '', async () => {});
  const found = new Map<MeetingId, MeetingRecord>();
  const live = new Set(state.meetings.map(({ id }) => id));
  for (const month of await files.months().catch(() => [])) {
    const reading = await files.read(month).catch(() => null);
    if (reading?.kind !== 'sound' && reading?.kind !== 'newer') continue;
    for (const record of reading.meetings) {
      const { id } = record;
      if (!live.has(id) && isArchived(state, id) && !found.has(id)) found.set(id, record);
    }
  }
  return [...found.values()];
}

function notLive(state: AppState, entries: readonly Entry[]): readonly Entry[] {
  if (entries.length === 0) return entries;
  const live = new Set(state.meetings.map(({ id }) => id));
  return entries.filter(({ view }) => !live.has(view.id) && isArchived(state, view.id));
}

/** Whether a change is about anything that the live state does not have: most pages of the feed are empty, or about it alone. */
function asksForMore({ meetings }: AppState, { ids = [], recordingIds = [], contents = [] }: Recall): boolean {
  return (
    contents.length > 0 ||
    ids.some((id) => !meetings.some((m) => m.id === id)) ||
    recordingIds.some((recordingId) => !meetings.some((m) => m.recordingId === recordingId))
  );
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
