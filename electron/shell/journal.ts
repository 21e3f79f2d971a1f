// What the app did, for the log that support asks for: each new line of each meeting's timeline, and each gate. No names of files.

import type { MeetingId } from '../contract/ids';
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
  // With thousands of meetings, looking each one up in the list would take longer than everything else that a commit does. Most
  // changes leave each record in its place: then no table of them is made either.
  let timelines: Map<MeetingId, MeetingRecord['timeline']> | null = null;
  return after.flatMap((meeting, index) => {
    const there = before[index];
    if (there === meeting) return [];
    const { id, state, timeline } = meeting;
    if (there?.id !== id) timelines ??= new Map(before.map((m) => [m.id, m.timeline]));
    const known = there?.id === id ? there.timeline : timelines?.get(id);
    if (known === timeline) return [];
    const last = known?.at(-1);
    const from = last === undefined ? 0 : timeline.lastIndexOf(last) + 1;
    return timeline.slice(from).map(({ at: _, ...facts }) => `${id} ${state.stage} ${JSON.stringify(facts)}`);
  });
}
