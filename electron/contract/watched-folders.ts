// Folders whose new recordings are sent by themselves, as the window sees them.

/** Why a watched folder cannot be looked through now. It is looked at again by itself. */
export type WatchTrouble =
  /** Not there: its drive is unplugged, or it was moved. */
  | 'gone'
  | 'forbidden'
  /** Its disk does not answer. */
  | 'no-answer'
  /** Parts of it may not be read. */
  | 'partly'
  /** It holds more than can be looked through. */
  | 'too-large';

export interface WatchedFolderView {
  readonly id: string;
  /** Absolute. May hold any character. */
  readonly path: string;
  /** How many of its recordings were queued so far. */
  readonly taken: number;
  /**
   * Recordings that were there before it was watched, were not wanted when they came, or may be other forms of those that were taken, as
   * long as they can still be sent along; 0 after a restart.
   */
  readonly earlier: number;
  readonly trouble: WatchTrouble | null;
}

/** Where a program that records keeps what it records. */
export type Recorder = 'zoom' | 'obs';

/** A folder of this computer that is not watched yet, and probably should be. */
export interface FolderOffer {
  readonly recorder: Recorder;
  readonly path: string;
}

/** Why a folder is not watched after all. */
export type WatchRefusal =
  | 'gone'
  | 'forbidden'
  | 'no-answer'
  /** Nobody could look through it every minute. */
  | 'too-large'
  /** What the app keeps for itself. */
  | 'own-folder'
  /** It is in a watched folder, or one is in it. */
  | 'watched-already';

export interface FolderCommands {
  /** Watches the usual folder of a recorder, or (null) one that its user picks. That it cannot be is told by a toast. */
  watchFolder(recorder: Recorder | null): Promise<void>;
  unwatchFolder(id: string): Promise<void>;
  /** Queues what was in a folder before it was watched. */
  sendEarlier(id: string): Promise<void>;
  /** Looks where recorders keep what they record; not before it is asked for, as some systems ask their user about each look. */
  findRecorders(): Promise<void>;
}
