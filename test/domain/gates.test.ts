import { expect, test } from 'vitest';
import { closedGates, closeGate, type Gate, nextChange, tryGate } from '../../electron/domain/gates';
import { otherToken, T0, token } from '../builders/meetings';

const HOUR = 3_600_000;
const by = (since: number, who = token) => ({ since, token: who });

test('what was said to one token says nothing to another; minutes and the daily limit are the account’s', () => {
  const closings = [
    { gate: 'unauthorized' },
    { gate: 'daily-cap', until: T0 + HOUR },
    { gate: 'rate-limited', until: T0 + HOUR },
    { gate: 'scope-disabled', why: 'forbidden' },
    { gate: 'needs-minutes' },
    { gate: 'daily-limit' },
  ] as const;
  const gates = closings.reduce<readonly Gate[]>((before, closing) => closeGate(before, closing, by(T0), T0), []);
  const names = (who: typeof token | null) => closedGates(gates, T0, who).map((g) => g.gate);
  expect(names(token)).toHaveLength(6);
  expect(names(otherToken)).toEqual(['needs-minutes', 'daily-limit']);
  // From outside the running app nobody knows which token is in use.
  expect(names(null)).toHaveLength(6);
});

test('an old token’s late 401 does not close the gate to the new one', () => {
  const gates = closeGate([], { gate: 'unauthorized' }, by(T0), T0 + 5);
  expect(closedGates(gates, T0 + 5, otherToken)).toEqual([]);
});

test('four uploads in the air that all get 402 close the gate once', () => {
  const gates = [1, 2, 3, 4].reduce<readonly Gate[]>(
    (before, n) => closeGate(before, { gate: 'needs-minutes' }, by(T0), T0 + n),
    [],
  );
  expect(gates).toEqual([
    { gate: 'needs-minutes', closedAt: T0 + 1, probes: 0, probeAt: T0 + 1 + HOUR / 2, halfOpen: false },
  ]);
});

test('the 402 of a send from before "I bought minutes" does not take the word back; that of the probe does', () => {
  const closed = closeGate([], { gate: 'needs-minutes' }, by(T0), T0 + 1);
  const opened = tryGate(closed, 'needs-minutes', T0 + 100);
  expect(closeGate(opened, { gate: 'needs-minutes' }, by(T0 + 50), T0 + 200)).toBe(opened);
  expect(closeGate(opened, { gate: 'needs-minutes' }, by(T0 + 150), T0 + 200)).toMatchObject([
    { halfOpen: false, probes: 1 },
  ]);
});

test('a wait that a server states is never made shorter by another answer', () => {
  const long = closeGate([], { gate: 'rate-limited', until: T0 + HOUR }, by(T0), T0);
  expect(closeGate(long, { gate: 'rate-limited', until: T0 + 9 }, by(T0), T0)).toMatchObject([{ until: T0 + HOUR }]);
  expect(closeGate(long, { gate: 'rate-limited', until: T0 + 2 * HOUR }, by(T0), T0)).toMatchObject([
    { until: T0 + 2 * HOUR },
  ]);
});

test('a time that is here is not the next change: nobody may wait for the past', () => {
  const [gate] = closeGate([], { gate: 'needs-minutes' }, by(T0), T0);
  expect(gate && nextChange(gate, T0)).toBe(T0 + HOUR / 2);
  expect(gate && nextChange(gate, T0 + HOUR / 2)).toBeNull();
});

test('an old token’s late 429 does not shorten what the new one was told', () => {
  const told = closeGate([], { gate: 'rate-limited', until: T0 + 89_000 }, by(T0), T0);
  const both = closeGate(told, { gate: 'rate-limited', until: T0 + 9_000 }, by(T0 - 60_000, otherToken), T0 + 1_000);
  expect(closedGates(both, T0 + 30_000, token)).toMatchObject([{ gate: 'rate-limited', until: T0 + 89_000 }]);
  expect(closedGates(both, T0 + 30_000, otherToken)).toEqual([]);
});

test('a wait that was told under a clock that was years ahead is not taken over by the next one (seed 451719)', () => {
  const ahead = T0 + 10 * 365 * 24 * 3_600_000;
  const old: Gate = { gate: 'rate-limited', closedAt: ahead, until: ahead + 90_000, token };
  const closing = { gate: 'rate-limited', until: T0 + 60_000 } as const;
  const [gate] = closeGate([old], closing, { since: ahead, token }, T0);
  expect(gate).toEqual({ gate: 'rate-limited', closedAt: T0, until: T0 + 90_000, token });
});
