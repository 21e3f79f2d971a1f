// Everything that is on disk, as one value. One writer commits it; everybody looks at the same.

import type { EpochMs, MeetingId, RecordingId, TokenFingerprint } from '../contract/ids';
import type { Settings } from '../contract/settings';
import type { Scopes } from '../contract/snapshot';
import type { ElsewhereRecord } from './elsewhere-record';
import type { Gate } from './gates';
import type { MeetingRecord } from './meeting';
import type { NewsItem } from './news-item';
import type { Trail } from './trail';
import type { WatchedFolder } from './watched-folder';

/** An event that could not be read: what it was, for support. */
export interface SetAside {
  readonly at: EpochMs;
  /** Its beginning, as it came. */
  readonly raw: string;
}

/** F17: what is still to be asked after a cursor was taken anew (catch-up.ts). */
export interface CatchUp {
  /** How far the list of ready meetings was read; null: to its end, or not for this token. */
  readonly list: Trail | null;
  /** Meetings that the list has not named so far: when it was read, their status is asked. Those still waited for come first. */
  readonly open: readonly RecordingId[];
}

/** What is known of one token. */
export interface TokenScopes extends Scopes {
  readonly token: TokenFingerprint;
}

export interface FeedState {
  /** As Lobbe gave it, unchanged (F11); null before the first read. */
  readonly cursor: string | null;
  /** Whom the cursor was given to, and who was caught up with; null before that. */
  readonly token: TokenFingerprint | null;
  readonly lastReadAt: EpochMs | null;
  /** Not before this time (F3, F18), as was told at `toldAt`. */
  readonly notBefore: EpochMs | null;
  readonly toldAt: EpochMs | null;
  /** Null: there is nothing to catch up with. */
  readonly catchUp: CatchUp | null;
  /** Newest last, capped. */
  readonly setAside: readonly SetAside[];
}

/** What the archive's files still hold although it has left the archive (archiving.ts): taken off, or back in the list. */
export interface ArchiveState {
  /** All that is in the files. */
  readonly cleared: boolean;
  readonly gone: readonly MeetingId[];
}

export interface AppState {
  /** In the order in which they are sent. */
  readonly meetings: readonly MeetingRecord[];
  readonly gates: readonly Gate[];
  readonly pausedAll: boolean;
  /** When the pause of all ends by itself; null: only by its user. Means nothing while nothing is paused. */
  readonly pausedUntil: EpochMs | null;
  /** Attempts in a row, over all recordings, that got no answer: the circuit breaker's count (plan.ts). */
  readonly lostInARow: number;
  readonly feed: FeedState;
  /** Those that Lobbe told of last, last; the others are in a file of their own (elsewhere.ts). */
  readonly elsewhere: readonly ElsewhereRecord[];
  /** What is known of each token, the one in use last. */
  readonly scopes: readonly TokenScopes[];
  readonly archive: ArchiveState;
  /** To be told by the system, oldest first (news.ts). */
  readonly news: readonly NewsItem[];
  /** In the order in which they were added. */
  readonly watched: readonly WatchedFolder[];
  readonly settings: Settings;
}

/** The state of a first run. */
export const emptyState: AppState = {
  meetings: [],
  gates: [],
  pausedAll: false,
  pausedUntil: null,
  lostInARow: 0,
  feed: {
    cursor: null,
    token: null,
    lastReadAt: null,
    notBefore: null,
    toldAt: null,
    catchUp: null,
    setAside: [],
  },
  elsewhere: [],
  scopes: [],
  archive: { cleared: false, gone: [] },
  news: [],
  watched: [],
  // Two: one alone leaves the line idle while Lobbe stores what it got, more only share the same uplink.
  settings: {
    language: 'system',
    parallelUploads: 2,
    bandwidth: { limit: null, night: null },
    proxy: { mode: 'system', server: null, user: null },
    certificate: null,
    // Many meetings of an account are other people's.
    notifications: { ready: true, naming: true, minutes: true, failed: true, elsewhere: false },
  },
};

/** The state with this record in place of the one with its id. */
export function put(state: AppState, meeting: MeetingRecord): AppState {
  const index = state.meetings.findIndex((m) => m.id === meeting.id);
  return index < 0 ? { ...state } : { ...state, meetings: state.meetings.with(index, meeting) };
}

/** The state without this record. */
export function without(state: AppState, id: MeetingId): AppState {
  return { ...state, meetings: state.meetings.filter((m) => m.id !== id) };
}

/** The same array if `change` changed nothing in it. */
export function mapChanged<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  let next: Item[] | null = null;
  for (const [index, item] of items.entries()) {
    const after = change(item);
    if (after === item) continue;
    next ??= [...items];
    next[index] = after;
  }
  return next ?? items;
}
