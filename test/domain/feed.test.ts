import { describe, expect, test } from 'vitest';
import { act } from '../../electron/domain/acts';
import type { AppState } from '../../electron/domain/app-state';
import { changeWithFiled, dueForFile, hide, leaveForFile, titled } from '../../electron/domain/elsewhere';
import { elsewhereViews } from '../../electron/domain/elsewhere-view';
import { applyPage } from '../../electron/domain/feed';
import type { FeedEvent } from '../../electron/domain/feed-answers';
import { applyRetry, applyStatus } from '../../electron/domain/status';
import { feedEvent } from '../builders/events';
import { atLobbe, freshKey, idOf, meeting, otherToken, recordingIdOf, stateOf, T0, token } from '../builders/meetings';

const page = (...events: FeedEvent[]) => ({ events, unreadable: [], nextCursor: 'next' });
const processing = stateOf([atLobbe(1, { stage: 'processing', status: 'QUEUED' }), meeting(2)]);

test('F14: an event that takes a meeting back may be an old one that we never saw: its status is asked for', () => {
  const ready = stateOf([atLobbe(1, { stage: 'ready', at: T0, unseen: false })]);
  const back = applyPage(ready, page(feedEvent('1', 'recording.naming_required', { status: 'NAMING' })), token, T0);
  expect(back.meetings[0]?.state.stage).toBe('naming');
  expect(back.feed.catchUp).toEqual({ list: null, open: [recordingIdOf(1)] });
  const on = applyPage(back, page(feedEvent('2', 'recording.ready', { status: 'READY' })), token, T0);
  expect(on.meetings[0]?.state.stage).toBe('ready');
  const naming = stateOf([atLobbe(1, { stage: 'naming' })]);
  const forward = applyPage(naming, page(feedEvent('2', 'recording.ready', { status: 'READY' })), token, T0);
  expect(forward.feed.catchUp).toBeNull();
});

describe('a page of the feed', () => {
  test('F13: its cursor and what it did to the records are one state', () => {
    const after = applyPage(processing, page(feedEvent('1', 'recording.ready')), token, T0);
    expect(after.feed).toMatchObject({ cursor: 'next', lastReadAt: T0 });
    expect(after.meetings[0]?.state).toEqual({ stage: 'ready', at: T0, unseen: true });
    expect(after.meetings[1]).toBe(processing.meetings[1]);
  });

  test.each([
    ['recording.naming_required', {}, 'naming'],
    ['recording.ready', {}, 'ready'],
    ['recording.failed', { error: { code: 'NO_SPEECH', retryable: true } }, 'failed'],
    ['recording.deleted', {}, 'deleted'],
    ['recording.created', { status: 'TRANSCRIBING' }, 'processing'],
    ['recording.updated', { status: 'READY', change: 'renamed' }, 'ready'],
    ['recording.invented', { status: 'ODD' }, 'processing'],
  ])('F7: %s leads to its stage', (type, given, stage) => {
    expect(applyPage(processing, page(feedEvent('1', type, given)), token, T0).meetings[0]?.state.stage).toBe(stage);
  });

  test('F8: a failure in the feed is final', () => {
    const failed = feedEvent('1', 'recording.failed', { error: { code: 'NO_SPEECH', retryable: true } });
    const [after] = applyPage(processing, page(failed), token, T0).meetings;
    expect(after?.state).toMatchObject({ failure: { code: 'NO_SPEECH', retryable: false } });
  });

  test('F14: a repeat changes nothing, also after other events; an equal event with another id does', () => {
    const naming = feedEvent('1', 'recording.naming_required');
    const first = applyPage(processing, page(naming, feedEvent('2', 'recording.ready')), token, T0);
    const again = applyPage(first, page(naming, feedEvent('2', 'recording.ready')), token, T0 + 5);
    expect(again.meetings).toEqual(first.meetings);
    const reopened = applyPage(first, page(feedEvent('3', 'recording.naming_required')), token, T0);
    expect(reopened.meetings[0]?.state.stage).toBe('naming');
  });

  test('F15: the order of the feed counts', () => {
    const after = applyPage(
      processing,
      page(
        feedEvent('1', 'recording.deleted'),
        feedEvent('2', 'recording.updated', { change: 'restored', status: 'NAMING' }),
      ),
      token,
      T0,
    );
    expect(after.meetings[0]?.state.stage).toBe('naming');
  });

  test('a ready meeting that changes stays ready, as seen as it was', () => {
    const ready = stateOf([atLobbe(1, { stage: 'ready', at: T0 - 9, unseen: false })]);
    const renamed = feedEvent('1', 'recording.updated', { change: 'renamed', status: 'READY' });
    expect(applyPage(ready, page(renamed, feedEvent('2', 'recording.ready')), token, T0).meetings[0]?.state).toEqual({
      stage: 'ready',
      at: T0 - 9,
      unseen: false,
    });
  });

  test('F14: an event that is in a page twice counts once', () => {
    const renamed = feedEvent('1', 'recording.updated', { change: 'renamed' });
    const [twice] = applyPage(processing, page(renamed, renamed), token, T0).meetings;
    expect(twice?.timeline).toHaveLength(1);
  });

  test('F7: deleted, brought back, renamed, reopened, written anew: each is a line, and moves the row as it says', () => {
    const events = [
      feedEvent('1', 'recording.ready', { status: 'READY' }),
      feedEvent('2', 'recording.deleted', { status: 'READY' }),
      feedEvent('3', 'recording.updated', { change: 'restored', status: 'READY' }),
      feedEvent('4', 'recording.updated', { change: 'renamed', status: 'READY' }),
      feedEvent('5', 'recording.naming_required', { status: 'NAMING' }),
      feedEvent('6', 'recording.updated', { change: 'speakers_renamed', status: 'READY' }),
      feedEvent('7', 'recording.updated', { change: 'regenerated', status: 'READY' }),
    ];
    const states = events.map((_, n) => applyPage(processing, page(...events.slice(0, n + 1)), token, T0).meetings[0]);
    expect(states.map((m) => m?.state.stage)).toEqual([
      'ready',
      'deleted',
      'ready',
      'ready',
      'naming',
      'ready',
      'ready',
    ]);
    expect(states.at(-1)?.timeline.map(({ code }) => code)).toEqual([
      'recording.ready',
      'recording.deleted',
      'recording.updated:restored',
      'recording.updated:renamed',
      'recording.naming_required',
      'recording.updated:speakers_renamed',
      'recording.updated:regenerated',
    ]);
  });

  test('case 66: what is not known is noted, and moves nothing', () => {
    const odd = feedEvent('1', 'recording.archived', { status: 'SHELVED', change: 'box' });
    const unknown = feedEvent('2', 'recording.updated', { status: 'READY', change: 'coloured' });
    const [after] = applyPage(processing, page(odd), token, T0).meetings;
    expect(after?.state).toEqual({ stage: 'processing', status: 'QUEUED' });
    expect(applyPage(processing, page(odd, unknown), token, T0).meetings[0]?.timeline.map((e) => e.code)).toEqual([
      'recording.archived:box',
      'recording.updated:coloured',
    ]);
    const created = feedEvent('3', 'recording.created', { status: 'SHELVED' });
    expect(applyPage(processing, page(created), token, T0).meetings[0]?.state).toEqual({
      stage: 'processing',
      status: 'SHELVED',
    });
  });
});

describe('a meeting from elsewhere', () => {
  const theirs = { recordingId: recordingIdOf(1000) };
  const first = (...events: FeedEvent[]) => applyPage(processing, page(...events), token, T0).elsewhere[0];

  test.each([
    ['recording.created', { status: 'TRANSCRIBING' }, { stage: 'processing', status: 'TRANSCRIBING' }],
    ['recording.updated', { status: 'READY', change: 'renamed' }, { stage: 'ready' }],
    ['recording.failed', { status: 'FAILED', error: { code: 'X', retryable: true } }, { stage: 'failed' }],
    ['recording.invented', { status: 'NAMING' }, { stage: 'naming' }],
  ])('case 74: is known by its first event (%s)', (type, given, state) => {
    expect(first(feedEvent('1', type, { ...theirs, ...given }))).toMatchObject({
      kind: 'meeting',
      titleIsDue: true,
      state,
    });
  });

  test('case 66: an event that does not say where it is makes no row', () => {
    expect(first(feedEvent('1', 'recording.invented', theirs))).toBeUndefined();
  });

  test('F15: all of its events count, in their order, also within its first page', () => {
    const known = first(
      feedEvent('1', 'recording.created', { ...theirs, status: 'QUEUED' }),
      feedEvent('2', 'recording.ready', theirs),
      feedEvent('3', 'recording.naming_required', theirs),
    );
    expect(known).toMatchObject({ state: { stage: 'naming' }, seenEvents: ['1', '2', '3'] });
  });

  test('is a row of its own group, without a key, with the acts that make sense for it', () => {
    const state = applyPage(processing, page(feedEvent('1', 'recording.ready', theirs)), token, T0);
    expect(elsewhereViews(state)).toMatchObject([
      { id: 'elsewhere:rec_1000', name: '', group: 'elsewhere', stage: 'ready', key: null, unseen: false },
    ]);
    expect(elsewhereViews(state)[0]?.actions).toEqual(['open-in-lobbe', 'copy-id', 'remove']);
    expect(elsewhereViews(titled(state, theirs.recordingId, 'Budget'))[0]?.name).toBe('Budget');
  });

  test('F8: its row tells no step of the processing, as nobody is told when that is over', () => {
    const state = applyPage(
      processing,
      page(feedEvent('1', 'recording.created', { ...theirs, status: 'QUEUED' })),
      token,
      T0,
    );
    expect(elsewhereViews(state)).toMatchObject([{ stage: 'processing', status: null }]);
  });

  test('one that was deleted before anything else was heard of it is no row', () => {
    const deleted = feedEvent('1', 'recording.deleted', theirs);
    const state = applyPage(processing, page(deleted), token, T0);
    expect(elsewhereViews(state)).toEqual([]);
    const back = feedEvent('2', 'recording.updated', { ...theirs, change: 'restored', status: 'READY' });
    expect(elsewhereViews(applyPage(state, page(back), token, T0))).toHaveLength(1);
  });

  test('one that its user took off stays off, whatever is told of it', () => {
    const state = hide(applyPage(processing, page(feedEvent('1', 'recording.ready', theirs)), token, T0), [
      theirs.recordingId,
    ]);
    const after = applyPage(state, page(feedEvent('2', 'recording.naming_required', theirs)), token, T0);
    expect(elsewhereViews(after)).toEqual([]);
  });

  test('a meeting of ours that its user took off does not come back as somebody else’s', () => {
    const ready = stateOf([atLobbe(1, { stage: 'ready', at: T0, unseen: false })]);
    const { meetings, ...rest } = act(ready, idOf(1), 'remove', { now: T0, freshKey, freshId: idOf(9) });
    expect(meetings).toEqual([]);
    const renamed = feedEvent('1', 'recording.updated', { change: 'renamed', status: 'READY' });
    expect(elsewhereViews(applyPage({ ...rest, meetings }, page(renamed), token, T0))).toEqual([]);
  });

  test('the state keeps those that were told of last; the others are due for their file', () => {
    const many = Array.from({ length: 120 }, (_, n) =>
      feedEvent(`e${n}`, 'recording.ready', { recordingId: recordingIdOf(n + 2) }),
    );
    const state = applyPage(processing, page(...many), token, T0);
    const due = dueForFile(state, 0);
    expect(due).toHaveLength(100);
    expect(dueForFile(state, 10_000)).toEqual([]);
    const left = leaveForFile(state, due);
    expect(left.elsewhere.map((r) => r.recordingId).at(-1)).toBe(recordingIdOf(121));
    // One that is told of again is changed as if it had never left.
    const again = feedEvent('x', 'recording.naming_required', { recordingId: recordingIdOf(2) });
    const change = (s: AppState) => applyPage(s, page(again, ...many.slice(0, 50)), token, T0);
    const changed = changeWithFiled(left, due, change);
    expect(changed.elsewhere).toHaveLength(21);
    expect(changed.elsewhere.at(-1)).toMatchObject({ recordingId: recordingIdOf(2), state: { stage: 'naming' } });
  });
});

describe('a status', () => {
  const asked = (answer: Parameters<typeof applyStatus>[2]) =>
    applyStatus(processing, recordingIdOf(1), answer, token, T0).meetings[0]?.state;

  test('F2: moves the record', () => {
    expect(asked({ kind: 'status', status: 'GENERATING', error: null })).toEqual({
      stage: 'processing',
      status: 'GENERATING',
    });
    expect(asked({ kind: 'status', status: 'READY', error: null })).toMatchObject({ stage: 'ready' });
  });

  test('F17: 404 means deleted', () => {
    expect(asked({ kind: 'gone' })).toEqual({ stage: 'deleted', at: T0 });
  });

  test('a 404 to another token is no deletion: it may be another account’s', () => {
    expect(applyStatus(processing, recordingIdOf(1), { kind: 'gone' }, otherToken, T0)).toBe(processing);
  });

  test('no answer, or the same one, changes nothing', () => {
    const same = applyStatus(
      processing,
      recordingIdOf(1),
      { kind: 'status', status: 'QUEUED', error: null },
      token,
      T0,
    );
    expect(same).toBe(processing);
    expect(applyStatus(processing, recordingIdOf(1), { kind: 'unreachable', code: 'X' }, token, T0)).toBe(processing);
  });
});

describe('a retry of a failed step', () => {
  const failure = { code: 'X', retryable: true, retries: 1 };
  const failed = stateOf([atLobbe(1, { stage: 'failed', at: T0, failure }, { retries: 1 })]);
  const retried = (answer: Parameters<typeof applyRetry>[2]) =>
    applyRetry(failed, recordingIdOf(1), answer, T0).meetings[0];

  test('F4: the step runs again', () => {
    expect(retried({ kind: 'status', status: 'GENERATING', error: null })).toMatchObject({
      retries: 2,
      state: { stage: 'processing', status: 'GENERATING' },
    });
  });

  test('F4: NOT_FAILED is good news: it recovered by itself, and that is no retry', () => {
    expect(retried({ kind: 'not-failed' })).toMatchObject({ retries: 1, state: { stage: 'processing' } });
  });

  test('F4: the third is the last', () => {
    const again = { kind: 'status', status: 'FAILED', error: { code: 'X', retryable: true } } as const;
    expect(retried(again)?.state).toMatchObject({ failure: { retryable: true, retries: 2 } });
    const third = stateOf([atLobbe(1, { stage: 'failed', at: T0, failure }, { retries: 2 })]);
    const [last] = applyRetry(third, recordingIdOf(1), again, T0).meetings;
    expect(last?.state).toMatchObject({ failure: { retryable: false, retries: 3 } });
  });

  test('no answer, or a refusal, changes nothing', () => {
    expect(retried({ kind: 'unreachable', code: 'X' })).toBe(failed.meetings[0]);
    expect(retried({ kind: 'closed', status: 403, code: 'SCOPE_DISABLED' })).toBe(failed.meetings[0]);
  });
});
