// What a page of the event feed does to the state. Pure.

import type { EpochMs, MeetingId, RecordingId, TokenFingerprint } from '../contract/ids';
import type { Stage } from '../contract/stage';
import { type AppState, put, type SetAside } from './app-state';
import { alsoOpen } from './catch-up';
import { elsewhereOf, hide, putElsewhere, tellElsewhere } from './elsewhere';
import type { ElsewhereRecord } from './elsewhere-record';
import { tell, withSeen } from './events';
import type { FeedEvent } from './feed-answers';
import type { MeetingRecord } from './meeting';
import { note } from './timeline';

/** An idle feed is read once a minute; its time is worth a write less often than that. */
const READ_NOTED_MS = 10 * 60_000;

/** What could not be read is kept to be looked into, not as a history. */
const SET_ASIDE_KEPT = 20;
const RAW_KEPT = 500;

/** What a page has for the state. */
export interface Page {
  readonly events: readonly FeedEvent[];
  /** Raw text of those that could not be read: set aside, so that they do not hold up the others. */
  readonly unreadable: readonly string[];
  readonly nextCursor: string;
}

/** Whether a page told nothing that is worth a write: the same state, and a cursor that may as well be asked from the one before. */
export function isIdle(state: AppState, page: Page, now: EpochMs): boolean {
  const { cursor, lastReadAt, notBefore } = state.feed;
  const isEmpty = page.events.length === 0 && page.unreadable.length === 0;
  if (!isEmpty || cursor === null || notBefore !== null || lastReadAt === null) return false;
  return Math.abs(now - lastReadAt) < READ_NOTED_MS;
}

/** A page (F6) goes into the records, and the cursor moves past it: one value, for one commit (F13). `token` read it. */
export function applyPage(state: AppState, page: Page, token: TokenFingerprint, now: EpochMs): AppState {
  if (isIdle(state, page, now)) return state;
  const told = tellAll(state, page.events, token, now);
  const feed = {
    ...told.feed,
    cursor: page.nextCursor,
    lastReadAt: now,
    notBefore: null,
    toldAt: null,
    setAside: withSetAside(told.feed.setAside, page.unreadable, now),
  };
  return { ...told, feed };
}

/** Meetings do not depend on each other: each takes its own events, in their order (F15), at the price of one look for it. */
function tellAll(state: AppState, events: readonly FeedEvent[], token: TokenFingerprint, now: EpochMs): AppState {
  if (events.length === 0) return state;
  const byMeeting = new Map<RecordingId, FeedEvent[]>();
  for (const event of events) {
    const others = byMeeting.get(event.recordingId);
    if (others) others.push(event);
    else byMeeting.set(event.recordingId, [event]);
  }
  let changed = false;
  const wentBack: RecordingId[] = [];
  const meetings = state.meetings.map((meeting) => {
    const own = meeting.recordingId === null ? undefined : byMeeting.get(meeting.recordingId);
    if (!own || meeting.recordingId === null) return meeting;
    byMeeting.delete(meeting.recordingId);
    const told = tell(meeting, own, now);
    changed ||= told !== meeting;
    if (rankOf(told.state.stage) < rankOf(meeting.state.stage)) wentBack.push(meeting.recordingId);
    return told;
  });
  const known = new Map(state.elsewhere.map((record) => [record.recordingId, record]));
  const elsewhere: ElsewhereRecord[] = [];
  for (const [recordingId, others] of byMeeting) {
    const record = known.get(recordingId);
    const told = tellElsewhere(record, others, token, now);
    if (told !== null && told !== record) elsewhere.push(told);
  }
  // One from before our cursor may come again too (F14), and nobody can tell it from a change of just now: its status is asked for.
  return wentBack.reduce(alsoOpen, putElsewhere(changed ? { ...state, meetings } : state, elsewhere));
}

function withSetAside(before: readonly SetAside[], raw: readonly string[], at: EpochMs): readonly SetAside[] {
  if (raw.length === 0) return before;
  // The same page comes again after a crash: what it could not say is set aside once.
  const fresh = raw
    .map((text) => text.slice(0, RAW_KEPT))
    .filter((text) => !before.some((known) => known.raw === text));
  return [...before, ...fresh.map((text) => ({ at, raw: text }))].slice(-SET_ASIDE_KEPT);
}

/** The feed asked for a pause (F3, F18): kept, so that a restart does not ask earlier. */
export function feedToldToWait(state: AppState, notBefore: EpochMs, now: EpochMs): AppState {
  return { ...state, feed: { ...state.feed, notBefore, toldAt: now } };
}

/** The cursor expired (F16): the next read begins anew. */
export function cursorExpired(state: AppState): AppState {
  return { ...state, feed: { ...state.feed, cursor: null } };
}

/**
 * A meeting of ours just got its `recordingId`. If Lobbe told of it before (F15: events may overtake the 202), it looked like one from
 * elsewhere: its news are ours now, and nothing else is left of it.
 */
export function takeOver(state: AppState, id: MeetingId, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  const overtaken = meeting?.recordingId ? elsewhereOf(state, meeting.recordingId) : null;
  if (!meeting || overtaken === null) return state;
  const seen = meeting.seenEvents.map((event) => ({ id: event }));
  const known: MeetingRecord = { ...meeting, seenEvents: withSeen(overtaken.seenEvents, seen) };
  // The 202 brought the status of its own moment; what was told before counts only if it is further on.
  const isNewer = rankOf(overtaken.state.stage) > rankOf(meeting.state.stage);
  const last = overtaken.timeline.at(-1);
  const moved = isNewer ? { ...known, state: ours(overtaken.state) } : known;
  const told = isNewer && last ? note(moved, { ...last, at: now }) : moved;
  const own = hide(put(state, told), [overtaken.recordingId]);
  // Which of the two is the older nobody can tell (naming may have been reopened since the 202, a deletion been taken back before
  // it, or a 404 not been Lobbe's): its status is asked for.
  const isOpen = overtaken.state.stage === 'deleted' || (!isNewer && overtaken.state.stage !== meeting.state.stage);
  return isOpen ? alsoOpen(own, overtaken.recordingId) : own;
}

/** Ready for us is news, also where it was not worth any for a stranger. */
function ours(state: MeetingRecord['state']): MeetingRecord['state'] {
  return state.stage === 'ready' ? { ...state, unseen: true } : state;
}

const ORDER: readonly Stage[] = ['processing', 'naming', 'failed', 'ready', 'deleted'];
const rankOf = (stage: Stage) => ORDER.indexOf(stage);
