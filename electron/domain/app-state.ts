// Everything that is on disk, as one value. One writer commits it; everybody looks at the same.

import type { EpochMs, MeetingId, RecordingId } from '../contract/ids';
import type { Settings } from '../contract/settings';
import type { Gate } from './gates';
import type { MeetingRecord } from './meeting';

/** The latest event of a meeting that none of our records has yet: its 202 may still be on the way (F15). */
export interface StrangerNews {
  readonly recordingId: RecordingId;
  readonly eventIds: readonly string[];
  readonly stage: 'processing' | 'naming' | 'ready' | 'failed' | 'deleted';
  readonly at: EpochMs;
  readonly failure: { readonly code: string; readonly retryable: boolean } | null;
}

export interface FeedState {
  /** As Lobbe gave it, unchanged (F11); null before the first read. */
  readonly cursor: string | null;
  readonly lastReadAt: EpochMs | null;
  /** Not before this time (F3, F18), as was told at `toldAt`. */
  readonly notBefore: EpochMs | null;
  readonly toldAt: EpochMs | null;
  /** F17: meetings whose status has to be asked, because the cursor was taken anew. */
  readonly catchUp: readonly RecordingId[];
  /** Newest last, capped. */
  readonly strangers: readonly StrangerNews[];
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
  readonly archive: ArchiveState;
  readonly settings: Settings;
}

/** The state of a first run. */
export const emptyState: AppState = {
  meetings: [],
  gates: [],
  pausedAll: false,
  pausedUntil: null,
  lostInARow: 0,
  feed: { cursor: null, lastReadAt: null, notBefore: null, toldAt: null, catchUp: [], strangers: [] },
  archive: { cleared: false, gone: [] },
  // Two: one alone leaves the line idle while Lobbe stores what it got, more only share the same uplink.
  settings: { language: 'system', parallelUploads: 2 },
};

/** The state with this record in place of the one with its id. */
export function put(state: AppState, meeting: MeetingRecord): AppState {
  return { ...state, meetings: state.meetings.map((m) => (m.id === meeting.id ? meeting : m)) };
}

/** The state without this record. */
export function without(state: AppState, id: MeetingId): AppState {
  return { ...state, meetings: state.meetings.filter((m) => m.id !== id) };
}

/** The same array if `change` changed nothing in it. */
export function mapChanged<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  let changed = false;
  const next = items.map((item) => {
    const after = change(item);
    if (after !== item) changed = true;
    return after;
  });
  return changed ? next : items;
}
