// Several meetings off the list at once: one change, one message, one undo.

import { describe, expect, test } from 'vitest';
import type { IdempotencyKey, MeetingId } from '../../electron/contract/ids';
import type { Toast } from '../../electron/contract/snapshot';
import { elsewhereOf, newcomer, putElsewhere } from '../../electron/domain/elsewhere';
import { elsewhereId } from '../../electron/domain/elsewhere-record';
import type { MeetingRecord } from '../../electron/domain/meeting';
import { noPast } from '../../electron/shell/past-meetings';
import { createRemoving } from '../../electron/shell/removing';
import { atLobbe, idOf, meeting, recordingIdOf, stateOf, T0, token, uploading } from '../builders/meetings';
import { memoryStore } from '../fakes/memory-store';

const stranger = newcomer(recordingIdOf(77), { stage: 'ready', at: T0, unseen: false }, token, T0);
const strangerId = elsewhereId(stranger.recordingId);
const ready = (n: number) => atLobbe(n, { stage: 'ready', at: T0, unseen: false });

function world(meetings: readonly MeetingRecord[]) {
  const store = memoryStore(putElsewhere(stateOf(meetings), [stranger]));
  const toasts: Toast[] = [];
  const removing = createRemoving({
    state: store.state,
    commit: (change) =>
      store.commit(change).then(
        () => true,
        () => false,
      ),
    past: noPast,
    elsewhere: (recordingId) => elsewhereOf(store.state(), recordingId),
    context: () => ({ now: T0, freshKey: 'key' as IdempotencyKey, freshId: 'id' as MeetingId }),
    now: () => T0,
    toast: (toast) => toasts.push(toast),
  });
  return { store, removing, toasts };
}

test('ours and others’ leave in one commit, and come back in one, each where it was', async () => {
  const meetings = [ready(1), meeting(2), ready(3), meeting(4), ready(5)];
  const { store, removing, toasts } = world(meetings);
  const before = store.state();
  const ids = [idOf(5), idOf(1), idOf(2), strangerId, idOf(404)];
  await removing.takeOffAll(ids);
  expect(store.history).toHaveLength(2);
  expect(store.state().meetings.map((m) => [m.id, m.state.stage])).toEqual([
    [idOf(2), 'cancelled'],
    [idOf(3), 'ready'],
    [idOf(4), 'queued'],
  ]);
  expect(store.state().elsewhere.every(({ kind }) => kind === 'hidden')).toBe(true);
  expect(toasts).toEqual([{ kind: 'removed-many', ids: [idOf(1), idOf(2), idOf(5), strangerId], maybeSent: false }]);

  await removing.undo([idOf(1), idOf(2), idOf(5), strangerId]);
  expect(store.history).toHaveLength(3);
  expect(store.state().meetings.map(({ id, state }) => [id, state])).toEqual(
    before.meetings.map(({ id, state }) => [id, state]),
  );
  expect(elsewhereOf(store.state(), stranger.recordingId)).toEqual(stranger);
});

test('says that some may be meetings already, as it does of one', async () => {
  const { removing, toasts } = world([meeting(1), uploading(2)]);
  await removing.takeOffAll([idOf(1), idOf(2)]);
  expect(toasts).toMatchObject([{ kind: 'removed-many', ids: [idOf(1), idOf(2)], maybeSent: true }]);
});

describe('nothing is said', () => {
  test('when the disk did not take it', async () => {
    const { store, removing, toasts } = world([ready(1)]);
    store.full = true;
    await removing.takeOffAll([idOf(1), strangerId]);
    expect(toasts).toEqual([]);
    expect(store.state().meetings).toHaveLength(1);
  });

  test('when there was nothing to take off', async () => {
    const { store, removing, toasts } = world([atLobbe(1, { stage: 'processing', status: 'QUEUED' })]);
    await removing.takeOffAll([idOf(1), idOf(404)]);
    expect(toasts).toEqual([]);
    expect(store.history).toHaveLength(1);
  });
});

test('the undo of one removal leaves the others removed, and an older one still has its own', async () => {
  const { store, removing } = world([ready(1), ready(2), ready(3)]);
  await removing.takeOffAll([idOf(1), idOf(3)]);
  await removing.takeOff(ready(2), 'remove');
  await removing.undo([idOf(2)]);
  expect(store.state().meetings.map(({ id }) => id)).toEqual([idOf(2)]);
  await removing.undo([idOf(1), idOf(3)]);
  expect(store.state().meetings.map(({ id }) => id)).toEqual([idOf(1), idOf(2), idOf(3)]);
});

test('what is a meeting by now is none that was taken off', async () => {
  const { removing, toasts } = world([atLobbe(1, { stage: 'processing', status: 'QUEUED' }), meeting(2)]);
  await removing.takeOffAll([idOf(1), idOf(2)]);
  expect(toasts).toMatchObject([{ ids: [idOf(2)] }]);
});
