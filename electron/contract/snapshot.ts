// What the window sees: one snapshot after each commit, and progress in between. The window holds no other truth.

import type { EpochMs, IdempotencyKey, MeetingId, RecordingId } from './ids';
import type { CopiedFact } from './local-file';
import type { FeedTrouble, Refusal, StoreNotice } from './problem';
import type { Question } from './question';
import type { Language, PasswordStorage, SettingsView, TokenStorage } from './settings';
import type { FileWait, GateName, Group, MeetingAction, Stage } from './stage';
import type { FolderOffer, WatchedFolderView, WatchRefusal } from './watched-folders';

/** One row. Everything that the row decides by is here; the window only puts it into words. */
export interface MeetingView {
  readonly id: MeetingId;
  /**
   * The exact name of the file; of a meeting from elsewhere its title, empty while that is not known. May hold any character; isolate
   * it wherever it is shown.
   */
  readonly name: string;
  readonly stage: Stage;
  /** Of `waiting`, `paused` and `blocked`: a `WaitReason`, `PauseReason` or `BlockReason`. */
  readonly reason: string | null;
  /** When it tries again or may go on, where that is known. */
  readonly until: EpochMs | null;
  /** `preparing`: what its file waits for; null if it is just being read. */
  readonly fileWait: FileWait | null;
  readonly group: Group;
  readonly recordingId: RecordingId | null;
  /** Lobbe's own word for where it is, as it came; null before it is there. */
  readonly status: string | null;
  /** `waiting: network`: the code of what was in the way the last time. */
  readonly trouble: string | null;
  /** Of `failed`, and the code behind `blocked: rejected`. */
  readonly failure: { readonly code: string; readonly retryable: boolean; readonly retries: number } | null;
  /** Null: sent from elsewhere, with a key that we do not know, if any. */
  readonly key: IdempotencyKey | null;
  readonly attempts: number;
  /** Bytes; null until the file was looked at. */
  readonly size: number | null;
  /** Length of the recording in ms; null where its file does not tell. */
  readonly durationMs: number | null;
  readonly addedAt: EpochMs;
  /** When it got to `ready`, `failed`, `deleted` or `cancelled`. */
  readonly finishedAt: EpochMs | null;
  /** Ready, and its user has not looked at it yet. */
  readonly unseen: boolean;
  /** What its user can do, the main action first; the main action is also the row's button. */
  readonly actions: readonly MeetingAction[];
}

/** One closed gate: shown once, as a banner. */
export interface GateView {
  readonly gate: GateName;
  /** When it opens by itself, or looks by itself whether it can. */
  readonly until: EpochMs | null;
  /** `unauthorized`: no token at all; `scope-disabled`: this token may not send (another 403). */
  readonly why: 'missing-token' | 'forbidden' | null;
  /** Recordings that wait for it, and their length in sum (unknown lengths count as nothing). */
  readonly waiting: number;
  readonly waitingMs: number;
  /** One recording is being sent to find out whether it can open. */
  readonly probing: boolean;
}

/** One line of a meeting's timeline: what happened, what was answered, what the app decided. */
export interface TimelineEntry {
  readonly at: EpochMs;
  /** Decides the sentence, and is the item's `data-kind`. */
  readonly kind:
    | 'added'
    | 'attempt'
    | 'answered'
    | 'wait'
    | 'gate'
    | 'blocked'
    | 'interrupted'
    | 'event'
    | 'user'
    | 'key';
  /** HTTP status of an answer. */
  readonly status?: number;
  /** Lobbe's error code, a network error's code, a reason, a stage, an event's type or an action: by `kind`. */
  readonly code?: string;
  /** Where an attempt ended: `connect`, `body`, `flush`, `response`. */
  readonly phase?: string;
  /** Bytes that went out. */
  readonly sent?: number;
  readonly until?: EpochMs;
  readonly attempt?: number;
  readonly requestId?: string;
}

/** What the token in use may do, per scope: Lobbe let it, Lobbe refused it, or (null) it was not needed yet. */
export interface Scopes {
  readonly read: boolean | null;
  readonly write: boolean | null;
  readonly ask: boolean | null;
}

export interface Snapshot {
  /** Rises with each snapshot; an older one never replaces a newer one. */
  readonly revision: number;
  readonly meetings: readonly MeetingView[];
  readonly gates: readonly GateView[];
  /** Oldest first; the window asks one at a time. */
  readonly questions: readonly Question[];
  /** Names of the kinds of file that Lobbe takes, the common ones first. */
  readonly takes: readonly string[];
  readonly pausedAll: boolean;
  /** When the pause of all ends by itself; null: only by its user. */
  readonly pausedUntil: EpochMs | null;
  readonly account: {
    readonly hasToken: boolean;
    /** First and last characters, as people recognise a token by them; never enough to use it. */
    readonly hint: string | null;
    readonly storage: TokenStorage | null;
    /** Whether this computer can encrypt a token. */
    readonly canEncrypt: boolean;
    /** When Lobbe last took it; null if it was not asked yet. */
    readonly acceptedAt: EpochMs | null;
    readonly scopes: Scopes;
  };
  readonly sandbox: boolean;
  readonly language: Language;
  readonly settings: SettingsView;
  /** How the password for the proxy in use is kept; null if there is none. The password itself never crosses. */
  readonly proxyPassword: PasswordStorage | null;
  readonly notices: readonly StoreNotice[];
  readonly feed: { readonly lastReadAt: EpochMs | null; readonly trouble: FeedTrouble | null };
  readonly app: AppView;
  readonly folders: {
    readonly watched: readonly WatchedFolderView[];
    /** Not watched yet, and found on this computer; none before `findRecorders`. */
    readonly offers: readonly FolderOffer[];
  };
}

/** The app itself, as the system has it. */
export interface AppView {
  /** The language of native menus and dialogs, which they keep until the app starts again. */
  readonly nativeLanguage: Language;
  /** Whether it is started when its user logs in; null: a run from a checkout, which the system is never told of. */
  readonly startsAtLogin: boolean | null;
  /** `installed`: what is installed now is not what runs. */
  readonly update: 'installed' | null;
}

/** A snapshot with the mere id in the place of a meeting that is as it was in the one before it. */
export interface SnapshotDelta extends Omit<Snapshot, 'meetings'> {
  readonly meetings: readonly (MeetingView | MeetingId)[];
  /** The revision that it builds on; null: on none, all meetings are here. So is the first after `snapshot()`. */
  readonly since: number | null;
}

/**
 * A `SnapshotDelta` as JSON. As an object it would be copied member by member in each of two processes: half a second for 5,000
 * meetings.
 */
export type SnapshotText = string;

/**
 * The finished meetings of the past, and meetings sent from elsewhere. They hardly change and may be thousands, so they are not in each snapshot: they come once, and
 * then as changes. A meeting that is in the snapshot too is to be shown as it is there.
 */
export interface ArchivedMeetings {
  /** Rises with each change; what a change of an older or the same number tells is in here already. */
  readonly revision: number;
  readonly meetings: readonly MeetingView[];
}

/** What came into the archive, and what left it: removed, or back in the snapshot. */
export interface ArchiveNews {
  readonly revision: number;
  readonly added: readonly MeetingView[];
  readonly removed: readonly MeetingId[];
}

/** How far one upload is. Never stored. */
export interface Progress {
  readonly id: MeetingId;
  /** Bytes of the file that the network took, of `total`. */
  readonly sent: number;
  readonly total: number;
  /** Smoothed; 0 while it is not known. */
  readonly bytesPerSecond: number;
  /** null while an estimate cannot be trusted. */
  readonly msLeft: number | null;
  /** `answer`: every byte went out, and Lobbe has not answered yet. */
  readonly phase: 'sending' | 'answer';
  /** The network has taken nothing for a while. */
  readonly isStill: boolean;
}

/** Why a file is not the one that a recording waits for; nothing was changed. */
export type LocateTrouble =
  /** It has another content than what was sent under the recording's key. */
  | 'other-content'
  /** Its disk does not answer, it is still being written, or we may not read it. */
  | 'not-now'
  | 'not-a-recording';

/** Why a file is no certificate for us. */
export type CertificateTrouble = 'unreadable' | 'too-large' | 'not-a-certificate';

/** A passing message of the window. */
export type Toast =
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  | { readonly kind: 'removed'; readonly id: MeetingId; readonly name: string; readonly maybeSent: boolean }
  /** Several at once. `maybeSent`: Lobbe may have some of them. */
  | { readonly kind: 'removed-many'; readonly ids: readonly MeetingId[]; readonly maybeSent: boolean }
  | { readonly kind: 'cleared'; readonly count: number }
  /** A page of Lobbe was asked for in the sandbox, of which Lobbe knows nothing. */
  | { readonly kind: 'sandbox-page' }
  /** The file that its user showed is not the one that a recording waits for. */
  | { readonly kind: 'not-located'; readonly name: string; readonly why: LocateTrouble }
  /** The file that was picked cannot be used as a trusted root. */
  | { readonly kind: 'certificate-refused'; readonly reason: CertificateTrouble }
  /** The system did not take that the app is, or is not, to be started at login. */
  | { readonly kind: 'start-at-login-failed' }
  | { readonly kind: 'folder-not-watched'; readonly name: string; readonly reason: WatchRefusal }
  | { readonly kind: 'diagnostics-saved' }
  | { readonly kind: 'diagnostics-not-saved' }
  | { readonly kind: 'not-saved' }
  | { readonly kind: 'copied'; readonly what: 'id' | CopiedFact['kind'] };
