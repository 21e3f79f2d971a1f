import { describe, expect, test } from 'vitest';
import type { GateName, MeetingAction } from '../../electron/contract/stage';
import type { AppState } from '../../electron/domain/app-state';
import type { Gate } from '../../electron/domain/gates';
import { createMeetingViews, meetingViews, type ViewContext } from '../../electron/domain/to-snapshot';
import { meeting, stateOf, T0, token } from '../builders/meetings';

const HOUR = 3_600_000;
const context: ViewContext = { now: T0, hasToken: true, token, offline: false, inFlight: new Set() };

const queued = meeting(1);
const waiting = meeting(2, {
  state: { stage: 'waiting', since: T0, reason: 'network', until: T0 + HOUR, toldByServer: false },
});
const byItself = meeting(3, { state: { stage: 'paused', wait: null, until: null } });
const missing = meeting(4, { state: { stage: 'blocked', reason: 'file-missing', detail: null } });

/** Which of these are offered, meeting by meeting. */
function offered(actions: readonly MeetingAction[], part: Partial<AppState>, given: Partial<ViewContext> = {}) {
  const views = meetingViews(stateOf([queued, waiting, byItself, missing], part), { ...context, ...given });
  return views.map((view) => actions.filter((action) => view.actions.includes(action)));
}

describe('what is offered while a recording is held up', () => {
  const acts = ['retry', 'pause', 'resume'] as const;

  test('by nothing: all of it', () => {
    expect(offered(acts, {})).toEqual([['pause'], ['retry', 'pause'], ['resume'], ['retry']]);
  });

  test('by the pause of all: no other try; what was paused by itself can be resumed, the others can stay paused after it', () => {
    expect(offered(acts, { pausedAll: true })).toEqual([['pause'], ['pause'], ['resume'], ['retry']]);
  });

  test.each<[string, GateName, Partial<AppState>, Partial<ViewContext>]>([
    ['no token', 'unauthorized', {}, { hasToken: false }],
    ['a rate limit', 'rate-limited', { gates: [{ gate: 'rate-limited', closedAt: T0, until: T0 + HOUR, token }] }, {}],
  ])('by %s: no other try, as none would go out', (_, gate, part, given) => {
    expect(meetingViews(stateOf([waiting], part), { ...context, ...given })[0]).toMatchObject({ reason: gate });
    expect(offered(acts, part, given)).toEqual([['pause'], ['pause'], ['resume'], ['retry']]);
  });

  test('L7: a cap lets repeats out, so another try is offered under it', () => {
    const cap: Gate = { gate: 'daily-cap', closedAt: T0, until: T0 + HOUR, token };
    expect(offered(acts, { gates: [cap] })[1]).toEqual(['retry', 'pause']);
  });

  test('that the computer says there is no network is a hint: its user can try all the same', () => {
    expect(meetingViews(stateOf([waiting]), { ...context, offline: true })[0]).toMatchObject({ reason: 'offline' });
    expect(offered(acts, {}, { offline: true })[1]).toEqual(['retry', 'pause']);
  });
});

describe('case 89: rows that are kept', () => {
  const state = stateOf([queued, waiting, missing]);
  const changed = { ...waiting, attempts: 1 };

  test('are the same objects, but for those of records that changed', () => {
    const views = createMeetingViews();
    const [first, second, third] = views(state, context);
    const again = views(stateOf([changed, queued, missing]), context);
    expect(again).toEqual(meetingViews(stateOf([changed, queued, missing]), context));
    expect(again[0]).not.toBe(second);
    expect(again[1]).toBe(first);
    expect(again[2]).toBe(third);
  });

  test.each<[string, Partial<AppState>, Partial<ViewContext>]>([
    ['the pause of all', { pausedAll: true }, {}],
    ['its end', { pausedAll: true, pausedUntil: T0 + HOUR }, {}],
    ['a gate', {}, { offline: true }],
    ['a missing token', {}, { hasToken: false }],
  ])('are made anew for %s, and after it', (_, part, given) => {
    const views = createMeetingViews();
    const held = { ...state, ...part };
    views(state, context);
    expect(views(held, { ...context, ...given })).toEqual(meetingViews(held, { ...context, ...given }));
    expect(views(state, context)).toEqual(meetingViews(state, context));
  });
});
