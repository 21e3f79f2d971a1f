import { describe, expect, test } from 'vitest';
import { applyPage } from '../../electron/domain/feed';
import type { FeedEvent } from '../../electron/domain/feed-answers';
import { applyRetry, applyStatus } from '../../electron/domain/status';
import { atLobbe, meeting, otherToken, recordingIdOf, stateOf, T0, token } from '../builders/meetings';

const event = (id: string, type: string, given: Partial<FeedEvent> = {}): FeedEvent => ({
  id,
  type,
  recordingId: recordingIdOf(1),
  seriesId: null,
  occurredAt: null,
  status: null,
  change: null,
  error: null,
  ...given,
});
const page = (...events: FeedEvent[]) => ({ events, nextCursor: 'next' });
const processing = stateOf([atLobbe(1, { stage: 'processing', status: 'QUEUED' }), meeting(2)]);

describe('a page of the feed', () => {
  test('F13: its cursor and what it did to the records are one state', () => {
    const after = applyPage(processing, page(event('1', 'recording.ready')), T0);
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
    expect(applyPage(processing, page(event('1', type, given)), T0).meetings[0]?.state.stage).toBe(stage);
  });

  test('F8: a failure in the feed is final', () => {
    const failed = event('1', 'recording.failed', { error: { code: 'NO_SPEECH', retryable: true } });
    const [after] = applyPage(processing, page(failed), T0).meetings;
    expect(after?.state).toMatchObject({ failure: { code: 'NO_SPEECH', retryable: false } });
  });

  test('F14: a repeat changes nothing, also after other events; an equal event with another id does', () => {
    const naming = event('1', 'recording.naming_required');
    const first = applyPage(processing, page(naming, event('2', 'recording.ready')), T0);
    const again = applyPage(first, page(naming, event('2', 'recording.ready')), T0 + 5);
    expect(again.meetings).toEqual(first.meetings);
    const reopened = applyPage(first, page(event('3', 'recording.naming_required')), T0);
    expect(reopened.meetings[0]?.state.stage).toBe('naming');
  });

  test('F15: the order of the feed counts', () => {
    const after = applyPage(
      processing,
      page(event('1', 'recording.deleted'), event('2', 'recording.updated', { change: 'restored', status: 'NAMING' })),
      T0,
    );
    expect(after.meetings[0]?.state.stage).toBe('naming');
  });

  test('a ready meeting that changes stays ready, as seen as it was', () => {
    const ready = stateOf([atLobbe(1, { stage: 'ready', at: T0 - 9, unseen: false })]);
    const renamed = event('1', 'recording.updated', { change: 'renamed', status: 'READY' });
    expect(applyPage(ready, page(renamed, event('2', 'recording.ready')), T0).meetings[0]?.state).toEqual({
      stage: 'ready',
      at: T0 - 9,
      unseen: false,
    });
  });

  test('case 74: an event of an unknown meeting is kept for a 202 that may be on its way; not more than a hundred', () => {
    const stranger = (n: number) => event(`e${n}`, 'recording.ready', { recordingId: recordingIdOf(n + 1000) });
    const many = Array.from({ length: 150 }, (_, n) => stranger(n));
    const after = applyPage(processing, page(...many), T0);
    expect(after.feed.strangers).toHaveLength(100);
    expect(after.feed.strangers.at(-1)?.recordingId).toBe(recordingIdOf(1149));
    expect(applyPage(after, page(stranger(149)), T0).feed.strangers).toEqual(after.feed.strangers);
  });
});

test('F17: a new cursor leaves open what may have moved meanwhile, also what waits for names or had failed', () => {
  const meetings = [
    atLobbe(1, { stage: 'processing', status: 'QUEUED' }),
    atLobbe(2, { stage: 'naming' }),
    atLobbe(3, { stage: 'ready', at: T0, unseen: false }),
    atLobbe(4, { stage: 'failed', at: T0, failure: { code: 'FAILED', retryable: false, retries: 0 } }),
  ];
  const { catchUp } = applyPage(stateOf(meetings), page(), T0).feed;
  expect(catchUp).toEqual([1, 2, 4].map(recordingIdOf));
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
