// What went wrong, as data. The sentence that a person reads is made in the window from `code` and its values.

/** Why a dropped thing was not taken in. `detail` is for support, never shown as it is. */
export type RefusalReason =
  | 'not-found'
  | 'unreadable'
  | 'not-a-file'
  | 'empty-file'
  | 'not-audio'
  | 'folder'
  /** A folder without a single recording in it. */
  | 'no-recordings'
  /** A folder with parts that could not be looked into; the rest of it was. */
  | 'partly-unreadable'
  | 'too-many';

/** One thing that was not taken in, and why. */
export interface Refusal {
  readonly name: string;
  readonly reason: RefusalReason;
}

/** What the state store has to tell its user. Nothing of it stops what is already queued. */
export type StoreNotice =
  /** No room: the last change is not on disk, and new recordings are not accepted. */
  | 'disk-full'
  /** The newest generation was damaged; the one before it was loaded. */
  | 'restored-older'
  /** An install marker says there was a store, but none can be read. */
  | 'missing'
  /** Written by a newer version of the app: nothing is written here. */
  | 'newer-version'
  /** The profile cannot be written. */
  | 'read-only'
  /** Somebody else writes to this profile: nothing is written here until the app starts again. */
  | 'other-writer'
  /** A file of the archive could not be read, so some finished meetings of the past are not listed. */
  | 'archive-damaged';

/** Why news of meetings do not come, although Lobbe answers. Uploads are not concerned. */
export type FeedTrouble =
  /** The same pages come again and again (case 67): asked rarely, until there is news. */
  | 'stuck'
  /** News come in a form that this version of the app cannot read (case 73): an update can. */
  | 'update-needed';
