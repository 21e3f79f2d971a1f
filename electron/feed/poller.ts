// Reads the event feed for as long as the app runs: a page, its records and its cursor in one commit, then the next.

import type { EpochMs, RecordingId, TokenFingerprint } from '../contract/ids';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import { afterTold, backoff } from '../domain/backoff';
import type { Clock, Random } from '../domain/clock';
import { applyPage, cursorExpired, feedToldToWait } from '../domain/feed';
import type { FeedAnswer, StatusAnswer } from '../domain/feed-answers';
import { closedGates, closeGate } from '../domain/gates';
import type { MeetingRecord } from '../domain/meeting';
import { applyRetry, applyStatus, isRetryDue, isWorkedOn } from '../domain/status';

/** F12: the most that one read may bring; a backlog is read in fewer requests. */
const PAGE = 500;

/** Timers stop in a sleeping laptop: the wall clock is looked at least this often. */
const REPLAN_MS = 30_000;

/** The longest that the poller itself ever waits: the last step of the backoff. */
const LONGEST_PAUSE_MS = 600_000;

/** Statuses asked in one round: enough for what a window shows, and little of the read class that the feed shares (F3, F5). */
const STATUSES_EACH = 5;

/** A fleet of desktops must not ask in step. */
const JITTER = 0.1;

/** What the poller needs of Lobbe. */
export interface FeedReader {
  /** The token to read with, null if there is none. */
  token(): TokenFingerprint | null;
  readEvents(after: string, limit: number, signal: AbortSignal): Promise<FeedAnswer>;
  readStatus(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
  /** Asks Lobbe to run a failed step again (F4). */
  retry(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
}

export interface FeedStore {
  state(): AppState;
  /** `recall`: what the change is about, also where it was archived. */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<AppState>;
}

export interface PollerOptions {
  readonly store: FeedStore;
  readonly reader: FeedReader;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether anybody looks: only then is it worth asking how far a meeting is, as the feed does not say it (F8). */
  watched(): boolean;
  /** Told after each page that was read. */
  onRead(): void;
  /** Told of what should never happen. */
  onBug(cause: unknown): void;
  /** About a minute (F12), unless a run for tests says otherwise. */
  readonly intervalMs: number;
}

export interface Poller {
  /** When a page was last read by this run; null before the first. The state says so less often. */
  lastReadAt(): EpochMs | null;
  /** A new token, the network, or the laptop is back: read now, unless Lobbe said when not to. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts polling. One request is under way at a time. */
export function startPoller(options: PollerOptions): Poller {
  const { store, reader, clock, random, watched, onRead, onBug, intervalMs } = options;
  const stopping = new AbortController();
  let kick = new AbortController();
  let failures = 0;
  let asked = 0;
  let readAt: EpochMs | null = null;
  /** The last that Lobbe asked for: it counts also while the disk does not take it. */
  let told: { readonly at: EpochMs; readonly until: EpochMs } | null = null;
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
        next = await readOnce(token).catch((cause) => {
          onBug(cause);
          return pause();
        });
        continue;
      }
      const due = token === null ? now + REPLAN_MS : Math.max(next, notBefore);
      await clock.until(Math.min(due, now + REPLAN_MS), AbortSignal.any([kick.signal, stopping.signal]));
      if (kick.signal.aborted) next = 0;
    }
  }

  /** The token to read with; null if there is none, or Lobbe refused it: then only a new one helps. */
  function mayRead(now: EpochMs): TokenFingerprint | null {
    const token = reader.token();
    const refused = closedGates(store.state().gates, now, token).some((g) => g.gate === 'unauthorized');
    return refused ? null : token;
  }

  /** One read and its commit, and the statuses that it leaves open; returns when to read next. */
  async function readOnce(token: TokenFingerprint): Promise<EpochMs> {
    const { cursor } = store.state().feed;
    const since = clock.now();
    // F10: a new profile takes no event of the past; what it sends from now on is what it waits for.
    const answer = await reader.readEvents(cursor ?? 'latest', PAGE, stopping.signal);
    if (stopping.signal.aborted) return 0;
    switch (answer.kind) {
      case 'page': {
        const recordingIds = answer.events.map((event) => event.recordingId);
        const moved = await commit((state) => applyPage(state, answer, clock.now()), { recordingIds });
        if (!moved) return pause();
        readAt = clock.now();
        onRead();
        const stuck = answer.nextCursor === cursor;
        if (answer.full && !stuck) return 0;
        const fine = await askStatuses(token, watched());
        if (!fine) return pause();
        // Case 72: a cursor that was just taken proves nothing; it may expire at its first use.
        if (cursor !== null) failures = 0;
        return soon();
      }
      case 'expired':
        await commit(cursorExpired);
        return pause(0);
      case 'later':
        return answer.notBefore === null ? pause() : toldToWait(answer.notBefore);
      case 'closed':
        if (answer.status === 401) {
          const attempt = { since, token };
          await commit((s) => ({ ...s, gates: closeGate(s.gates, { gate: 'unauthorized' }, attempt, clock.now()) }));
          return soon();
        }
        // Without the feed, a meeting's own status still says how it is (F1).
        return (await askStatuses(token, true)) ? soon() : pause();
      case 'unreadable':
      case 'unreachable':
        return pause();
      default:
        return answer satisfies never;
    }
  }

  /** Nothing under a clock that was set back since: then only the state knows what is left of it. */
  function toldHere(now: EpochMs): EpochMs {
    return told !== null && now >= told.at ? told.until : 0;
  }

  async function toldToWait(until: EpochMs): Promise<EpochMs> {
    const notBefore = afterTold(until, random);
    told = { at: clock.now(), until: notBefore };
    await commit((state) => feedToldToWait(state, notBefore, clock.now()));
    return notBefore;
  }

  /**
   * Asks how meetings are, one after the other: those that a new cursor left open (F17), and with `all` a few more that are being
   * worked on, each in its turn (F1, F5). False when something was in the way; then the rest comes another time.
   */
  async function askStatuses(token: TokenFingerprint, all: boolean): Promise<boolean> {
    const { meetings, feed } = store.state();
    const workedOn = meetings.filter((m) => isWorkedOn(m.state)).flatMap(idOf);
    const from = workedOn.length === 0 ? 0 : asked % workedOn.length;
    // Nobody but us asks for the retry of a failed step, so these are asked about unwatched as well.
    const failed = meetings.filter((m) => m.state.stage === 'failed' && isWorkedOn(m.state)).flatMap(idOf);
    const turn = (all ? [...workedOn.slice(from), ...workedOn.slice(0, from)] : failed).slice(0, STATUSES_EACH);
    asked += turn.length;
    for (const recordingId of new Set([...feed.catchUp, ...turn])) {
      const answer = await reader.readStatus(recordingId, stopping.signal);
      if (stopping.signal.aborted) return true;
      if (answer.kind === 'later' && answer.notBefore !== null) {
        await toldToWait(answer.notBefore);
        return true;
      }
      if (answer.kind !== 'status' && answer.kind !== 'gone') return false;
      const recordingIds = [recordingId];
      await commit((current) => applyStatus(current, recordingId, answer, token, clock.now()), { recordingIds });
      if (!(await retryIfDue(recordingId))) return false;
    }
    return true;
  }

  /** F4: at least a minute after it failed; while Lobbe's own run is due, ours starts no second one. False when it was in the way. */
  async function retryIfDue(recordingId: RecordingId): Promise<boolean> {
    const meeting = store.state().meetings.find((m) => m.recordingId === recordingId);
    if (!meeting || !isRetryDue(meeting, intervalMs, clock.now())) return true;
    const answer = await reader.retry(recordingId, stopping.signal);
    if (stopping.signal.aborted) return true;
    await commit((current) => applyRetry(current, recordingId, answer, clock.now()));
    return answer.kind === 'status' || answer.kind === 'not-failed';
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
    lastReadAt: () => readAt,
    wake: () => kick.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function idOf({ recordingId }: MeetingRecord): RecordingId[] {
  return recordingId === null ? [] : [recordingId];
}
