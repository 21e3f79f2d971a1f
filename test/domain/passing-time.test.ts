import { describe, expect, test } from 'vitest';
import { pauseAll, resumeAll } from '../../electron/domain/acts';
import { pauseUntil } from '../../electron/domain/acts-on-many';
import { closeGate, type Gate } from '../../electron/domain/gates';
import { passTime } from '../../electron/domain/passing-time';
import { plan } from '../../electron/domain/plan';
import { everyStage, idOf, meeting, stateOf, T0, token } from '../builders/meetings';

const HOUR = 3_600_000;
const YEARS = 10 * 365 * 24 * HOUR;
const idle = { now: T0, inFlight: new Set<never>(), token, offline: false };

test('where nothing is due, time changes nothing', () => {
  const state = stateOf(everyStage());
  expect(passTime(state, T0)).toBe(state);
  expect(passTime(state, T0 + 3 * 24 * HOUR)).toBe(state);
});

describe('pauses with an end', () => {
  test('all: resumed by itself at its time, not before, also after a sleep', () => {
    const paused = pauseAll(stateOf([meeting(1)]), T0 + HOUR);
    expect(plan(paused, idle)).toEqual({ send: [], lookAgainAt: T0 + HOUR });
    expect(passTime(paused, T0 + HOUR - 1)).toBe(paused);
    expect(passTime(paused, T0 + HOUR)).toMatchObject({ pausedAll: false, pausedUntil: null });
    expect(passTime(paused, T0 + 72 * HOUR).pausedAll).toBe(false);
  });

  test('all without an end: only its user resumes', () => {
    const paused = pauseAll(stateOf([meeting(1)]), null);
    expect(passTime(paused, T0 + YEARS)).toBe(paused);
    expect(resumeAll(paused).pausedAll).toBe(false);
  });

  test('one: resumed by itself; what a server asked for still holds', () => {
    const told = { reason: 'rate-limited', since: T0, until: T0 + 2 * HOUR, toldByServer: true } as const;
    const state = stateOf([meeting(1), meeting(2, { state: { stage: 'waiting', ...told } })]);
    const both = pauseUntil(state, [idOf(1), idOf(2)], T0 + HOUR, T0);
    expect(both.meetings.map((m) => m.state.stage)).toEqual(['paused', 'paused']);
    expect(plan(both, idle).lookAgainAt).toBe(T0 + HOUR);
    expect(passTime(both, T0 + HOUR).meetings.map((m) => m.state)).toEqual([
      { stage: 'queued' },
      { stage: 'waiting', ...told },
    ]);
  });

  test.each(everyStage())('one: from $state.stage only where it can be paused', (record) => {
    const before = stateOf([record]);
    const paused = pauseUntil(before, [record.id], T0 + HOUR, T0).meetings[0]?.state.stage === 'paused';
    const can = ['queued', 'uploading', 'waiting'].includes(record.state.stage);
    expect(paused).toBe(can || record.state.stage === 'paused');
  });
});

describe('a clock that was set back', () => {
  const told = { stage: 'waiting', reason: 'rate-limited', since: T0, until: T0 + HOUR, toldByServer: true } as const;

  test('ten years: waits and gates keep their length, none is shortened', () => {
    const gates: Gate[] = [
      { gate: 'daily-cap', closedAt: T0, until: T0 + 5 * HOUR, token },
      { gate: 'needs-minutes', closedAt: T0, probeAt: T0 + HOUR, probes: 0, halfOpen: false },
      { gate: 'unauthorized', closedAt: T0, token },
    ];
    const now = T0 - YEARS;
    const after = passTime(stateOf([meeting(1, { state: told })], { gates }), now);
    expect(after.meetings[0]?.state).toEqual({ ...told, since: now, until: now + HOUR });
    expect(after.gates).toEqual([
      { gate: 'daily-cap', closedAt: now, until: now + 5 * HOUR, token },
      { gate: 'needs-minutes', closedAt: now, probeAt: now + HOUR, probes: 0, halfOpen: false },
      { gate: 'unauthorized', closedAt: now, token },
    ]);
    // Once, not at every look.
    expect(passTime(after, now + 30_000)).toBe(after);
  });

  test('a wait that a pause keeps is kept the same way', () => {
    const { stage: _, ...wait } = told;
    const state = stateOf([meeting(1, { state: { stage: 'paused', wait, until: null } })]);
    const now = T0 - YEARS;
    expect(passTime(state, now).meetings[0]?.state).toEqual({
      stage: 'paused',
      wait: { ...wait, since: now, until: now + HOUR },
      until: null,
    });
  });

  test('a pause with an end does not last ten years', () => {
    const paused = pauseAll(stateOf([meeting(1)]), T0 + HOUR);
    expect(passTime(paused, T0 - YEARS).pausedAll).toBe(false);
  });

  test('the seconds of a time server are no set-back', () => {
    const state = stateOf([meeting(1, { state: told })]);
    expect(passTime(state, T0 - 30_000)).toBe(state);
  });

  test('nor do they make the 402 of a send that began after them look older than its gate (seed 136716)', () => {
    const now = T0 - 30_000;
    const opened: Gate = { gate: 'needs-minutes', closedAt: T0, probeAt: T0 + HOUR, probes: 0, halfOpen: true };
    const { gates } = passTime(stateOf([meeting(1)], { gates: [opened] }), now);
    expect(gates).toEqual([{ ...opened, closedAt: now }]);
    const closed = closeGate(gates, { gate: 'needs-minutes' }, { since: now, token }, now + 500);
    expect(closed).toMatchObject([{ halfOpen: false, probes: 1 }]);
  });
});

describe('the circuit breaker', () => {
  test('after five attempts in a row without an answer one goes at a time, until one is answered', () => {
    const state = (lostInARow: number) => stateOf([meeting(1), meeting(2)], { lostInARow });
    expect(plan(state(4), idle).send).toHaveLength(2);
    expect(plan(state(5), idle).send).toEqual([idOf(1)]);
    expect(plan(state(500), { ...idle, inFlight: new Set([idOf(1)]) }).send).toEqual([]);
  });
});
