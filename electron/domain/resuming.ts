import type { EpochMs } from '../contract/ids';
import type { MeetingRecord, MeetingState, Wait } from './meeting';

/**
 * A record that was paused or cancelled, going on: with a look at its file if there was none yet, after what a server asked it to wait
 * for (L10, L17), or else at its turn.
 */
export function goOn(meeting: MeetingRecord, now: EpochMs): MeetingRecord {
  if (meeting.file === null) return { ...meeting, state: { stage: 'preparing', waits: null, fresh: false } };
  const wait = toldWait(meeting.state);
  const state: MeetingState = wait !== null && wait.until > now ? { stage: 'waiting', ...wait } : { stage: 'queued' };
  return { ...meeting, failures: 0, state };
}

/** The wait that a server asked for, through a pause or a cancellation; null if there is none. */
export function toldWait(state: MeetingState): Wait | null {
  switch (state.stage) {
    case 'waiting': {
      const { reason, since, until, toldByServer } = state;
      return toldByServer ? { reason, since, until, toldByServer } : null;
    }
    case 'paused':
      return state.wait;
    case 'cancelled':
      return toldWait(state.before);
    default:
      return null;
  }
}
