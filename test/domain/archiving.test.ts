import { describe, expect, test } from 'vitest';
import type { AppState } from '../../electron/domain/app-state';
import { archivedView } from '../../electron/domain/archived-view';
import {
  changeRecalling,
  clearArchive,
  dueForArchive,
  endedAt,
  forgotten,
  goneWith,
  leave,
  monthOf,
  restoreArchive,
  withGone,
} from '../../electron/domain/archiving';
import type { MeetingRecord, MeetingState } from '../../electron/domain/meeting';
import { atLobbe, everyStage, idOf, meeting, stateOf, T0, token } from '../builders/meetings';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ready = (n: number, at: number) => atLobbe(n, { stage: 'ready', at, unseen: false });
const failed = (n: number, at: number, given = {}) =>
  atLobbe(n, { stage: 'failed', at, failure: { code: 'X', retryable: false, retries: 0, ...given } });
/** The newest first, one an hour, the first of them `hours` old. */
const hourly = (count: number, hours: number, make = ready, from = 1) =>
  Array.from({ length: count }, (_, i) => make(from + i, T0 - (hours + i) * HOUR));
const due = (meetings: readonly MeetingRecord[]) => dueForArchive(stateOf(meetings), T0).map((m) => m.id);
const ids = (meetings: readonly MeetingRecord[]) => meetings.map((m) => m.id);

describe('what is due', () => {
  test('only what has come to its end, and nothing that may have to be found by its content again', () => {
    const ended = everyStage().filter((m) => endedAt(m) !== null);
    expect(new Set(ended.map((m) => m.state.stage))).toEqual(new Set(['ready', 'failed', 'deleted', 'cancelled']));
    const [cancelled] = ended.filter((m) => m.state.stage === 'cancelled');
    expect(endedAt({ ...(cancelled as MeetingRecord), unanswered: [token] })).toBeNull();
    expect(endedAt({ ...(cancelled as MeetingRecord), attempt: { since: T0, token } })).toBeNull();
    expect(endedAt(failed(1, T0, { retryable: true }))).toBeNull();
    const { state } = cancelled as MeetingRecord;
    expect(endedAt({ ...(cancelled as MeetingRecord), state: { ...state, hidden: true } as MeetingState })).toBeNull();
  });

  test('the first screen stays, however old it is', () => {
    expect(due(hourly(20, 9_999))).toEqual([]);
    expect(due(hourly(21, 9_999))).toEqual([idOf(21)]);
  });

  test('behind it goes what is older than a day', () => {
    const meetings = hourly(30, 0);
    expect(due(meetings)).toEqual(ids(meetings.slice(24)));
    expect(due([...meetings].reverse())).toEqual(ids(meetings.slice(24)));
  });

  test('too many young ones go too, when a file is worth writing for them', () => {
    expect(due(hourly(74, -1_000))).toEqual([]);
    const meetings = hourly(75, -1_000);
    expect(due(meetings)).toEqual(ids(meetings.slice(50)));
  });

  test('failures are counted by themselves and stay for a week: they ask for their user', () => {
    const failures = hourly(30, 100, failed);
    expect(due([...failures, ...hourly(74, -1_000, ready, 100)])).toEqual([]);
    const old = hourly(30, 7 * 24 + 1, failed);
    expect(due(old)).toEqual(ids(old.slice(20)));
    expect(due(hourly(75, 0, failed))).toHaveLength(25);
  });

  test('whatever the clock says', () => {
    const far = hourly(60, 0);
    for (const now of [0, T0 - 3_650 * DAY, T0 + 3_650 * DAY]) {
      const count = dueForArchive(stateOf(far), now).length;
      expect(count).toBe(now > T0 ? 40 : 0);
    }
  });
});

describe('the month', () => {
  test.each<[number, string]>([
    [Date.UTC(2026, 10, 30, 23, 59, 59, 999), '2026-11'],
    [Date.UTC(2026, 11, 1), '2026-12'],
    [0, '1970-01'],
    [-1e300, '1970-01'],
    [1e300, '9999-12'],
  ])('of %d is %s', (at, month) => {
    expect(monthOf(ready(1, at))).toBe(month);
  });
});

describe('leaving', () => {
  test('takes what is archived off the list', () => {
    const [a, b] = [ready(1, T0), ready(2, T0)];
    const left = leave(stateOf([a, b]), [a]);
    expect(left.meetings).toEqual([b]);
    expect(left.archive).toEqual({ cleared: false, gone: [] });
  });

  test('what changed meanwhile stays, and its archived form is to go', () => {
    const [a, b] = [ready(1, T0), ready(2, T0)];
    const changed = { ...a, failures: 1 };
    const left = leave(stateOf([changed, b]), [a, b]);
    expect(left.meetings).toEqual([changed]);
    expect(left.archive.gone).toEqual([a.id]);
  });

  test('what was removed meanwhile changes nothing', () => {
    const state = stateOf([ready(2, T0)]);
    expect(leave(state, [ready(1, T0)])).toBe(state);
  });
});

describe('a change that recalls', () => {
  const old = ready(1, T0);
  const live = meeting(2);
  const state = stateOf([live]);
  const become = (next: MeetingState) => (s: AppState) => ({
    ...s,
    meetings: s.meetings.map((m) => (m.id === old.id ? { ...m, state: next } : m)),
  });

  test('has the archived meeting in its list, and makes it live by changing it', () => {
    const changed = changeRecalling(state, [old], become({ stage: 'deleted', at: T0 }));
    expect(ids(changed.meetings)).toEqual([live.id, old.id]);
    expect(changed.archive.gone).toEqual([old.id]);
  });

  test('leaves it in the archive if it did not touch it', () => {
    expect(changeRecalling(state, [old], (s) => s)).toBe(state);
    const added = changeRecalling(state, [old], (s) => ({ ...s, meetings: [...s.meetings, meeting(3)] }));
    expect(ids(added.meetings)).toEqual([live.id, meeting(3).id]);
    expect(added.archive.gone).toEqual([]);
  });

  test('takes it out of the archive by taking it off the list', () => {
    const removed = changeRecalling(state, [old], (s) => ({
      ...s,
      meetings: s.meetings.filter((m) => m.id !== old.id),
    }));
    expect(removed.meetings).toEqual([live]);
    expect(removed.archive.gone).toEqual([old.id]);
  });

  test.each<[string, AppState]>([
    ['live already', stateOf([live, { ...old, failures: 7 }])],
    ['gone', withGone(state, [old])],
    ['cleared', clearArchive(state)],
  ])('does not bring back what is %s', (_, from) => {
    const seen: unknown[] = [];
    changeRecalling(from, [old], (s) => {
      seen.push(s);
      return s;
    });
    expect(seen).toEqual([from]);
  });
});

describe('what has left the archive', () => {
  const [a, b] = [ready(1, T0), ready(2, T0)];

  test('is remembered when a change takes it off the live list and a file may hold it', () => {
    const before = stateOf([a, b]);
    const after = stateOf([b]);
    expect(goneWith(before, after, (id) => id === a.id).archive.gone).toEqual([a.id]);
    expect(goneWith(before, after, () => false)).toBe(after);
    const same = stateOf([{ ...a, failures: 1 }, b, meeting(3)]);
    expect(goneWith(before, same, () => true)).toBe(same);
  });

  test('is named once, and forgotten when no file holds it', () => {
    const twice = withGone(withGone(stateOf([]), [a]), [a, b]);
    expect(twice.archive.gone).toEqual([a.id, b.id]);
    expect(forgotten(twice, { cleared: false, gone: [a.id] }).archive).toEqual({ cleared: false, gone: [b.id] });
    const cleared = clearArchive(twice);
    expect(cleared.archive).toEqual({ cleared: true, gone: [a.id, b.id] });
    expect(restoreArchive(cleared).archive).toEqual(twice.archive);
    expect(restoreArchive(twice)).toBe(twice);
    expect(forgotten(cleared, cleared.archive).archive).toEqual({ cleared: false, gone: [] });
  });
});

test('the row of an archived meeting is that of a live one, but never asks for its user', () => {
  expect(archivedView(failed(1, T0))).toMatchObject({
    id: idOf(1),
    stage: 'failed',
    group: 'ready',
    finishedAt: T0,
    failure: { code: 'X' },
  });
  expect(archivedView(ready(2, T0)).actions).toContain('upload-again');
});
