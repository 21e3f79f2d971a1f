// Each rule of Lobbe's feed and statuses (F1 to F18), over real HTTP against the built-in Lobbe.

import { expect, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import { DEFAULT_TOKEN } from '../../electron/sandbox/options';
import { atLobbe, stateOf, T0, token } from '../builders/meetings';
import { sent } from '../sandbox/client';
import { lobbeWorld, MINUTE } from './lobbe-world';

const writeOnly = { tokens: [{ token: DEFAULT_TOKEN, scopes: ['recordings:write'] as const }] };
const events = (asked: readonly string[]) => asked.filter((request) => request === 'GET /events').length;

test('F1: a meeting’s status is asked about once a minute while somebody looks', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.given.watched = true;
  await w.pass(10 * MINUTE);
  const statuses = w.asked().filter((request) => request === `GET /recordings/${id}/status`);
  expect(statuses.length).toBeGreaterThanOrEqual(9);
  expect(statuses.length).toBeLessThanOrEqual(11);
});

test('F2: polling stops at NAMING and at READY', async () => {
  const w = await lobbeWorld();
  const [naming, ready] = [await sent(w.sandbox), await sent(w.sandbox)];
  await w.own(naming);
  await w.own(ready);
  w.given.watched = true;
  w.sandbox.advance(naming, 'NAMING');
  w.sandbox.finish(ready);
  await w.pass(2 * MINUTE);
  const before = w.asked().filter((request) => request.endsWith('/status')).length;
  await w.pass(10 * MINUTE);
  expect(w.asked().filter((request) => request.endsWith('/status'))).toHaveLength(before);
  expect([w.stageOf(naming), w.stageOf(ready)]).toEqual(['naming', 'ready']);
});

test('F3, F18: 429 is waited for exactly as long as it says, never asked earlier, and reading goes on', async () => {
  const w = await lobbeWorld();
  w.sandbox.limitRate('read', { requests: 1, perMs: 7 * MINUTE });
  await w.pass(60 * MINUTE);
  const reads = w.sandbox.requests.filter(({ path }) => path === '/events');
  expect(reads.length).toBeGreaterThan(8);
  expect(reads.every(({ tooEarly }) => !tooEarly)).toBe(true);
  w.sandbox.limitRate('read', null);
  const { id } = w.sandbox.postFromElsewhere();
  await w.pass(8 * MINUTE);
  expect(w.store.state().elsewhere).toMatchObject([{ recordingId: id }]);
});

test('F4: a failed step is retried until it recovers; NOT_FAILED is good news', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.sandbox.advance(id, 'FAILED', { code: 'MODEL_BUSY', retryable: true, ownRunInMs: 100 * MINUTE });
  w.given.watched = true;
  await w.pass(3 * MINUTE);
  expect(w.asked()).toContain(`POST /recordings/${id}/retry`);
  w.sandbox.advance(id, 'FAILED', { code: 'MODEL_BUSY', retryable: true, ownRunInMs: 100 * MINUTE });
  await w.pass(MINUTE);
  w.sandbox.finish(id);
  await w.pass(5 * MINUTE);
  expect(w.stageOf(id)).toBe('ready');
});

test('F4: what cannot be retried is not, and its code is shown', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.sandbox.advance(id, 'FAILED', { code: 'NO_SPEECH', retryable: false });
  w.given.watched = true;
  await w.pass(10 * MINUTE);
  expect(w.asked()).not.toContain(`POST /recordings/${id}/retry`);
  expect(w.store.state().meetings[0]?.state).toMatchObject({ stage: 'failed', failure: { code: 'NO_SPEECH' } });
});

test('F5: unwatched, a hundred meetings cost one read a minute', async () => {
  const w = await lobbeWorld();
  const ids = await Promise.all(Array.from({ length: 100 }, () => sent(w.sandbox)));
  for (const id of ids) await w.own(id);
  const before = w.asked().length;
  for (const id of ids) w.sandbox.finish(id);
  await w.pass(3 * MINUTE);
  expect(w.asked().slice(before)).toEqual(Array(3).fill('GET /events'));
  expect(ids.every((id) => w.stageOf(id) === 'ready')).toBe(true);
});

test('F6: ids are text; one that looks like a number is kept as it came', async () => {
  const w = await lobbeWorld();
  w.sandbox.appendEvent({ type: 'recording.ready', recordingId: '0012', data: { status: 'READY' } });
  await w.pass(MINUTE);
  expect(w.store.state().elsewhere).toMatchObject([{ recordingId: '0012' }]);
});

test('F7: every type and change moves the row as it says, and leaves its line', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  const steps: [() => void, string, string | null][] = [
    [() => w.sandbox.advance(id, 'NAMING'), 'naming', 'recording.naming_required'],
    [() => w.sandbox.advance(id, 'READY'), 'ready', 'recording.ready'],
    [() => w.sandbox.rename(id, 'Budget'), 'ready', 'recording.updated:renamed'],
    [() => w.sandbox.change(id, 'transcript_edited'), 'ready', 'recording.updated:transcript_edited'],
    [() => w.sandbox.moveToSeries(id, 'weekly'), 'ready', 'recording.updated:series_changed'],
    [() => w.sandbox.advance(id, 'NAMING'), 'naming', 'recording.naming_required'],
    [() => w.sandbox.advance(id, 'READY'), 'ready', 'recording.updated:speakers_renamed'],
    [() => w.sandbox.deleteMeeting(id), 'deleted', 'recording.deleted'],
    [() => w.sandbox.restoreMeeting(id), 'ready', 'recording.updated:restored'],
    [() => w.sandbox.advance(id, 'FAILED', { code: 'X', retryable: false }), 'failed', 'recording.failed'],
  ];
  for (const [step, stage, line] of steps) {
    step();
    await w.pass(MINUTE);
    expect(w.stageOf(id)).toBe(stage);
    expect(w.store.state().meetings[0]?.timeline.at(-1)?.code).toBe(line);
  }
});

test('F8: what sends no event leaves the row as it is; a regenerated meeting is no second ready', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.sandbox.finish(id);
  await w.pass(MINUTE);
  const at = w.store.state().meetings[0]?.state;
  w.sandbox.advance(id, 'GENERATING');
  await w.pass(MINUTE);
  w.sandbox.advance(id, 'READY');
  await w.pass(MINUTE);
  expect(w.store.state().meetings[0]?.state).toEqual(at);
  expect(w.store.state().meetings[0]?.timeline.map(({ code }) => code)).toEqual([
    'recording.ready',
    'recording.updated:regenerated',
  ]);
});

test('F9: with recordings:read the feed has every meeting of the account', async () => {
  const w = await lobbeWorld();
  const { id } = w.sandbox.postFromElsewhere({ title: 'From the phone' });
  w.given.watched = true;
  await w.pass(MINUTE);
  expect(w.store.state().elsewhere).toMatchObject([{ recordingId: id, title: 'From the phone' }]);
  expect(w.store.state().scopes).toEqual([{ token, read: true, write: null, ask: null }]);
});

test('F9: with recordings:write alone it has only what this token sent, and that is enough', async () => {
  const w = await lobbeWorld(writeOnly);
  w.sandbox.postFromElsewhere();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.sandbox.finish(id);
  await w.pass(2 * MINUTE);
  expect(w.store.state().elsewhere).toEqual([]);
  expect(w.stageOf(id)).toBe('ready');
  expect(w.store.state().scopes).toMatchObject([{ read: false }]);
});

test('F10: the first read asks for “from now on”: the past is not told again', async () => {
  const w = await lobbeWorld({
    before: (sandbox) => {
      sandbox.postFromElsewhere();
      return undefined;
    },
  });
  expect(w.sandbox.requests[0]?.query.get('after')).toBe('latest');
  expect(w.store.state().elsewhere).toEqual([]);
});

test('F11, F13: each cursor goes back unchanged, and only after its page is on disk', async () => {
  const w = await lobbeWorld();
  w.sandbox.postFromElsewhere();
  w.store.full = true;
  await w.pass(3 * MINUTE);
  const [first, ...others] = w.sandbox.requests
    .filter(({ path }) => path === '/events')
    .map((r) => r.query.get('after'));
  expect(first).toBe('latest');
  expect(new Set(others).size).toBe(1);
  w.store.full = false;
  await w.pass(5 * MINUTE);
  expect(w.store.state().elsewhere).toHaveLength(1);
  expect(w.sandbox.requests.every(({ answered }) => answered?.status !== 400)).toBe(true);
});

test('F12: a backlog is read in full pages, one after the other', async () => {
  const w = await lobbeWorld();
  for (let n = 0; n < 1_700; n += 1) w.sandbox.appendEvent({ type: 'recording.ready', recordingId: `rec_${n % 40}` });
  const before = w.asked().length;
  await w.pass(MINUTE);
  expect(events(w.asked().slice(before))).toBe(4);
  expect(w.sandbox.requests.at(-1)?.query.get('limit')).toBe('500');
  expect(w.store.state().elsewhere).toHaveLength(40);
});

test('F14: events that come again change nothing', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.sandbox.advance(id, 'NAMING');
  w.sandbox.advance(id, 'READY');
  await w.pass(MINUTE);
  const [before] = w.store.state().meetings;
  w.sandbox.repeatEvents(3);
  await w.pass(2 * MINUTE);
  expect(w.store.state().meetings[0]).toBe(before);
});

test('F15: the feed’s order counts, not the time of an event', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.sandbox.appendEvent({ type: 'recording.naming_required', recordingId: id, occurredAt: T0 + 9 * MINUTE });
  w.sandbox.appendEvent({ type: 'recording.ready', recordingId: id, occurredAt: T0 - 9 * MINUTE });
  await w.pass(MINUTE);
  expect(w.stageOf(id)).toBe('ready');
});

test('F16: an expired cursor is replaced, and what was missed is found out', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.sandbox.advance(id, 'NAMING');
  w.sandbox.expireCursors();
  await w.pass(2 * MINUTE);
  expect(w.stageOf(id)).toBe('naming');
  expect(w.sandbox.requests.filter(({ answered }) => answered?.status === 410)).toHaveLength(1);
});

test('F16: a laptop that slept for forty days starts again by itself', async () => {
  const w = await lobbeWorld();
  const id = await sent(w.sandbox);
  await w.own(id);
  w.sandbox.finish(id);
  await w.sleep(40 * 24 * 60 * MINUTE);
  expect(w.sandbox.requests.some(({ answered }) => answered?.status === 410)).toBe(true);
  await w.pass(2 * MINUTE);
  expect(w.stageOf(id)).toBe('ready');
});

test('F17: in its order, with what the list and the statuses say', async () => {
  const w = await lobbeWorld({
    before: async (sandbox) => {
      const ids = [await sent(sandbox), await sent(sandbox), await sent(sandbox)];
      sandbox.finish(ids[0] ?? '');
      sandbox.deleteMeeting(ids[1] ?? '');
      sandbox.postFromElsewhere({ title: 'Elsewhere' });
      const { id } = sandbox.meetings[3] ?? expect.fail();
      sandbox.finish(id);
      const records = ids.map((recordingId, n) =>
        atLobbe(n + 1, { stage: 'processing', status: 'QUEUED' }, { recordingId: recordingId as RecordingId }),
      );
      return stateOf(records);
    },
  });
  const [first, second, third] = w.sandbox.meetings;
  await w.pass(2 * MINUTE);
  expect(w.asked().slice(3)).toEqual([
    'GET /events',
    'GET /recordings/ready',
    `GET /recordings/${second?.id}/status`,
    `GET /recordings/${third?.id}/status`,
    'GET /events',
    'GET /events',
  ]);
  expect(w.store.state().meetings.map((m) => m.state.stage)).toEqual(['ready', 'deleted', 'processing']);
  expect(w.store.state().elsewhere).toMatchObject([{ title: 'Elsewhere', state: { stage: 'ready' } }]);
  expect(first?.id).toBe(w.store.state().meetings[0]?.recordingId);
});

test('L21: while sending is off, a token that may only write reads nothing, and asks seldom', async () => {
  const w = await lobbeWorld({
    ...writeOnly,
    before: (sandbox) => {
      sandbox.switchOnSending(false);
      return undefined;
    },
  });
  await w.pass(60 * MINUTE);
  expect(events(w.asked())).toBeLessThanOrEqual(3);
  expect(w.store.state().gates).toEqual([]);
  w.sandbox.switchOnSending(true);
  await w.pass(60 * MINUTE);
  expect(w.store.state().feed.cursor).not.toBeNull();
});
