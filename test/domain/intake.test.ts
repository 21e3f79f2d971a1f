import { describe, expect, test } from 'vitest';
import { inspected, takeIn } from '../../electron/domain/intake';
import { plan } from '../../electron/domain/plan';
import { atLobbe, everyStage, idOf, keyOf, meeting, stateOf, T0, token } from '../builders/meetings';

describe('taking in', () => {
  const file = { size: 5, mtimeMs: 7, contentType: 'audio/mp4', durationMs: null, ends: 'e' };
  const incoming = { id: idOf(1), key: keyOf(1), path: '/a/جلسه.m4a', name: 'جلسه.m4a' };
  const waiting = { stage: 'preparing', waits: null, fresh: false } as const;
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
    const { state } = inspected(taken, idOf(1), { kind: 'later', why: 'growing' }, T0);
    expect(state.meetings[0]?.state).toEqual({ stage: 'preparing', waits: 'growing', fresh: false });
    expect(inspected(state, idOf(1), { kind: 'later', why: 'growing' }, T0).state).toBe(state);
  });

  test('case 16: what cannot become a meeting leaves the queue, with a reason', () => {
    const { state, refused } = inspected(taken, idOf(1), { kind: 'refused', reason: 'empty-file' }, T0);
    expect(state.meetings).toEqual([]);
    expect(refused).toBe('empty-file');
  });

  test('cases 29, 99: a folder stays until what is in it is there, also after a restart; what was queued and is a folder now is blocked', () => {
    const look = { kind: 'refused', reason: 'folder' } as const;
    const restarted = { ...taken, meetings: taken.meetings.map((m) => ({ ...m, state: waiting })) };
    for (const state of [taken, restarted]) {
      const made = inspected(state, idOf(1), look, T0);
      expect(made).toMatchObject({ refused: null, isFolder: true });
      expect(made.state).toBe(state);
    }
    const queued = stateOf([meeting(1, { state: waiting })]);
    expect(inspected(queued, idOf(1), look, T0)).toMatchObject({
      state: { meetings: [{ state: { stage: 'blocked', reason: 'file-unreadable' } }] },
      refused: null,
      isFolder: false,
    });
  });

  test('case 33: what may not be read stays, with its reason: the remedy is its user’s, and nothing is looked at again', () => {
    const { state, refused } = inspected(taken, idOf(1), { kind: 'refused', reason: 'unreadable' }, T0);
    expect(refused).toBeNull();
    expect(state.meetings).toMatchObject([
      { key: keyOf(1), state: { stage: 'blocked', reason: 'file-unreadable' }, attempts: 0 },
    ]);
    expect(plan(state, { now: T0 + 86_400_000, inFlight: new Set(), token, offline: false })).toEqual({
      send: [],
      lookAgainAt: null,
    });
  });

  test('a record whose key was sent never leaves the queue by itself', () => {
    const sent = meeting(1, {
      attempts: 1,
      keyToken: token,
      state: { stage: 'preparing', waits: null, fresh: false },
    });
    const { state, refused } = inspected(stateOf([sent]), idOf(1), { kind: 'refused', reason: 'not-found' }, T0);
    expect(refused).toBeNull();
    expect(state.meetings[0]?.state).toMatchObject({ stage: 'blocked', reason: 'file-missing' });
  });

  test('case 23: another content under a key that was sent needs its user', () => {
    const sent = meeting(1, {
      attempts: 1,
      keyToken: token,
      state: { stage: 'preparing', waits: null, fresh: false },
    });
    const { state } = inspected(stateOf([sent]), idOf(1), { kind: 'recording', path: incoming.path, file }, T0);
    expect(state.meetings[0]).toMatchObject({ key: keyOf(1), state: { stage: 'blocked', reason: 'file-changed' } });
  });

  test('changed before it was sent to what is in the list already: asked about like any other', () => {
    const changed = meeting(1, { file: { ...file, ends: 'before', mtimeMs: 1 }, state: waiting });
    const twin = meeting(2, { path: '/a/x.m4a', file });
    const look = { kind: 'recording', path: '/a/x.m4a', file } as const;
    expect(inspected(stateOf([changed, twin]), idOf(1), look, T0).sameAs).toBe(twin);
  });

  test('a record that was sent never leaves for a twin: its key may have made a meeting', () => {
    const before = { ...file, ends: 'before', mtimeMs: 1 };
    const sent = meeting(1, { attempts: 1, keyToken: token, unanswered: [token], file: before, state: waiting });
    const twin = meeting(2, { path: '/a/x.m4a', file });
    const made = inspected(stateOf([sent, twin]), idOf(1), { kind: 'recording', path: '/a/x.m4a', file }, T0);
    expect(made.sameAs).toBeNull();
    expect(made.state.meetings[0]).toMatchObject({ id: idOf(1), state: { stage: 'blocked', reason: 'file-changed' } });
  });

  test('a look that ends after its record moved on changes nothing: what was paused stays paused', () => {
    const looks = [
      { kind: 'recording', path: incoming.path, file },
      { kind: 'later', why: 'growing' },
      { kind: 'refused', reason: 'not-found' },
    ] as const;
    for (const record of everyStage().filter(({ state }) => state.stage !== 'preparing')) {
      for (const look of looks) {
        const state = stateOf([record]);
        expect(inspected(state, record.id, look, T0)).toMatchObject({ refused: null, sameAs: null, doubts: [] });
        expect(inspected(state, record.id, look, T0).state).toBe(state);
      }
    }
  });

  test('the look again at a record that was queued before asks nothing', () => {
    const back = meeting(1, { file, state: { stage: 'preparing', waits: null, fresh: false } });
    const twin = atLobbe(2, { stage: 'ready', at: T0, unseen: false }, { file });
    const look = { kind: 'recording', path: '/a/x.m4a', file } as const;
    const { state, sameAs } = inspected(stateOf([back, twin]), idOf(1), look, T0, new Map([[idOf(2), 'same']]));
    expect(sameAs).toBeNull();
    expect(state.meetings[0]?.state.stage).toBe('queued');
  });
});
