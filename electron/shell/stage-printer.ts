import type { MeetingId } from '../contract/ids';
import type { Snapshot } from '../contract/snapshot';

/** Prints each stage that a meeting gets to, one line each, so that a machine without a screen sees the main job run. */
export function createStagePrinter(print: (line: string) => void): (snapshot: Snapshot) => void {
  const last = new Map<MeetingId, string>();
  return ({ meetings }) => {
    for (const { id, name, stage, reason, status } of meetings) {
      const now = [stage, reason ?? (stage === 'processing' ? status : null)].filter(Boolean).join(': ');
      if (last.get(id) === now) continue;
      last.set(id, now);
      print(`${name}  ${now}`);
    }
  };
}
