import { describe, expect, test } from 'vitest';
import type { Gate } from '../../electron/domain/gates';
import { plan } from '../../electron/domain/plan';
import { everyStage, idOf, meeting, otherToken, stateOf, T0, token } from '../builders/meetings';

const HOUR = 3_600_000;
const idle = { now: T0, inFlight: new Set<never>(), token, offline: false };
const needsMinutes = (given: Partial<Extract<Gate, { gate: 'needs-minutes' }>> = {}): Gate => ({
  gate: 'needs-minutes',
  closedAt: T0,
  probeAt: T0 + HOUR / 2,
  probes: 0,
  halfOpen: false,
  ...given,
});
const until = (gate: 'daily-cap' | 'rate-limited', time: number): Gate => ({ gate, closedAt: T0, until: time, token });

describe('what may go out now', () => {
  test('the first in the queue, as many as may go at once, minus those under way', () => {
    const state = stateOf([meeting(1), meeting(2), meeting(3)]);
    expect(plan(state, idle).send).toEqual([idOf(1), idOf(2)]);
    expect(plan(state, { ...idle, inFlight: new Set([idOf(1)]) }).send).toEqual([idOf(2)]);
  });

  test('of every stage, only what is queued or has waited long enough', () => {
    expect(plan(stateOf(everyStage()), idle).send).toEqual([idOf(2)]);
    expect(plan(stateOf(everyStage()), { ...idle, now: T0 + 2000 }).send).toEqual([idOf(2), idOf(4)]);
    expect(plan(stateOf(everyStage()), idle).lookAgainAt).toBe(T0 + 2000);
  });

  test('nothing when all is paused, without a token, or without any network', () => {
    const state = stateOf([meeting(1)]);
    expect(plan({ ...state, pausedAll: true }, idle).send).toEqual([]);
    expect(plan(state, { ...idle, token: null }).send).toEqual([]);
    expect(plan(state, { ...idle, offline: true }).send).toEqual([]);
  });

  test('daily-cap opens by itself at its time, however late that is noticed', () => {
    const state = stateOf([meeting(1)], { gates: [until('daily-cap', T0 + HOUR)] });
    expect(plan(state, idle)).toEqual({ send: [], lookAgainAt: T0 + HOUR });
    expect(plan(state, { ...idle, now: T0 + HOUR - 1 }).send).toEqual([]);
    expect(plan(state, { ...idle, now: T0 + HOUR }).send).toEqual([idOf(1)]);
    expect(plan(state, { ...idle, now: T0 + 72 * HOUR }).send).toEqual([idOf(1)]);
  });

  test('needs-minutes: nothing goes until its user says so, then the smallest alone', () => {
    const meetings = [meeting(3), meeting(1), meeting(2)];
    expect(plan(stateOf(meetings, { gates: [needsMinutes()] }), idle).send).toEqual([]);
    const opened = stateOf(meetings, { gates: [needsMinutes({ halfOpen: true })] });
    expect(plan(opened, idle).send).toEqual([idOf(1)]);
    expect(plan(opened, { ...idle, inFlight: new Set([idOf(1)]) }).send).toEqual([]);
  });

  test('needs-minutes: while the smallest waits for the network, the next is not sent in its place', () => {
    const waiting = meeting(1, {
      state: { stage: 'waiting', since: T0, reason: 'network', until: T0 + 1, toldByServer: false },
    });
    const state = stateOf([meeting(2), waiting], { gates: [needsMinutes({ halfOpen: true })] });
    expect(plan(state, idle).send).toEqual([]);
  });

  test('needs-minutes: the slow probe goes at its time, and only with a recording under 20 MB', () => {
    const probing = { ...idle, now: T0 + HOUR };
    expect(plan(stateOf([meeting(1)], { gates: [needsMinutes()] }), probing).send).toEqual([idOf(1)]);
    const big = meeting(1, {
      file: { size: 20_000_000, mtimeMs: 0, contentType: 'audio/mp4', durationMs: null, ends: null },
    });
    expect(plan(stateOf([big], { gates: [needsMinutes()] }), probing).send).toEqual([]);
    expect(plan(stateOf([big], { gates: [needsMinutes({ halfOpen: true })] }), idle).send).toEqual([idOf(1)]);
  });

  test('L7: what may have arrived goes once more at a closed cap, with this token only', () => {
    const maybe = meeting(2, { unanswered: [token] });
    for (const gate of [needsMinutes(), until('daily-cap', T0 + HOUR)]) {
      expect(plan(stateOf([meeting(1), maybe], { gates: [gate] }), idle).send).toEqual([idOf(2)]);
      const other = meeting(2, { unanswered: [otherToken] });
      expect(plan(stateOf([meeting(1), other], { gates: [gate] }), idle).send).toEqual([]);
    }
  });

  test('a rate limit and a refused token hold up everything, also what may have arrived', () => {
    const maybe = meeting(2, { unanswered: [token] });
    for (const gate of [until('rate-limited', T0 + HOUR), { gate: 'unauthorized', closedAt: T0, token } as const]) {
      expect(plan(stateOf([maybe], { gates: [gate] }), idle).send).toEqual([]);
    }
  });

  test('two closed gates: both have to let the probe through', () => {
    const gates = [needsMinutes({ halfOpen: true }), until('daily-cap', T0 + HOUR)];
    expect(plan(stateOf([meeting(1)], { gates }), idle).send).toEqual([]);
    expect(plan(stateOf([meeting(1)], { gates }), { ...idle, now: T0 + HOUR }).send).toEqual([idOf(1)]);
  });
});
