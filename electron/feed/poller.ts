// Reads the event feed for as long as the app runs: a page, its records and its cursor in one commit, then the next.

import type { EpochMs, RecordingId } from '../contract/ids';
import type { AppState } from '../domain/app-state';
import { afterTold, backoff } from '../domain/backoff';
import type { Clock, Random } from '../domain/clock';
import { applyPage, applyStatus, type FeedAnswer, type StatusAnswer } from '../domain/feed';

/** F12: the most that one read may bring; a backlog is read in fewer requests. */
const PAGE = 500;

/** Timers stop in a sleeping laptop: the wall clock is looked at least this often. */
const REPLAN_MS = 30_000;

/** The longest that the poller itself ever waits: the last step of the backoff. */
const LONGEST_PAUSE_MS = 600_000;

/** A fleet of desktops must not ask in step. */
const JITTER = 0.1;

/** What the poller needs of Lobbe. */
export interface FeedReader {
  /** Whether there is a token to read with. */
  ready(): boolean;
  readEvents(after: string, limit: number, signal: AbortSignal): Promise<FeedAnswer>;
  readStatus(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
}

export interface FeedStore {
  state(): AppState;
  commit(change: (state: AppState) => AppState): Promise<AppState>;
}

export interface PollerOptions {
  readonly store: FeedStore;
  readonly reader: FeedReader;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether anybody looks: only then is it worth asking how far a meeting is, as the feed does not say it (F8). */
  watched(): boolean;
  /** About a minute (F12), unless a run for tests says otherwise. */
  readonly intervalMs: number;
}

export interface Poller {
  /** A new token, the network, or the laptop is back: read now, unless Lobbe said when not to. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts polling. One request is under way at a time. */
export function startPoller({ store, reader, clock, random, watched, intervalMs }: PollerOptions): Poller {
  const stopping = new AbortController();
  let kick = new AbortController();
  let failures = 0;
  const running = run();

  async function run(): Promise<void> {
    let next: EpochMs = 0;
    while (!stopping.signal.aborted) {
      kick = new AbortController();
      const now = clock.now();
      // F3, F18: what Lobbe asked for survives a restart.
      const notBefore = store.state().feed.notBefore ?? 0;
      // A clock that was set back must not stop the reads for as long as it was wrong (F16).
      if (next - now > LONGEST_PAUSE_MS) next = now;
      if (reader.ready() && now >= notBefore && now >= next) {
        next = await readOnce();
        continue;
      }
      const due = reader.ready() ? Math.max(next, notBefore) : now + REPLAN_MS;
      await clock.until(Math.min(due, now + REPLAN_MS), AbortSignal.any([kick.signal, stopping.signal]));
      if (kick.signal.aborted) next = 0;
    }
  }

  /** One read and its commit; returns when to read next. */
  async function readOnce(): Promise<EpochMs> {
    const { cursor } = store.state().feed;
    // F10: a new profile takes no event of the past; what it sends from now on is what it waits for.
    const answer = await reader.readEvents(cursor ?? 'latest', PAGE, stopping.signal);
    if (stopping.signal.aborted) return 0;
    switch (answer.kind) {
      case 'page': {
        const moved = await commit((state) => applyPage(state, answer, clock.now()));
        if (!moved) return pause();
        failures = 0;
        // F17: a cursor from "now on" says nothing of what happened before it.
        if (cursor === null || (watched() && !answer.full)) await askStatuses();
        const stuck = answer.nextCursor === cursor;
        return answer.full && !stuck ? 0 : soon();
      }
      case 'expired':
        await commit((state) => ({ ...state, feed: { ...state.feed, cursor: null } }));
        return pause(0);
      case 'later': {
        if (answer.notBefore === null) return pause();
        const notBefore = afterTold(answer.notBefore, random);
        await commit((state) => ({ ...state, feed: { ...state.feed, notBefore } }));
        return notBefore;
      }
      case 'closed':
        // Without the feed, a meeting's own status still says how it is (F1).
        if (answer.status === 403) await askStatuses();
        return soon();
      case 'unreadable':
      case 'unreachable':
        return pause();
      default:
        return answer satisfies never;
    }
  }

  /** F1, F17: one after the other, so that a long list stays within the read class. */
  async function askStatuses(): Promise<void> {
    for (const { recordingId, state } of store.state().meetings) {
      if (recordingId === null || (state.stage !== 'processing' && state.stage !== 'naming')) continue;
      const answer = await reader.readStatus(recordingId, stopping.signal);
      if (stopping.signal.aborted) return;
      if (answer.kind === 'later' && answer.notBefore !== null) {
        const notBefore = afterTold(answer.notBefore, random);
        await commit((current) => ({ ...current, feed: { ...current.feed, notBefore } }));
        return;
      }
      await commit((current) => applyStatus(current, recordingId, answer, clock.now()));
    }
  }

  /** False when the disk did not take it: then the same page is read again (F13, F14). */
  async function commit(change: (state: AppState) => AppState): Promise<boolean> {
    try {
      await store.commit(change);
      return true;
    } catch {
      return false;
    }
  }

  function soon(): EpochMs {
    return clock.now() + Math.round(intervalMs * (1 + JITTER * random()));
  }

  /** After trouble: at least a normal interval, longer each time. `first` 0: at once the first time. */
  function pause(first: number = intervalMs): EpochMs {
    failures += 1;
    const now = clock.now();
    return failures === 1 ? now + first : Math.max(now + intervalMs, backoff(failures, now, random));
  }

  return {
    wake: () => kick.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
