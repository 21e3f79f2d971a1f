// What Lobbe tells of one meeting by events goes into its record, whoever sent it. Pure.

import type { EpochMs } from '../contract/ids';
import type { TimelineEntry } from '../contract/snapshot';
import type { Stage } from '../contract/stage';
import type { FeedEvent } from './feed-answers';
import { type LobbeStage, type LobbeState, stageOfStatus, stateAtLobbe } from './lobbe-status';
import type { MeetingState } from './meeting';
import { note } from './timeline';

/** The part of a record that Lobbe's news go into. */
export interface Told<State extends MeetingState = MeetingState> {
  readonly seenEvents: readonly string[];
  readonly state: State;
  readonly timeline: readonly TimelineEntry[];
}

/**
 * Ids that one meeting keeps of its events. An event can come again for as long as Lobbe keeps it, 30 days (F14, F16): this is a
 * change every four minutes, day and night, for all of them. By number and not by age, as a clock that is set wrong must not make an
 * old event a new one; who is not edited by a machine never gets near it, and pays for the ids that there are.
 */
const SEEN_KEPT = 10_000;

const FEW = 32;

/** The events among these that a record has not seen, each once (F14: told by id, never by meeting and type). */
function unseenOf(seenEvents: readonly string[], events: readonly FeedEvent[]): readonly FeedEvent[] {
  // Nearly always: a backlog is many meetings with a few events each, and a set for each of them costs more than it saves.
  if (seenEvents.length + events.length <= FEW) {
    return events.filter(({ id }, n) => !seenEvents.includes(id) && events.findIndex((other) => other.id === id) === n);
  }
  const seen = new Set(seenEvents);
  return events.filter(({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Ids with those of `events` behind them. */
export function withSeen(seenEvents: readonly string[], events: readonly { readonly id: string }[]): readonly string[] {
  const all = [...seenEvents, ...events.map(({ id }) => id)];
  return all.length > SEEN_KEPT ? all.slice(-SEEN_KEPT) : all;
}

/** The record after these events of its meeting, in the feed's order (F15); the same record if it has seen them all. */
export function tell<State extends MeetingState, Record extends Told<State | LobbeState>>(
  record: Record,
  events: readonly FeedEvent[],
  now: EpochMs,
): Record {
  const fresh = unseenOf(record.seenEvents, events);
  if (fresh.length === 0) return record;
  let state: MeetingState = record.state;
  const lines: TimelineEntry[] = [];
  for (const event of fresh) {
    const stage = stageOfEvent(event, state.stage);
    const next = stage === null ? state : reached(state, stage, event, now);
    // What a status said before is not told again by its event.
    const isNews = next.stage !== state.stage || event.type !== `recording.${next.stage}`;
    if (isNews && event.type !== 'recording.created') lines.push({ at: now, kind: 'event', code: codeOf(event) });
    state = next;
  }
  const told = { ...record, seenEvents: withSeen(record.seenEvents, fresh), state };
  return lines.length === 0 ? told : note(told, ...lines);
}

/** What an event is called in a timeline. */
export function codeOf({ type, change }: FeedEvent): string {
  return change === null ? type : `${type}:${change}`;
}

/** F7, F8: where an event puts a meeting; null leaves it where it is. */
export function stageOfEvent(event: FeedEvent, from: Stage): LobbeStage | null {
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
  return stateByEvent(stage, event, now);
}

/** The state of a meeting of which nothing was known before this event. */
export function stateByEvent(stage: LobbeStage, event: FeedEvent, now: EpochMs): LobbeState {
  // F8: a failure in the feed is final, so nothing is retried behind it.
  const failure = event.error && { code: event.error.code, retryable: false };
  return stateAtLobbe(stage, event.status ?? 'QUEUED', failure, now);
}
