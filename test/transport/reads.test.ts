// The small requests: what goes out, and what every kind of answer means to the feed.

import { afterEach, describe, expect, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import { answerText, type ScriptedServer, scriptedServer, serverSaying } from '../fakes/scripted-server';
import { clientFor, NOW, openSockets } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const MEETING = 'rec/1?x' as RecordingId;
const { signal: noSignal } = new AbortController();

const json = (status: number, body: unknown) => answerText(status, JSON.stringify(body));

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
    { status: 401, body: '', kind: 'closed' },
    { status: 401, body: html, kind: 'later' },
    { status: 403, body: html, kind: 'later' },
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
    server = await serverSaying(answerText(status, body));
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toMatchObject({ kind });
    expect(server.peers).toHaveLength(1);
  });

  test('F3, F18: 429 says until when, and why', async () => {
    server = await serverSaying(answerText(429, error('RATE_LIMITED'), { 'retry-after': '17' }));
    const later = { kind: 'later', notBefore: NOW + 17_000, status: 429, code: 'RATE_LIMITED' };
    expect(await clientFor(server).readEvents('c', 1, noSignal)).toEqual(later);
    expect(await clientFor(server).readStatus(MEETING, noSignal)).toEqual(later);
    expect(await clientFor(server).retry(MEETING, noSignal)).toEqual(later);
  });

  test('F21: a token that may not', async () => {
    server = await serverSaying(answerText(403, error('SCOPE_DISABLED')));
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
    server = await serverSaying(answerText(status, body));
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
    server = await serverSaying(answerText(status, body));
    expect(await clientFor(server).retry(MEETING, noSignal)).toEqual(answer);
  });

  test('F1, F4, L1: paths, methods, and no key', async () => {
    server = await serverSaying(json(200, { status: 'READY' }));
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
