// What only its user can decide before something is taken in. Asked one at a time; a restart forgets it, as it does a refusal.

import type { EpochMs, MeetingId } from './ids';
import type { Stage } from './stage';

/** The content of a file that was brought is that of a meeting in the list, or of one of the past. */
export interface SameAgainQuestion {
  readonly kind: 'same-again';
  readonly id: string;
  /** The exact name of the file that was brought. May hold any character. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly durationMs: number | null;
  readonly of: {
    readonly id: MeetingId;
    readonly name: string;
    readonly stage: Stage;
    /** When Lobbe took it; null: it has not yet. */
    readonly sentAt: EpochMs | null;
  };
}

/** A folder with more recordings than anybody brings, or makes, by mistake. */
export interface FolderQuestion {
  readonly kind: 'folder';
  readonly id: string;
  /** The exact name of the folder. */
  readonly name: string;
  /** How many recordings would be taken in. */
  readonly count: number;
  /** There are more in it, which would not be. */
  readonly more: boolean;
  /** It is watched, and they came into it: nobody brought it. */
  readonly came: boolean;
}

export type Question = SameAgainQuestion | FolderQuestion;

/** `again`: send as a new meeting. `open`: that meeting, and nothing is sent. `add`: all of the folder. `leave`: nothing at all. */
export type Answer = 'again' | 'open' | 'add' | 'leave';
