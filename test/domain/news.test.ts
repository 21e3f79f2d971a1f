import { describe, expect, test } from 'vitest';
import { act, markSeen } from '../../electron/domain/acts';
import type { AppState } from '../../electron/domain/app-state';
import { recover, settleAttempt, startAttempt } from '../../electron/domain/attempt';
import { applyReadyPage, beginCatchUp } from '../../electron/domain/catch-up';
import { elsewhereId } from '../../electron/domain/elsewhere-record';
import { applyPage } from '../../electron/domain/feed';
import type { FeedEvent } from '../../electron/domain/feed-answers';
import { tryGate } from '../../electron/domain/gates';
import { dueNews, isCatchingUp, isStillSo, newsTold, withNews } from '../../electron/domain/news';
import type { NewsItem } from '../../electron/domain/news-item';
import type { Outcome } from '../../electron/domain/outcome';
import { changeSettings } from '../../electron/domain/settings';
import { applyRetry, applyStatus } from '../../electron/domain/status';
import { feedEvent } from '../builders/events';
import {
  accepted,
  atLobbe,
  context,
  idOf,
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

type Change = (state: AppState) => AppState;

const events =
  (...told: FeedEvent[]): Change =>
  (state) =>
    applyPage(state, { events: told, unreadable: [], nextCursor: 'next' }, token, T0);
const status =
  (said: string, error: { code: string; retryable: boolean } | null = null): Change =>
  (state) =>
    applyStatus(state, recordingIdOf(1), { kind: 'status', status: said, error }, token, T0);
const answer =
  (n: number, outcome: Outcome, now = T0): Change =>
  (state) =>
    settleAttempt(startAttempt(state, idOf(n), token, now), idOf(n), outcome, null, { ...context, now });

/** The state after these changes, each committed. */
const committed = (state: AppState, ...changes: Change[]) =>
  changes.reduce((current, change) => withNews(change)(current), state);
const whats = (state: AppState) => state.news.map(({ what }) => what);

const processing = stateOf([atLobbe(1, { stage: 'processing', status: 'QUEUED' })]);
const ready = feedEvent('1', 'recording.ready');
const naming = feedEvent('2', 'recording.naming_required');
const failed = feedEvent('3', 'recording.failed', { error: { code: 'NO_SPEECH', retryable: false } });

describe('what a meeting is worth telling', () => {
  test.each<[string, Change, readonly string[]]>([
    ['ready by an event', events(ready), ['ready']],
    ['ready by its status', status('READY'), ['ready']],
    ['speakers to name', events(naming), ['naming']],
    ['failed for good', events(failed), ['failed']],
    ['failed, and tried again', status('FAILED', { code: 'X', retryable: true }), []],
    ['further on', status('TRANSCRIBING'), []],
    ['deleted', events(feedEvent('4', 'recording.deleted')), []],
    ['first to name, then ready, on one page', events(naming, ready), ['ready']],
  ])('%s', (_, change, told) => {
    const state = committed(processing, change);
    expect(whats(state)).toEqual(told);
    for (const item of state.news) expect(item).toMatchObject({ about: 'meeting', id: idOf(1), name: 'meeting 1.m4a' });
  });

  test.each<[string, Change]>([
    ['event', events(ready)],
    ['event, told before by the status', status('READY')],
    ['event under another id', events(feedEvent('9', 'recording.ready'))],
    ['edit', events(feedEvent('8', 'recording.updated', { change: 'edited' }))],
    ['start', (state) => recover(state, T0)],
  ])('F14: the same again is not told again: %s', (_, again) => {
    const first = committed(processing, events(ready));
    expect(committed(first, again).news).toBe(first.news);
    const told = newsTold(first, first.news);
    expect(committed(told, again, again).news).toEqual([]);
  });

  test('a restart finds what was not told, once', () => {
    const stored: AppState = JSON.parse(JSON.stringify(committed(processing, events(ready))));
    expect(whats(committed(stored, (state) => recover(state, T0), events(ready)))).toEqual(['ready']);
  });

  test('what is told of a meeting is how it is: the next stage takes the place of the one before', () => {
    expect(whats(committed(processing, events(naming), events(ready)))).toEqual(['ready']);
    expect(whats(committed(processing, events(ready), events(feedEvent('5', 'recording.deleted'))))).toEqual([]);
  });

  test('naming that is reopened, and what follows, is told', () => {
    const seen = committed(processing, events(ready), (state) => newsTold(state, state.news));
    const reopened = committed(seen, events(naming));
    expect(whats(reopened)).toEqual(['naming']);
    expect(whats(committed(reopened, events(feedEvent('6', 'recording.ready'))))).toEqual(['ready']);
  });

  test('naming that was reopened and done before we heard of either is no second "ready" (seed 703457)', () => {
    const ready = stateOf([atLobbe(1, { stage: 'ready', at: T0, unseen: false })]);
    const page = events(
      feedEvent('1', 'recording.naming_required', { status: 'NAMING' }),
      feedEvent('2', 'recording.updated', { status: 'READY', change: 'speakers_renamed' }),
    );
    const after = committed(ready, page);
    expect(after.meetings[0]?.state.stage).toBe('ready');
    expect(after.news).toEqual([]);
  });

  test('F4: after the last retry the failure is told', () => {
    const retryable = { code: 'X', retryable: true };
    const last = stateOf([
      atLobbe(1, { stage: 'failed', at: T0, failure: { ...retryable, retries: 2 } }, { retries: 2 }),
    ]);
    const change: Change = (state) =>
      applyRetry(state, recordingIdOf(1), { kind: 'status', status: 'FAILED', error: retryable }, T0);
    expect(whats(committed(last, change))).toEqual(['failed']);
  });

  test('L6: the 202 of a repeat that finds the meeting ready is news', () => {
    const queued = stateOf([meeting(1)]);
    expect(whats(committed(queued, answer(1, accepted(1, 'READY'))))).toEqual(['ready']);
    expect(whats(committed(queued, answer(1, accepted(1)), answer(1, lost(true))))).toEqual([]);
  });

  test('L18: one that is longer than the cap is told; another trouble with one recording is in the list', () => {
    const queued = stateOf([meeting(1), meeting(2)]);
    const state = committed(queued, answer(1, later(429, 'TOKEN_DAILY_CAP')), answer(2, refused(415)));
    expect(state.news).toEqual([
      { about: 'meeting', what: 'over-daily-cap', id: idOf(1), name: 'meeting 1.m4a' },
    ] satisfies NewsItem[]);
  });

  test('what its user looked at, took off or brought back needs no telling', () => {
    const news = committed(processing, events(ready));
    expect(whats(committed(news, (state) => markSeen(state, [idOf(1)])))).toEqual([]);
    const removed = committed(news, (state) =>
      act(state, idOf(1), 'remove', { now: T0, freshKey: context.freshKey, freshId: idOf(9) }),
    );
    expect(removed.meetings).toEqual([]);
    expect(removed.news).toEqual([]);
    expect(committed(removed, (state) => ({ ...state, meetings: news.meetings })).news).toEqual([]);
    const trashed = committed(processing, events(feedEvent('5', 'recording.deleted')));
    const restored = feedEvent('7', 'recording.updated', { change: 'restored', status: 'READY' });
    expect(whats(committed(trashed, events(restored)))).toEqual([]);
  });

  test('is not so any more where its user did something in the same moment (seed 703537)', () => {
    const told = committed(processing, events(ready));
    const [item = expect.fail()] = told.news;
    expect(isStillSo(told, item)).toBe(true);
    expect(isStillSo(markSeen(told, [idOf(1)]), item)).toBe(false);
    expect(isStillSo(stateOf([]), item)).toBe(false);
    const gate = { gate: 'needs-minutes', closedAt: T0, probeAt: T0, probes: 0, halfOpen: false } as const;
    const minutes: NewsItem = { about: 'account', what: 'needs-minutes', until: null };
    expect(isStillSo(stateOf([], { gates: [gate] }), minutes)).toBe(true);
    expect(isStillSo(stateOf([]), minutes)).toBe(false);
  });

  test('is found wherever its record stands, also when others go at once', () => {
    const many = stateOf([meeting(3), ...processing.meetings, meeting(4)]);
    const moved: Change = (state) => {
      const told = events(ready)(state);
      return { ...told, meetings: [...told.meetings.slice(1), meeting(5)] };
    };
    expect(whats(committed(many, moved))).toEqual(['ready']);
  });

  test('a change that tells nothing leaves the news as they are', () => {
    const news = committed(processing, events(ready));
    const paused = committed(news, (state) => ({ ...state, pausedAll: true }));
    expect(paused.news).toBe(news.news);
    expect(withNews((state) => state)(news)).toBe(news);
  });
});

describe('what the account is worth telling', () => {
  const queued = stateOf([meeting(1), meeting(2), meeting(3)]);
  const HOUR = 3_600_000;
  const tell: Change = (state) => newsTold(state, state.news);

  test('L9: minutes that are out, once; a probe that gets the same answer has nothing new', () => {
    const out = committed(queued, answer(1, later(402)), answer(2, later(402)));
    expect(out.news).toEqual([{ about: 'account', what: 'needs-minutes', until: null }]);
    const probe: Change = (state) => ({ ...state, gates: tryGate(state.gates, 'needs-minutes', T0 + 1) });
    const again = committed(out, tell, probe, answer(1, later(402), T0 + 2));
    expect(again.news).toEqual([]);
    const bought = committed(again, probe, answer(1, accepted(1), T0 + 3));
    expect(bought.gates).toEqual([]);
    expect(whats(committed(bought, answer(2, later(402), T0 + 4)))).toEqual(['needs-minutes']);
  });

  test('case 46: the daily cap, with its end; then that it is over', () => {
    const reached = committed(queued, answer(1, later(429, 'TOKEN_DAILY_CAP', T0 + HOUR)));
    expect(reached.news).toEqual([{ about: 'account', what: 'daily-cap', until: expect.closeTo(T0 + HOUR, -5) }]);
    const over = answer(1, accepted(1), T0 + 2 * HOUR);
    expect(whats(committed(reached, tell, over))).toEqual(['daily-cap-over']);
    // Who never heard of it needs not hear of its end.
    expect(whats(committed(reached, over))).toEqual([]);
  });

  test('L18: the daily limit; waits, rate limits, and what is in the way of a token are in the window', () => {
    expect(whats(committed(queued, answer(1, later(429, 'DAILY_LIMIT_REACHED'))))).toEqual(['daily-limit']);
    for (const outcome of [
      later(503),
      later(429, 'RATE_LIMITED', T0 + HOUR),
      later(401),
      later(403, 'SCOPE_DISABLED'),
    ]) {
      expect(committed(queued, answer(1, outcome)).news).toEqual([]);
    }
  });
});

describe('meetings from elsewhere', () => {
  const wanted = changeSettings(stateOf([]), {
    notifications: { ready: true, naming: true, minutes: true, failed: true, elsewhere: true },
  });

  test('are not told of, unless that is switched on', () => {
    expect(committed(stateOf([]), events(ready)).news).toEqual([]);
    const state = committed(wanted, events(ready));
    expect(state.news).toEqual([{ about: 'meeting', what: 'ready', id: elsewhereId(recordingIdOf(1)), name: '' }]);
    expect(dueNews(state)).toEqual(state.news);
    expect(committed(state, events(ready)).news).toBe(state.news);
  });

  test('F17: what catching up finds of them is no news; what it finds of ours is', () => {
    const page = {
      meetings: [1, 2, 3].map((n) => ({ id: recordingIdOf(n), title: `t ${n}`, at: T0 })),
      nextCursor: null,
    };
    const known = committed(
      { ...wanted, meetings: [atLobbe(2, { stage: 'processing', status: 'QUEUED' })] },
      events(feedEvent('1', 'recording.naming_required', { recordingId: recordingIdOf(3) })),
      (state) => newsTold(state, state.news),
      (state) => beginCatchUp(state, [], token),
    );
    const found = committed(known, (state) => applyReadyPage(state, page, token, T0));
    expect(found.elsewhere).toHaveLength(2);
    expect(found.news.map((item) => item.about === 'meeting' && item.id)).toEqual([idOf(2)]);
  });

  test('F17: news of meetings wait for the rest while catching up goes on', () => {
    const begun = beginCatchUp(stateOf([1, 2].map((n) => atLobbe(n, { stage: 'naming' }))), [], token);
    expect(isCatchingUp(begun)).toBe(false);
    const page = { meetings: [{ id: recordingIdOf(1), title: null, at: T0 }], nextCursor: null };
    const first = committed(begun, (state) => applyReadyPage(state, page, token, T0));
    expect(isCatchingUp(first)).toBe(true);
    const second: Change = (state) =>
      applyStatus(state, recordingIdOf(2), { kind: 'status', status: 'READY', error: null }, token, T0);
    const done = committed(first, second);
    expect(isCatchingUp(done)).toBe(false);
    expect(whats(done)).toEqual(['ready', 'ready']);
  });

  test('F15: one that may be our own waits until it is known whose it is, and is told once', () => {
    const sending = { ...wanted, meetings: [uploading(1)] };
    const overtaken = committed(sending, events(ready));
    expect(whats(overtaken)).toEqual(['ready']);
    expect(dueNews(overtaken)).toEqual([]);
    const settled: Change = (state) => settleAttempt(state, idOf(1), accepted(1), null, context);
    expect(committed(overtaken, settled).news).toEqual([
      { about: 'meeting', what: 'ready', id: idOf(1), name: 'meeting 1.m4a' },
    ]);
    // Cancelled, it may stay a stranger for days, and is told as one; later there is nothing new to tell.
    const gone = committed({ ...overtaken, meetings: [] }, (state) => newsTold(state, state.news));
    expect(committed({ ...gone, meetings: sending.meetings }, settled).news).toEqual([]);
  });
});

describe('what its user switched off', () => {
  test.each<[string, Change, AppState]>([
    ['ready', events(ready), processing],
    ['naming', events(naming), processing],
    ['failed', events(failed), processing],
    ['minutes', answer(1, later(402)), stateOf([meeting(1)])],
    ['minutes', answer(1, later(429, 'TOKEN_DAILY_CAP')), stateOf([meeting(1)])],
  ])('%s is not told, also of what waits to be told', (kind, change, state) => {
    const off: Change = (current) =>
      changeSettings(current, { notifications: { ...current.settings.notifications, [kind]: false } });
    expect(committed(state, change).news).toHaveLength(1);
    expect(committed(state, off, change).news).toEqual([]);
    expect(committed(state, change, off).news).toEqual([]);
  });
});
