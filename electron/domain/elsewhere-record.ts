// The record of a meeting of the account that this computer did not send: through another device, Lobbe's own app, or before this
// profile. It has no file, no key and no way to Lobbe, so it is a record of its own kind.

import type { EpochMs, MeetingId, RecordingId, TokenFingerprint } from '../contract/ids';
import type { Told } from './events';
import type { LobbeState } from './lobbe-status';

/** A meeting that somebody else sent. */
export interface ElsewhereMeeting extends Told<LobbeState> {
  readonly kind: 'meeting';
  readonly recordingId: RecordingId;
  /** As Lobbe calls it; null if that is not known. */
  readonly title: string | null;
  /** Its title was not asked for yet, or has changed since. */
  readonly titleIsDue: boolean;
  /** The token that heard of it. What another one is told may be about another account. */
  readonly token: TokenFingerprint;
  readonly addedAt: EpochMs;
}

/** Not to be listed, whatever Lobbe tells of it: its user took it off, or it is a record of our own. */
export interface HiddenMeeting {
  readonly kind: 'hidden';
  readonly recordingId: RecordingId;
}

export type ElsewhereRecord = ElsewhereMeeting | HiddenMeeting;

/** Whether Lobbe has to be asked what it is called. */
export function awaitsTitle(record: ElsewhereRecord): boolean {
  return record.kind === 'meeting' && record.titleIsDue && record.state.stage !== 'deleted';
}

const ID = 'elsewhere:';

/** What the window knows it by: no record of our own is called so. */
export function elsewhereId(recordingId: RecordingId): MeetingId {
  return `${ID}${recordingId}` as MeetingId;
}

/** The meeting from elsewhere that an id names; null if it names a record of our own. */
export function recordingOf(id: MeetingId): RecordingId | null {
  return id.startsWith(ID) ? (id.slice(ID.length) as RecordingId) : null;
}
