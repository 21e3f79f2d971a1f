// What the built-in Lobbe remembers. Plain data, so that it can be written to a file and read back as it is.

/** Statuses of a meeting (F2). */
export type Status = 'QUEUED' | 'TRANSCRIBING' | 'GENERATING' | 'NAMING' | 'READY' | 'FAILED';

/** The statuses in which Lobbe works on a meeting; a retry runs the one that failed again (F4). */
export type Step = Extract<Status, 'QUEUED' | 'TRANSCRIBING' | 'GENERATING'>;

/** What a token may do (L1). */
export type Scope = 'recordings:read' | 'recordings:write' | 'recordings:query' | 'series:query';

/** Features that Lobbe switches on account by account (L21). */
export type Feature = 'sending' | 'asking' | 'series';

/** Sender of what was made in Lobbe's own app: its keys are never repeated to a token (L13). */
export const LOBBE_APP = 'lobbe-app';

/** Why a meeting is FAILED (F4). */
export interface MeetingError {
  code: string;
  retryable: boolean;
}

/** A recording that was taken whole. Deleted ones stay: their keys never expire (L11). */
export interface Meeting {
  id: string;
  title: string;
  /** Null: it was sent without a key (L4). */
  key: string | null;
  /** Name of the token that sent it, or `LOBBE_APP`. */
  sentBy: string;
  /** With `%22`, `%0D` and `%0A` decoded. */
  fileName: string;
  /** Exactly as it stood between the quotes. */
  fileNameOnWire: string;
  contentType: string;
  size: number;
  sha256: string;
  status: Status;
  /** Only while FAILED. */
  error: MeetingError | null;
  /** The step that runs, ran last, or failed. */
  step: Step;
  /** When it moves on by itself; while FAILED: when Lobbe's own run is due (F4). Null: it does not. */
  dueAt: number | null;
  /** Runs of its steps that were started after a failure, by Lobbe or by a caller (F4). */
  reruns: number;
  /** Its minutes were made once, so making them again is `updated`, never a second `ready` (F8). */
  everReady: boolean;
  deleted: boolean;
  seriesId: string | null;
  createdAt: number;
}

/** Types of events (F7). */
export type EventType =
  | 'recording.created'
  | 'recording.naming_required'
  | 'recording.ready'
  | 'recording.failed'
  | 'recording.updated'
  | 'recording.deleted';

/** Values of `data.change` (F7). */
export type Change =
  | 'regenerated'
  | 'renamed'
  | 'transcript_edited'
  | 'speakers_renamed'
  | 'series_changed'
  | 'restored';

/** An event as the feed keeps it. */
export interface StoredEvent {
  id: string;
  /** One of `EventType`; a test may append others, which a client has to tolerate. */
  type: string;
  recordingId: string;
  seriesId: string | null;
  occurredAt: number;
  data: Record<string, unknown>;
  /** Its place in the feed, counted from 1 and never reused. */
  position: number;
  /** When it came into the feed; its 30 days count from here (F16). */
  appendedAt: number;
  /** Sender of the meeting, for tokens that see only what they sent (F9). */
  sentBy: string;
}

/** A question that was answered. Its key belongs to one meeting or series (L12). */
export interface Question {
  id: string;
  subject: 'recording' | 'series';
  subjectId: string;
  key: string | null;
  sentBy: string;
  question: string;
  answer: string;
  askedAt: number;
}

/** Minutes that were spent. */
export interface Charge {
  for: 'recording' | 'question';
  /** Id of the meeting or question. */
  id: string;
  minutes: number;
  sentBy: string;
  at: number;
}

/** What was used on one day, for the daily limits and caps. */
export interface DayUse {
  day: number;
  sends: number;
  questions: number;
  tokens: Record<string, { bytes: number; minutes: number }>;
}

/** Everything about one account. */
export interface AccountState {
  minutes: number;
  meetings: Meeting[];
  questions: Question[];
  charges: Charge[];
  events: StoredEvent[];
  nextPosition: number;
  /** Part of every id, so that a seeded source of randomness makes none twice, not even after a restart. */
  nextId: number;
  series: { id: string; title: string }[];
  features: Record<Feature, boolean>;
  use: DayUse;
  /** Signs cursors, so that a built or changed one is noticed (F11). */
  cursorSecret: string;
  /** Cursors of another generation are from before a restore of Lobbe's data (F16). */
  cursorGeneration: number;
}

/** A new account with a balance. */
export function newAccountState(minutes: number, cursorSecret: string): AccountState {
  return {
    minutes,
    meetings: [],
    questions: [],
    charges: [],
    events: [],
    nextPosition: 1,
    nextId: 1,
    series: [],
    features: { sending: true, asking: true, series: true },
    use: { day: 0, sends: 0, questions: 0, tokens: {} },
    cursorSecret,
    cursorGeneration: 1,
  };
}
