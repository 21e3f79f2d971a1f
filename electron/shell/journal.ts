// What the app did, for the log that support asks for: each new line of each meeting's timeline, and each gate. No names of files.

import type { AppState } from '../domain/app-state';
import type { MeetingRecord } from '../domain/meeting';
import type { Log } from './log';

/** Returns what to call after each commit. */
export function createJournal(initial: AppState, log: Log): (state: AppState) => void {
  let before = initial;
  let gatesBefore = lineOf(initial.gates);
  return (state) => {
    log.info(...newLines(before.meetings, state.meetings));
    const gates = state.gates === before.gates ? gatesBefore : lineOf(state.gates);
    if (gates !== gatesBefore) log.info(gates);
    gatesBefore = gates;
    before = state;
  };
}

function lineOf(gates: AppState['gates']): string {
  const closed = gates.map(
    ({ gate, ...rest }) => `${gate}${'until' in rest ? ` until ${new Date(rest.until).toISOString()}` : ''}`,
  );
  return `gates: ${closed.join(', ') || 'none'}`;
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
