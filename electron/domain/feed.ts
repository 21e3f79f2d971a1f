// What a page of the event feed does to the records. Pure.

import type { EpochMs, MeetingId } from '../contract/ids';
import type { Stage } from '../contract/stage';
import type { AppState, StrangerNews } from './app-state';
import type { FeedEvent } from './feed-answers';
import { type LobbeStage, stageOfStatus, stateAtLobbe } from './lobbe-status';
import type { MeetingRecord, MeetingState } from './meeting';
import { mayHaveMoved } from './status';
import { note } from './timeline';

// Strangers are kept for the moment between an event and the 202 it overtook, not as a history.
const STRANGERS_KEPT = 100;

/** An idle feed is read once a minute; its time is worth a write less often than that. */
const READ_NOTED_MS = 10 * 60_000;

/** Ids that a meeting keeps of the events it has seen: far more than one meeting has in the feed's 30 days. */
const SEEN_KEPT = 200;

/** A page (F6) goes into the records, and the cursor moves past it: one value, for one commit (F13). */
export function applyPage(
  state: AppState,
  page: { readonly events: readonly FeedEvent[]; readonly nextCursor: string },
  now: EpochMs,
): AppState {
  const { cursor, lastReadAt, notBefore } = state.feed;
  const isNews = page.events.length > 0 || page.nextCursor !== cursor || notBefore !== null;
  if (!isNews && lastReadAt !== null && Math.abs(now - lastReadAt) < READ_NOTED_MS) return state;
  const applied = page.events.reduce((before, event) => applyEvent(before, event, now), state);
  // F17: a cursor from "now on" says nothing of what happened before it.
  const catchUp =
    cursor === null
      ? applied.meetings.filter((m) => mayHaveMoved(m.state)).flatMap(recordingIdOf)
      : applied.feed.catchUp;
  return {
    ...applied,
    feed: { ...applied.feed, cursor: page.nextCursor, lastReadAt: now, notBefore: null, toldAt: null, catchUp },
  };
}

const recordingIdOf = ({ recordingId }: MeetingRecord) => (recordingId === null ? [] : [recordingId]);

/** The feed asked for a pause (F3, F18): kept, so that a restart does not ask earlier. */
export function feedToldToWait(state: AppState, notBefore: EpochMs, now: EpochMs): AppState {
  return { ...state, feed: { ...state.feed, notBefore, toldAt: now } };
}

/** The cursor expired (F16): the next read begins anew. */
export function cursorExpired(state: AppState): AppState {
  return { ...state, feed: { ...state.feed, cursor: null } };
}

function applyEvent(state: AppState, event: FeedEvent, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.recordingId === event.recordingId);
  if (!meeting) return keepStranger(state, event, now);
  // F14: repeats are told by id, never by meeting and type.
  if (meeting.seenEvents.includes(event.id)) return state;
  const seen = { ...meeting, seenEvents: [...meeting.seenEvents, event.id].slice(-SEEN_KEPT) };
  const stage = stageOfEvent(event, meeting.state.stage);
  const next = stage === null ? meeting.state : reached(meeting.state, stage, event, now);
  // What a status said before is not told again by its event.
  const isNews = next.stage !== meeting.state.stage || event.type !== `recording.${next.stage}`;
  const isKnown = event.type === 'recording.created' || !isNews;
  const code = event.change === null ? event.type : `${event.type}:${event.change}`;
  const moved = { ...(isKnown ? seen : note(seen, { at: now, kind: 'event', code })), state: next };
  return { ...state, meetings: state.meetings.map((m) => (m.id === meeting.id ? moved : m)) };
}

/** F7, F8: where an event puts a meeting; null leaves it where it is. */
function stageOfEvent(event: FeedEvent, from: Stage): LobbeStage | null {
  switch (event.type) {
    case 'recording.created':
      return from === 'processing' && event.status !== null ? stageOfStatus(event.status) : null;
    case 'recording.naming_required':
      return 'naming';
    case 'recording.ready':
      return 'ready';
    case 'recording.failed':
      return 'failed';
    case 'recording.deleted':
      return 'deleted';
    case 'recording.updated':
      // A READY meeting changed, or a deleted one came back with the status it had.
      if (event.change === 'restored') return event.status === null ? 'ready' : stageOfStatus(event.status);
      return from === 'processing' || from === 'naming' || from === 'failed' ? 'ready' : null;
    default:
      return null;
  }
}

function reached(state: MeetingState, stage: LobbeStage, event: FeedEvent, now: EpochMs): MeetingState {
  // Ready stays ready, with its time and whether it was looked at.
  if (stage === 'ready' && state.stage === 'ready') return state;
  // F8: a failure in the feed is final, so nothing is retried behind it.
  const failure = event.error && { code: event.error.code, retryable: false };
  return stateAtLobbe(stage, event.status ?? 'QUEUED', failure, now);
}

/** F15: the event may have come before its meeting's 202. */
function keepStranger(state: AppState, event: FeedEvent, now: EpochMs): AppState {
  const stage = stageOfEvent(event, 'processing');
  if (stage === null) return state;
  const old = state.feed.strangers.find((s) => s.recordingId === event.recordingId);
  if (old?.eventIds.includes(event.id)) return state;
  const news: StrangerNews = {
    recordingId: event.recordingId,
    eventIds: [...(old?.eventIds ?? []), event.id].slice(-SEEN_KEPT),
    stage,
    at: now,
    // F8: what the feed calls failed is final.
    failure: event.error && { code: event.error.code, retryable: false },
  };
  const others = state.feed.strangers.filter((s) => s !== old);
  return { ...state, feed: { ...state.feed, strangers: [...others, news].slice(-STRANGERS_KEPT) } };
}

/** Gives a meeting that just got its `recordingId` the events that overtook it. */
export function takeStrangerNews(state: AppState, id: MeetingId, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  const news = state.feed.strangers.find((s) => s.recordingId === meeting?.recordingId);
  if (!meeting || !news) return state;
  // The 202 brought the status of its own moment; an event counts only if it is further on.
  const isNewer = meeting.state.stage !== news.stage && rankOf(news.stage) > rankOf(meeting.state.stage);
  const told: MeetingRecord = {
    ...meeting,
    seenEvents: [...meeting.seenEvents, ...news.eventIds],
    state: isNewer ? stateAtLobbe(news.stage, '', news.failure, now) : meeting.state,
  };
  return {
    ...state,
    meetings: state.meetings.map((m) => (m.id === id ? told : m)),
    feed: { ...state.feed, strangers: state.feed.strangers.filter((s) => s !== news) },
  };
}

const ORDER: readonly Stage[] = ['processing', 'naming', 'failed', 'ready', 'deleted'];
const rankOf = (stage: Stage) => ORDER.indexOf(stage);
