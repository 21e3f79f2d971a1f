// The event feed as data: what a read of it can end in, and what a page does to the records.

import type { EpochMs, MeetingId, RecordingId } from '../contract/ids';
import type { Stage } from '../contract/stage';
import type { AppState, StrangerNews } from './app-state';
import { type LobbeStage, stageOfStatus, stateAtLobbe } from './lobbe-status';
import type { MeetingRecord, MeetingState } from './meeting';
import { note } from './timeline';

/** One event (F6, F7). Unknown types and fields are kept as they came. */
export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly recordingId: RecordingId;
  readonly seriesId: string | null;
  readonly occurredAt: string | null;
  readonly status: string | null;
  readonly change: string | null;
  readonly error: { readonly code: string; readonly retryable: boolean } | null;
}

/** How a read of `GET /events` ended. */
export type FeedAnswer =
  /** `full`: the page had as many events as were asked for, so read the next at once (F12). */
  | {
      readonly kind: 'page';
      readonly events: readonly FeedEvent[];
      /** Events that could not be read, as raw text: set aside, they do not stop the page. */
      readonly unreadable: readonly string[];
      readonly nextCursor: string;
      readonly full: boolean;
      readonly schemaVersion: number;
    }
  /** 410 `CURSOR_EXPIRED` (F16). */
  | { readonly kind: 'expired' }
  /** 429, 408, 5xx: `notBefore` from Retry-After, null if there was none that counts (F3, F18). */
  | {
      readonly kind: 'later';
      readonly notBefore: EpochMs | null;
      readonly status: number;
      readonly code: string | null;
    }
  /** 401 or 403: this token may not read the feed. */
  | { readonly kind: 'closed'; readonly status: number; readonly code: string | null }
  /** An answer that is not a page, whatever its status: the cursor stays. */
  | { readonly kind: 'unreadable'; readonly status: number }
  /** No answer. */
  | { readonly kind: 'unreachable'; readonly code: string };

/** How a call about one meeting ended: `GET /recordings/{id}/status`, `POST /recordings/{id}/retry`. */
export type StatusAnswer =
  | {
      readonly kind: 'status';
      readonly status: string;
      readonly error: { readonly code: string; readonly retryable: boolean } | null;
    }
  /** 404: deleted (F17). */
  | { readonly kind: 'gone' }
  /** 409 `NOT_FAILED` of a retry: it recovered by itself (F4). */
  | { readonly kind: 'not-failed' }
  | {
      readonly kind: 'later';
      readonly notBefore: EpochMs | null;
      readonly status: number;
      readonly code: string | null;
    }
  | { readonly kind: 'closed'; readonly status: number; readonly code: string | null }
  | { readonly kind: 'unreadable'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly code: string };

// Strangers are kept for the moment between an event and the 202 it overtook, not as a history.
const STRANGERS_KEPT = 100;

/** A page (F6) goes into the records, and the cursor moves past it: one value, for one commit (F13). */
export function applyPage(
  state: AppState,
  page: { readonly events: readonly FeedEvent[]; readonly nextCursor: string },
  now: EpochMs,
): AppState {
  const applied = page.events.reduce((before, event) => applyEvent(before, event, now), state);
  return {
    ...applied,
    feed: { ...applied.feed, cursor: page.nextCursor, lastReadAt: now, notBefore: null },
  };
}

function applyEvent(state: AppState, event: FeedEvent, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.recordingId === event.recordingId);
  if (!meeting) return keepStranger(state, event, now);
  // F14: repeats are told by id, never by meeting and type.
  if (meeting.seenEvents.includes(event.id)) return state;
  const change = event.change === null ? event.type : `${event.type}:${event.change}`;
  const seen = { ...meeting, seenEvents: [...meeting.seenEvents, event.id] };
  const noted = note(seen, { at: now, kind: 'event', code: change });
  const stage = stageOfEvent(event, meeting.state.stage);
  const moved = stage === null ? noted : { ...noted, state: reached(noted.state, stage, event, now) };
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
    eventIds: [...(old?.eventIds ?? []), event.id],
    stage,
    at: now,
    failure: event.error,
  };
  const others = state.feed.strangers.filter((s) => s !== old);
  return { ...state, feed: { ...state.feed, strangers: [...others, news].slice(-STRANGERS_KEPT) } };
}

/** Gives a meeting that just got its `recordingId` the events that overtook it. */
export function takeStrangerNews(state: AppState, id: MeetingId, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  const news = state.feed.strangers.find((s) => s.recordingId === meeting?.recordingId);
  if (!meeting || !news) return state;
  const told: MeetingRecord = {
    ...meeting,
    seenEvents: [...meeting.seenEvents, ...news.eventIds],
    // `processing` says less than the status that the 202 brought.
    state: news.stage === 'processing' ? meeting.state : stateAtLobbe(news.stage, '', news.failure, now),
  };
  return {
    ...state,
    meetings: state.meetings.map((m) => (m.id === id ? told : m)),
    feed: { ...state.feed, strangers: state.feed.strangers.filter((s) => s !== news) },
  };
}

/** What `GET /recordings/{id}/status` said goes into the record (F1, F2, F17). */
export function applyStatus(state: AppState, recordingId: RecordingId, answer: StatusAnswer, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.recordingId === recordingId);
  if (!meeting || !isAtLobbe(meeting.state)) return state;
  const next = stateByStatus(meeting.state, answer, now);
  if (next === meeting.state) return state;
  const moved = note({ ...meeting, state: next }, { at: now, kind: 'event', code: `status:${next.stage}` });
  return { ...state, meetings: state.meetings.map((m) => (m.id === meeting.id ? moved : m)) };
}

function stateByStatus(state: MeetingState, answer: StatusAnswer, now: EpochMs): MeetingState {
  if (answer.kind === 'gone') return state.stage === 'deleted' ? state : { stage: 'deleted', at: now };
  if (answer.kind !== 'status') return state;
  const stage = stageOfStatus(answer.status);
  const same = stage === state.stage && !(state.stage === 'processing' && state.status !== answer.status);
  return same ? state : stateAtLobbe(stage, answer.status, answer.error, now);
}

/** Lobbe has it, and has not lost it again: its status says something. */
export function isAtLobbe(state: MeetingState): boolean {
  return (
    state.stage === 'processing' || state.stage === 'naming' || state.stage === 'failed' || state.stage === 'ready'
  );
}
