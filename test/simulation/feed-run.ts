// The real poller, applyPage, catch-up and the file of the meetings from elsewhere, against the model of feed-model.ts: the same events
// go to both, and the records are compared after each page and at the end. The app is killed before and after any write.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordingId, TokenFingerprint } from '../../electron/contract/ids';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import type { Recall } from '../../electron/domain/archiving';
import type { ElsewhereRecord } from '../../electron/domain/elsewhere-record';
import { startPoller } from '../../electron/feed/poller';
import type { FeedReader, Poller } from '../../electron/feed/ports';
import { createElsewhereKeeper, type ElsewhereKeeper } from '../../electron/store/elsewhere-keeper';
import { createNotices } from '../../electron/store/notices';
import { atLobbe } from '../builders/meetings';
import { type Chance, chanceOf } from './chance';
import { FeedLobbe } from './feed-lobbe';
import { FeedModel } from './feed-model';
import { feedReader } from './feed-reader';

export interface FeedCounts {
  events: number;
  pages: number;
  kills: number;
  repeats: number;
  late: number;
  expired: number;
  unknown: number;
  setAside: number;
  compared: number;
}

export interface FeedResult {
  readonly counts: FeedCounts;
  /** The first record that is not as the model has it; null: all are. */
  readonly wrong: string | null;
}

const TOKEN = 'token' as TokenFingerprint;
const OURS = 25;
const MINUTE = 60_000;

/** What is on the disk of the app, whichever of its lives wrote it. */
interface Disk {
  state: AppState;
  file: readonly ElsewhereRecord[];
}

/** Plays `events` events of a seed. `tell` is told how far it is. */
export async function runFeed(
  seed: number,
  events: number,
  tell: (counts: FeedCounts) => void = () => {},
): Promise<FeedResult> {
  return new FeedRun(seed, events, tell).play();
}

class FeedRun {
  readonly #chance: Chance;
  readonly #lobbe: FeedLobbe;
  readonly #model: FeedModel;
  readonly #disk: Disk;
  readonly #wanted: number;
  readonly #tell: (counts: FeedCounts) => void;
  readonly #counts = { pages: 0, kills: 0, compared: 0 };
  /** What the model is to be told when the app has written down the last answer. */
  #untold: (() => void) | null = null;
  #now = Date.UTC(2026, 10, 30);
  #life = 0;
  #keeper: ElsewhereKeeper | null = null;
  #poller: Poller | null = null;
  #wrong: string | null = null;
  #quiet = 0;
  #end: () => void = () => {};

  constructor(seed: number, events: number, tell: (counts: FeedCounts) => void) {
    this.#chance = chanceOf(seed, 0);
    this.#lobbe = new FeedLobbe(chanceOf(seed, 1), 50 + this.#chance.below(2_000));
    this.#wanted = events;
    this.#tell = tell;
    const ours = Array.from({ length: OURS }, (_, n) =>
      atLobbe(
        n + 1,
        { stage: 'processing', status: 'QUEUED' },
        {
          recordingId: this.#lobbe.add().id as RecordingId,
          keyToken: TOKEN,
        },
      ),
    );
    this.#model = new FeedModel(ours.map(({ recordingId }) => recordingId ?? ''));
    this.#disk = { state: { ...emptyState, meetings: ours }, file: [] };
  }

  async play(): Promise<FeedResult> {
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    this.#start();
    await ended;
    // Nothing of this life goes on.
    this.#life += 1;
    void this.#poller?.stop();
    if (this.#wrong === null) this.#compare([...this.#model.ids()], true);
    return { counts: this.#counted(), wrong: this.#wrong };
  }

  #counted(): FeedCounts {
    const { repeats, late, expired, odd, unreadable } = this.#lobbe.faults;
    return { events: this.#lobbe.made, ...this.#counts, repeats, late, expired, unknown: odd, setAside: unreadable };
  }

  /** A new life of the app, from what is on disk. */
  #start(): void {
    this.#life += 1;
    const life = this.#life;
    const listeners = new Set<() => void>();
    const isDead = () => life !== this.#life;
    const never = new Promise<never>(() => {});
    const commit = async (change: (state: AppState) => AppState, durable = () => {}): Promise<AppState> => {
      await Promise.resolve();
      if (isDead()) return never;
      const next = change(this.#disk.state);
      if (next === this.#disk.state) return next;
      if (this.#dies()) return never;
      this.#disk.state = next;
      durable();
      return next;
    };
    const written = async (state: AppState): Promise<AppState> => {
      if (isDead() || this.#dies()) return never;
      for (const listener of listeners) listener();
      return state;
    };
    const keeper = createElsewhereKeeper({
      store: {
        state: () => this.#disk.state,
        revision: () => 0,
        commit: async (change) => written(await commit(change)),
        onCommit: () => () => {},
        notices: () => [],
        onNotices: () => () => {},
        settled: async () => {},
      },
      file: {
        file: 'elsewhere.json',
        read: async () => ({ kind: 'sound', records: this.#disk.file, revision: 1, damaged: 0 }),
        write: async (records) => {
          await Promise.resolve();
          if (isDead() || this.#dies()) return never;
          this.#disk.file = records;
          if (this.#dies()) return never;
        },
      },
      quarantine: { move: async (file) => file, copy: async (file) => file },
      notices: createNotices(),
      isForeign: () => false,
      now: () => this.#now,
      tell: () => {},
    });
    listeners.add(keeper.look);
    this.#keeper = keeper;
    const store = {
      state: () => this.#disk.state,
      commit: async (change: (state: AppState) => AppState, recall: Recall = {}) => {
        await keeper.load();
        return written(await commit(keeper.around(change, recall), () => this.#told()));
      },
      filed: async () => {
        await keeper.load();
        return [...keeper.records()].map(({ recordingId }) => recordingId);
      },
      untitled: keeper.untitled,
    };
    this.#poller = startPoller({
      store,
      reader: this.#reader(isDead),
      clock: {
        now: () => this.#now,
        until: async (time) => {
          if (isDead()) return never;
          this.#now = Math.max(this.#now, time);
          await this.#between();
          return isDead() ? never : undefined;
        },
      },
      random: this.#chance.next,
      watched: () => false,
      onRead: () => {},
      onNote: () => {},
      onBug: (cause) => this.#broken(cause instanceof Error ? `${cause.stack}` : String(cause)),
      intervalMs: MINUTE,
    });
  }

  /** The app may be killed here: then it starts again, from what is on disk. */
  #dies(): boolean {
    if (this.#lobbe.isFair || !this.#chance.is(0.02)) return false;
    this.#counts.kills += 1;
    this.#untold = null;
    this.#life += 1;
    queueMicrotask(() => this.#start());
    return true;
  }

  #told(): void {
    const told = this.#untold;
    this.#untold = null;
    told?.();
  }

  /** The app has nothing to do: time for Lobbe. */
  async #between(): Promise<void> {
    await nextTurn();
    this.#tell(this.#counted());
    const { made } = this.#lobbe;
    if (made < this.#wanted) {
      this.#lobbe.grow(Math.min(this.#wanted - made, this.#chance.below(1 + this.#chance.pick([3, 300, 3_000]))));
      return;
    }
    this.#lobbe.isFair = true;
    this.#quiet = this.#disk.state.feed.catchUp === null ? this.#quiet + 1 : 0;
    if (this.#quiet > 5) this.#end();
  }

  #reader(isDead: () => boolean): FeedReader {
    return feedReader({
      lobbe: this.#lobbe,
      model: this.#model,
      token: TOKEN,
      isDead,
      onAnswer: (told) => {
        this.#untold = told;
      },
      onPage: () => {
        this.#counts.pages += 1;
      },
      compare: (ids) => this.#compare(ids, false),
    });
  }

  /** Whether the app has these as the model has them, and at the end as Lobbe has them. */
  #compare(ids: readonly string[], isEnd: boolean): void {
    const { meetings, elsewhere } = this.#disk.state;
    const live = new Map<string, string>();
    for (const r of elsewhere) live.set(r.recordingId, r.kind === 'meeting' ? r.state.stage : 'hidden');
    for (const m of meetings) if (m.recordingId !== null) live.set(m.recordingId, m.state.stage);
    for (const id of ids) {
      this.#counts.compared += 1;
      const shown = live.get(id) ?? this.#keeper?.find(id as RecordingId)?.state.stage ?? null;
      const right = this.#model.stageOf(id);
      if (shown !== right) this.#broken(`${id} is shown as ${shown}, and by the model it is ${right}`);
      if (!isEnd) continue;
      const truth = this.#lobbe.status(id);
      const there = truth === null ? 'deleted' : truth === 'QUEUED' ? 'processing' : truth.toLowerCase();
      if (there !== right) this.#broken(`${id} ends as ${right}, and at Lobbe it is ${there}`);
    }
  }

  #broken(what: string): void {
    this.#wrong ??= what;
    this.#end();
  }
}
