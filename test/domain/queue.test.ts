import { describe, expect, test } from 'vitest';
import type { Gate } from '../../electron/domain/gates';
import {
  fileIsBack,
  inspected,
  networkIsBack,
  plan,
  recover,
  settleAttempt,
  startAttempt,
  takeIn,
} from '../../electron/domain/queue';
import {
  accepted,
  atLobbe,
  context,
  everyStage,
  idOf,
  keyOf,
  later,
  lost,
  meeting,
  otherToken,
  recordingIdOf,
  stateOf,
  T0,
  token,
  uploading,
} from '../builders/meetings';

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
const until = (gate: 'daily-cap' | 'rate-limited', time: number): Gate => ({ gate, closedAt: T0, until: time });

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
    const waiting = meeting(1, { state: { stage: 'waiting', reason: 'network', until: T0 + 1, toldByServer: false } });
    const state = stateOf([meeting(2), waiting], { gates: [needsMinutes({ halfOpen: true })] });
    expect(plan(state, idle).send).toEqual([]);
  });

  test('needs-minutes: the slow probe goes at its time, and only with a recording under 20 MB', () => {
    const probing = { ...idle, now: T0 + HOUR };
    expect(plan(stateOf([meeting(1)], { gates: [needsMinutes()] }), probing).send).toEqual([idOf(1)]);
    const big = meeting(1, { file: { size: 20_000_000, mtimeMs: 0, contentType: 'audio/mp4', durationMs: null } });
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
    for (const gate of [until('rate-limited', T0 + HOUR), { gate: 'unauthorized', closedAt: T0 } as const]) {
      expect(plan(stateOf([maybe], { gates: [gate] }), idle).send).toEqual([]);
    }
  });

  test('two closed gates: both have to let the probe through', () => {
    const gates = [needsMinutes({ halfOpen: true }), until('daily-cap', T0 + HOUR)];
    expect(plan(stateOf([meeting(1)], { gates }), idle).send).toEqual([]);
    expect(plan(stateOf([meeting(1)], { gates }), { ...idle, now: T0 + HOUR }).send).toEqual([idOf(1)]);
  });
});

describe('taking in', () => {
  const file = { size: 5, mtimeMs: 7, contentType: 'audio/mp4', durationMs: null };
  const incoming = { id: idOf(1), key: keyOf(1), path: '/a/جلسه.m4a', name: 'جلسه.m4a' };
  const taken = takeIn(stateOf([]), [incoming], T0);

  test('L15: a record with its key is there before its file was looked at', () => {
    expect(taken.meetings).toHaveLength(1);
    expect(taken.meetings[0]).toMatchObject({ key: keyOf(1), path: '/a/جلسه.m4a', state: { stage: 'preparing' } });
    expect(taken.meetings[0]?.keyToken).toBeNull();
  });

  test('a recording is queued with its size, time and type', () => {
    const { state, refused } = inspected(taken, idOf(1), { kind: 'recording', path: incoming.path, file }, T0);
    expect(refused).toBeNull();
    expect(state.meetings[0]).toMatchObject({ file, state: { stage: 'queued' } });
  });

  test('case 20: a growing file waits in preparing', () => {
    const { state } = inspected(taken, idOf(1), { kind: 'growing' }, T0);
    expect(state.meetings[0]?.state).toEqual({ stage: 'preparing', growing: true });
    expect(inspected(state, idOf(1), { kind: 'growing' }, T0).state).toBe(state);
  });

  test('case 16: what cannot become a meeting leaves the queue, with a reason', () => {
    const { state, refused } = inspected(taken, idOf(1), { kind: 'refused', reason: 'empty-file' }, T0);
    expect(state.meetings).toEqual([]);
    expect(refused).toBe('empty-file');
  });

  test('a record whose key was sent never leaves the queue by itself', () => {
    const sent = meeting(1, { attempts: 1, keyToken: token, state: { stage: 'preparing', growing: false } });
    const { state, refused } = inspected(stateOf([sent]), idOf(1), { kind: 'refused', reason: 'not-found' }, T0);
    expect(refused).toBeNull();
    expect(state.meetings[0]?.state).toMatchObject({ stage: 'blocked', reason: 'file-missing' });
  });

  test('case 23: another content under a key that was sent needs its user', () => {
    const sent = meeting(1, { attempts: 1, keyToken: token, state: { stage: 'preparing', growing: false } });
    const { state } = inspected(stateOf([sent]), idOf(1), { kind: 'recording', path: incoming.path, file }, T0);
    expect(state.meetings[0]).toMatchObject({ key: keyOf(1), state: { stage: 'blocked', reason: 'file-changed' } });
  });

  test('the same unchanged file is not taken twice, unless its user says so; a changed one is another recording', () => {
    const first = atLobbe(2, { stage: 'ready', at: T0, unseen: false }, { path: incoming.path, file });
    const again = takeIn(stateOf([first]), [incoming], T0);
    expect(inspected(again, idOf(1), { kind: 'recording', path: incoming.path, file }, T0).refused).toBe(
      'already-queued',
    );
    const changed = { ...file, mtimeMs: 8 };
    expect(inspected(again, idOf(1), { kind: 'recording', path: incoming.path, file: changed }, T0).refused).toBeNull();
    const wanted = takeIn(stateOf([first]), [{ ...incoming, again: true }], T0);
    expect(inspected(wanted, idOf(1), { kind: 'recording', path: incoming.path, file }, T0).refused).toBeNull();
  });

  test('L6: a cancelled send that may have arrived is taken up again with its old key', () => {
    const cancelled = meeting(2, {
      path: incoming.path,
      file,
      unanswered: [token],
      state: { stage: 'cancelled', at: T0, before: { stage: 'queued' } },
    });
    const { state } = inspected(
      takeIn(stateOf([cancelled]), [incoming], T0),
      idOf(1),
      { kind: 'recording', path: incoming.path, file },
      T0,
    );
    expect(state.meetings).toHaveLength(1);
    expect(state.meetings[0]).toMatchObject({ key: keyOf(2), state: { stage: 'queued' } });
  });
});

describe('an attempt', () => {
  test('L13, L15: its key and the token that sends it are in the state before it begins', () => {
    const state = startAttempt(stateOf([meeting(1)]), idOf(1), token, T0);
    expect(state.meetings[0]).toMatchObject({ keyToken: token, attempts: 1, state: { stage: 'uploading', token } });
  });

  test.each(everyStage())('begins from queued and waiting only: $state.stage', (record) => {
    const before = stateOf([record]);
    const started = startAttempt(before, record.id, token, T0) !== before;
    expect(started).toBe(record.state.stage === 'queued' || record.state.stage === 'waiting');
  });

  test('does not begin when all was paused a moment ago', () => {
    const state = stateOf([meeting(1)], { pausedAll: true });
    expect(startAttempt(state, idOf(1), token, T0)).toBe(state);
  });

  test('cut off by a crash: queued again with the same key, and known to have perhaps arrived', () => {
    const state = recover(stateOf([uploading(1), meeting(2)]), T0);
    expect(state.meetings[0]).toMatchObject({ key: keyOf(1), unanswered: [token], state: { stage: 'queued' } });
    expect(recover(state, T0)).toBe(state);
  });

  test('402 closes the gate for all; a fresh 202 of the probe opens it', () => {
    const closed = settleAttempt(stateOf([uploading(1), meeting(2)]), idOf(1), later(402), null, context);
    expect(closed.gates).toMatchObject([{ gate: 'needs-minutes', halfOpen: false, probeAt: T0 + HOUR / 2 }]);
    const probing = { ...closed, gates: [needsMinutes({ halfOpen: true })], meetings: [uploading(1), meeting(2)] };
    expect(settleAttempt(probing, idOf(1), accepted(1), 'abc', context)).toMatchObject({
      gates: [],
      meetings: [{ sha256: 'abc' }, {}],
    });
  });

  test('402 again: the next slow probe comes later, doubling to six hours', () => {
    const times = [0, 1, 2, 3, 4, 9].map((probes) => {
      const state = stateOf([uploading(1)], { gates: [needsMinutes({ probes, halfOpen: true })] });
      const [gate] = settleAttempt(state, idOf(1), later(402), null, context).gates;
      return gate && 'probeAt' in gate ? (gate.probeAt - T0) / HOUR : null;
    });
    expect(times).toEqual([1, 2, 4, 6, 6, 6]);
  });

  test('L7: a 202 that may be a repeat says nothing of minutes', () => {
    const state = stateOf([uploading(1, { unanswered: [token] })], { gates: [needsMinutes({ halfOpen: true })] });
    expect(settleAttempt(state, idOf(1), accepted(1), null, context).gates).toHaveLength(1);
  });

  test('a record that its user removed meanwhile is not brought back', () => {
    const state = stateOf([meeting(2)]);
    expect(settleAttempt(state, idOf(1), accepted(1), null, context)).toBe(state);
  });

  test('F15: an event that came before its meeting’s 202 is not lost', () => {
    const news = { recordingId: recordingIdOf(1), eventIds: ['9'], stage: 'ready', at: T0, failure: null } as const;
    const before = stateOf([uploading(1)]);
    const state = { ...before, feed: { ...before.feed, strangers: [news] } };
    const after = settleAttempt(state, idOf(1), accepted(1), null, context);
    expect(after.meetings[0]).toMatchObject({ seenEvents: ['9'], state: { stage: 'ready', unseen: true } });
    expect(after.feed.strangers).toEqual([]);
  });
});

describe('what comes back by itself', () => {
  test('the network: ends network waits, never one that a server asked for', () => {
    const told = { stage: 'waiting', reason: 'server-error', until: T0 + 9, toldByServer: true } as const;
    const state = settleAttempt(
      stateOf([uploading(1), meeting(2, { state: told })]),
      idOf(1),
      lost(false),
      null,
      context,
    );
    expect(networkIsBack(state).meetings.map((m) => m.state)).toEqual([{ stage: 'queued' }, told]);
  });

  test('case 24: a file that is back goes on; other blocks stay', () => {
    const missing = meeting(1, { state: { stage: 'blocked', reason: 'file-missing', detail: null } });
    expect(fileIsBack(stateOf([missing]), idOf(1), T0).meetings[0]?.state).toEqual({ stage: 'queued' });
    const changed = stateOf([meeting(1, { state: { stage: 'blocked', reason: 'file-changed', detail: null } })]);
    expect(fileIsBack(changed, idOf(1), T0)).toBe(changed);
  });
});
