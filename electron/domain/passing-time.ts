// What the mere passing of time does to the state, and what a clock that was set back would do if nobody looked. Pure; the loop asks
// at each look at the clock.

import type { EpochMs } from '../contract/ids';
import { type AppState, type FeedState, mapChanged } from './app-state';
import { wasSetBack } from './clock';
import { gateAsOf } from './gates';
import type { MeetingRecord, MeetingState, Wait } from './meeting';
import { goOn } from './resuming';

/** "Until tomorrow" is the longest pause with an end. */
const LONGEST_PAUSE_MS = 36 * 3_600_000;

/** The state as of `now`: pauses that are over end; deadlines keep their distance when the clock was set back. */
export function passTime(state: AppState, now: EpochMs): AppState {
  const meetings = mapChanged(state.meetings, (meeting) => meetingAt(meeting, now));
  const gates = mapChanged(state.gates, (gate) => gateAsOf(gate, now));
  const over = state.pausedAll && state.pausedUntil !== null && isOver(state.pausedUntil, now);
  const feed = feedAt(state.feed, now);
  if (meetings === state.meetings && gates === state.gates && feed === state.feed && !over) return state;
  const resumed = over ? { pausedAll: false, pausedUntil: null } : {};
  return { ...state, meetings, gates, feed, ...resumed };
}

function meetingAt(meeting: MeetingRecord, now: EpochMs): MeetingRecord {
  const { state } = meeting;
  if (state.stage === 'paused' && state.until !== null && isOver(state.until, now)) return goOn(meeting, now);
  const moved = stateAt(state, now);
  return moved === state ? meeting : { ...meeting, state: moved };
}

function stateAt(state: MeetingState, now: EpochMs): MeetingState {
  if (state.stage === 'waiting' && wasSetBack(state.since, now)) return { stage: 'waiting', ...waitFrom(state, now) };
  if (state.stage === 'paused' && state.wait !== null && wasSetBack(state.wait.since, now)) {
    return { ...state, wait: waitFrom(state.wait, now) };
  }
  return state;
}

/** The same wait, begun now: never shorter than what is left of it in truth. */
function waitFrom({ reason, since, until, toldByServer }: Wait, now: EpochMs): Wait {
  return { reason, since: now, until: now + (until - since), toldByServer };
}

function feedAt(feed: FeedState, now: EpochMs): FeedState {
  const { notBefore, toldAt } = feed;
  if (notBefore === null || toldAt === null || !wasSetBack(toldAt, now)) return feed;
  return { ...feed, toldAt: now, notBefore: now + (notBefore - toldAt) };
}

/** A pause that now seems to last longer than any pause can was begun under another time. */
const isOver = (until: EpochMs, now: EpochMs) => until <= now || until - now > LONGEST_PAUSE_MS;
