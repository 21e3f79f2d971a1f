import { expect, test } from 'vitest';
import { note } from '../../electron/domain/timeline';
import { createJournal } from '../../electron/shell/journal';
import { idOf, meeting, stateOf, T0, token } from '../builders/meetings';

test('tells each new line of a meeting once, and each gate; no name of a file', () => {
  const lines: string[] = [];
  const first = stateOf([meeting(1)]);
  const log = { info: (...told: string[]) => lines.push(...told), warn: () => {}, error: () => {}, hide: () => {} };
  const write = createJournal(first, log);
  const noted = note(meeting(1), { at: T0, kind: 'answered', status: 503, attempt: 1 });
  const second = stateOf([noted], { gates: [{ gate: 'daily-cap', closedAt: T0, until: T0, token }] });
  write(second);
  write({ ...second, pausedAll: true });
  // Told anew by Lobbe, as it was.
  write({ ...second, gates: second.gates.map((gate) => ({ ...gate, closedAt: T0 + 1 })) });
  expect(lines).toEqual([
    `${idOf(1)} queued {"kind":"answered","status":503,"attempt":1}`,
    `gates: daily-cap until ${new Date(T0).toISOString()}`,
  ]);
  expect(lines.join()).not.toContain('.m4a');
});
