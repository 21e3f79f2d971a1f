import { describe, expect, test } from 'vitest';
import type { BulkAction } from '../../electron/contract/stage';
import { act, actionsOf } from '../../electron/domain/acts';
import { actOnAll, pauseUntil } from '../../electron/domain/acts-on-many';
import type { AppState } from '../../electron/domain/app-state';
import { settleAttempt } from '../../electron/domain/attempt';
import type { MeetingRecord } from '../../electron/domain/meeting';
import { type Gone, putBack } from '../../electron/domain/off-the-list';
import { moveBefore } from '../../electron/domain/order';
import { atLobbe, everyStage, freshKey, idOf, meeting, stateOf, T0, token, uploading } from '../builders/meetings';

const context = { now: T0, freshKey, freshId: idOf(999) };
const idsOf = (state: AppState) => state.meetings.map(({ id }) => id);
const all = [...everyStage(), meeting(20), meeting(21, { unanswered: [token] })];
const everyId = all.map(({ id }) => id);

/** What `action` on several does to one of them. */
function actFor(action: BulkAction, record: MeetingRecord) {
  return action === 'remove' && !actionsOf(record).includes('remove') ? 'cancel' : action;
}

describe('an act on many is the act on each that can take it', () => {
  const actions = ['retry', 'pause', 'resume', 'undo', 'remove'] as const satisfies readonly BulkAction[];

  test.each(actions)('%s', (action) => {
    const state = stateOf(all);
    const oneByOne = all.reduce((before, each) => act(before, each.id, actFor(action, each), context), state);
    expect(actOnAll(state, everyId, action, T0)).toEqual(oneByOne);
  });

  test.each([...actions, 'send-next'] as const)('%s leaves the others as they are', (action) => {
    const state = stateOf(all);
    const after = actOnAll(state, [idOf(2), idOf(9)], action, T0);
    const others = (s: AppState) => s.meetings.filter(({ id }) => id !== idOf(2) && id !== idOf(9));
    expect(new Set(others(after))).toEqual(new Set(others(state)));
    for (const [index, record] of others(state).entries()) expect(others(after)[index]).toBe(record);
  });

  test.each([...actions, 'send-next'] as const)('%s on nobody who can take it changes nothing', (action) => {
    const state = stateOf([atLobbe(1, { stage: 'processing', status: 'QUEUED' }), meeting(2)]);
    expect(actOnAll(state, [idOf(1), idOf(9)], action, T0)).toBe(state);
    expect(actOnAll(state, [], action, T0)).toBe(state);
  });
});

test('sent next: in front of all that still has to be sent, in the order that they have', () => {
  const state = stateOf([uploading(1), meeting(2), meeting(3), meeting(4), meeting(5)]);
  const after = actOnAll(state, [idOf(5), idOf(3), idOf(1)], 'send-next', T0);
  expect(idsOf(after)).toEqual([idOf(1), idOf(3), idOf(5), idOf(2), idOf(4)]);
});

test('a pause of many that ends by itself', () => {
  const after = pauseUntil(stateOf(all), everyId, T0 + 1000, T0);
  const paused = after.meetings.filter(({ state }) => state.stage === 'paused' && state.until === T0 + 1000);
  expect(paused.map(({ id }) => id)).toEqual([2, 3, 4, 20, 21].map(idOf));
});

test('removed: what is at Lobbe does not come back as somebody else’s, what may be there keeps its key', () => {
  const maybe = meeting(2, { unanswered: [token], state: { stage: 'blocked', reason: 'rejected', detail: null } });
  const state = stateOf([atLobbe(1, { stage: 'ready', at: T0, unseen: false }), maybe, meeting(3)]);
  const after = actOnAll(state, [1, 2, 3].map(idOf), 'remove', T0);
  expect(after.elsewhere).toEqual([{ kind: 'hidden', recordingId: 'rec_1' }]);
  expect(after.meetings.map((m) => [m.key, m.state])).toEqual([
    [maybe.key, { stage: 'cancelled', at: T0, before: maybe.state, hidden: true }],
    [meeting(3).key, { stage: 'cancelled', at: T0, before: { stage: 'queued' }, hidden: false }],
  ]);
});

describe('put back', () => {
  const records = [1, 2, 3, 4, 5].map((n) => meeting(n));
  const goneOf = (...at: number[]): Gone[] => at.map((index) => ({ meeting: records[index] as MeetingRecord, index }));

  test.each([[[0]], [[4]], [[1, 3]], [[0, 1, 2, 3, 4]], [[3, 0]]])('%j: each where it was', (at) => {
    const left = stateOf(records.filter((_, index) => !at.includes(index)));
    expect(putBack(left, goneOf(...at)).meetings).toEqual(records);
  });

  test('one whose attempt ended without an answer meanwhile: the token that may have made a meeting of it is still known', () => {
    const cancelled = { stage: 'cancelled', at: T0, before: { stage: 'queued' }, hidden: false } as const;
    const removed = meeting(1, { keyToken: token, attempt: { since: T0, token }, state: cancelled });
    const off = actOnAll(stateOf([removed]), [idOf(1)], 'remove', T0 + 1);
    const outcome = { kind: 'unknown', phase: 'response', mayHaveArrived: true, code: 'ECONNRESET', sent: 9 } as const;
    const ended = settleAttempt(off, idOf(1), outcome, null, { now: T0 + 2, random: () => 0, token, freshKey });
    const [back] = putBack(ended, [{ meeting: removed, index: 0 }]).meetings;
    expect(back).toMatchObject({ key: removed.key, attempt: null, unanswered: [token], state: { hidden: false } });
  });

  test('one of the archive comes back at the end; one that is there again stays as it is', () => {
    const changed = meeting(2, { attempts: 3 });
    const state = stateOf([meeting(1), changed]);
    const after = putBack(state, [...goneOf(1), { meeting: meeting(9), index: 700 }]);
    expect(after.meetings).toEqual([meeting(1), changed, meeting(9)]);
    expect(putBack(state, goneOf(0, 1))).toBe(state);
  });
});

describe('moved together in the order of sending', () => {
  const state = stateOf([1, 2, 3, 4, 5].map((n) => meeting(n)));
  const moved = (ids: number[], before: number | null) =>
    idsOf(moveBefore(state, ids.map(idOf), before === null ? null : idOf(before)));

  test.each([
    [[4, 2], 1, [2, 4, 1, 3, 5]],
    [[1, 5], 3, [2, 1, 5, 3, 4]],
    [[1, 2], null, [3, 4, 5, 1, 2]],
    [[2], 3, [1, 2, 3, 4, 5]],
    [[2, 9], 1, [2, 1, 3, 4, 5]],
  ])('%j before %j', (ids, before, order) => {
    expect(moved(ids, before)).toEqual(order.map(idOf));
  });

  test.each([
    [[1], 9],
    [[1, 2], 2],
    [[9], 1],
    [[], 1],
  ])('%j before %j moves nothing', (ids, before) => {
    expect(moveBefore(state, ids.map(idOf), idOf(before))).toBe(state);
  });
});
