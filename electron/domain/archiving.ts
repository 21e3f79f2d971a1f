// Which finished meetings leave the live list for the archive, and how they come back. Pure.
//
// The live file is written anew with each commit, so what it holds is what every commit pays for. What is finished and old is
// moved to files that are written rarely. A record may be in both for a moment (a crash between the two writes): the live one
// counts. What has left the archive is named in `state.archive` until its files no longer hold it, so that it never comes back.

import type { EpochMs, MeetingId, RecordingId } from '../contract/ids';
import type { AppState } from './app-state';
import { assertNever } from './assert-never';
import type { MeetingRecord } from './meeting';
import type { Content } from './same-content';

/** What happened since yesterday is what people come back for, and what the feed may still have news of. */
const KEPT_MS = 86_400_000;

/** A failure asks for its user, who may be away for some days: in the archive it no longer does. */
const FAILED_KEPT_MS = 7 * 86_400_000;

/** Twice what a window of the usual size shows, so that its first picture waits for no archive. These stay however old they are. */
const FIRST_SCREEN = 20;

/** More than these only make commits slow (some 70 KB), however young they are: a hundred recordings may be finished in an hour. */
const KEPT = 50;

/** A move writes a month's file anew: not for each meeting beyond the last that is kept, but for so many of them together. */
const TOGETHER = 25;

/** When a meeting came to its end; null if it has not, or if its record has to stay at hand. */
export function endedAt({ state, unanswered, attempt }: MeetingRecord): EpochMs | null {
  // Its outcome is still to be written down, and only here.
  if (attempt !== null) return null;
  switch (state.stage) {
    case 'ready':
    case 'deleted':
      return state.at;
    case 'failed':
      // F4: one that can be retried is not the end.
      return state.failure.retryable ? null : state.at;
    case 'cancelled':
      // One that may have arrived is looked up by its content when that is added again (L6).
      return unanswered.length === 0 && !state.hidden ? state.at : null;
    case 'preparing':
    case 'queued':
    case 'uploading':
    case 'waiting':
    case 'paused':
    case 'blocked':
    case 'processing':
    case 'naming':
      return null;
    default:
      return assertNever(state);
  }
}

/** The records that may move to the archive now. */
export function dueForArchive(state: AppState, now: EpochMs): readonly MeetingRecord[] {
  const ended: Ended[] = [];
  for (const meeting of state.meetings) {
    const at = endedAt(meeting);
    if (at !== null) ended.push({ meeting, at });
  }
  // Nearly always: the state is looked at after each commit.
  if (ended.length <= FIRST_SCREEN) return [];
  const failed = ended.filter(({ meeting }) => meeting.state.stage === 'failed');
  const others = ended.filter(({ meeting }) => meeting.state.stage !== 'failed');
  return [...surplus(others, now - KEPT_MS), ...surplus(failed, now - FAILED_KEPT_MS)];
}

type Ended = { readonly meeting: MeetingRecord; readonly at: EpochMs };

function surplus(ended: readonly Ended[], old: EpochMs): readonly MeetingRecord[] {
  const tooMany = ended.length >= KEPT + TOGETHER;
  return [...ended]
    .sort((a, b) => b.at - a.at)
    .filter(({ at }, index) => (tooMany && index >= KEPT) || (index >= FIRST_SCREEN && at <= old))
    .map(({ meeting }) => meeting);
}

/** A month as four digits, a dash and two: `2026-11`. */
export type Month = string;

/** Years have four digits; a clock may say anything. */
const LAST_MOMENT = Date.UTC(9999, 11, 31);

/** The month (UTC, so that a journey moves nothing) in whose file a record belongs. */
export function monthOf(meeting: MeetingRecord): Month {
  const at = endedAt(meeting) ?? meeting.addedAt;
  return new Date(Math.min(Math.max(at, 0), LAST_MOMENT)).toISOString().slice(0, 7);
}

/** Takes records that are in the archive's files off the live list. One that changed meanwhile stays, and its old form is to go. */
export function leave(state: AppState, archived: readonly MeetingRecord[]): AppState {
  const same = new Set(archived);
  const ids = new Set(archived.map(({ id }) => id));
  const changed = state.meetings.filter((m) => ids.has(m.id) && !same.has(m));
  const meetings = state.meetings.filter((m) => !same.has(m));
  return meetings.length === state.meetings.length && changed.length === 0
    ? state
    : withGone({ ...state, meetings }, changed);
}

/** What a change is about: those of it that are in the archive are there for it as if they had never left. */
export interface Recall {
  readonly ids?: readonly MeetingId[];
  readonly recordingIds?: readonly RecordingId[];
  /** Meetings that are none of ours so far, if they are any at all: they need no look into the archive. */
  readonly elsewhere?: readonly RecordingId[];
  /** Contents that it may have. */
  readonly contents?: readonly Content[];
}

/** Whether the archive still has a record that its files hold. */
export function isArchived({ archive }: AppState, id: MeetingId): boolean {
  return !archive.cleared && !archive.gone.includes(id);
}

/**
 * Makes a change to the state with `recalled` in its list. Those that the change left as they were stay in the archive; those
 * that it changed are live from now on, those that it took off are gone.
 */
export function changeRecalling(
  state: AppState,
  recalled: readonly MeetingRecord[],
  change: (state: AppState) => AppState,
): AppState {
  // Nearly always: the set of ids below is not free with thousands of them.
  if (recalled.length === 0) return change(state);
  const live = new Set(state.meetings.map(({ id }) => id));
  const back = recalled.filter(({ id }) => !live.has(id) && isArchived(state, id));
  if (back.length === 0) return change(state);
  const whole = { ...state, meetings: [...state.meetings, ...back] };
  const changed = change(whole);
  if (changed === whole) return state;
  const left = new Set(changed.meetings);
  const untouched = new Set(back.filter((m) => left.has(m)));
  const meetings = changed.meetings.filter((m) => !untouched.has(m));
  const touched = back.filter((m) => !untouched.has(m));
  return withGone({ ...changed, meetings }, touched);
}

/**
 * What a change took off the list is gone from the archive too: its files may hold a copy (a crash in the middle of a move), which
 * must not come back in its place.
 */
export function goneWith(before: AppState, after: AppState, mayBeHeld: (id: MeetingId) => boolean): AppState {
  if (before.meetings === after.meetings) return after;
  // The usual changes put a record in the place of another, or add some at the end.
  if (before.meetings.every((m, index) => m === after.meetings[index] || m.id === after.meetings[index]?.id))
    return after;
  const left = new Set(after.meetings.map(({ id }) => id));
  return withGone(
    after,
    before.meetings.filter(({ id }) => !left.has(id) && mayBeHeld(id)),
  );
}

/** Names records that the archive's files hold and that are not in it any more. */
export function withGone(state: AppState, records: readonly { readonly id: MeetingId }[]): AppState {
  const { archive } = state;
  const fresh = records.map(({ id }) => id).filter((id) => isArchived(state, id));
  return fresh.length === 0 ? state : { ...state, archive: { ...archive, gone: [...archive.gone, ...fresh] } };
}

/** All of the archive is to go: its user cleared what is finished. */
export function clearArchive(state: AppState): AppState {
  return { ...state, archive: { ...state.archive, cleared: true } };
}

/** Takes `clearArchive` back. What its files do not hold any more stays gone. */
export function restoreArchive(state: AppState): AppState {
  return state.archive.cleared ? { ...state, archive: { ...state.archive, cleared: false } } : state;
}

/** The archive's files hold nothing more of what `done` names. */
export function forgotten(state: AppState, done: AppState['archive']): AppState {
  const dropped = new Set(done.gone);
  const gone = state.archive.gone.filter((id) => !dropped.has(id));
  return { ...state, archive: { cleared: state.archive.cleared && !done.cleared, gone } };
}
