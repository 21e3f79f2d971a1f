// The one door between the window and the main process. A verb is declared here, checked in shell/ipc.ts (its input) and
// passed through in preload.ts; leave one of the three out and it does not compile.

import type { MeetingId } from './ids';
import type { CopiedFact, LocalFile } from './local-file';
import type { Answer } from './question';
import type { ProxySettings, SettingsChange, TokenStorage } from './settings';
import type { ArchivedMeetings, ArchiveNews, Progress, Snapshot, SnapshotText, TimelineEntry, Toast } from './snapshot';
import type { BulkAction, GateName, MeetingAction, PauseLength } from './stage';
import type { FolderCommands } from './watched-folders';

/** What Lobbe said of a token when it was asked with it. */
export type TokenCheck =
  | { readonly kind: 'accepted' }
  /** Accepted, and the news of meetings are not for it (F9, L21): each meeting's own status is asked. */
  | { readonly kind: 'no-news' }
  /** Nothing that counts: it is found out with the next read. `trouble`: the code of what was in the way, if there was anything. */
  | { readonly kind: 'unchecked'; readonly trouble: string | null };

/** Why a text is no token. */
export type TokenFlaw = 'empty' | 'space' | 'characters' | 'short' | 'long';

/** What came of a token that was entered. Nothing was stored, and the one before is still in use, unless it is `stored`. */
export type TokenResult =
  | { readonly kind: 'stored'; readonly storage: TokenStorage; readonly check: TokenCheck }
  /** Lobbe does not accept it. */
  | { readonly kind: 'refused' }
  /** Another one was entered while Lobbe was asked about this one. */
  | { readonly kind: 'overtaken' }
  /** The OS offers no encryption here: ask whether to keep it for this session, or readable on disk. */
  | { readonly kind: 'needs-choice' }
  /** Not the shape of a token. */
  | { readonly kind: 'malformed'; readonly flaw: TokenFlaw }
  /** The choice could not be carried out: the disk did not take it. */
  | { readonly kind: 'not-saved' };

/** What came of a proxy that was entered. Nothing was changed unless it is `stored`. */
export type ProxyResult =
  | { readonly kind: 'stored' }
  /** No address of a proxy; a kind of proxy that we do not speak; no port; a name and a password in it. */
  | { readonly kind: 'bad-server'; readonly why: 'address' | 'kind' | 'port' | 'credentials' }
  /** The system names no proxy for Lobbe just now, so there is none that a password could be for. */
  | { readonly kind: 'no-system-proxy' }
  /** A name or a password that no proxy could be told. */
  | { readonly kind: 'bad-credentials' }
  /** The disk did not take it. */
  | { readonly kind: 'not-saved' };

/** Commands. They answer when they were carried out; their effect comes back as the next snapshot. */
export interface LobbeCommands extends FolderCommands {
  snapshot(): Promise<Snapshot>;
  /** The archive as far as it was read; the rest comes as `onArchive`. */
  archived(): Promise<ArchivedMeetings>;
  /** A meeting's timeline, oldest first; empty if the meeting is not there. */
  timeline(id: MeetingId): Promise<readonly TimelineEntry[]>;
  /** Whether the file of a meeting can be played in the window. */
  localFile(id: MeetingId): Promise<LocalFile>;
  /** Copies what support asks for. Main knows it by the meeting; the window names no text. */
  copyFact(id: MeetingId, fact: CopiedFact): Promise<void>;
  /** Opens the file picker and queues what was picked. */
  pickFiles(): Promise<void>;
  /** Queues the short recording that comes with the app. */
  sendSample(): Promise<void>;
  act(id: MeetingId, action: MeetingAction): Promise<void>;
  /** Acts on those of the meetings that can take it, in one change. */
  actAll(ids: readonly MeetingId[], action: BulkAction): Promise<void>;
  /** Answers a question of the snapshot; nothing if it was answered before. `forAll`: the others of its kind get the same answer. */
  answer(questionId: string, answer: Answer, forAll: boolean): Promise<void>;
  /** The user's word that a gate can be tried: "I bought minutes", "try now". */
  openGate(gate: GateName): Promise<void>;
  /** Opens Lobbe's page that sells minutes; coming back to the window then counts as `openGate`. */
  buyMinutes(): Promise<void>;
  /**
   * Asks Lobbe about a token, and keeps it unless Lobbe refuses it. `storage` null: encrypted if the OS can, else the answer is
   * `needs-choice`. The token is never sent back.
   */
  setToken(token: string, storage: TokenStorage | null): Promise<TokenResult>;
  /** Opens the page of Lobbe where tokens are made. */
  openLobbe(): Promise<void>;
  pauseAll(length: PauseLength): Promise<void>;
  /** Pauses those of the meetings that can be paused for so long. */
  pauseFor(ids: readonly MeetingId[], length: PauseLength): Promise<void>;
  /** Moves meetings in the order of sending, together: before `before`, or to the end (null). */
  moveBefore(ids: readonly MeetingId[], before: MeetingId | null): Promise<void>;
  resumeAll(): Promise<void>;
  retryAll(): Promise<void>;
  clearFinished(): Promise<void>;
  /** Takes the last `clearFinished` back, for as long as its message stands. */
  undoClear(): Promise<void>;
  changeSettings(change: SettingsChange): Promise<void>;
  /** The address counts in mode `manual`, and is kept in the others. `password` null: the one that is kept stays; empty: it is forgotten. It is never sent back. */
  setProxy(proxy: ProxySettings, password: string | null): Promise<ProxyResult>;
  /** Opens a file picker for a certificate to trust; one that cannot be used is told by a toast. */
  pickCertificate(): Promise<void>;
  /** The user looked at these meetings: they are no longer new. */
  markSeen(ids: readonly MeetingId[]): Promise<void>;
  /** Starts again in, or out of, the built-in sandbox, which has its own queue. */
  useSandbox(on: boolean): Promise<void>;
  /** Starts again as it is; the queue goes on where it was. */
  relaunch(): Promise<void>;
  /** Whether the app is started when its user logs in; that the system does not take it is told by a toast. */
  startAtLogin(on: boolean): Promise<void>;
  /** Asks where to, and writes what support needs into one text file. `fileNames`: names of recordings as they are. */
  exportDiagnostics(fileNames: boolean): Promise<void>;
  /** Opens the folder of the log. */
  showLogs(): Promise<void>;
}

/** What main tells the window. Each returns a function that stops listening. */
export interface LobbeEvents {
  onSnapshot(listener: (snapshot: SnapshotText) => void): () => void;
  onArchive(listener: (news: ArchiveNews) => void): () => void;
  onProgress(listener: (progress: readonly Progress[]) => void): () => void;
  onToast(listener: (toast: Toast) => void): () => void;
  /** A meeting is to be shown: its user clicked a notification of it. */
  onPointed(listener: (id: MeetingId) => void): () => void;
}

/**
 * `window.lobbe`, as preload exposes it. Dropped files cross as the browser's `File` objects (`DroppedFile`; this room knows no
 * DOM), so that a path is only ever taken from a real drop.
 */
export interface LobbeApi<DroppedFile> extends LobbeCommands, LobbeEvents {
  /** Queues files of a drop; those without a path (made by a script) are ignored. Resolves to how many had one. */
  addDropped(files: readonly DroppedFile[]): Promise<number>;
}

/** Names of the channels between the two; typed, so that the two ends cannot drift apart. */
export type CommandChannel = `lobbe:${keyof LobbeCommands | 'addDropped'}`;
export type EventChannel =
  | 'lobbe:on-snapshot'
  | 'lobbe:on-archive'
  | 'lobbe:on-progress'
  | 'lobbe:on-toast'
  | 'lobbe:on-pointed';
