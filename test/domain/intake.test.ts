import { describe, expect, test } from 'vitest';
import { inspected, takeIn } from '../../electron/domain/intake';
import { atLobbe, idOf, keyOf, meeting, stateOf, T0, token } from '../builders/meetings';

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
    expect(state.meetings[0]?.state).toEqual({ stage: 'preparing', growing: true, fresh: false });
    expect(inspected(state, idOf(1), { kind: 'growing' }, T0).state).toBe(state);
  });

  test('case 16: what cannot become a meeting leaves the queue, with a reason', () => {
    const { state, refused } = inspected(taken, idOf(1), { kind: 'refused', reason: 'empty-file' }, T0);
    expect(state.meetings).toEqual([]);
    expect(refused).toBe('empty-file');
  });

  test('a record whose key was sent never leaves the queue by itself', () => {
    const sent = meeting(1, {
      attempts: 1,
      keyToken: token,
      state: { stage: 'preparing', growing: false, fresh: false },
    });
    const { state, refused } = inspected(stateOf([sent]), idOf(1), { kind: 'refused', reason: 'not-found' }, T0);
    expect(refused).toBeNull();
    expect(state.meetings[0]?.state).toMatchObject({ stage: 'blocked', reason: 'file-missing' });
  });

  test('case 23: another content under a key that was sent needs its user', () => {
    const sent = meeting(1, {
      attempts: 1,
      keyToken: token,
      state: { stage: 'preparing', growing: false, fresh: false },
    });
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
      state: { stage: 'cancelled', at: T0, before: { stage: 'queued' }, hidden: false },
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
