import { expect, test } from 'vitest';
import { unanswered } from '../../electron/transport/outcome';

test.each([
  ['file', false],
  ['connect', false],
  ['body', false],
  ['flush', true],
  ['response', true],
] as const)('transport 6: without an answer in the phase %s it may have arrived: %s', (phase, mayHaveArrived) => {
  expect(unanswered(phase, 'X', 5)).toEqual({ kind: 'unknown', phase, mayHaveArrived, code: 'X', sent: 5 });
});
