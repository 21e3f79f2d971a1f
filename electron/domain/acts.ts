// What a user can do to a meeting, from every stage. `actionsOf` is what the window offers; `act` does it, and is total: an act
// that has no meaning in a stage (the window was a moment behind) leaves the state alone.

import type { EpochMs, IdempotencyKey, MeetingId } from '../contract/ids';
import type { MeetingAction } from '../contract/stage';
import type { AppState } from './app-state';
import { put } from './app-state';
import { assertNever } from './assert-never';
import { takeIn } from './intake';
import type { MeetingRecord, MeetingState } from './meeting';
import { settledBefore, takeOff } from './off-the-list';
import { inFront } from './order';
import { withNewKey } from './policies/lobbe';
import { goOn, toldWait } from './resuming';
import { note } from './timeline';

/** Acts that change the record by themselves; the others (`show-in-folder`, `locate`, …) open something. */
export type RecordAct = Exclude<MeetingAction, 'show-in-folder' | 'open-in-lobbe' | 'copy-id' | 'locate'>;

/** What an act may need made beforehand. */
export interface ActContext {
  readonly now: EpochMs;
  readonly freshKey: IdempotencyKey;
  readonly freshId: MeetingId;
}

/** What can be done, the main action first. */
export function actionsOf(meeting: MeetingRecord): readonly MeetingAction[] {
  const { state } = meeting;
  switch (state.stage) {
    case 'preparing':
      return ['cancel', 'show-in-folder'];
    case 'queued':
      return ['send-next', 'pause', 'show-in-folder', 'cancel'];
    case 'uploading':
      return ['pause', 'show-in-folder', 'cancel'];
    case 'waiting':
      // A wait that Lobbe asked for cannot be shortened (L10, L17), so nothing pretends to.
      return state.toldByServer
        ? ['pause', 'show-in-folder', 'cancel']
        : ['retry', 'send-next', 'pause', 'show-in-folder', 'cancel'];
    case 'paused':
      return ['resume', 'show-in-folder', 'cancel'];
    case 'blocked':
      return blockedActions(state.reason);
    case 'processing':
      return ['open-in-lobbe', 'show-in-folder', 'copy-id'];
    case 'naming':
      return ['open-in-lobbe', 'show-in-folder', 'copy-id'];
    case 'ready':
      return ['open-in-lobbe', 'show-in-folder', 'upload-again', 'copy-id', 'remove'];
    case 'failed':
      // F4: it may recover by itself, and then a second meeting would have been paid for nothing.
      if (state.failure.retryable) return ['open-in-lobbe', 'show-in-folder', 'copy-id'];
      return ['upload-again', 'open-in-lobbe', 'show-in-folder', 'copy-id', 'remove'];
    case 'deleted':
      return ['remove', 'upload-again', 'show-in-folder', 'copy-id'];
    case 'cancelled':
      return ['undo', 'show-in-folder', 'remove'];
    default:
      return assertNever(state);
  }
}

function blockedActions(reason: Extract<MeetingState, { stage: 'blocked' }>['reason']): readonly MeetingAction[] {
  switch (reason) {
    case 'file-changed':
      return ['upload-new-version', 'show-in-folder', 'remove'];
    case 'maybe-delivered':
      return ['open-in-lobbe', 'upload-again', 'show-in-folder', 'remove'];
    case 'over-daily-cap':
      return ['open-in-lobbe', 'retry', 'show-in-folder', 'remove'];
    case 'file-missing':
      return ['locate', 'retry', 'show-in-folder', 'remove'];
    case 'file-unreadable':
      // Where it is, access is what it lacks; but a copy elsewhere does as well.
      return ['retry', 'locate', 'show-in-folder', 'remove'];
    case 'rejected':
      return ['retry', 'show-in-folder', 'remove'];
    case 'not-audio':
    case 'empty-file':
      return ['remove', 'retry', 'show-in-folder'];
    default:
      return assertNever(reason);
  }
}

/** Carries out an act on one meeting. */
export function act(state: AppState, id: MeetingId, action: RecordAct, context: ActContext): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting || !actionsOf(meeting).includes(action)) return state;
  const { now } = context;
  const by = (record: MeetingRecord) => put(state, note(record, { at: now, kind: 'user', code: action }));
  switch (action) {
    case 'retry':
    case 'pause':
    case 'resume':
    case 'cancel':
    case 'undo':
      return put(state, changedBy(meeting, action, now));
    case 'remove':
      return takeOff(state, [meeting], now);
    case 'send-next':
      return sendNext(state, [id], now);
    case 'upload-new-version':
      return by({ ...withNewKey(meeting, context.freshKey, now), file: null, state: lookAgain });
    case 'upload-again': {
      // Nobody confirmed the meeting of this record: it goes on with a new key. A confirmed one stays as it is, beside a new record.
      if (meeting.state.stage === 'blocked')
        return by({ ...withNewKey(meeting, context.freshKey, now), state: { stage: 'queued' } });
      const { path, name } = meeting;
      // A second click on the same button is not a second wish.
      if (state.meetings.some((m) => m.again && m.path === path && isOnItsWay(m.state))) return state;
      return takeIn(state, [{ id: context.freshId, key: context.freshKey, path, name, again: true }], now);
    }
    default:
      return assertNever(action);
  }
}

/** Acts that change one record and nothing beside it. */
type OwnAct = Extract<RecordAct, 'retry' | 'pause' | 'resume' | 'cancel' | 'undo'>;

/** The record after an act of its user; the same record where the act has no meaning. */
export function changedBy(meeting: MeetingRecord, action: OwnAct, now: EpochMs): MeetingRecord {
  if (!actionsOf(meeting).includes(action)) return meeting;
  return note(afterAct(meeting, action, now), { at: now, kind: 'user', code: action });
}

function afterAct(meeting: MeetingRecord, action: OwnAct, now: EpochMs): MeetingRecord {
  const was = meeting.state;
  switch (action) {
    case 'retry':
      // Anything about the file is looked at anew; what Lobbe said is asked anew, with the same key (L9).
      return { ...meeting, failures: 0, state: aboutFile(was) ? lookAgain : { stage: 'queued' } };
    case 'pause':
      return paused(meeting, null);
    case 'resume':
      return goOn(meeting, now);
    case 'cancel':
      return { ...meeting, state: { stage: 'cancelled', at: now, before: settledBefore(was), hidden: false } };
    case 'undo':
      if (was.stage !== 'cancelled') return meeting;
      return { ...meeting, state: was.hidden ? { ...was, hidden: false } : was.before };
    default:
      return assertNever(action);
  }
}

/** To the front of what still has to be sent, in the order that they have. */
export function sendNext(state: AppState, ids: readonly MeetingId[], now: EpochMs): AppState {
  const wanted = new Set(ids);
  const sent = state.meetings.filter((m) => wanted.has(m.id) && actionsOf(m).includes('send-next'));
  if (sent.length === 0) return state;
  const noted = sent.map((meeting) => note(meeting, { at: now, kind: 'user', code: 'send-next' }));
  return { ...state, meetings: inFront(state.meetings, noted) };
}

const lookAgain: MeetingState = { stage: 'preparing', waits: null, fresh: false };

function aboutFile(state: MeetingState): boolean {
  return state.stage === 'blocked' && state.reason !== 'rejected' && state.reason !== 'over-daily-cap';
}

/** The record, paused; a wait that a server asked for is kept for afterwards. */
export function paused(meeting: MeetingRecord, until: EpochMs | null): MeetingRecord {
  return { ...meeting, state: { stage: 'paused', wait: toldWait(meeting.state), until } };
}

/** Pauses all, until `until` or (null) until its user resumes. */
export function pauseAll(state: AppState, until: EpochMs | null): AppState {
  if (state.pausedAll && state.pausedUntil === until) return state;
  return { ...state, pausedAll: true, pausedUntil: until };
}

/** Ends the pause of all. What was paused one by one stays so. */
export function resumeAll(state: AppState): AppState {
  return state.pausedAll ? { ...state, pausedAll: false, pausedUntil: null } : state;
}

/** Taken in, and not a meeting yet. */
function isOnItsWay({ stage }: MeetingState): boolean {
  return (
    stage === 'preparing' || stage === 'queued' || stage === 'uploading' || stage === 'waiting' || stage === 'paused'
  );
}

/** The user looked at these: they go quiet in the list. */
export function markSeen(state: AppState, ids: readonly MeetingId[]): AppState {
  const wanted = new Set(ids);
  let changed = false;
  const meetings = state.meetings.map((m) => {
    if (m.state.stage !== 'ready' || !m.state.unseen || !wanted.has(m.id)) return m;
    changed = true;
    return { ...m, state: { ...m.state, unseen: false } };
  });
  return changed ? { ...state, meetings } : state;
}
