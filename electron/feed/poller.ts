// Reads the event feed for as long as the app runs: a page, its records and its cursor in one commit, then the next.

import type { EpochMs, TokenFingerprint } from '../contract/ids';
import type { FeedTrouble } from '../contract/problem';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import { networkIsBack, waitsForNetwork } from '../domain/attempt';
import { backoff } from '../domain/backoff';
import { beginCatchUp } from '../domain/catch-up';
import { applyPage, cursorExpired, feedToldToWait, isIdle } from '../domain/feed';
import type { FeedAnswer } from '../domain/feed-answers';
import { closedGates, closeGate } from '../domain/gates';
import { learned } from '../domain/scopes';
import { createCatchUp } from './catch-up';
import { watchForCircles } from './circling';
import type { Poller, PollerOptions } from './ports';
import { createAsking, type FeedStanding } from './statuses';
import type { Turn } from './turn';

/** F12: the most that one read may bring; a backlog is read in fewer requests. */
const PAGE = 500;

/** Timers stop in a sleeping laptop: the wall clock is looked at least this often. */
const REPLAN_MS = 30_000;

/** The longest that the poller itself ever waits: the last step of the backoff. */
const LONGEST_PAUSE_MS = 600_000;

/** A fleet of desktops must not ask in step. */
const JITTER = 0.1;

/** A feed that this token may not read (L21: in days rather than minutes), or that only an update can read, in intervals. */
const SLOWLY = 30;

/** A cursor that Lobbe refuses as a request, so often in a row, is as good as expired: of another account, say. */
const REFUSED_AT_MOST = 3;

/** Starts polling. One request is under way at a time. */
export function startPoller(options: PollerOptions): Poller {
  const { store, reader, clock, random, watched, onRead, onNote, onBug, intervalMs } = options;
  const stopping = new AbortController();
  const catchUp = createCatchUp(onNote, random);
  const asking = createAsking(random);
  const circling = watchForCircles();
  let kick = new AbortController();
  let failures = 0;
  /** Lobbe could not be reached, and has brought no page since. */
  let isAway = false;
  let refused = 0;
  let newerForm = false;
  let readAt: EpochMs | null = null;
  /** The feed is not to be read before; the rest goes on. */
  let feedFrom: EpochMs = 0;
  let without: Exclude<FeedStanding, 'open'> = 'closed';
  /** The cursor of an idle feed, which is not worth a write each time, and the one on disk that led to it. */
  let ahead: { readonly since: string; readonly cursor: string } | null = null;
  /** The last that Lobbe asked for: it counts also while the disk does not take it. */
  let told: { readonly at: EpochMs; readonly until: EpochMs } | null = null;
  let shown: FeedTrouble | null = null;
  const running = run();

  async function run(): Promise<void> {
    let next: EpochMs = 0;
    while (!stopping.signal.aborted) {
      kick = new AbortController();
      const now = clock.now();
      // F3, F18: what Lobbe asked for survives a restart.
      const notBefore = Math.max(store.state().feed.notBefore ?? 0, toldHere(now));
      // A clock that was set back must not stop the reads for as long as it was wrong (F16).
      if (next - now > LONGEST_PAUSE_MS) next = now;
      const token = mayRead(now);
      if (token !== null && now >= notBefore && now >= next) {
        next = await round(token).catch((cause) => {
          onBug(cause);
          return pause();
        });
      } else {
        const due = token === null ? now + REPLAN_MS : Math.max(next, notBefore);
        await clock.until(Math.min(due, now + REPLAN_MS), kick.signal);
      }
      if (!kick.signal.aborted) continue;
      next = 0;
      feedFrom = 0;
    }
  }

  /** The token to read with; null if there is none, or Lobbe refused it: then only a new one helps. */
  function mayRead(now: EpochMs): TokenFingerprint | null {
    const token = reader.token();
    const isRefused = closedGates(store.state().gates, now, token).some((g) => g.gate === 'unauthorized');
    return isRefused ? null : token;
  }

  /** One read and its commit, and the questions that it leaves open; returns when to go on. */
  async function round(token: TokenFingerprint): Promise<EpochMs> {
    const since = clock.now();
    if (since < feedFrom && feedFrom - since <= SLOWLY * intervalMs) return others(token, without);
    const { cursor, token: before } = store.state().feed;
    const isAnew = cursor === null || before !== token;
    const from = ahead !== null && ahead.since === cursor ? ahead.cursor : cursor;
    // F10: a new profile takes no event of the past; the list says what is there (F17).
    const answer = await reader.readEvents(from ?? 'latest', PAGE, stopping.signal);
    if (stopping.signal.aborted) return 0;
    if (answer.kind !== 'unreadable') refused = 0;
    switch (answer.kind) {
      case 'page': {
        const filed = isAnew ? await store.filed() : [];
        const isTaken = await take(answer, from, token, (state) =>
          // F17, step 1: the new cursor and what is to be caught up with are one commit.
          state.feed.cursor === null || state.feed.token !== token ? beginCatchUp(state, filed, token) : state,
        );
        // What waits for the network need not wait for its own next try, which may be minutes off: to ask here costs nothing.
        if (isAway) await commit(networkIsBack);
        isAway = false;
        if (!isTaken) return pause();
        if (circling.isSuspected()) {
          // What the feed does not tell, a meeting's own status does (F1).
          await others(token, 'open', false);
          return pause();
        }
        if (answer.full) return 0;
        // Case 72: a cursor that was just taken proves nothing; it may expire at its first use.
        return others(token, 'open', cursor !== null);
      }
      case 'expired':
        await commit(cursorExpired);
        return pause(0);
      case 'later':
        if (answer.notBefore === null) return pause();
        await toldToWait(answer.notBefore);
        return answer.notBefore;
      case 'closed': {
        if (answer.status === 401) {
          const attempt = { since, token };
          await commit((s) => ({ ...s, gates: closeGate(s.gates, { gate: 'unauthorized' }, attempt, clock.now()) }));
          return soon();
        }
        // Not Lobbe's own word: a gateway's, which is over some time.
        if (answer.code === null) return pause();
        // F9, L21: a quiet state. Without the feed, a meeting's own status still says how it is (F1).
        restFeed('closed', clock.now() + SLOWLY * intervalMs);
        await commit((state) => learned(state, token, { read: false }));
        return others(token, without);
      }
      case 'newer':
        onNote(`the feed is of form ${answer.schemaVersion}, which this version of the app cannot read`);
        restFeed('closed', clock.now() + SLOWLY * intervalMs);
        newerForm = true;
        showTrouble();
        return others(token, without);
      case 'unreadable':
        refused = answer.status >= 400 && cursor !== null ? refused + 1 : 0;
        // Lobbe refuses to begin a feed at all: it is tried later each time, and a meeting's own status says how it is (F1).
        if (answer.status >= 400 && from === null) {
          restFeed('missing', Math.min(pause(), clock.now() + SLOWLY * intervalMs));
          return others(token, without);
        }
        if (refused < REFUSED_AT_MOST) return pause();
        onNote(`Lobbe does not take the cursor any more (${answer.status}): a new one is asked for`);
        refused = 0;
        await commit(cursorExpired);
        return pause();
      case 'unreachable':
        isAway = true;
        return waitsForNetwork(store.state()) ? Math.min(pause(), soon()) : pause();
      default:
        return answer satisfies never;
    }
  }

  /** A page goes to the disk. False when the disk did not take it. */
  async function take(
    page: Extract<FeedAnswer, { kind: 'page' }>,
    from: string | null,
    token: TokenFingerprint,
    planned: (state: AppState) => AppState,
  ): Promise<boolean> {
    const { events, unreadable, nextCursor } = page;
    const isEmpty = events.length === 0 && unreadable.length === 0;
    let isNews = false;
    let idle: string | null = null;
    const recall = { recordingIds: events.map((event) => event.recordingId) };
    const isOnDisk = await commit((state) => {
      const next = applyPage(planned(state), page, token, clock.now());
      isNews = next.meetings !== state.meetings || next.elsewhere !== state.elsewhere;
      idle = isIdle(planned(state), page, clock.now()) ? state.feed.cursor : null;
      return next;
    }, recall);
    if (!isOnDisk) return false;
    ahead = idle === null ? null : { since: idle, cursor: nextCursor };
    if (unreadable.length > 0) onNote(`${unreadable.length} events could not be read and are set aside`);
    if (page.schemaVersion > 1 && readAt === null)
      onNote(`the feed is of form ${page.schemaVersion}; read as far as it can be`);
    circling.read({ from, next: nextCursor, isEmpty, isNews });
    newerForm = false;
    readAt = clock.now();
    showTrouble();
    onRead();
    return true;
  }

  /** What is asked beside the feed; returns when to go on. `isProven`: the feed is read as it should be. */
  async function others(token: TokenFingerprint, feed: FeedStanding, isProven = false): Promise<EpochMs> {
    const { signal } = stopping;
    const { state, untitled } = store;
    const turn: Turn = { token, reader, clock, signal, state, untitled, commit, toldToWait };
    const ask = () => asking.askAround(turn, { feed, watched: watched(), apartMs: intervalMs });
    if (feed === 'missing' || (await catchUp.goOn(turn)) === 'clear') await ask();
    if (isProven || feed === 'closed') failures = 0;
    return soon();
  }

  function restFeed(why: Exclude<FeedStanding, 'open'>, until: EpochMs): void {
    without = why;
    feedFrom = until;
  }

  /** Nothing under a clock that was set back since: then only the state knows what is left of it. */
  function toldHere(now: EpochMs): EpochMs {
    return told !== null && now >= told.at ? told.until : 0;
  }

  async function toldToWait(until: EpochMs): Promise<void> {
    told = { at: clock.now(), until };
    await commit((state) => feedToldToWait(state, until, clock.now()));
  }

  /** False when the disk did not take it: then the same page is read again (F13, F14). */
  async function commit(change: (state: AppState) => AppState, recall?: Recall): Promise<boolean> {
    try {
      await store.commit(change, recall);
      return true;
    } catch {
      return false;
    }
  }

  function trouble(): FeedTrouble | null {
    if (newerForm) return 'update-needed';
    return circling.isCertain() ? 'stuck' : null;
  }

  function showTrouble(): void {
    const now = trouble();
    if (now === shown) return;
    shown = now;
    if (now !== null) onNote(`news do not come: ${now}`);
    onRead();
  }

  function soon(): EpochMs {
    return clock.now() + Math.round(intervalMs * (1 + JITTER * (2 * random() - 1)));
  }

  /** After trouble: at least a normal interval, longer each time. `first` 0: at once the first time. */
  function pause(first: number = intervalMs): EpochMs {
    failures += 1;
    const now = clock.now();
    return failures === 1 ? now + first : Math.max(now + intervalMs, backoff(failures, now, random));
  }

  return {
    lastReadAt: () => readAt,
    trouble,
    wake: () => kick.abort(),
    async stop() {
      stopping.abort();
      kick.abort();
      await running;
    },
  };
}
