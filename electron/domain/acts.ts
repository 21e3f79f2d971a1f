// What a user can do to a meeting, from every stage. `actionsOf` is what the window offers; `act` does it, and is total: an act
// that has no meaning in a stage (the window was a moment behind) leaves the state alone.

import type { EpochMs, IdempotencyKey, MeetingId } from '../contract/ids';
import type { MeetingAction } from '../contract/stage';
import type { AppState } from './app-state';
import { put, without } from './app-state';
import { assertNever } from './assert-never';
import { hide } from './elsewhere';
import { takeIn } from './intake';
import type { MeetingRecord, MeetingState } from './meeting';
import { isUnsent } from './plan';
import { withNewKey } from './policies/lobbe';
import { goOn, toldWait } from './resuming';
import { note } from './timeline';

/** Acts that change the record; the others (`show-in-folder`, …) only open something. */
export type RecordAct = Exclude<MeetingAction, 'show-in-folder' | 'open-in-lobbe' | 'copy-id'>;

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
    case 'file-unreadable':
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
  const was = meeting.state;
  switch (action) {
    case 'retry':
      // Anything about the file is looked at anew; what Lobbe said is asked anew, with the same key (L9).
      return by({ ...meeting, failures: 0, state: aboutFile(was) ? lookAgain : { stage: 'queued' } });
    case 'pause':
      return by(pause(meeting, null));
    case 'resume':
      return by(goOn(meeting, now));
    case 'cancel':
      return by({ ...meeting, state: { stage: 'cancelled', at: now, before: settledBefore(was), hidden: false } });
    case 'undo':
      if (was.stage !== 'cancelled') return state;
      return by({ ...meeting, state: was.hidden ? { ...was, hidden: false } : was.before });
    case 'remove':
      return takeOff(state, meeting, now);
    case 'send-next':
      return {
        ...state,
        meetings: inFront(state.meetings, by({ ...meeting }).meetings.find((m) => m.id === id) ?? meeting),
      };
    case 'upload-new-version':
      return by({ ...withNewKey(meeting, context.freshKey, now), file: null, state: lookAgain });
    case 'upload-again': {
      // Nobody confirmed the meeting of this record: it goes on with a new key. A confirmed one stays as it is, beside a new record.
      if (was.stage === 'blocked')
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

const lookAgain: MeetingState = { stage: 'preparing', waits: null, fresh: false };

function aboutFile(state: MeetingState): boolean {
  return state.stage === 'blocked' && state.reason !== 'rejected' && state.reason !== 'over-daily-cap';
}

/** The record, paused; a wait that a server asked for is kept for afterwards. */
function pause(meeting: MeetingRecord, until: EpochMs | null): MeetingRecord {
  return { ...meeting, state: { stage: 'paused', wait: toldWait(meeting.state), until } };
}

/** Pauses one meeting until `until`, or (null) until its user resumes; nothing where it cannot be paused. */
export function pauseUntil(state: AppState, id: MeetingId, until: EpochMs | null, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting || !actionsOf(meeting).includes('pause')) return state;
  const entry = { at: now, kind: 'user', code: 'pause', ...(until !== null && { until }) } as const;
  return put(state, note(pause(meeting, until), entry));
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

/** Moves a meeting in the order of sending: before `before`, or to the end (null). */
export function moveBefore(state: AppState, id: MeetingId, before: MeetingId | null): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting || id === before) return state;
  const others = state.meetings.filter((m) => m.id !== id);
  const at = before === null ? others.length : others.findIndex((m) => m.id === before);
  return at < 0 ? state : { ...state, meetings: [...others.slice(0, at), meeting, ...others.slice(at)] };
}

/** Off the list. What may be a meeting keeps its record, and with it the only key that can find out. */
function takeOff(state: AppState, meeting: MeetingRecord, now: EpochMs): AppState {
  // The feed and the list go on telling of it: it must not come back as somebody else's.
  if (meeting.recordingId !== null) return hide(without(state, meeting.id), [meeting.recordingId]);
  if (!maybeSent(meeting)) return without(state, meeting.id);
  const was = meeting.state;
  const before = was.stage === 'cancelled' ? was.before : settledBefore(was);
  return put(state, { ...meeting, state: { stage: 'cancelled', at: now, before, hidden: true } });
}

/** Lobbe may have it: an attempt got no answer, or is still on its way. */
export function maybeSent({ unanswered, attempt }: MeetingRecord): boolean {
  return unanswered.length > 0 || attempt !== null;
}

/** Taken in, and not a meeting yet. */
function isOnItsWay({ stage }: MeetingState): boolean {
  return (
    stage === 'preparing' || stage === 'queued' || stage === 'uploading' || stage === 'waiting' || stage === 'paused'
  );
}

/** What `undo` goes back to: an attempt that was stopped is not under way any more. */
function settledBefore(state: MeetingState): MeetingState {
  return state.stage === 'uploading' ? { stage: 'queued' } : state;
}

/** The list with `meeting` before the first that still has to be sent. */
function inFront(meetings: readonly MeetingRecord[], meeting: MeetingRecord): readonly MeetingRecord[] {
  const others = meetings.filter((m) => m.id !== meeting.id);
  const at = others.findIndex((m) => isUnsent(m.state));
  return at < 0 ? [...others, meeting] : [...others.slice(0, at), meeting, ...others.slice(at)];
}

/** Takes back a `remove`: the record goes to where it was in the list, unless it is there already. */
export function putBack(state: AppState, meeting: MeetingRecord, index: number): AppState {
  const there = state.meetings.find((m) => m.id === meeting.id);
  if (there) return there.state.stage === 'cancelled' && there.state.hidden ? put(state, meeting) : state;
  return { ...state, meetings: [...state.meetings.slice(0, index), meeting, ...state.meetings.slice(index)] };
}

/** Every recording that can be tried again is tried again: the user's "retry all". */
export function retryAll(state: AppState, context: ActContext): AppState {
  return state.meetings.reduce(
    (before, { id, state: { stage } }) =>
      stage === 'waiting' || stage === 'blocked' ? act(before, id, 'retry', context) : before,
    state,
  );
}

/** Takes finished meetings off the list. */
export function clearFinished(state: AppState, now: EpochMs): AppState {
  return state.meetings
    .filter(
      ({ state: s }) => s.stage === 'ready' || s.stage === 'deleted' || s.stage === 'failed' || s.stage === 'cancelled',
    )
    .filter(({ state: s }) => !(s.stage === 'cancelled' && s.hidden))
    .reduce((before, meeting) => takeOff(before, meeting, now), state);
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
