// Reading the feed: what goes out, and what is and is not a page.

import zlib from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { answerText, type ScriptedServer, scriptedServer, serverSaying } from '../fakes/scripted-server';
import { clientFor, openSockets, TOKEN } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const { signal: noSignal } = new AbortController();
const json = (status: number, body: unknown) => answerText(status, JSON.stringify(body));

const event = {
  id: 'evt_1',
  type: 'recording.ready',
  recordingId: 'rec_1',
  seriesId: null,
  occurredAt: '2026-01-01T10:00:00Z',
  data: { status: 'READY' },
};

describe('GET /events', () => {
  test('F5, F11, F12: one GET with the cursor unchanged, and no key', async () => {
    const cursor = 'a+b/c=&limit=9#é %\u202e';
    server = await serverSaying(json(200, { schemaVersion: 1, events: [], nextCursor: 'next' }));
    await clientFor(server).readEvents(cursor, 500, noSignal);
    const head = await (await server.peer(0)).head();
    const url = new URL(head.path, server.base);
    expect(head.line.startsWith('GET /api/v1/events?')).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toEqual({ after: cursor, limit: '500' });
    expect(Object.fromEntries(head.headers)).toEqual({
      host: new URL(server.base).host,
      connection: 'close',
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/json',
      'user-agent': 'LobbeUploader/0.0.0',
    });
    await server.close();
    expect(await openSockets()).toEqual([]);
  });

  test('F6, F7: events of every type, with what is not there as null', async () => {
    const events = [
      event,
      {
        ...event,
        id: 'evt_2',
        type: 'recording.failed',
        data: { status: 'FAILED', error: { code: 'E', retryable: true } },
      },
      {
        ...event,
        id: 'evt_3',
        type: 'recording.updated',
        seriesId: 'ser_1',
        data: { status: 'READY', change: 'renamed' },
      },
      // Case 66: a type, a status and a field of tomorrow.
      { ...event, id: 'evt_4', type: 'recording.archived', data: { status: 'ARCHIVED', by: 'x' }, extra: [1] },
      { id: 'evt_5', type: 'recording.created', recordingId: 'rec_2' },
      { ...event, id: 'evt_6', seriesId: 7.5, occurredAt: 12, data: { status: 5, change: [], error: 'no' } },
      { ...event, id: 'evt_7', data: { error: { retryable: 'yes' } } },
    ];
    server = await serverSaying(json(200, { schemaVersion: 1, events, nextCursor: 'c2' }));
    const none = { seriesId: null, occurredAt: null, status: null, change: null, error: null };
    const base = { ...none, type: 'recording.ready', recordingId: 'rec_1', occurredAt: event.occurredAt };
    expect(await clientFor(server).readEvents('c1', 100, noSignal)).toEqual({
      kind: 'page',
      schemaVersion: 1,
      nextCursor: 'c2',
      full: false,
      unreadable: [],
      events: [
        { ...base, id: 'evt_1', status: 'READY' },
        { ...base, id: 'evt_2', type: 'recording.failed', status: 'FAILED', error: { code: 'E', retryable: true } },
        { ...base, id: 'evt_3', type: 'recording.updated', seriesId: 'ser_1', status: 'READY', change: 'renamed' },
        { ...base, id: 'evt_4', type: 'recording.archived', status: 'ARCHIVED' },
        { ...none, id: 'evt_5', type: 'recording.created', recordingId: 'rec_2' },
        { ...base, id: 'evt_6', occurredAt: null },
        { ...base, id: 'evt_7', error: { code: 'UNKNOWN', retryable: false } },
      ],
    });
  });

  test('an event that cannot be read is set aside, capped, and the page goes on', async () => {
    const bad = [
      null,
      'text',
      { ...event, id: undefined },
      { ...event, recordingId: null },
      { ...event, type: '' },
      { ...event, id: '', long: 'x'.repeat(5_000) },
    ];
    server = await serverSaying(json(200, { schemaVersion: 1, events: [...bad, event], nextCursor: 'c2' }));
    const answer = await clientFor(server).readEvents('c1', 7, noSignal);
    expect(answer).toMatchObject({ kind: 'page', events: [{ id: 'evt_1' }], nextCursor: 'c2', full: true });
    const unreadable = answer.kind === 'page' ? answer.unreadable : [];
    expect(unreadable).toHaveLength(6);
    expect(unreadable[0]).toBe('null');
    expect(unreadable[5]).toHaveLength(2_000);
  });

  test('an event that is nested deeper than JSON can be printed is set aside, too', async () => {
    const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
    const page = `{"schemaVersion":1,"events":[${deep},${JSON.stringify(event)}],"nextCursor":"c2"}`;
    server = await serverSaying(answerText(200, page));
    expect(await clientFor(server).readEvents('c1', 7, noSignal)).toMatchObject({
      kind: 'page',
      events: [{ id: 'evt_1' }],
      unreadable: [expect.any(String)],
      nextCursor: 'c2',
    });
  });

  test.each([
    { count: 2, full: true },
    { count: 1, full: false },
    { count: 3, full: true },
  ])('F12, case 70: $count of 2 asked for: full is $full', async ({ count, full }) => {
    const events = Array.from({ length: count }, (_, index) => ({ ...event, id: `evt_${index}` }));
    server = await serverSaying(json(200, { schemaVersion: 1, events, nextCursor: 'c' }));
    expect(await clientFor(server).readEvents('c0', 2, noSignal)).toMatchObject({ kind: 'page', full });
  });

  test.each([
    { body: { events: [], nextCursor: 'c' }, schemaVersion: 1 },
    { body: { schemaVersion: 1, nextCursor: 'c' }, schemaVersion: 1 },
    { body: { schemaVersion: 1, events: null, nextCursor: 'c' }, schemaVersion: 1 },
    { body: { schemaVersion: 2, events: [], nextCursor: 'c' }, schemaVersion: 2 },
  ])('F10, case 73: $body is a page', async ({ body, schemaVersion }) => {
    server = await serverSaying(json(200, body));
    expect(await clientFor(server).readEvents('latest', 1, noSignal)).toEqual({
      kind: 'page',
      events: [],
      unreadable: [],
      nextCursor: 'c',
      full: false,
      schemaVersion,
    });
  });

  test.each([
    { body: { schemaVersion: 2, pages: [] }, kind: 'newer' },
    { body: { schemaVersion: 2, events: 'none', nextCursor: 'c' }, kind: 'newer' },
    { body: { schemaVersion: 2, events: [{ key: 1 }, { key: 2 }], nextCursor: 'c' }, kind: 'newer' },
    { body: { schemaVersion: 2, events: [{ key: 1 }, event], nextCursor: 'c' }, kind: 'page' },
    { body: { schemaVersion: 1, events: [{ key: 1 }], nextCursor: 'c' }, kind: 'page' },
    { body: { schemaVersion: 1, pages: [] }, kind: 'unreadable' },
  ])('case 73: $body is $kind: nothing of a newer form is passed over unread', async ({ body, kind }) => {
    server = await serverSaying(json(200, body));
    expect(await clientFor(server).readEvents('c', 100, noSignal)).toMatchObject({ kind });
  });

  test.each([
    '{"schemaVersion":1,"events":[]}',
    '{"schemaVersion":1,"events":[],"nextCursor":""}',
    '{"schemaVersion":1,"events":[],"nextCursor":null}',
    '{"schemaVersion":1,"events":[],"nextCursor":7}',
    '{"schemaVersion":1,"events":[],"nextCursor":"\\ud800"}',
    '{"schemaVersion":1,"events":{},"nextCursor":"c"}',
    '{"schemaVersion":"one","events":[],"nextCursor":"c"}',
    '<html>Sign in</html>',
    '[]',
    'null',
    '',
  ])('F11, case 54: %s is no page, and the cursor stays', async (body) => {
    server = await serverSaying(answerText(200, body));
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toEqual({ kind: 'unreadable', status: 200 });
  });

  test('a page over the cap is unreadable, and is not read to its end', async () => {
    server = await scriptedServer(async (peer) => {
      await peer.head();
      await peer.say('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"events":[');
      await peer.sayForEver(() => '"x",'.repeat(4_000));
    });
    const client = clientFor(server, { readBytes: 100_000 });
    expect(await client.readEvents('c', 1, noSignal)).toEqual({ kind: 'unreadable', status: 200 });
  });

  test('a page that decodes to more than the cap', async () => {
    const bytes = zlib.gzipSync(
      JSON.stringify({ schemaVersion: 1, events: [], nextCursor: 'c', x: 'x'.repeat(200_000) }),
    );
    server = await serverSaying(answerText(200, bytes, { 'content-encoding': 'gzip' }));
    const client = clientFor(server, { readBytes: 100_000 });
    expect(await client.readEvents('c', 1, noSignal)).toEqual({ kind: 'unreadable', status: 200 });
  });

  test('a page that is encoded', async () => {
    const bytes = zlib.gzipSync(JSON.stringify({ schemaVersion: 1, events: [event], nextCursor: 'c' }));
    server = await serverSaying(answerText(200, bytes, { 'content-encoding': 'gzip' }));
    expect(await clientFor(server).readEvents('c', 9, noSignal)).toMatchObject({ kind: 'page', nextCursor: 'c' });
  });

  test('a page that is cut off is trouble of the network', async () => {
    server = await serverSaying('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"schemaVersion":1,"events":[');
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toMatchObject({ kind: 'unreachable' });
  });
});
