// The vocabulary of a meeting's way, from the drop to the minutes: the same words in the stored record, the messages to the
// window, `data-stage` and `data-reason` of a row, tests and logs.

/** Where a meeting is. `processing` … `deleted` are Lobbe's doing; everything before is ours. */
export type Stage =
  | 'preparing'
  | 'queued'
  | 'uploading'
  | 'waiting'
  | 'paused'
  | 'blocked'
  | 'processing'
  | 'naming'
  | 'ready'
  | 'failed'
  | 'deleted'
  | 'cancelled';

/** Why a recording waits; it tries again by itself at a stated time. */
export type WaitReason = 'network' | 'server-error' | 'upload-in-progress' | 'rate-limited';

/** Why a recording stands still until its user does something. */
export type BlockReason =
  | 'file-missing'
  | 'file-changed'
  | 'file-unreadable'
  | 'not-audio'
  | 'empty-file'
  | 'over-daily-cap'
  | 'maybe-delivered'
  | 'rejected';

/**
 * Why a file is not ready to be sent yet: it is still being written, another program holds it, a cloud keeps its bytes elsewhere, or
 * its disk does not answer.
 */
export type FileWait = 'growing' | 'in-use' | 'in-cloud' | 'no-answer';

/** What holds up more than one recording. */
export type GateName =
  | 'needs-minutes'
  | 'daily-cap'
  | 'daily-limit'
  | 'rate-limited'
  | 'unauthorized'
  | 'scope-disabled'
  | 'offline';

/** Why a recording is `paused`: its user paused it, or the named gate is closed. */
export type PauseReason = 'user' | GateName;

/** How long a pause lasts: until its user resumes, an hour, or until tomorrow morning. */
export type PauseLength = 'open' | 'hour' | 'tomorrow';

/** Statuses of a meeting at Lobbe (F2). Others may come; they count as processing and are kept as they are. */
export type LobbeStatus = 'QUEUED' | 'TRANSCRIBING' | 'GENERATING' | 'NAMING' | 'READY' | 'FAILED';

/** Groups of the list, in the order in which the window shows them. */
export type Group = 'needs-you' | 'in-progress' | 'ready' | 'elsewhere';

/** What a user can do to several meetings at once. `remove` takes off the list, or off the queue, what can be taken off it. */
export type BulkAction = 'retry' | 'pause' | 'resume' | 'send-next' | 'undo' | 'remove';

/** What a user can do to one meeting: the `data-action` of the row's button and of its menu. */
export type MeetingAction =
  | 'retry'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'remove'
  | 'upload-again'
  | 'upload-new-version'
  /** Its user shows where its file is now. */
  | 'locate'
  | 'send-next'
  | 'show-in-folder'
  | 'open-in-lobbe'
  | 'copy-id'
  | 'undo';
