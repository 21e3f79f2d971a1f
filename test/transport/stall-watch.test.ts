// When an upload has stalled, look by look.

import { describe, expect, test } from 'vitest';
import { StallWatch, type Vitals } from '../../electron/transport/stall-watch';

const limits = { tickMs: 250, stallMs: 120_000, answerMs: 900_000 };
const STALL_LOOKS = limits.stallMs / limits.tickMs;
const ANSWER_LOOKS = limits.answerMs / limits.tickMs;

const sending: Vitals = { phase: 'body', handed: 0, drained: false, throttled: false };

/** How many looks at the same it takes to give up, and what is said then. */
function lookUntilOver(watch: StallWatch, vitals: Vitals, most = 2 * ANSWER_LOOKS) {
  for (let looks = 1; looks <= most; looks += 1) {
    const stall = watch.look(vitals);
    if (stall !== null) return { looks, ...stall };
  }
  return null;
}

describe('transport 5: without a sign of life it is over at its limit, not a look before or after', () => {
  test.each([
    { vitals: sending, looks: STALL_LOOKS, phase: 'body', code: 'STALLED' },
    { vitals: { ...sending, phase: 'flush' as const }, looks: STALL_LOOKS, phase: 'flush', code: 'STALLED' },
    { vitals: { ...sending, drained: true }, looks: STALL_LOOKS, phase: 'file', code: 'READ_STALLED' },
    // A limit on the uplink says nothing for bytes that the network was given already.
    { vitals: { ...sending, throttled: true }, looks: STALL_LOOKS, phase: 'body', code: 'STALLED' },
    {
      vitals: { ...sending, phase: 'response' as const, drained: true },
      looks: ANSWER_LOOKS,
      phase: 'response',
      code: 'NO_ANSWER',
    },
  ])('$phase, throttled: $vitals.throttled', ({ vitals, looks, phase, code }) => {
    expect(lookUntilOver(new StallWatch(limits), vitals)).toEqual({ looks, phase, code });
  });
});

test('whoever waits for its turn under the limit of its user never stalls', () => {
  const watch = new StallWatch(limits);
  expect(lookUntilOver(watch, { ...sending, drained: true, throttled: true })).toBeNull();
});

test('case 59: one byte in all that time is a sign of life; so is what `restart` tells', () => {
  const watch = new StallWatch(limits);
  expect(lookUntilOver(watch, sending, STALL_LOOKS - 1)).toBeNull();
  expect(watch.look({ ...sending, handed: 1 })).toBeNull();
  expect(lookUntilOver(watch, { ...sending, handed: 1 }, STALL_LOOKS - 1)).toBeNull();
  watch.restart();
  expect(lookUntilOver(watch, { ...sending, handed: 1 })?.looks).toBe(STALL_LOOKS);
});
