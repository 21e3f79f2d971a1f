// When the news of the state are told: what comes within a moment is told together, what its user is looking at is not told at all.
//
// They leave the state first, and are shown when that is on disk. A kill between the two is a matter of milliseconds and loses a
// message whose meeting still stands in the list and in the tray's count; the other way round, each start of a machine whose disk is
// full, or that dies in that write, would show the same again, and nothing may be told twice.

import type { EpochMs } from '../contract/ids';
import type { AppState } from '../domain/app-state';
import type { Clock } from '../domain/clock';
import { dueNews, isCatchingUp, isStillSo, newsTold } from '../domain/news';
import type { NewsItem } from '../domain/news-item';

/** Nothing new for so long: then what there is is told. */
const QUIET_MS = 2_000;

/** It never gets quiet where fifty meetings get ready one by one. */
const LONGEST_MS = 10_000;

/** Catching up goes on between two reads of the feed (F17); a Lobbe that does not answer must not keep the news for ever. */
const LONGEST_CATCH_UP_MS = 600_000;

/** After the disk refused: a full one is not full for seconds. */
const REST_MS = 30_000;

export interface NotificationServices {
  state(): AppState;
  commit(change: (state: AppState) => AppState): Promise<AppState>;
  onCommit(listener: () => void): () => void;
  readonly clock: Clock;
  /** Whether the window has its user's eye: then its rows and banners say it all. */
  isLookedAt(): boolean;
  /** Shows one notification for all of these. */
  show(news: readonly NewsItem[]): void;
}

export interface Notifications {
  /** Nothing is shown from now on; what was not is told by the next start. */
  stop(): Promise<void>;
}

/** Starts telling, with what an earlier run left untold. */
export function startNotifications(services: NotificationServices): Notifications {
  const { state, commit, clock, isLookedAt, show } = services;
  const stopping = new AbortController();
  let telling: Promise<void> | null = null;
  let plan = state().feed.catchUp;
  let planMovedAt = clock.now();

  function look(): void {
    const { catchUp } = state().feed;
    if (catchUp !== plan) {
      plan = catchUp;
      planMovedAt = clock.now();
    }
    if (telling || stopping.signal.aborted || dueNews(state()).length === 0) return;
    telling = tell().finally(() => {
      telling = null;
      look();
    });
  }

  async function tell(): Promise<void> {
    await gather();
    if (stopping.signal.aborted) return;
    const isSeen = isLookedAt();
    let told: readonly NewsItem[] = [];
    try {
      await commit((current) => {
        told = dueNews(current);
        return newsTold(current, told);
      });
    } catch {
      await wait(clock.now() + REST_MS);
      return;
    }
    const left = told.filter((item) => isStillSo(state(), item));
    if (left.length > 0 && !isSeen) show(left);
  }

  /** Resolves when there is nothing more to wait for. */
  async function gather(): Promise<void> {
    const since = clock.now();
    for (let news: AppState['news'] | null = null; !stopping.signal.aborted && !isLookedAt(); ) {
      const current = state();
      const now = clock.now();
      // What Lobbe does not tell of one meeting may stay open for good: that is not waited for with each of the others.
      const isGettingOn = isCatchingUp(current) && now < planMovedAt + LONGEST_CATCH_UP_MS;
      const longest = since + (isGettingOn ? LONGEST_CATCH_UP_MS : LONGEST_MS);
      const isQuiet = current.news === news && !isGettingOn;
      // Before it began: the clock was set back meanwhile.
      if (isQuiet || now >= longest || now < since) return;
      news = current.news;
      await wait(now + QUIET_MS);
    }
  }

  function wait(until: EpochMs): Promise<void> {
    return clock.until(until, stopping.signal);
  }

  const stopListening = services.onCommit(look);
  look();
  return {
    async stop() {
      stopListening();
      stopping.abort();
      await telling;
    },
  };
}
