// What comes in: a record for each file from the moment of the drop, and what a look at the file makes of it. Pure.

import type { EpochMs, IdempotencyKey, MeetingId } from '../contract/ids';
import type { RefusalReason } from '../contract/problem';
import type { BlockReason, FileWait } from '../contract/stage';
import { type AppState, put, without } from './app-state';
import { assertNever } from './assert-never';
import type { FileIdentity, MeetingRecord } from './meeting';
import { neverSeen, settled, turnedAway } from './noticed';
import { decideFileTrouble } from './policies/lobbe';
import { goOn } from './resuming';
import { type Comparisons, hasContentOf, nothingCompared } from './same-content';
import { note } from './timeline';

/** A file that was dropped, picked, or named on the command line, with the id and key made for it. */
export interface Incoming {
  readonly id: MeetingId;
  readonly key: IdempotencyKey;
  readonly path: string;
  readonly name: string;
  /** Sent even if its content is a meeting already. */
  readonly again?: boolean;
  /** Found in a watched folder, not brought by anybody. */
  readonly watched?: boolean;
}

/** Takes files in at the end of the queue. From this commit on nothing of them is lost. */
export function takeIn(state: AppState, incoming: readonly Incoming[], now: EpochMs): AppState {
  if (incoming.length === 0) return state;
  return { ...state, meetings: [...state.meetings, ...incoming.map((file) => newRecord(file, now))] };
}

/**
 * Puts what was found in a folder in the place of its record, all at once; leaves everything as it is if the record is not waiting for
 * that any more: its user took it away.
 */
export function takeInFolder(state: AppState, folder: MeetingId, found: readonly Incoming[], now: EpochMs): AppState {
  const isWanted = state.meetings.some((m) => m.id === folder && m.state.stage === 'preparing');
  return isWanted ? takeIn(without(state, folder), found, now) : state;
}

/** A record as it begins: its key is made, its file not yet looked at. */
export function newRecord(
  { id, key, path, name, again = false, watched = false }: Incoming,
  now: EpochMs,
): MeetingRecord {
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
    watched,
    file: null,
    sha256: null,
    attempts: 0,
    failures: 0,
    recordingId: null,
    retries: 0,
    seenEvents: [],
    state: { stage: 'preparing', waits: null, fresh: true },
    timeline: [{ at: now, kind: 'added' }],
  };
}

/** What a look at a file found; `later`: its file is not ready, and `why`. */
export type Inspection =
  /** `path`: where the file is, links resolved this once. */
  | { readonly kind: 'recording'; readonly file: FileIdentity; readonly path: string }
  | { readonly kind: 'later'; readonly why: FileWait }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** What a look at a file made of its record. */
export interface Inspected {
  readonly state: AppState;
  /** Why it left the list, if it cannot become a meeting. */
  readonly refused: RefusalReason | null;
  /** It is a folder. Its record stays until what is in it is on disk (`takeInFolder`): nothing else remembers that it was brought. */
  readonly isFolder: boolean;
  /** It left the list, as it has the content of this one: only its user knows whether it is to be another meeting. */
  readonly sameAs: MeetingRecord | null;
  /** Nothing is decided yet: its content may be that of these, which has to be compared first. */
  readonly doubts: readonly MeetingRecord[];
}

/**
 * Moves a `preparing` record on after its file was looked at. What cannot become a meeting leaves the queue right after its drop, and
 * `refused` says why; whatever was in the queue before stays there, blocked, until its user says otherwise. One content becomes one
 * meeting, whatever its files are called: a second one only by its user's word (`sameAs`). `compared`: what is known of `doubts`.
 */
export function inspected(
  state: AppState,
  id: MeetingId,
  inspection: Inspection,
  now: EpochMs,
  compared: Comparisons = nothingCompared,
): Inspected {
  const nothing = { refused: null, isFolder: false, sameAs: null, doubts: [] };
  const found = state.meetings.find((m) => m.id === id);
  if (found?.state.stage !== 'preparing') return { state, ...nothing };
  const meeting = inspection.kind === 'recording' ? { ...found, path: inspection.path } : found;
  switch (inspection.kind) {
    case 'later':
      if (found.state.waits === inspection.why) return { state, ...nothing };
      return {
        state: put(state, { ...meeting, state: { stage: 'preparing', waits: inspection.why, fresh: false } }),
        ...nothing,
      };
    case 'recording': {
      const { file } = inspection;
      const { same, doubts } = withItsContent(state, meeting, file, compared);
      if (doubts.length > 0) return { state, ...nothing, doubts };
      const waiting = same.find(waitsForItsFile);
      const listed = same.find((other) => other.state.stage !== 'cancelled');
      if (!waiting && listed) return { state: without(state, id), ...nothing, sameAs: found.watched ? null : listed };
      const [cancelled] = same;
      const taken = waiting ?? cancelled;
      // Nobody brought it again: what its user took away stays away.
      if (!waiting && cancelled && found.watched) return { state: without(state, id), ...nothing };
      if (taken) return { state: put(without(state, id), takenUp(taken, meeting, file, now)), ...nothing };
      const next = put(state, prepared(meeting, file));
      return { state: found.file === null ? settled(next, id, file) : next, ...nothing };
    }
    case 'refused': {
      if (found.watched && found.file === null && inspection.reason !== 'unreadable') {
        const next = without(state, id);
        return { state: inspection.reason === 'not-found' ? neverSeen(next, id) : turnedAway(next, id), ...nothing };
      }
      if (inspection.reason === 'folder' && found.file === null) return { state, ...nothing, isFolder: true };
      if (found.state.fresh && inspection.reason !== 'unreadable') {
        return { state: without(state, id), ...nothing, refused: inspection.reason };
      }
      const reason = blockReason(inspection.reason);
      const blocked = { ...meeting, state: { stage: 'blocked', reason, detail: null } as const };
      return { state: put(state, note(blocked, { at: now, kind: 'blocked', code: reason })), ...nothing };
    }
  }
}

function prepared(meeting: MeetingRecord, file: FileIdentity): MeetingRecord {
  const sentBefore = meeting.keyToken !== null && meeting.file !== null;
  if (sentBefore && !isUntouched(meeting.file, file)) return decideFileTrouble(meeting, 'file-changed', 'CHANGED');
  return { ...meeting, file, state: { stage: 'queued' } };
}

/** As it was when it was queued, as far as its place tells: the key belongs to that content. */
const isUntouched = (a: FileIdentity | null, b: FileIdentity) => a?.size === b.size && a.mtimeMs === b.mtimeMs;

/** Records that have the content of a file, and those that may; none unless it is new to its own record. */
function withItsContent(
  state: AppState,
  meeting: MeetingRecord,
  file: FileIdentity,
  compared: Comparisons,
): { readonly same: readonly MeetingRecord[]; readonly doubts: readonly MeetingRecord[] } {
  const same: MeetingRecord[] = [];
  const doubts: MeetingRecord[] = [];
  if (isNew(meeting, file)) {
    const brought = { path: meeting.path, file };
    for (const other of state.meetings) {
      const isSame = hasContentOf(brought, other, compared);
      if (isSame === false || other.id === meeting.id) continue;
      // L11: its key would find the deleted meeting. Whoever brings the file again wants another; a folder wants nothing.
      if (other.state.stage === 'deleted' && !meeting.watched) continue;
      if (isSame === null) doubts.push(other);
      else same.push(other);
    }
  }
  return { same, doubts };
}

/** Nobody has sent this content under its key, or said that it is to be another meeting. */
function isNew(meeting: MeetingRecord, file: FileIdentity): boolean {
  return meeting.attempts === 0 && !meeting.again && !isUntouched(meeting.file, file);
}

/** It would go on if its file were where it was, and as it was. */
function waitsForItsFile({ state }: MeetingRecord): boolean {
  if (state.stage !== 'blocked') return false;
  const { reason } = state;
  switch (reason) {
    case 'file-missing':
    case 'file-changed':
    case 'file-unreadable':
    case 'not-audio':
    case 'empty-file':
      return true;
    case 'over-daily-cap':
    case 'maybe-delivered':
    case 'rejected':
      return false;
    default:
      return assertNever(reason);
  }
}

/**
 * A record that goes on with the file that was brought, under its old key: if it was sent before, only that key can find the meeting
 * it made (L6); and there is one record to bring back, not two.
 */
export function takenUp(
  other: MeetingRecord,
  { path, name }: Pick<MeetingRecord, 'path' | 'name'>,
  file: FileIdentity,
  now: EpochMs,
  how: 'added-again' | 'locate' = 'added-again',
): MeetingRecord {
  // A repeat says what the request said that it repeats.
  const moved =
    other.keyToken === null
      ? { ...other, path, name, file }
      : { ...other, path, file: { ...file, contentType: other.file?.contentType ?? file.contentType } };
  return note(goOn(moved, now), { at: now, kind: 'user', code: how });
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
