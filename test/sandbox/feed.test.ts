import { expect, test } from 'vitest';
import type { Sandbox } from '../../electron/sandbox/server';
import { call, open, send, sent } from './client';

const DAY = 86_400_000;

interface Event {
  id: string;
  type: string;
  recordingId: string;
  seriesId: string | null;
  occurredAt: string;
  data: Record<string, unknown>;
}

async function read(sandbox: Sandbox, query: Record<string, string> = {}, token?: string) {
  const reply = await call(
    sandbox,
    'GET',
    `/events?${new URLSearchParams(query)}`,
    token === undefined ? {} : { token },
  );
  expect(reply.status).toBe(200);
  return reply.json as { schemaVersion: number; events: Event[]; nextCursor: string };
}

/** Everything from a cursor on, and how many pages it took. */
async function readAll(sandbox: Sandbox, limit: number, after?: string) {
  const events: Event[] = [];
  let cursor = after;
  for (let pages = 1; ; pages += 1) {
    const page = await read(sandbox, { limit: String(limit), ...(cursor === undefined ? {} : { after: cursor }) });
    events.push(...page.events);
    cursor = page.nextCursor;
    if (page.events.length < limit) return { events, pages, cursor };
  }
}

const types = (events: Event[]) => events.map(({ type }) => type);

test('F5, F6: the feed has events, oldest first, and a cursor', async () => {
  const sandbox = await open({ now: () => Date.UTC(2024, 4, 6, 7) });
  const ids = [await sent(sandbox), await sent(sandbox)];
  sandbox.addSeries('weekly', 'Weekly');
  sandbox.moveToSeries(ids[1] ?? '', 'weekly');
  sandbox.finish(ids[1] ?? '');
  const page = await read(sandbox);
  expect(page).toMatchObject({ schemaVersion: 1, nextCursor: expect.any(String) });
  expect(page.events).toEqual([
    {
      id: expect.any(String),
      type: 'recording.created',
      recordingId: ids[0],
      seriesId: null,
      occurredAt: '2024-05-06T07:00:00.000Z',
      data: { status: 'QUEUED' },
    },
    expect.objectContaining({ type: 'recording.created', recordingId: ids[1], seriesId: null }),
    expect.objectContaining({ type: 'recording.ready', recordingId: ids[1], seriesId: 'weekly' }),
  ]);
});

test('F6: seriesId is null while series are off', async () => {
  const sandbox = await open();
  sandbox.switchOn('series', false);
  sandbox.postFromElsewhere({ seriesId: 'weekly' });
  expect((await read(sandbox)).events[0]?.seriesId).toBeNull();
});

test('F7: each type of event comes with its data', async () => {
  const sandbox = await open();
  const id = await sent(sandbox);
  sandbox.advance(id, 'NAMING');
  sandbox.advance(id, 'READY');
  sandbox.rename(id, 'Budget');
  sandbox.change(id, 'transcript_edited');
  sandbox.change(id, 'speakers_renamed');
  sandbox.moveToSeries(id, 'weekly');
  sandbox.advance(id, 'GENERATING');
  sandbox.advance(id, 'READY');
  sandbox.advance(id, 'NAMING');
  sandbox.advance(id, 'READY');
  sandbox.deleteMeeting(id);
  sandbox.restoreMeeting(id);
  sandbox.advance(id, 'FAILED', { code: 'NO_SPEECH', retryable: false });
  const ready = (change: string) => ['recording.updated', { status: 'READY', change }];
  expect((await read(sandbox)).events.map(({ type, data }) => [type, data])).toEqual([
    ['recording.created', { status: 'QUEUED' }],
    ['recording.naming_required', { status: 'NAMING' }],
    ['recording.ready', { status: 'READY' }],
    ready('renamed'),
    ready('transcript_edited'),
    ready('speakers_renamed'),
    ready('series_changed'),
    ready('regenerated'),
    ['recording.naming_required', { status: 'NAMING' }],
    ready('speakers_renamed'),
    ['recording.deleted', { status: 'READY' }],
    ready('restored'),
    ['recording.failed', { status: 'FAILED', error: { code: 'NO_SPEECH', retryable: false } }],
  ]);
});

test('F7: created tells of meetings whoever sent them; deleted and restored come in any status', async () => {
  const sandbox = await open();
  const { id } = sandbox.postFromElsewhere({ title: 'From the phone' });
  sandbox.deleteMeeting(id);
  sandbox.restoreMeeting(id);
  const { events } = await read(sandbox);
  expect(types(events)).toEqual(['recording.created', 'recording.deleted', 'recording.updated']);
  expect(events[2]?.data).toEqual({ status: 'QUEUED', change: 'restored' });
});

test('F8: steps, retries, and failures that Lobbe still retries send no event; changes of an unfinished meeting neither', async () => {
  const sandbox = await open();
  const id = await sent(sandbox);
  sandbox.advance(id, 'TRANSCRIBING');
  sandbox.rename(id, 'Too early');
  sandbox.advance(id, 'GENERATING');
  sandbox.advance(id, 'FAILED', { code: 'MODEL_BUSY', retryable: true, ownRunInMs: 60_000 });
  await call(sandbox, 'POST', `/recordings/${id}/retry`);
  expect(types((await read(sandbox)).events)).toEqual(['recording.created']);
});

test('F8: a second READY is updated, never a second ready', async () => {
  const sandbox = await open();
  const id = await sent(sandbox);
  sandbox.finish(id);
  sandbox.finish(id);
  expect(types((await read(sandbox)).events)).toEqual(['recording.created', 'recording.ready', 'recording.updated']);
});

test('F9: recordings:read sees every meeting of the account; recordings:write alone what it sent; others nothing', async () => {
  const sandbox = await open({
    tokens: [
      { token: 'reader', scopes: ['recordings:read'] },
      { token: 'one', scopes: ['recordings:write'] },
      { token: 'two', scopes: ['recordings:write'] },
      { token: 'asker', scopes: ['recordings:query'] },
      { token: 'foreign', account: 'elsewhere' },
    ],
  });
  const [one, two] = [await sent(sandbox, { token: 'one' }), await sent(sandbox, { token: 'two' })];
  const app = sandbox.postFromElsewhere().id;
  const seen = async (token: string) => (await read(sandbox, {}, token)).events.map(({ recordingId }) => recordingId);
  expect(await seen('reader')).toEqual([one, two, app]);
  expect(await seen('one')).toEqual([one]);
  expect(await seen('two')).toEqual([two]);
  expect(await seen('foreign')).toEqual([]);
  expect((await call(sandbox, 'GET', '/events', { token: 'asker' })).status).toBe(403);

  sandbox.switchOnSending(false);
  expect((await call(sandbox, 'GET', '/events', { token: 'one' })).json.error.code).toBe('SCOPE_DISABLED');
  expect(await seen('reader')).toHaveLength(3);
});

test('F10: after=latest has no event and a cursor for what comes; without after the oldest kept event comes first', async () => {
  const sandbox = await open();
  const old = await sent(sandbox);
  const latest = await read(sandbox, { after: 'latest' });
  expect(latest.events).toEqual([]);
  const fresh = await sent(sandbox);
  expect((await read(sandbox, { after: latest.nextCursor })).events.map((e) => e.recordingId)).toEqual([fresh]);
  expect((await read(sandbox)).events.map((e) => e.recordingId)).toEqual([old, fresh]);
});

test('F11: nextCursor is there even when nothing is; a changed cursor or an event id is refused', async () => {
  const sandbox = await open();
  expect((await read(sandbox)).nextCursor).toEqual(expect.any(String));
  await sent(sandbox);
  const { events, nextCursor } = await read(sandbox);
  const wrong = [
    events[0]?.id ?? '',
    '1',
    '',
    `${nextCursor}x`,
    nextCursor.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
  ];
  for (const after of wrong) {
    const reply = await call(sandbox, 'GET', `/events?${new URLSearchParams({ after })}`);
    expect([after, reply.status, reply.json.error?.code]).toEqual([after, 400, 'VALIDATION']);
  }
});

test('F12: limit is 1 to 500, 100 unless given; a full page has more behind it', async () => {
  const sandbox = await open();
  for (let i = 0; i < 101; i += 1) sandbox.postFromElsewhere();
  expect((await read(sandbox)).events).toHaveLength(100);
  expect((await read(sandbox, { limit: '500' })).events).toHaveLength(101);
  for (const limit of ['0', '501', '-1', '1.5', 'all', '']) {
    expect((await call(sandbox, 'GET', `/events?limit=${limit}`)).status).toBe(400);
  }
  for (const limit of [1, 10, 50, 101]) {
    const all = await readAll(sandbox, limit);
    expect(new Set(all.events.map(({ id }) => id)).size).toBe(101);
    expect(all.pages).toBe(Math.floor(101 / limit) + 1);
  }
});

test('F12: a page that is exactly full at the end is followed by an empty one', async () => {
  const sandbox = await open();
  for (let i = 0; i < 4; i += 1) sandbox.postFromElsewhere();
  const page = await read(sandbox, { limit: '4' });
  expect(page.events).toHaveLength(4);
  expect((await read(sandbox, { after: page.nextCursor, limit: '4' })).events).toEqual([]);
});

test('F13: reading again from the same cursor gives the same events', async () => {
  const sandbox = await open();
  const { nextCursor } = await read(sandbox, { after: 'latest' });
  await sent(sandbox);
  const page = await read(sandbox, { after: nextCursor });
  expect((await read(sandbox, { after: nextCursor })).events).toEqual(page.events);
});

test('F14: events can come again, with the same id', async () => {
  const sandbox = await open();
  for (let i = 0; i < 3; i += 1) sandbox.postFromElsewhere();
  const first = await read(sandbox);
  sandbox.repeatEvents(2);
  const again = await read(sandbox, { after: first.nextCursor });
  expect(again.events).toEqual(first.events.slice(1));
  expect((await read(sandbox, { after: again.nextCursor })).events).toEqual([]);
});

test('F14, F15: one meeting has several events of one type, in the order of its changes, whatever occurredAt says', async () => {
  const sandbox = await open();
  const id = await sent(sandbox);
  sandbox.finish(id);
  sandbox.rename(id, 'One');
  sandbox.appendEvent({
    type: 'recording.updated',
    recordingId: id,
    data: { status: 'READY', change: 'renamed' },
    occurredAt: 0,
  });
  const { events } = await read(sandbox);
  expect(types(events).slice(2)).toEqual(['recording.updated', 'recording.updated']);
  expect(events.at(-1)?.occurredAt).toBe('1970-01-01T00:00:00.000Z');
  expect(new Set(events.map((event) => event.id)).size).toBe(4);
});

test('events of unknown types and meetings can be put into the feed', async () => {
  const sandbox = await open();
  sandbox.appendEvent({ type: 'recording.sung', recordingId: 'rec_unknown', data: { loud: true } });
  expect((await read(sandbox)).events).toMatchObject([{ type: 'recording.sung', recordingId: 'rec_unknown' }]);
});

test('F16: events are kept 30 days', async () => {
  let now = 0;
  const sandbox = await open({ now: () => now });
  await sent(sandbox);
  now = 20 * DAY;
  const second = await sent(sandbox);
  now = 31 * DAY;
  expect((await read(sandbox)).events.map((event) => event.recordingId)).toEqual([second]);
});

test('F16: at the end of the feed the age of a cursor counts from the read; who reads regularly never gets stale', async () => {
  let now = 0;
  const sandbox = await open({ now: () => now });
  await sent(sandbox);
  let cursor = (await read(sandbox)).nextCursor;
  for (let day = 29; day < 200; day += 29) {
    now = day * DAY;
    cursor = (await read(sandbox, { after: cursor })).nextCursor;
  }
  now += 31 * DAY;
  const stale = await call(sandbox, 'GET', `/events?after=${cursor}`);
  expect([stale.status, stale.json.error.code]).toEqual([410, 'CURSOR_EXPIRED']);
});

test('F16: within the feed the age of a cursor counts from the last event it read', async () => {
  let now = 0;
  const sandbox = await open({ now: () => now });
  await sent(sandbox);
  await sent(sandbox);
  now = 29 * DAY;
  const { nextCursor } = await read(sandbox, { limit: '1' });
  now = 31 * DAY;
  expect((await call(sandbox, 'GET', `/events?after=${nextCursor}`)).status).toBe(410);
});

test('F16, F17: after a restore of the data of Lobbe every cursor is 410; a new one, the ready list and statuses catch up', async () => {
  const sandbox = await open();
  const ids = await Promise.all(Array.from({ length: 5 }, () => sent(sandbox)));
  const { nextCursor } = await read(sandbox);
  const [gone = '', failed = '', ...ready] = ids;
  for (const id of ready) sandbox.finish(id);
  sandbox.deleteMeeting(gone);
  sandbox.advance(failed, 'FAILED');
  sandbox.expireCursors();
  expect((await call(sandbox, 'GET', `/events?after=${nextCursor}`)).status).toBe(410);

  const latest = await read(sandbox, { after: 'latest' });
  const listed: string[] = [];
  let query = '';
  for (;;) {
    const page = await call(sandbox, 'GET', `/recordings/ready?limit=2${query}`);
    listed.push(...page.json.recordings.map((meeting: { id: string }) => meeting.id));
    if (page.json.nextCursor === null) break;
    query = `&after=${page.json.nextCursor}`;
  }
  expect(listed.sort()).toEqual(ready.sort());
  expect((await call(sandbox, 'GET', `/recordings/${gone}/status`)).status).toBe(404);
  expect((await call(sandbox, 'GET', `/recordings/${failed}/status`)).json.status).toBe('FAILED');
  sandbox.rename(ready[0] ?? '', 'Later');
  expect(types((await read(sandbox, { after: latest.nextCursor })).events)).toEqual(['recording.updated']);
});

test('F17: lists hold what is there, with titles, and refuse a wrong page', async () => {
  const sandbox = await open();
  await send(sandbox, { name: 'جلسه.m4a' });
  sandbox.deleteMeeting(await sent(sandbox));
  expect((await call(sandbox, 'GET', '/recordings')).json).toMatchObject({
    recordings: [{ title: 'جلسه', status: 'QUEUED' }],
    nextCursor: null,
  });
  expect((await call(sandbox, 'GET', '/recordings?after=nonsense')).status).toBe(400);
});

test('F18: after 429 on the feed the same cursor goes on', async () => {
  let now = 0;
  const sandbox = await open({ now: () => now, rateLimits: { read: { requests: 1, perMs: 60_000 } } });
  const { nextCursor } = await read(sandbox);
  await sent(sandbox);
  const refused = await call(sandbox, 'GET', `/events?after=${nextCursor}`);
  expect(refused.headers['retry-after']).toBe('60');
  now += 60_000;
  expect((await read(sandbox, { after: nextCursor })).events).toHaveLength(1);
});
