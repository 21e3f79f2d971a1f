// Profiles to measure with: so many meetings finished over two years, each with the timeline of an ordinary send, and a few
// recordings that wait (paused, so that nothing goes out while it is measured).

import type { IdempotencyKey, MeetingId, RecordingId, TokenFingerprint } from '../../electron/contract/ids';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import type { MeetingRecord, MeetingState } from '../../electron/domain/meeting';
import { type Archive, createArchive } from '../../electron/store/archive';
import { appDisk } from '../../electron/store/disk';
import { openStateStore, type StateStore } from '../../electron/store/state-store';

const DAY = 86_400_000;
const TWO_YEARS = 730 * DAY;
const WAITING = 5;
const APP_VERSION = '0.0.0';

export interface Opened {
  readonly store: StateStore;
  readonly archive: Archive;
}

/** Opens the store of a folder, with its archive read and in order. */
export async function openProfile(directory: string): Promise<Opened> {
  const disk = await appDisk();
  const store = await openStateStore({ directory, initial: emptyState, appVersion: APP_VERSION, disk });
  const archive = createArchive({ store, directory, disk, appVersion: APP_VERSION });
  await archive.load();
  await archive.settled();
  return { store, archive };
}

/** Makes the store of a profile with `finished` meetings, moved to the archive as the app does it, and some that wait. */
export async function makeProfile(directory: string, finished: number, waiting = WAITING): Promise<void> {
  const { store, archive } = await openProfile(directory);
  await store.commit(() => stateWith(finished, waiting, Date.now()));
  await archive.settled();
  // Both generations as they are when the app has run for a while.
  for (let n = 0; n < 2; n += 1) await archive.commit(touched);
  await archive.settled();
  await store.settled();
}

/** What a read of the feed changes: the most frequent commit there is. */
export function touched(state: AppState): AppState {
  return { ...state, feed: { ...state.feed, lastReadAt: (state.feed.lastReadAt ?? 0) + 1 } };
}

function stateWith(finished: number, waiting: number, now: number): AppState {
  const past = Array.from({ length: finished }, (_, n) => {
    const at = now - 2 * DAY - Math.round((n * TWO_YEARS) / finished);
    return record(n, { stage: 'ready', at, unseen: false }, at);
  });
  const live = Array.from({ length: waiting }, (_, n) => record(finished + n, { stage: 'queued' }, now));
  return {
    ...emptyState,
    meetings: [...past, ...live],
    pausedAll: true,
    feed: { ...emptyState.feed, cursor: 'cursor', lastReadAt: now },
  };
}

function record(n: number, state: MeetingState, at: number): MeetingRecord {
  const hex = n.toString(16).padStart(12, '0');
  const name = n % 2 === 0 ? `جلسهٔ هیئت‌مدیره ${n}.m4a` : `weekly planning ${n}.m4a`;
  const ready = state.stage === 'ready';
  return {
    id: `00000000-0000-4000-8000-${hex}` as MeetingId,
    name,
    path: `/home/someone/Recordings/2026/${name}`,
    addedAt: at - 3_600_000,
    key: `11111111-0000-4000-8000-${hex}` as IdempotencyKey,
    keyToken: '0123456789abcdef' as TokenFingerprint,
    unanswered: [],
    attempt: null,
    keyReplaced: false,
    again: false,
    watched: false,
    file: {
      size: 40_000_000 + n,
      mtimeMs: at - 4_000_000,
      contentType: 'audio/mp4',
      durationMs: 3_600_000,
      ends: `ends ${n}`,
    },
    sha256: ready ? hex.repeat(6).slice(0, 64) : null,
    attempts: ready ? 1 : 0,
    retries: 0,
    failures: 0,
    recordingId: ready ? (`rec_${hex}` as RecordingId) : null,
    seenEvents: ready ? [`evt_created_${hex}`, `evt_ready_${hex}`] : [],
    state,
    timeline: [
      { at: at - 3_600_000, kind: 'added' },
      { at: at - 3_500_000, kind: 'attempt', attempt: 1 },
      { at: at - 3_000_000, kind: 'answered', status: 202, requestId: `req_${hex}` },
      { at: at - 2_900_000, kind: 'event', code: 'recording.created' },
      { at, kind: 'event', code: 'recording.ready' },
    ],
  };
}
