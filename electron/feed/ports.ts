// What the poller needs of others. Types only.

import type { EpochMs, RecordingId, TokenFingerprint } from '../contract/ids';
import type { FeedTrouble } from '../contract/problem';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import type { Clock, Random } from '../domain/clock';
import type { FeedAnswer, MeetingAnswer, ReadyAnswer, StatusAnswer } from '../domain/feed-answers';

/** What the poller needs of Lobbe. */
export interface FeedReader {
  /** The token to read with, null if there is none. */
  token(): TokenFingerprint | null;
  readEvents(after: string, limit: number, signal: AbortSignal): Promise<FeedAnswer>;
  /** `limit` null: as many as Lobbe pleases. */
  readReady(after: string | null, limit: number | null, signal: AbortSignal): Promise<ReadyAnswer>;
  readMeeting(id: RecordingId, signal: AbortSignal): Promise<MeetingAnswer>;
  readStatus(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
  /** Asks Lobbe to run a failed step again (F4). */
  retry(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
}

export interface FeedStore {
  state(): AppState;
  /** `recall`: what the change is about, also where it is kept outside of the state. */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<AppState>;
  /** Meetings at Lobbe that are kept outside of the state. */
  filed(): Promise<readonly RecordingId[]>;
  /** Some of those, so many at the most, that have no name yet and may have one; those that were told of last first. */
  untitled(atMost: number): readonly RecordingId[];
}

export interface PollerOptions {
  readonly store: FeedStore;
  readonly reader: FeedReader;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether anybody looks: only then is it worth asking how far a meeting is, as the feed does not say it (F8). */
  watched(): boolean;
  /** Told after each page that was read, and when `trouble` changes. */
  onRead(): void;
  /** Told what support may want to know. Nothing of it is a secret, or a name. */
  onNote(line: string): void;
  /** Told of what should never happen. */
  onBug(cause: unknown): void;
  /** About a minute (F12), unless a run for tests says otherwise. */
  readonly intervalMs: number;
}

export interface Poller {
  /** When a page was last read by this run; null before the first. The state says so less often. */
  lastReadAt(): EpochMs | null;
  /** Why no news come although Lobbe answers; null: they do. */
  trouble(): FeedTrouble | null;
  /** A new token, the network, or the laptop is back: read now, unless Lobbe said when not to. */
  wake(): void;
  stop(): Promise<void>;
}
