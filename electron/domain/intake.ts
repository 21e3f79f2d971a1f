// What comes in: a record for each file from the moment of the drop, and what a look at the file makes of it. Pure.

import type { EpochMs, IdempotencyKey, MeetingId } from '../contract/ids';
import type { RefusalReason } from '../contract/problem';
import type { BlockReason } from '../contract/stage';
import { type AppState, put, without } from './app-state';
import type { FileIdentity, MeetingRecord } from './meeting';
import { decideFileTrouble } from './policies/lobbe';
import { goOn } from './resuming';
import { note } from './timeline';

/** A file that was dropped, picked, or named on the command line, with the id and key made for it. */
export interface Incoming {
  readonly id: MeetingId;
  readonly key: IdempotencyKey;
  readonly path: string;
  readonly name: string;
  /** Sent even if the list has this very file already. */
  readonly again?: boolean;
}

/** Takes files in at the end of the queue. From this commit on nothing of them is lost. */
export function takeIn(state: AppState, incoming: readonly Incoming[], now: EpochMs): AppState {
  if (incoming.length === 0) return state;
  return { ...state, meetings: [...state.meetings, ...incoming.map((file) => newRecord(file, now))] };
}

/** A record as it begins: its key is made, its file not yet looked at. */
export function newRecord({ id, key, path, name, again = false }: Incoming, now: EpochMs): MeetingRecord {
  return {
    id,
    name,
    path,
    addedAt: now,
    key,
    keyToken: null,
    unanswered: [],
    attempt: null,
    keyReplaced: false,
    again,
    file: null,
    sha256: null,
    attempts: 0,
    failures: 0,
    recordingId: null,
    retries: 0,
    seenEvents: [],
    state: { stage: 'preparing', growing: false, fresh: true },
    timeline: [{ at: now, kind: 'added' }],
  };
}

/** What a look at a file found; `growing`: a recorder is still writing it. */
export type Inspection =
  /** `path`: where the file is, links resolved this once. */
  | { readonly kind: 'recording'; readonly file: FileIdentity; readonly path: string }
  | { readonly kind: 'growing' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/**
 * Moves a `preparing` record on after its file was looked at. What cannot become a meeting leaves the queue right after its drop, and
 * `refused` says why; whatever was in the queue before stays there, blocked, until its user says otherwise.
 */
export function inspected(
  state: AppState,
  id: MeetingId,
  inspection: Inspection,
  now: EpochMs,
): { readonly state: AppState; readonly refused: RefusalReason | null } {
  const found = state.meetings.find((m) => m.id === id);
  if (found?.state.stage !== 'preparing') return { state, refused: null };
  const meeting = inspection.kind === 'recording' ? { ...found, path: inspection.path } : found;
  switch (inspection.kind) {
    case 'growing':
      if (found.state.growing) return { state, refused: null };
      return {
        state: put(state, { ...meeting, state: { stage: 'preparing', growing: true, fresh: false } }),
        refused: null,
      };
    case 'recording': {
      const cancelled = cancelledBefore(state, meeting, inspection.file);
      if (cancelled) return { state: put(without(state, id), takenUp(cancelled, now)), refused: null };
      if (isKnown(state, meeting, inspection.file)) return { state: without(state, id), refused: 'already-queued' };
      return { state: put(state, prepared(meeting, inspection.file)), refused: null };
    }
    case 'refused': {
      if (found.state.fresh && inspection.reason !== 'unreadable') {
        return { state: without(state, id), refused: inspection.reason };
      }
      const reason = blockReason(inspection.reason);
      const blocked = { ...meeting, state: { stage: 'blocked', reason, detail: null } as const };
      return { state: put(state, note(blocked, { at: now, kind: 'blocked', code: reason })), refused: null };
    }
  }
}

function prepared(meeting: MeetingRecord, file: FileIdentity): MeetingRecord {
  const sentBefore = meeting.keyToken !== null && meeting.file !== null;
  if (sentBefore && !sameContent(meeting.file, file)) return decideFileTrouble(meeting, 'file-changed', 'CHANGED');
  return { ...meeting, file, state: { stage: 'queued' } };
}

const sameContent = (a: FileIdentity | null, b: FileIdentity) => a?.size === b.size && a.mtimeMs === b.mtimeMs;

/** The same file, unchanged, is in the list already: sending it again has to be somebody's word (`upload-again`). */
function isKnown(state: AppState, meeting: MeetingRecord, file: FileIdentity): boolean {
  if (meeting.attempts > 0 || meeting.again) return false;
  return state.meetings.some(
    (other) =>
      other.id !== meeting.id &&
      other.path === meeting.path &&
      other.state.stage !== 'cancelled' &&
      other.state.stage !== 'deleted' &&
      sameContent(other.file, file),
  );
}

/**
 * The same content was cancelled before: it is taken up again with its old key. If the cancelled send had arrived, only that key can
 * find the meeting it made (L6); and there is one record to bring back, not two.
 */
function cancelledBefore(state: AppState, meeting: MeetingRecord, file: FileIdentity): MeetingRecord | undefined {
  if (meeting.again) return undefined;
  return state.meetings.find(
    (other) => other.state.stage === 'cancelled' && other.path === meeting.path && sameContent(other.file, file),
  );
}

function takenUp(meeting: MeetingRecord, now: EpochMs): MeetingRecord {
  return note(goOn(meeting, now), { at: now, kind: 'user', code: 'added-again' });
}

function blockReason(reason: RefusalReason): BlockReason {
  switch (reason) {
    case 'not-found':
      return 'file-missing';
    case 'empty-file':
      return 'empty-file';
    case 'not-audio':
      return 'not-audio';
    default:
      return 'file-unreadable';
  }
}
