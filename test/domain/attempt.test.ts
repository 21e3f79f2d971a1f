import { describe, expect, test } from 'vitest';
import { act } from '../../electron/domain/acts';
import { fileIsBack, networkIsBack, recover, settleAttempt, startAttempt } from '../../electron/domain/attempt';
import { elsewhereViews } from '../../electron/domain/elsewhere-view';
import { applyPage } from '../../electron/domain/feed';
import type { Gate } from '../../electron/domain/gates';
import { inspected, takeIn } from '../../electron/domain/intake';
import type { Outcome } from '../../electron/domain/outcome';
import {
  accepted,
  context,
  everyStage,
  freshKey,
  idOf,
  keyOf,
  later,
  lost,
  meeting,
  recordingIdOf,
  refused,
  stateOf,
  T0,
  token,
  uploading,
} from '../builders/meetings';

const HOUR = 3_600_000;
const needsMinutes = (given: Partial<Extract<Gate, { gate: 'needs-minutes' }>> = {}): Gate => ({
  gate: 'needs-minutes',
  closedAt: T0,
  probeAt: T0 + HOUR / 2,
  probes: 0,
  halfOpen: false,
  ...given,
});

describe('an attempt', () => {
  test('L13, L15: its key and the token that sends it are in the state before it begins', () => {
    const state = startAttempt(stateOf([meeting(1)]), idOf(1), token, T0);
    expect(state.meetings[0]).toMatchObject({
      keyToken: token,
      attempts: 1,
      attempt: { since: T0, token },
      state: { stage: 'uploading' },
    });
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
    const event = { id: '9', type: 'recording.ready', recordingId: recordingIdOf(1), status: 'READY' };
    const page = {
      events: [{ ...event, seriesId: null, occurredAt: null, change: null, error: null }],
      unreadable: [],
      nextCursor: 'c1',
    };
    const state = applyPage(stateOf([uploading(1)]), page, token, T0);
    expect(state.elsewhere).toHaveLength(1);
    // Nobody is shown a stranger that may be their own.
    expect(elsewhereViews(state)).toEqual([]);
    const after = settleAttempt(state, idOf(1), accepted(1), null, context);
    expect(after.meetings[0]).toMatchObject({ seenEvents: ['9'], state: { stage: 'ready', unseen: true } });
    expect(after.elsewhere).toEqual([{ kind: 'hidden', recordingId: recordingIdOf(1) }]);
    expect(applyPage(after, page, token, T0 + 1).meetings).toBe(after.meetings);
  });

  test('F1: a meeting that was told to be deleted before its 202 came is asked about (seed 1237984)', () => {
    const event = { id: '9', type: 'recording.deleted', recordingId: recordingIdOf(1), status: 'READY' };
    const page = {
      events: [
        { ...event, id: '8', type: 'recording.ready', seriesId: null, occurredAt: null, change: null, error: null },
        { ...event, seriesId: null, occurredAt: null, change: null, error: null },
      ],
      unreadable: [],
      nextCursor: 'c1',
    };
    const state = applyPage(stateOf([uploading(1)]), page, token, T0);
    const after = settleAttempt(state, idOf(1), accepted(1), null, context);
    expect(after.meetings[0]?.state.stage).toBe('deleted');
    expect(after.feed.catchUp).toEqual({ list: null, open: [recordingIdOf(1)] });
  });

  test('F1: where the 202 says more than the event before it, which of them is older is asked (seed 292487)', () => {
    const event = { id: '9', type: 'recording.naming_required', recordingId: recordingIdOf(1), status: 'NAMING' };
    const page = {
      events: [{ ...event, seriesId: null, occurredAt: null, change: null, error: null }],
      unreadable: [],
      nextCursor: 'c1',
    };
    const state = applyPage(stateOf([uploading(1)]), page, token, T0);
    const found = { ...accepted(1), status: 'READY' } as Outcome;
    const after = settleAttempt(state, idOf(1), found, null, context);
    expect(after.meetings[0]?.state.stage).toBe('ready');
    expect(after.feed.catchUp).toEqual({ list: null, open: [recordingIdOf(1)] });
  });
});

describe('what comes back by itself', () => {
  test('the network: ends network waits, never one that a server asked for', () => {
    const told = { stage: 'waiting', since: T0, reason: 'server-error', until: T0 + 9, toldByServer: true } as const;
    const state = settleAttempt(
      stateOf([uploading(1), meeting(2, { state: told })]),
      idOf(1),
      lost(false),
      null,
      context,
    );
    expect(networkIsBack(state).meetings.map((m) => m.state)).toEqual([{ stage: 'queued' }, told]);
  });

  test('the line: the first that is accepted after it was down takes along those that wait for it', () => {
    const waits = (n: number, reason: 'network' | 'server-error') =>
      meeting(n, { state: { stage: 'waiting', reason, since: T0, until: T0 + HOUR, toldByServer: false } });
    const stagesAfter = (lost: number) =>
      settleAttempt(
        stateOf([uploading(1), waits(2, 'network'), waits(3, 'server-error')], { lostInARow: lost }),
        idOf(1),
        accepted(1),
        null,
        context,
      ).meetings.map(({ state }) => state.stage);
    expect(stagesAfter(5)).toEqual(['processing', 'queued', 'waiting']);
    // One that alone does not get through is not sent anew with each that does.
    expect(stagesAfter(4)).toEqual(['processing', 'waiting', 'waiting']);
  });

  test('case 24: a file that is back is looked at; other blocks stay', () => {
    const missing = meeting(1, { state: { stage: 'blocked', reason: 'file-missing', detail: null } });
    expect(fileIsBack(stateOf([missing]), idOf(1), T0).meetings[0]?.state.stage).toBe('preparing');
    const changed = stateOf([meeting(1, { state: { stage: 'blocked', reason: 'file-changed', detail: null } })]);
    expect(fileIsBack(changed, idOf(1), T0)).toBe(changed);
  });
});

describe('attempts in a row without an answer', () => {
  const count = (outcome: Parameters<typeof settleAttempt>[2]) =>
    settleAttempt(stateOf([uploading(1)], { lostInARow: 4 }), idOf(1), outcome, null, context).lostInARow;

  test('are counted over all recordings; any answer ends them, what we did ourselves does not', () => {
    expect(count(lost(false))).toBe(5);
    expect(count(lost(true))).toBe(5);
    expect(count(accepted(1))).toBe(0);
    expect(count(later(503))).toBe(0);
    expect(count(refused(400))).toBe(0);
    expect(count({ kind: 'interrupted', mayHaveArrived: false, sent: 0 })).toBe(4);
    expect(count({ kind: 'file-trouble', trouble: 'file-missing', code: 'ENOENT' })).toBe(4);
  });
});

describe('an attempt that its user turned away from, and then a kill', () => {
  const user = { now: T0, freshKey, freshId: idOf(999) };

  test.each(['cancel', 'pause'] as const)('%s: the next start knows that it may have arrived', (action) => {
    const killed = recover(act(stateOf([uploading(1)]), idOf(1), action, user), T0);
    expect(killed.meetings[0]).toMatchObject({ attempt: null, unanswered: [token] });
    expect(killed.meetings[0]?.state.stage).toBe(action === 'cancel' ? 'cancelled' : 'paused');
  });

  test('L6: cancelled, killed, and dropped again: the old key finds out', () => {
    const { path, name, file } = uploading(1);
    if (!file) throw new Error('it was looked at');
    const killed = recover(act(stateOf([uploading(1)]), idOf(1), 'cancel', user), T0);
    const again = takeIn(killed, [{ id: idOf(2), key: keyOf(2), path, name }], T0);
    const { state } = inspected(again, idOf(2), { kind: 'recording', file, path }, T0);
    expect(state.meetings).toMatchObject([{ id: idOf(1), key: keyOf(1), state: { stage: 'queued' } }]);
  });

  test('a fresh drop is looked at after the restart, and stays whatever is found', () => {
    const fresh = takeIn(stateOf([]), [{ id: idOf(2), key: keyOf(2), path: '/share/a.m4a', name: 'a.m4a' }], T0);
    const restarted = recover(fresh, T0);
    const { state, refused: reason } = inspected(restarted, idOf(2), { kind: 'refused', reason: 'not-found' }, T0);
    expect(reason).toBeNull();
    expect(state.meetings[0]?.state).toMatchObject({ stage: 'blocked', reason: 'file-missing' });
  });
});
