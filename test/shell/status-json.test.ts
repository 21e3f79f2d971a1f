import { expect, test } from 'vitest';
import { statusJson } from '../../electron/shell/status-json';
import { everyStage, meeting, stateOf, T0, token } from '../builders/meetings';

test('tells gates, meetings and the feed, with times in ISO', () => {
  const state = stateOf([meeting(1)], { gates: [{ gate: 'daily-cap', closedAt: T0, until: T0 + 60_000, token }] });
  const until = new Date(T0 + 60_000).toISOString();
  expect(JSON.parse(statusJson(state, T0))).toEqual({
    gates: [{ gate: 'daily-cap', until }],
    meetings: [
      {
        id: meeting(1).id,
        name: 'meeting 1.m4a',
        stage: 'paused',
        reason: 'daily-cap',
        recordingId: null,
        key: meeting(1).key,
        attempts: 0,
        until,
        failure: null,
      },
    ],
    feed: { cursor: null, lastReadAt: null },
  });
});

test('has a line for every stage, in the words of the window', () => {
  const { meetings } = JSON.parse(statusJson(stateOf(everyStage()), T0));
  expect(meetings.map((m: { stage: string }) => m.stage)).toEqual(everyStage().map((m) => m.state.stage));
});
