import { describe, expect, test } from 'vitest';
import type { MeetingAction, Stage } from '../../electron/contract/stage';
import { act, actionsOf, markSeen } from '../../electron/domain/acts';
import { retryAll } from '../../electron/domain/acts-on-many';
import { inspected, takeIn } from '../../electron/domain/intake';
import { clearFinished, putBack } from '../../electron/domain/off-the-list';
import { moveBefore } from '../../electron/domain/order';
import {
  atLobbe,
  everyStage,
  freshKey,
  idOf,
  keyOf,
  meeting,
  stateOf,
  T0,
  token,
  uploading,
} from '../builders/meetings';

const context = { now: T0, freshKey, freshId: idOf(999) };
const recordActs = [
  'retry',
  'pause',
  'resume',
  'cancel',
  'remove',
  'upload-again',
  'upload-new-version',
  'send-next',
  'undo',
] as const satisfies readonly MeetingAction[];

describe('every act × every stage', () => {
  const table = everyStage().flatMap((record) => recordActs.map((action) => ({ record, action })));

  test.each(table)('$action from $record.state.stage', ({ record, action }) => {
    const before = stateOf([meeting(50), record, meeting(51)]);
    const after = act(before, record.id, action, context);
    if (!actionsOf(record).includes(action)) {
      expect(after).toBe(before);
      return;
    }
    expect(after).not.toBe(before);
    // Nobody else is touched.
    for (const other of [idOf(50), idOf(51)]) {
      expect(after.meetings.find((m) => m.id === other)).toBe(before.meetings.find((m) => m.id === other));
    }
    // A key changes by two acts alone (L8).
    const key = after.meetings.find((m) => m.id === record.id)?.key;
    if (key !== undefined && key !== record.key) expect(['upload-again', 'upload-new-version']).toContain(action);
  });

  test('where each leads', () => {
    const lead = (record: ReturnType<typeof meeting>, action: (typeof recordActs)[number]): Stage | 'gone' =>
      act(stateOf([record]), record.id, action, context).meetings.find((m) => m.id === record.id)?.state.stage ??
      'gone';
    expect(lead(meeting(1), 'pause')).toBe('paused');
    expect(lead(uploading(1), 'pause')).toBe('paused');
    expect(lead(uploading(1), 'cancel')).toBe('cancelled');
    expect(lead(meeting(1, { state: { stage: 'paused', wait: null, until: null } }), 'resume')).toBe('queued');
    expect(lead(meeting(1, { file: null, state: { stage: 'paused', wait: null, until: null } }), 'resume')).toBe(
      'preparing',
    );
    const blocked = (reason: 'rejected' | 'file-missing' | 'over-daily-cap') =>
      meeting(1, { state: { stage: 'blocked', reason, detail: null } });
    expect(lead(blocked('rejected'), 'retry')).toBe('queued');
    expect(lead(blocked('over-daily-cap'), 'retry')).toBe('queued');
    expect(lead(blocked('file-missing'), 'retry')).toBe('preparing');
    expect(lead(blocked('rejected'), 'remove')).toBe('gone');
  });
});

test('L17: a wait that Lobbe asked for outlives a pause, and cannot be shortened by "retry"', () => {
  const told = { stage: 'waiting', since: T0, reason: 'rate-limited', until: T0 + 60_000, toldByServer: true } as const;
  const state = stateOf([meeting(1, { state: told })]);
  expect(act(state, idOf(1), 'retry', context)).toBe(state);
  const paused = act(state, idOf(1), 'pause', context);
  expect(act(paused, idOf(1), 'resume', context).meetings[0]?.state).toEqual(told);
  expect(act(paused, idOf(1), 'resume', { ...context, now: T0 + 60_000 }).meetings[0]?.state.stage).toBe('queued');
});

test('cancel and undo: back to where it was; an attempt that was stopped is not under way any more', () => {
  for (const record of everyStage().filter((m) => actionsOf(m).includes('cancel'))) {
    const cancelled = act(stateOf([record]), record.id, 'cancel', context);
    const back = act(cancelled, record.id, 'undo', context).meetings[0]?.state;
    expect(back).toEqual(record.state.stage === 'uploading' ? { stage: 'queued' } : record.state);
  }
});

test('removing what may be a meeting keeps its record and its key', () => {
  const maybe = meeting(1, {
    unanswered: [token],
    state: { stage: 'blocked', reason: 'maybe-delivered', detail: null },
  });
  const after = act(stateOf([maybe]), idOf(1), 'remove', context);
  expect(after.meetings[0]).toMatchObject({ key: keyOf(1), state: { stage: 'cancelled' } });
  expect(clearFinished(after, T0)).toBe(after);
});

test('upload again: beside a confirmed meeting a new record with a new key; an unconfirmed one goes on with a new key', () => {
  const ready = atLobbe(1, { stage: 'ready', at: T0, unseen: false });
  const beside = act(stateOf([ready]), idOf(1), 'upload-again', context);
  expect(beside.meetings).toHaveLength(2);
  expect(beside.meetings[0]).toBe(ready);
  expect(beside.meetings[1]).toMatchObject({ id: idOf(999), key: freshKey, again: true, path: ready.path });
  const maybe = meeting(1, {
    unanswered: [token],
    state: { stage: 'blocked', reason: 'maybe-delivered', detail: null },
  });
  const renewed = act(stateOf([maybe]), idOf(1), 'upload-again', context);
  expect(renewed.meetings).toHaveLength(1);
  expect(renewed.meetings[0]).toMatchObject({
    key: freshKey,
    keyToken: null,
    unanswered: [],
    state: { stage: 'queued' },
  });
});

test('L8: a new version is a new request, so it gets a new key', () => {
  const changed = meeting(1, { attempts: 2, state: { stage: 'blocked', reason: 'file-changed', detail: null } });
  const after = act(stateOf([changed]), idOf(1), 'upload-new-version', context);
  expect(after.meetings[0]).toMatchObject({ key: freshKey, keyToken: null, file: null, state: { stage: 'preparing' } });
});

test('send next: before everything that still has to be sent', () => {
  const state = stateOf([atLobbe(9, { stage: 'naming' }), meeting(1), meeting(2), meeting(3)]);
  const order = act(state, idOf(3), 'send-next', context).meetings.map((m) => m.id);
  expect(order).toEqual([idOf(9), idOf(3), idOf(1), idOf(2)]);
});

test('retry all: what waits and what is blocked, nothing else', () => {
  const after = retryAll(stateOf(everyStage()), T0);
  const stages = everyStage().map((m) => m.state.stage);
  const moved = after.meetings.map((m) => m.state.stage).map((stage, i) => (stage === stages[i] ? null : stages[i]));
  expect(moved.filter((stage) => stage !== null)).toEqual(['waiting', 'blocked']);
});

test('clear finished takes ready, failed, deleted and cancelled off the list', () => {
  const left = clearFinished(stateOf(everyStage()), T0).meetings.map((m) => m.state.stage);
  expect(left).toEqual(['preparing', 'queued', 'uploading', 'waiting', 'paused', 'blocked', 'processing', 'naming']);
});

test('a removal is taken back to its place, once', () => {
  const state = stateOf([meeting(1), meeting(3)]);
  const back = putBack(state, [{ meeting: meeting(2), index: 1 }]);
  expect(back.meetings.map((m) => m.id)).toEqual([idOf(1), idOf(2), idOf(3)]);
  expect(putBack(back, [{ meeting: meeting(2), index: 1 }])).toBe(back);
});

test('seen: only what is ready and new', () => {
  const state = stateOf([atLobbe(1, { stage: 'ready', at: T0, unseen: true }), meeting(2)]);
  const seen = markSeen(state, [idOf(1), idOf(2)]);
  expect(seen.meetings[0]?.state).toMatchObject({ unseen: false });
  expect(markSeen(seen, [idOf(1), idOf(2)])).toBe(seen);
});

test('reorder: before another, to the end, and nowhere when one of them is gone', () => {
  const state = stateOf([meeting(1), meeting(2), meeting(3)]);
  const order = (id: number, before: number | null) =>
    moveBefore(state, [idOf(id)], before === null ? null : idOf(before)).meetings.map((m) => m.id);
  expect(order(3, 1)).toEqual([idOf(3), idOf(1), idOf(2)]);
  expect(order(1, null)).toEqual([idOf(2), idOf(3), idOf(1)]);
  expect(moveBefore(state, [idOf(1)], idOf(9))).toBe(state);
  expect(moveBefore(state, [idOf(9)], idOf(1))).toBe(state);
  expect(moveBefore(state, [idOf(1)], idOf(1))).toBe(state);
});

test('cancel, add again, undo: one record, not two', () => {
  const cancelled = act(stateOf([meeting(1)]), idOf(1), 'cancel', context);
  const { path, name, file } = meeting(1);
  if (file === null) throw new Error('a queued record has a file');
  const again = takeIn(cancelled, [{ id: idOf(2), key: keyOf(2), path, name }], T0);
  const { state } = inspected(again, idOf(2), { kind: 'recording', file, path }, T0);
  expect(state.meetings).toMatchObject([{ id: idOf(1), key: keyOf(1), state: { stage: 'queued' } }]);
  expect(act(state, idOf(1), 'undo', context)).toBe(state);
});

test('L17: added again, a cancelled recording still waits as it was told', () => {
  const told = { stage: 'waiting', reason: 'rate-limited', since: T0, until: T0 + 60_000, toldByServer: true } as const;
  const cancelled = act(stateOf([meeting(1, { state: told })]), idOf(1), 'cancel', context);
  const { path, name, file } = meeting(1);
  if (file === null) throw new Error('a waiting record has a file');
  const again = takeIn(cancelled, [{ id: idOf(2), key: keyOf(2), path, name }], T0);
  expect(inspected(again, idOf(2), { kind: 'recording', file, path }, T0).state.meetings[0]?.state).toEqual(told);
});

test('what may be a meeting leaves the list, not the state; its undo brings the row back, not the send', () => {
  const maybe = { stage: 'cancelled', at: T0, before: { stage: 'queued' }, hidden: false } as const;
  const state = stateOf([meeting(1, { unanswered: [token], state: maybe })]);
  for (const after of [act(state, idOf(1), 'remove', context), clearFinished(state, T0)]) {
    expect(after.meetings[0]).toMatchObject({ key: keyOf(1), state: { stage: 'cancelled', hidden: true } });
    expect(act(after, idOf(1), 'undo', context).meetings[0]?.state).toEqual(maybe);
  }
});

test('a cancelled send that is still in the air is not cleared away before its answer', () => {
  const cancelled = act(stateOf([uploading(1)]), idOf(1), 'cancel', context);
  expect(clearFinished(cancelled, T0).meetings).toHaveLength(1);
});

test('a second click on "upload again" is not a second wish', () => {
  const ready = atLobbe(1, { stage: 'ready', at: T0, unseen: false });
  const once = act(stateOf([ready]), idOf(1), 'upload-again', context);
  expect(act(once, idOf(1), 'upload-again', { ...context, freshId: idOf(998) })).toBe(once);
});
