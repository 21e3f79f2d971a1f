import { describe, expect, test } from 'vitest';
import type { AppState } from '../../electron/domain/app-state';
import { type Inspection, inspected } from '../../electron/domain/intake';
import type { MeetingRecord } from '../../electron/domain/meeting';
import type { SeenFile } from '../../electron/domain/watched-folder';
import {
  dueForMemory,
  inWorkIn,
  NOTICED_AT_ONCE,
  notice,
  remembered,
  unwatch,
  watch,
} from '../../electron/domain/watching';
import { atLobbe, idOf, keyOf, meeting, stateOf, T0 } from '../builders/meetings';

const seen = (n: number, given: Partial<SeenFile> = {}): SeenFile => ({
  path: `${n}.mkv`,
  size: n,
  mtimeMs: n,
  ino: n,
  bornMs: n,
  ...given,
});
const placeOf = (path: string) => `/zoom/${path}`;
const newRecording = (n: number) => ({
  seen: seen(n),
  incoming: { id: idOf(n), key: keyOf(n), path: placeOf(`${n}.mkv`), name: `${n}.mkv` },
});
const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** A folder of which these were taken in. */
function watching(numbers: readonly number[] = [], others: readonly MeetingRecord[] = []): AppState {
  const folder = { id: 'w', path: '/zoom', since: T0, taken: 0, noticed: [] };
  return take(watch(stateOf(others), folder), numbers);
}

function take(state: AppState, numbers: readonly number[]): AppState {
  return notice(state, 'w', { recordings: numbers.map(newRecording), leftOut: [], moved: [] }, [], placeOf, T0);
}

const folderOf = (state: AppState) => state.watched[0] ?? expect.fail();
const pathsIn = (state: AppState) => folderOf(state).noticed.map(({ path }) => path);
const names = (state: AppState) => state.meetings.map(({ name }) => name);

const recording = (n: number, size = n * 1_000): Inspection => ({
  kind: 'recording',
  path: placeOf(`${n}.mkv`),
  file: { ...(meeting(n).file ?? expect.fail()), size },
});

test('what is new is in the queue and remembered by one change, and one that is left out is remembered', () => {
  const before = watching();
  const after = notice(before, 'w', { recordings: [newRecording(1)], leftOut: [seen(2)], moved: [] }, [], placeOf, T0);
  expect(after.meetings).toMatchObject([{ name: '1.mkv', watched: true, state: { stage: 'preparing' } }]);
  expect(folderOf(after).noticed).toEqual([
    { ...seen(1), meeting: idOf(1) },
    { ...seen(2), meeting: null },
  ]);
});

test('of a folder that is not watched any more, nothing is new', () => {
  const gone = unwatch(watching([1]), 'w');
  expect(take(gone, [2])).toBe(gone);
  expect(names(gone)).toEqual(['1.mkv']);
});

test('what was decided by a file that was forgotten since is not carried out', () => {
  const before = watching([1]);
  const forgotten = inspected(before, idOf(1), { kind: 'refused', reason: 'not-found' }, T0).state;
  const moved = [{ from: seen(1), to: seen(1, { path: 'b.mkv' }) }];
  const decided = { recordings: [newRecording(2)], leftOut: [], moved };
  const basis = folderOf(before).noticed;
  expect(notice(forgotten, 'w', decided, basis, placeOf, T0)).toBe(forgotten);
  const settled = inspected(before, idOf(1), recording(1), T0).state;
  expect(pathsIn(notice(settled, 'w', decided, basis, placeOf, T0))).toEqual(['1.mkv', '2.mkv', 'b.mkv']);
});

test('a folder is watched once, however often it is added', () => {
  const state = watching([1]);
  expect(watch(state, { ...folderOf(state), id: 'x', noticed: [] })).toBe(state);
});

describe('the record of a watched file', () => {
  test('counts when it is queued, and its file is known as it is then', () => {
    const state = inspected(watching([1]), idOf(1), recording(1, 4_000), T0).state;
    expect(state.meetings[0]?.state.stage).toBe('queued');
    expect(folderOf(state)).toMatchObject({
      taken: 1,
      noticed: [{ path: '1.mkv', size: 4_000, mtimeMs: T0 - 60_000 }],
    });
    const again = {
      ...state,
      meetings: state.meetings.map((m) => ({
        ...m,
        state: { stage: 'preparing', waits: null, fresh: false } as const,
      })),
    };
    expect(folderOf(inspected(again, idOf(1), recording(1, 4_000), T0).state).taken).toBe(1);
  });

  test.each(['not-audio', 'empty-file', 'not-a-file', 'folder'] as const)(
    'leaves without a word if its file is no recording (%s), and may come again when that changes',
    (reason) => {
      const made = inspected(watching([1]), idOf(1), { kind: 'refused', reason }, T0);
      expect(made).toMatchObject({ refused: null, isFolder: false, sameAs: null });
      expect(made.state.meetings).toEqual([]);
      expect(folderOf(made.state)).toMatchObject({
        taken: 0,
        noticed: [{ path: '1.mkv', size: 1, ino: 0, bornMs: 0 }],
      });
    },
  );

  test('leaves without a word if its file was renamed before it was read, and is not known then', () => {
    const growing = inspected(watching([1]), idOf(1), { kind: 'later', why: 'growing' }, T0).state;
    const made = inspected(growing, idOf(1), { kind: 'refused', reason: 'not-found' }, T0);
    expect(made.refused).toBeNull();
    expect(made.state.meetings).toEqual([]);
    expect(pathsIn(made.state)).toEqual([]);
  });

  test('is not known under either name if it was renamed while it was being read', () => {
    const moved = [{ from: seen(1), to: seen(1, { path: 'b.mkv' }) }];
    const followed = notice(watching([1]), 'w', { recordings: [], leftOut: [], moved }, [], placeOf, T0);
    expect(followed.meetings[0]).toMatchObject({ path: '/zoom/b.mkv', name: 'b.mkv' });
    expect(pathsIn(followed)).toEqual(['1.mkv', 'b.mkv']);
    expect(pathsIn(inspected(followed, idOf(1), { kind: 'refused', reason: 'not-found' }, T0).state)).toEqual([]);
  });

  test('says so if its file may not be read: only its user can help', () => {
    const made = inspected(watching([1]), idOf(1), { kind: 'refused', reason: 'unreadable' }, T0);
    expect(made.state.meetings[0]?.state).toMatchObject({ stage: 'blocked', reason: 'file-unreadable' });
  });

  test('once it was queued, is as any other', () => {
    const queued = meeting(1, { watched: true, state: { stage: 'preparing', waits: null, fresh: false } });
    const made = inspected(watching([], [queued]), idOf(1), { kind: 'refused', reason: 'not-found' }, T0);
    expect(made.state.meetings[0]?.state).toMatchObject({ stage: 'blocked', reason: 'file-missing' });
  });
});

describe('a content that is known', () => {
  const ofOne = (other: MeetingRecord, watched: boolean) => {
    const { file } = other;
    const fresh = meeting(9, { file: null, watched, state: { stage: 'preparing', waits: null, fresh: true } });
    const found: Inspection = { kind: 'recording', path: fresh.path, file: file ?? expect.fail() };
    const compared = new Map([[other.id, 'same' as const]]);
    return inspected(stateOf([other, fresh]), idOf(9), found, T0, compared);
  };

  test.each<[string, MeetingRecord]>([
    ['ready', atLobbe(1, { stage: 'ready', at: T0, unseen: false })],
    ['deleted at Lobbe', atLobbe(1, { stage: 'deleted', at: T0 })],
    ['in the queue', meeting(1)],
    [
      'taken away by its user',
      meeting(1, { state: { stage: 'cancelled', at: T0, before: { stage: 'queued' }, hidden: true } }),
    ],
  ])('%s: is left alone, and nobody is asked', (_, other) => {
    const made = ofOne(other, true);
    expect(made).toMatchObject({ sameAs: null, refused: null, doubts: [] });
    expect(made.state.meetings).toEqual([other]);
  });

  test('that waits for its file goes on with this one', () => {
    const missing = meeting(1, { state: { stage: 'blocked', reason: 'file-missing', detail: null } });
    expect(ofOne(missing, true).state.meetings).toMatchObject([
      { id: idOf(1), path: meeting(9).path, state: { stage: 'queued' } },
    ]);
  });

  test('brought by somebody, is asked about', () => {
    const ready = atLobbe(1, { stage: 'ready', at: T0, unseen: false });
    expect(ofOne(ready, false).sameAs).toBe(ready);
  });
});

describe('a recording that is renamed', () => {
  const file = { ...(meeting(1).file ?? expect.fail()), size: 1, mtimeMs: 1 };
  const moved = [{ from: seen(1), to: seen(1, { path: 'Weekly.mkv' }) }];
  const renamed = (given: Partial<MeetingRecord>) => {
    const record = meeting(1, { path: '/zoom/1.mkv', name: '1.mkv', file, ...given });
    const after = notice(watching([], [record]), 'w', { recordings: [], leftOut: [], moved }, [], placeOf, T0);
    expect(pathsIn(after)).toEqual(['Weekly.mkv']);
    return after.meetings[0];
  };

  test('while it waits, is found there', () => {
    expect(renamed({})).toMatchObject({ path: '/zoom/Weekly.mkv', name: 'Weekly.mkv', state: { stage: 'queued' } });
  });

  test('and was missed already, goes on', () => {
    const state = { stage: 'blocked', reason: 'file-missing', detail: null } as const;
    expect(renamed({ state })).toMatchObject({ path: '/zoom/Weekly.mkv', state: { stage: 'preparing' } });
  });

  test('and was sent under its name, keeps that', () => {
    expect(renamed({ keyToken: 'token' as never })).toMatchObject({ path: '/zoom/Weekly.mkv', name: '1.mkv' });
  });

  test('and is a meeting, is left as it is', () => {
    expect(renamed(atLobbe(1, { stage: 'ready', at: T0, unseen: false }, { path: '/zoom/1.mkv' }))).toMatchObject({
      path: '/zoom/1.mkv',
    });
  });

  test('and was edited, is looked at anew if nothing of it was sent', () => {
    const edited = { ...file, size: 2 };
    expect(renamed({ file: edited })).toMatchObject({ path: '/zoom/Weekly.mkv' });
    expect(renamed({ file: edited, keyToken: 'token' as never })).toMatchObject({ path: '/zoom/1.mkv' });
  });
});

describe('what is remembered in the state', () => {
  const settle = (state: AppState): AppState => ({
    ...state,
    meetings: state.meetings.map((m) => ({ ...m, state: { stage: 'queued' } })),
  });

  test('is moved when it is long, but for the newest', () => {
    const short = settle(watching(range(2 * NOTICED_AT_ONCE - 1)));
    expect(dueForMemory(short, folderOf(short))).toEqual([]);
    const long = settle(watching(range(2 * NOTICED_AT_ONCE + 3)));
    const due = dueForMemory(long, folderOf(long));
    expect(due).toHaveLength(NOTICED_AT_ONCE + 3);
    const after = remembered(long, 'w', due);
    expect(folderOf(after).noticed).toHaveLength(NOTICED_AT_ONCE);
    expect(after.meetings).toBe(long.meetings);
  });

  test('stays while its record is being read, and if it changed while it was written down', () => {
    const state = watching(range(2 * NOTICED_AT_ONCE));
    expect(dueForMemory(state, folderOf(state))).toEqual([]);
    expect(inWorkIn(state, folderOf(state)).has('3.mkv')).toBe(true);
    const settled = settle(state);
    const due = dueForMemory(settled, folderOf(settled));
    const changed = inspected({ ...settled, meetings: state.meetings }, idOf(1), recording(1), T0).state;
    expect(pathsIn(remembered(changed, 'w', due))[0]).toBe('1.mkv');
  });
});
