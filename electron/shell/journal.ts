// What the app did, for the log that support asks for: each new line of each meeting's timeline, and each gate. No names of files.

import type { AppState } from '../domain/app-state';
import type { Log } from './log';

/** Returns what to call after each commit. */
export function createJournal(initial: AppState, log: Log): (state: AppState) => void {
  let before = initial;
  return (state) => {
    for (const meeting of state.meetings) {
      const known = before.meetings.find((m) => m.id === meeting.id);
      if (known?.timeline === meeting.timeline) continue;
      const last = known?.timeline.at(-1);
      const from = last === undefined ? 0 : meeting.timeline.lastIndexOf(last) + 1;
      for (const { at: _, ...facts } of meeting.timeline.slice(from)) {
        log.info(`${meeting.id} ${meeting.state.stage} ${JSON.stringify(facts)}`);
      }
    }
    if (state.gates !== before.gates) {
      const gates = state.gates.map(
        ({ gate, ...rest }) => `${gate}${'until' in rest ? ` until ${new Date(rest.until).toISOString()}` : ''}`,
      );
      log.info(`gates: ${gates.join(', ') || 'none'}`);
    }
    before = state;
  };
}
