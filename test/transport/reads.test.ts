// The small requests: what goes out, and what every kind of answer means to the feed.

import zlib from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import { answerText, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { clientFor, NOW, openSockets, TOKEN } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const MEETING = 'rec/1?x' as RecordingId;
const { signal: noSignal } = new AbortController();

async function serverSaying(answer: string | Buffer): Promise<ScriptedServer> {
  server = await scriptedServer(async (peer) => {
    await peer.head();
    await peer.say(answer);
    peer.socket.end();
  });
  return server;
}

const json = (status: number, body: unknown, headers = {}) => answerText(status, JSON.stringify(body), headers);

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
    await serverSaying(json(200, { schemaVersion: 1, events: [], nextCursor: 'next' }));
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
    await serverSaying(json(200, { schemaVersion: 1, events, nextCursor: 'c2' }));
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
    await serverSaying(json(200, { schemaVersion: 1, events: [...bad, event], nextCursor: 'c2' }));
    const answer = await clientFor(server).readEvents('c1', 7, noSignal);
    expect(answer).toMatchObject({ kind: 'page', events: [{ id: 'evt_1' }], nextCursor: 'c2', full: true });
    const unreadable = answer.kind === 'page' ? answer.unreadable : [];
    expect(unreadable).toHaveLength(6);
    expect(unreadable[0]).toBe('null');
    expect(unreadable[5]).toHaveLength(2_000);
  });

  test.each([
    { count: 2, full: true },
    { count: 1, full: false },
    { count: 3, full: true },
  ])('F12, case 70: $count of 2 asked for: full is $full', async ({ count, full }) => {
    const events = Array.from({ length: count }, (_, index) => ({ ...event, id: `evt_${index}` }));
    await serverSaying(json(200, { schemaVersion: 1, events, nextCursor: 'c' }));
    expect(await clientFor(server).readEvents('c0', 2, noSignal)).toMatchObject({ kind: 'page', full });
  });

  test.each([
    { body: { events: [], nextCursor: 'c' }, schemaVersion: 1 },
    { body: { schemaVersion: 1, nextCursor: 'c' }, schemaVersion: 1 },
    { body: { schemaVersion: 1, events: null, nextCursor: 'c' }, schemaVersion: 1 },
    { body: { schemaVersion: 2, events: [], nextCursor: 'c' }, schemaVersion: 2 },
  ])('F10, case 73: $body is a page', async ({ body, schemaVersion }) => {
    await serverSaying(json(200, body));
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
    await serverSaying(answerText(200, body));
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
    await serverSaying(answerText(200, bytes, { 'content-encoding': 'gzip' }));
    const client = clientFor(server, { readBytes: 100_000 });
    expect(await client.readEvents('c', 1, noSignal)).toEqual({ kind: 'unreadable', status: 200 });
  });

  test('a page that is encoded', async () => {
    const bytes = zlib.gzipSync(JSON.stringify({ schemaVersion: 1, events: [event], nextCursor: 'c' }));
    await serverSaying(answerText(200, bytes, { 'content-encoding': 'gzip' }));
    expect(await clientFor(server).readEvents('c', 9, noSignal)).toMatchObject({ kind: 'page', nextCursor: 'c' });
  });

  test('a page that is cut off is trouble of the network', async () => {
    await serverSaying('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"schemaVersion":1,"events":[');
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toMatchObject({ kind: 'unreachable' });
  });
});

describe('statuses', () => {
  const error = (code: string) => JSON.stringify({ error: { code } });
  const html = '<html><h1>nope</h1></html>';

  test.each([
    { status: 410, body: error('CURSOR_EXPIRED'), kind: 'expired' },
    { status: 410, body: '', kind: 'expired' },
    { status: 410, body: error('SOMETHING_ELSE'), kind: 'unreadable' },
    { status: 410, body: html, kind: 'unreadable' },
    { status: 401, body: error('UNAUTHORIZED'), kind: 'closed' },
    { status: 403, body: error('SCOPE_DISABLED'), kind: 'closed' },
    { status: 403, body: html, kind: 'closed' },
    { status: 429, body: error('RATE_LIMITED'), kind: 'later' },
    { status: 408, body: '', kind: 'later' },
    { status: 421, body: '', kind: 'later' },
    { status: 425, body: '', kind: 'later' },
    { status: 500, body: html, kind: 'later' },
    { status: 502, body: html, kind: 'later' },
    { status: 503, body: '', kind: 'later' },
    { status: 599, body: '', kind: 'later' },
    { status: 511, body: html, kind: 'unreadable' },
    { status: 400, body: error('VALIDATION'), kind: 'unreadable' },
    { status: 404, body: error('NOT_FOUND'), kind: 'unreadable' },
    { status: 407, body: html, kind: 'unreadable' },
    { status: 302, body: '', kind: 'unreadable' },
    { status: 204, body: '', kind: 'unreadable' },
  ])('F16, F18: the feed answers $status $body: $kind', async ({ status, body, kind }) => {
    await serverSaying(answerText(status, body));
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toMatchObject({ kind });
    expect(server.peers).toHaveLength(1);
  });

  test('F3, F18: 429 says until when, and why', async () => {
    await serverSaying(answerText(429, error('RATE_LIMITED'), { 'retry-after': '17' }));
    const later = { kind: 'later', notBefore: NOW + 17_000, status: 429, code: 'RATE_LIMITED' };
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toEqual(later);
    expect(await clientFor(server).readStatus(MEETING, noSignal)).toEqual(later);
    expect(await clientFor(server).retry(MEETING, noSignal)).toEqual(later);
  });

  test('F21: a token that may not', async () => {
    await serverSaying(answerText(403, error('SCOPE_DISABLED')));
    const closed = { kind: 'closed', status: 403, code: 'SCOPE_DISABLED' };
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toEqual(closed);
    expect(await clientFor(server).readStatus(MEETING, noSignal)).toEqual(closed);
    expect(await clientFor(server).retry(MEETING, noSignal)).toEqual(closed);
  });

  test.each([
    {
      status: 200,
      body: '{"id":"rec_1","status":"NAMING"}',
      answer: { kind: 'status', status: 'NAMING', error: null },
    },
    { status: 200, body: '{"status":"NEW_ONE"}', answer: { kind: 'status', status: 'NEW_ONE', error: null } },
    {
      status: 200,
      body: '{"status":"FAILED","error":{"code":"NO_SPEECH","retryable":false}}',
      answer: { kind: 'status', status: 'FAILED', error: { code: 'NO_SPEECH', retryable: false } },
    },
    { status: 200, body: '{"status":"READY","error":null}', answer: { kind: 'status', status: 'READY', error: null } },
    { status: 200, body: '{"id":"rec_1"}', answer: { kind: 'unreadable', status: 200 } },
    { status: 200, body: html, answer: { kind: 'unreadable', status: 200 } },
    { status: 404, body: error('NOT_FOUND'), answer: { kind: 'gone' } },
    { status: 404, body: '', answer: { kind: 'gone' } },
    { status: 404, body: html, answer: { kind: 'unreadable', status: 404 } },
    { status: 409, body: error('NOT_FAILED'), answer: { kind: 'unreadable', status: 409 } },
    { status: 410, body: '', answer: { kind: 'unreadable', status: 410 } },
    { status: 500, body: '', answer: { kind: 'later', notBefore: null, status: 500, code: null } },
  ])('F2, F17: a status of $status $body', async ({ status, body, answer }) => {
    await serverSaying(answerText(status, body));
    expect(await clientFor(server).readStatus(MEETING, noSignal)).toEqual(answer);
  });

  test.each([
    { status: 200, body: '{"status":"GENERATING"}', answer: { kind: 'status', status: 'GENERATING', error: null } },
    { status: 200, body: '{"ok":true}', answer: { kind: 'status', status: 'QUEUED', error: null } },
    { status: 200, body: html, answer: { kind: 'unreadable', status: 200 } },
    { status: 409, body: error('NOT_FAILED'), answer: { kind: 'not-failed' } },
    { status: 409, body: error('OTHER'), answer: { kind: 'unreadable', status: 409 } },
    { status: 404, body: error('NOT_FOUND'), answer: { kind: 'gone' } },
    { status: 502, body: html, answer: { kind: 'later', notBefore: null, status: 502, code: null } },
  ])('F4: a retry answered with $status $body', async ({ status, body, answer }) => {
    await serverSaying(answerText(status, body));
    expect(await clientFor(server).retry(MEETING, noSignal)).toEqual(answer);
  });

  test('F1, F4, L1: paths, methods, and no key', async () => {
    await serverSaying(json(200, { status: 'READY' }));
    await clientFor(server).readStatus(MEETING, noSignal);
    await clientFor(server).retry(MEETING, noSignal);
    const [status, retry] = await Promise.all(server.peers.map((peer) => peer.head()));
    expect(status?.line).toBe('GET /api/v1/recordings/rec%2F1%3Fx/status HTTP/1.1');
    expect(retry?.line).toBe('POST /api/v1/recordings/rec%2F1%3Fx/retry HTTP/1.1');
    expect(retry?.headers.get('content-length')).toBe('0');
    expect(retry?.headers.has('idempotency-key')).toBe(false);
  });
});

describe('no answer', () => {
  test('nobody listens', async () => {
    server = await scriptedServer(() => {});
    await server.close();
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
  });

  test.each(['FIN', 'RST'])('a %s instead of an answer, and it is asked once', async (how) => {
    server = await scriptedServer(async (peer) => {
      await peer.head();
      if (how === 'FIN') peer.socket.end();
      else peer.reset();
    });
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toMatchObject({ kind: 'unreachable' });
    expect(server.peers).toHaveLength(1);
  });

  test.each([
    { what: 'silence', said: '' },
    { what: 'an answer that never ends', said: 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{' },
  ])('$what is over when its time is', async ({ said }) => {
    server = await scriptedServer(async (peer) => {
      await peer.head();
      if (said) await peer.say(said);
    });
    expect(await clientFor(server, { readMs: 80 }).readEvents('c', 1, noSignal)).toEqual({
      kind: 'unreachable',
      code: 'NO_ANSWER',
    });
    await server.close();
    expect(await openSockets()).toEqual([]);
  });

  test('stopped: at once, and before the start without a connection', async () => {
    server = await scriptedServer(() => {});
    const aborter = new AbortController();
    const pending = clientFor(server).readEvents('c', 1, aborter.signal);
    await (await server.peer(0)).head();
    const started = performance.now();
    aborter.abort();
    expect(await pending).toEqual({ kind: 'unreachable', code: 'ABORTED' });
    expect(performance.now() - started).toBeLessThan(250);
    expect(await clientFor(server).readEvents('c', 1, aborter.signal)).toEqual({
      kind: 'unreachable',
      code: 'ABORTED',
    });
    expect(server.peers).toHaveLength(1);
    await server.close();
    expect(await openSockets()).toEqual([]);
  });
});
