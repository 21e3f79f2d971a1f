// What the app did, for the log that support asks for: each new line of each meeting's timeline, and each gate. No names of files.

import type { AppState } from '../domain/app-state';
import type { MeetingRecord } from '../domain/meeting';
import type { Log } from './log';

/** Returns what to call after each commit. */
export function createJournal(initial: AppState, log: Log): (state: AppState) => void {
  let before = initial;
  return (state) => {
    log.info(...newLines(before.meetings, state.meetings));
    if (state.gates !== before.gates) {
      const gates = state.gates.map(
        ({ gate, ...rest }) => `${gate}${'until' in rest ? ` until ${new Date(rest.until).toISOString()}` : ''}`,
      );
      log.info(`gates: ${gates.join(', ') || 'none'}`);
    }
    before = state;
  };
}

function newLines(before: readonly MeetingRecord[], after: readonly MeetingRecord[]): string[] {
  if (before === after) return [];
  // With thousands of meetings, looking each one up in the list would take longer than everything else that a commit does.
  const timelines = new Map(before.map(({ id, timeline }) => [id, timeline]));
  return after.flatMap(({ id, state: { stage }, timeline }) => {
    const known = timelines.get(id);
    if (known === timeline) return [];
    const last = known?.at(-1);
    const from = last === undefined ? 0 : timeline.lastIndexOf(last) + 1;
    return timeline.slice(from).map(({ at: _, ...facts }) => `${id} ${stage} ${JSON.stringify(facts)}`);
  });
}
