// The poller over a store in memory, its questions answered from lists; time passes in steps of its own waits.

import { onTestFinished } from 'vitest';
import type { RecordingId, TokenFingerprint } from '../../electron/contract/ids';
import type { AppState, FeedState } from '../../electron/domain/app-state';
import { emptyState } from '../../electron/domain/app-state';
import type {
  FeedAnswer,
  FeedEvent,
  MeetingAnswer,
  ReadyAnswer,
  StatusAnswer,
} from '../../electron/domain/feed-answers';
import { startPoller } from '../../electron/feed/poller';
import type { FeedReader, Poller } from '../../electron/feed/ports';
import { feedEvent } from '../builders/events';
import { recordingIdOf, T0, token } from '../builders/meetings';
import { type FakeClock, fakeClock } from '../fakes/clock';
import { type MemoryStore, memoryStore } from '../fakes/memory-store';

export const MINUTE = 60_000;

/** An event of meeting `n`. */
export const event = (id: string, type: string, n = 1, given: Partial<FeedEvent> = {}): FeedEvent =>
  feedEvent(id, type, { recordingId: recordingIdOf(n), ...given });

type PageAnswer = Extract<FeedAnswer, { kind: 'page' }>;

export const page = (nextCursor: string, events: FeedEvent[] = [], given: Partial<PageAnswer> = {}): PageAnswer => ({
  kind: 'page',
  events,
  unreadable: [],
  nextCursor,
  full: false,
  schemaVersion: 1,
  ...given,
});

export const full = { full: true };

/** A feed that was read before, by the token in use. */
export const at = (cursor: string, given: Partial<FeedState> = {}): FeedState => ({
  ...emptyState.feed,
  cursor,
  token,
  lastReadAt: T0,
  ...given,
});

export const ready = (nextCursor: string | null, ...ids: readonly RecordingId[]): ReadyAnswer => ({
  kind: 'ready',
  meetings: ids.map((id) => ({ id, title: `Title of ${id}`, at: null })),
  nextCursor,
});

export const status = (word: string): StatusAnswer => ({ kind: 'status', status: word, error: null });

export interface Told {
  readonly what: 'events' | 'ready' | 'status' | 'meeting' | 'retry';
  readonly about: string | null;
  readonly limit: number | null;
  readonly at: number;
}

export interface FeedWorld {
  readonly clock: FakeClock;
  readonly store: MemoryStore;
  readonly poller: Poller;
  /** Every request, in order. */
  readonly asked: Told[];
  /** Answers of the feed, used up one by one; then the feed is idle. */
  readonly feed: FeedAnswer[];
  /** Pages of the list by cursor (`first`). */
  readonly list: Record<string, ReadyAnswer>;
  readonly statuses: Record<string, StatusAnswer>;
  readonly retries: Record<string, StatusAnswer>;
  readonly titles: Record<string, MeetingAnswer>;
  readonly given: { token: TokenFingerprint | null; watched: boolean };
  readonly notes: string[];
  readonly bugs: unknown[];
  of(what: Told['what']): readonly Told[];
  pass(ms: number): Promise<void>;
}

/** `initial` and the first answers of the feed. */
export async function feedWorld(
  initial: AppState,
  feed: FeedAnswer[] = [],
  given: Partial<Pick<FeedWorld, 'list' | 'statuses' | 'retries' | 'titles'>> & {
    readonly watched?: boolean;
    readonly random?: () => number;
    readonly store?: MemoryStore;
  } = {},
): Promise<FeedWorld> {
  const clock = fakeClock(T0);
  const store = given.store ?? memoryStore(initial);
  const { list = {}, statuses = {}, retries = {}, titles = {}, random = () => 0.5 } = given;
  const asked: Told[] = [];
  const seen = { token: token as TokenFingerprint | null, watched: given.watched ?? false };
  const bugs: unknown[] = [];
  const notes: string[] = [];
  let inFlight = 0;
  const ask = async <Answer>(what: Told['what'], about: string | null, limit: number | null, answer: () => Answer) => {
    asked.push({ what, about, limit, at: clock.now() - T0 });
    inFlight += 1;
    if (inFlight > 1) bugs.push('two requests at once');
    await Promise.resolve();
    inFlight -= 1;
    return answer();
  };
  const reader: FeedReader = {
    token: () => seen.token,
    readEvents: (after, limit) => ask('events', after, limit, () => feed.shift() ?? page(after)),
    readReady: (after, limit) => ask('ready', after, limit, () => list[after ?? 'first'] ?? ready(null)),
    readMeeting: (id) => ask('meeting', id, null, () => titles[id] ?? { kind: 'meeting', title: null }),
    readStatus: (id) => ask('status', id, null, () => statuses[id] ?? status('QUEUED')),
    retry: (id) => ask('retry', id, null, () => retries[id] ?? status('QUEUED')),
  };
  const poller = startPoller({
    store,
    reader,
    clock,
    random,
    intervalMs: MINUTE,
    watched: () => seen.watched,
    onRead: () => {},
    onNote: (line) => notes.push(line),
    onBug: (cause) => bugs.push(cause),
  });
  onTestFinished(() => poller.stop());
  await clock.asleep();
  const pass = async (ms: number) => {
    const end = clock.now() + ms;
    for (let next = clock.next(); next !== null && next <= end; next = clock.next()) await clock.goTo(next);
    await clock.goTo(end);
  };
  const of = (what: Told['what']) => asked.filter((request) => request.what === what);
  return { clock, store, poller, asked, feed, list, statuses, retries, titles, given: seen, notes, bugs, of, pass };
}
