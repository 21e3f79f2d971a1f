// What answers to an upload mean, whatever a server, a proxy or a hotel's sign-in page makes of them.

import { afterEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../electron/domain/outcome';
import { accepted, answerText, refusal, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, NOW, send } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const SIZE = 10_000;

/** Sends a small recording to a server that reads it and says `answer`, then closes. */
async function answeredWith(answer: string | Buffer): Promise<Outcome> {
  server = await scriptedServer(async (peer) => {
    await peer.body();
    await peer.say(answer);
    peer.socket.end();
  });
  const outcome = await send(clientFor(server), syntheticBody(SIZE));
  expect(server.peers).toHaveLength(1);
  return outcome;
}

const notLobbe = { kind: 'unknown', phase: 'response', mayHaveArrived: true, code: 'NOT_LOBBE', sent: SIZE };

describe('a success has an id', () => {
  test.each([
    { body: '{"id":"rec_1","status":"QUEUED"}', status: 'QUEUED' },
    { body: '{"id":"rec_1","status":"A_NEW_ONE","more":[1]}', status: 'A_NEW_ONE' },
    { body: '\ufeff {"id":"rec_1","status":"READY"}\n', status: 'READY' },
    // The status is not said to be always there, nor is its type.
    { body: '{"id":"rec_1"}', status: 'QUEUED' },
    { body: '{"id":"rec_1","status":7}', status: 'QUEUED' },
  ])('L2: 202 $body', async ({ body, status }) => {
    expect(await answeredWith(answerText(202, body))).toEqual({
      kind: 'accepted',
      recordingId: 'rec_1',
      status,
      facts: { status: 202, code: null, requestId: null },
    });
  });

  test.each([200, 201])('L6: %s too', async (status) => {
    expect(await answeredWith(answerText(status, '{"id":"rec_1","status":"READY"}'))).toMatchObject({
      kind: 'accepted',
    });
  });

  test.each([
    { status: 202, body: '' },
    { status: 202, body: '{}' },
    { status: 202, body: '{"id":""}' },
    { status: 202, body: '{"id":null,"status":"QUEUED"}' },
    { status: 202, body: '{"id":".."}' },
    { status: 202, body: '{"id":"a b"}' },
    { status: 202, body: '{"data":{"id":"rec_1"}}' },
    { status: 202, body: '[]' },
    { status: 202, body: 'null' },
    { status: 202, body: '"rec_1"' },
    { status: 204, body: '' },
  ])('case 54: $status $body is not Lobbe’s', async ({ status, body }) => {
    expect(await answeredWith(answerText(status, body, { 'content-type': 'text/html' }))).toEqual(notLobbe);
  });

  test.each([
    { status: 200, body: '<!doctype html><title>Sign in</title>' },
    { status: 202, body: '<html><body>{"id":"rec_1"}</body></html>' },
    { status: 200, body: `<html>${'<p>Longer than what is looked at</p>'.repeat(10_000)}` },
  ])('case 54: $status with a page is a network that wants something first', async ({ status, body }) => {
    expect(await answeredWith(answerText(status, body, { 'content-type': 'text/html' }))).toEqual({
      ...notLobbe,
      code: 'NETWORK_SIGN_IN',
    });
  });
});

describe('an answer that is cut off', () => {
  const head = 'HTTP/1.1 202 Accepted\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n';

  test('a 202 that ends before its id may have arrived: the same key again', async () => {
    expect(await answeredWith(`${head}{"id":"re`)).toMatchObject({
      kind: 'unknown',
      phase: 'response',
      mayHaveArrived: true,
      code: expect.not.stringMatching('NOT_LOBBE'),
    });
  });

  test('a 202 whose JSON is whole counts, whatever its length promised', async () => {
    expect(await answeredWith(`${head}{"id":"rec_1","status":"QUEUED"}`)).toMatchObject({ kind: 'accepted' });
  });

  test('a refusal counts by its status', async () => {
    const cut = 'HTTP/1.1 402 Payment Required\r\ncontent-length: 100\r\n\r\n{"error":{"code":"NO_MI';
    expect(await answeredWith(cut)).toEqual({
      kind: 'later',
      notBefore: null,
      askedToWait: false,
      facts: { status: 402, code: null, requestId: null },
    });
  });

  test('chunked, and cut off between chunks', async () => {
    const cut = 'HTTP/1.1 503 Unavailable\r\ntransfer-encoding: chunked\r\nretry-after: 9\r\n\r\n5\r\n{"err\r\n';
    expect(await answeredWith(cut)).toMatchObject({ kind: 'later', notBefore: NOW + 9_000, facts: { status: 503 } });
  });

  test('no answer but half a head', async () => {
    expect(await answeredWith('HTTP/1.1 202 Acc')).toMatchObject({
      kind: 'unknown',
      phase: 'response',
      mayHaveArrived: true,
    });
  });

  test('something that is not HTTP', async () => {
    expect(await answeredWith('SSH-2.0-OpenSSH_9.6\r\n')).toMatchObject({
      kind: 'unknown',
      phase: 'response',
      mayHaveArrived: true,
      code: 'NOT_HTTP',
    });
  });
});

describe('refusals and waits', () => {
  test.each([
    { status: 400, code: 'VALIDATION', kind: 'refused' },
    { status: 404, code: 'NOT_FOUND', kind: 'refused' },
    { status: 409, code: 'IDEMPOTENCY_KEY_IN_USE', kind: 'refused' },
    { status: 413, code: 'TOO_LARGE', kind: 'refused' },
    { status: 415, code: 'UNSUPPORTED', kind: 'refused' },
    { status: 422, code: 'UNPROCESSABLE', kind: 'refused' },
    { status: 401, code: 'UNAUTHORIZED', kind: 'later' },
    { status: 402, code: 'MINUTES_EXHAUSTED', kind: 'later' },
    { status: 403, code: 'SCOPE_DISABLED', kind: 'later' },
    { status: 408, code: 'TIMEOUT', kind: 'later' },
    { status: 421, code: 'MISDIRECTED', kind: 'later' },
    { status: 425, code: 'TOO_EARLY', kind: 'later' },
    { status: 429, code: 'DAILY_LIMIT_REACHED', kind: 'later' },
    { status: 500, code: 'INTERNAL', kind: 'later' },
    { status: 502, code: 'BAD_GATEWAY', kind: 'later' },
    { status: 503, code: 'UPLOAD_IN_PROGRESS', kind: 'later' },
    { status: 504, code: 'TIMEOUT', kind: 'later' },
    { status: 599, code: 'ODD', kind: 'later' },
  ])('L9, L16 to L20: $status $code is $kind', async ({ status, code, kind }) => {
    expect(await answeredWith(refusal(status, code))).toMatchObject({ kind, facts: { status, code, requestId: null } });
  });

  test.each([
    { status: 500, body: '<html><h1>Internal Server Error</h1></html>' },
    { status: 502, body: '<html><head><title>502 Bad Gateway</title></head></html>' },
    { status: 503, body: '<!doctype html><title>Maintenance</title>' },
    { status: 504, body: '<html><body>Gateway Time-out</body></html>' },
    { status: 503, body: '{"error":' },
    { status: 503, body: 'upstream connect error or disconnect/reset before headers' },
    { status: 429, body: '<html>Too many</html>' },
    { status: 408, body: '<html>Request Time-out</html>' },
  ])(
    'case 39: $status $body comes again by its status, and nothing of it is read as a code',
    async ({ status, body }) => {
      expect(await answeredWith(answerText(status, body, { 'content-type': 'text/html' }))).toEqual({
        kind: 'later',
        notBefore: null,
        askedToWait: false,
        ...(status === 429 && { isPage: true }),
        facts: { status, code: null, requestId: null },
      });
    },
  );

  test.each([400, 401, 402, 403, 404, 410, 429, 451])(
    'case 54: a page with %i is no word of Lobbe’s, and a Retry-After with it is one to keep',
    async (status) => {
      const page = answerText(status, '<html><h1>Blocked</h1></html>', {
        'content-type': 'text/html',
        'retry-after': '9',
      });
      expect(await answeredWith(page)).toMatchObject({ kind: 'later', isPage: true, notBefore: NOW + 9_000 });
      expect(await answeredWith(answerText(status, '{"error":{}}'))).not.toHaveProperty('isPage');
    },
  );

  test('a page with 413 says what holds whoever says it', async () => {
    expect(await answeredWith(answerText(413, '<html>Too large</html>'))).toMatchObject({ kind: 'refused' });
  });

  test.each([407, 511])('%s is an answer of something in between', async (status) => {
    expect(await answeredWith(answerText(status, 'Sign in'))).toMatchObject({
      kind: 'unknown',
      code: 'NETWORK_SIGN_IN',
    });
  });

  test('L10: 503 UPLOAD_IN_PROGRESS says until when', async () => {
    expect(await answeredWith(refusal(503, 'UPLOAD_IN_PROGRESS', { 'retry-after': '12' }))).toMatchObject({
      notBefore: NOW + 12_000,
    });
  });

  test('case 40: a date is measured against the answer’s own', async () => {
    const headers = { date: 'Tue, 05 May 2020 10:00:00 GMT', 'retry-after': 'Tue, 05 May 2020 13:00:00 GMT' };
    expect(await answeredWith(refusal(429, 'TOKEN_DAILY_CAP', headers))).toMatchObject({
      notBefore: NOW + 3 * 3_600_000,
    });
  });

  test('the request’s id is kept for support, capped and printable', async () => {
    const id = `req-\u00e9\t${'x'.repeat(300)}`;
    const outcome = await answeredWith(refusal(500, 'INTERNAL', { 'x-request-id': id }));
    expect(outcome).toMatchObject({ facts: { requestId: `req-${'x'.repeat(124)}` } });
  });

  test('`request-id` does as well', async () => {
    const outcome = await answeredWith(refusal(500, 'INTERNAL', { 'request-id': 'abc' }));
    expect(outcome).toMatchObject({ facts: { requestId: 'abc' } });
  });

  test.each([
    { code: 7 },
    { code: '' },
    { code: 'x'.repeat(101) },
    { code: 'A\u0000B' },
    { code: 'کد' },
    { code: { nested: true } },
  ])('a code that is not printable is none: %j', async ({ code }) => {
    const body = JSON.stringify({ error: { code } });
    expect(await answeredWith(answerText(422, body))).toMatchObject({ kind: 'refused', facts: { code: null } });
  });
});

test('case 47: the answer to a repeat is the meeting as it is now', async () => {
  expect(await answeredWith(accepted('rec_5', 'READY'))).toMatchObject({ recordingId: 'rec_5', status: 'READY' });
});

test.each(['soon', '-5', '', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
  'case 42: a Retry-After of %j cannot be used, but it was there: the answer asked to wait',
  async (told) => {
    expect(await answeredWith(refusal(429, 'RATE_LIMITED', { 'retry-after': told }))).toMatchObject({
      kind: 'later',
      notBefore: null,
      askedToWait: true,
    });
  },
);
