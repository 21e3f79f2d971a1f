// The one door between the window and the main process. A verb is declared here, checked in shell/ipc.ts (its input) and
// passed through in preload.ts; leave one of the three out and it does not compile.

import type { MeetingId } from './ids';
import type { Answer } from './question';
import type { ProxySettings, SettingsChange, TokenStorage } from './settings';
import type { ArchivedMeetings, ArchiveNews, Progress, Snapshot, SnapshotText, TimelineEntry, Toast } from './snapshot';
import type { GateName, MeetingAction, PauseLength } from './stage';

/** What came of a token that was entered. Nothing was stored unless it is `stored`. */
export type TokenResult =
  | { readonly kind: 'stored'; readonly storage: TokenStorage }
  /** The OS offers no encryption here: ask whether to keep it for this session, or readable on disk. */
  | { readonly kind: 'needs-choice' }
  /** Not the shape of a token (empty, or characters that no header can carry). */
  | { readonly kind: 'malformed' }
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
export interface LobbeCommands {
  snapshot(): Promise<Snapshot>;
  /** The archive as far as it was read; the rest comes as `onArchive`. */
  archived(): Promise<ArchivedMeetings>;
  /** A meeting's timeline, oldest first; empty if the meeting is not there. */
  timeline(id: MeetingId): Promise<readonly TimelineEntry[]>;
  /** Opens the file picker and queues what was picked. */
  pickFiles(): Promise<void>;
  /** Queues the short recording that comes with the app. */
  sendSample(): Promise<void>;
  act(id: MeetingId, action: MeetingAction): Promise<void>;
  /** Answers a question of the snapshot; nothing if it was answered before. `forAll`: the others of its kind get the same answer. */
  answer(questionId: string, answer: Answer, forAll: boolean): Promise<void>;
  /** The user's word that a gate can be tried: "I bought minutes", "try now". */
  openGate(gate: GateName): Promise<void>;
  /** Opens Lobbe's page that sells minutes; coming back to the window then counts as `openGate`. */
  buyMinutes(): Promise<void>;
  /** `storage` null: encrypted if the OS can, else the answer is `needs-choice`. The token is never sent back. */
  setToken(token: string, storage: TokenStorage | null): Promise<TokenResult>;
  /** Opens the page of Lobbe where tokens are made. */
  openLobbe(): Promise<void>;
  pauseAll(length: PauseLength): Promise<void>;
  /** Pauses one meeting for so long. */
  pauseFor(id: MeetingId, length: PauseLength): Promise<void>;
  /** Moves a meeting in the order of sending: before `before`, or to the end (null). */
  moveBefore(id: MeetingId, before: MeetingId | null): Promise<void>;
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
