// The bodies of answers: what is said for people, encodings, and sizes that nobody may be made to read.

import zlib from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../electron/domain/outcome';
import { answerText, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, send } from '../fakes/transport-world';

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
  return send(clientFor(server), syntheticBody(SIZE));
}

describe('what an answer says for people', () => {
  test.each([
    { body: '{"error":{"code":"X","message":"The recording is too long."}}', message: 'The recording is too long.' },
    { body: '{"error":{"code":"X","message":"ضبط بیش از حد طولانی است"}}', message: 'ضبط بیش از حد طولانی است' },
    { body: 'Request entity too large\n', message: 'Request entity too large' },
    { body: '{"error":{"code":"X","message":"a\\u0000b\\nc\\u202ed"}}', message: 'a b cd' },
    { body: `{"error":{"message":"${'x'.repeat(900)}"}}`, message: 'x'.repeat(500) },
    { body: '{"error":{"code":"X","message":"<b>no</b>"}}', message: null },
    { body: '<html><h1>413</h1></html>', message: null },
    { body: '{"error":{"code":"X"}}', message: null },
    { body: '{"error":{"code":"X","message":{"a":1}}}', message: null },
    { body: '{"message":"elsewhere"}', message: null },
    { body: '', message: null },
  ])('case 39: $body', async ({ body, message }) => {
    expect(await answeredWith(answerText(413, body))).toMatchObject({ kind: 'refused', message });
  });
});

describe('transport 13, cases 53 and 57: encodings and sizes', () => {
  const body = Buffer.from('{"error":{"code":"MAINTENANCE"}}');
  test.each([
    { coding: 'gzip', bytes: zlib.gzipSync(body) },
    { coding: 'x-gzip', bytes: zlib.gzipSync(body) },
    { coding: 'GZIP', bytes: zlib.gzipSync(body) },
    { coding: 'deflate', bytes: zlib.deflateSync(body) },
    { coding: 'deflate', bytes: zlib.deflateRawSync(body) },
    { coding: 'br', bytes: zlib.brotliCompressSync(body) },
    { coding: 'identity', bytes: body },
    { coding: 'deflate, gzip', bytes: zlib.gzipSync(zlib.deflateSync(body)) },
  ])('$coding is decoded', async ({ coding, bytes }) => {
    expect(await answeredWith(answerText(503, bytes, { 'content-encoding': coding }))).toMatchObject({
      kind: 'later',
      facts: { status: 503, code: 'MAINTENANCE' },
    });
  });

  test.each([
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['deflate', zlib.deflateSync],
  ] as const)('case 53: the sentence of a refusal is decoded too: %s', async (coding, encode) => {
    const bytes = encode('{"error":{"code":"X","message":"ضبط بیش از حد طولانی است"}}');
    expect(await answeredWith(answerText(422, bytes, { 'content-encoding': coding }))).toMatchObject({
      kind: 'refused',
      message: 'ضبط بیش از حد طولانی است',
    });
  });

  test('a 202 may be encoded too', async () => {
    const bytes = zlib.gzipSync('{"id":"rec_1","status":"QUEUED"}');
    expect(await answeredWith(answerText(202, bytes, { 'content-encoding': 'gzip' }))).toMatchObject({
      kind: 'accepted',
    });
  });

  test.each([
    { what: 'damaged', coding: 'gzip', bytes: Buffer.from('not gzip at all') },
    { what: 'unknown', coding: 'zstd-of-tomorrow', bytes: body },
    { what: 'many times', coding: 'gzip, gzip, gzip', bytes: body },
    { what: 'empty', coding: 'gzip', bytes: Buffer.alloc(0) },
  ])('$what: the status counts', async ({ coding, bytes }) => {
    expect(await answeredWith(answerText(503, bytes, { 'content-encoding': coding }))).toMatchObject({
      kind: 'later',
      facts: { status: 503, code: null },
    });
  });

  test('a page of the feed that decodes to gigabytes is given up at its cap, in no time', async () => {
    // Members of gzip may follow each other: 400 times 16 MiB, in 6 MB.
    const member = zlib.gzipSync(Buffer.alloc(16 * 1024 * 1024, 0x20), { level: 9 });
    const bomb = Buffer.concat(Array<Buffer>(400).fill(member));
    server = await scriptedServer(async (peer) => {
      await peer.head();
      await peer.say(answerText(200, bomb, { 'content-encoding': 'gzip' }));
    });
    const before = process.memoryUsage().arrayBuffers;
    const started = performance.now();
    const { signal } = new AbortController();
    expect(await clientFor(server).readEvents('latest', 10, signal)).toEqual({ kind: 'unreadable', status: 200 });
    // To its end it takes ten seconds, and more memory than there is.
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(256 * 1024 * 1024);
  });

  test('a few KB that decode to 100 MB are not decoded to their end', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(100 * 1024 * 1024, 0x20), { level: 1 });
    const before = process.memoryUsage().rss;
    const outcome = await answeredWith(answerText(500, bomb.subarray(0, 60_000), { 'content-encoding': 'gzip' }));
    expect(outcome).toMatchObject({ kind: 'later', facts: { status: 500 } });
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('a body without an end is read to the cap, and the connection closed', async () => {
    server = await scriptedServer(async (peer) => {
      await peer.body();
      await peer.say('HTTP/1.1 500 Internal\r\ncontent-type: text/plain\r\n\r\n');
      await peer.sayForEver(() => 'x'.repeat(60_000));
    });
    expect(await send(clientFor(server), syntheticBody(SIZE))).toMatchObject({ kind: 'later', facts: { status: 500 } });
  });

  test('case 57: a 202 with JSON without an end is no success, costs little memory, and may have arrived', async () => {
    server = await scriptedServer(async (peer) => {
      await peer.body();
      await peer.say('HTTP/1.1 202 Accepted\r\ncontent-type: application/json\r\n\r\n{"id":"rec_1","more":[0');
      await peer.sayForEver(() => ',1234567890'.repeat(10_000));
    });
    const before = process.memoryUsage().rss;
    expect(await send(clientFor(server), syntheticBody(SIZE))).toMatchObject({ kind: 'unknown', mayHaveArrived: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('case 57: a page of the feed without an end is read to its cap, and is none', async () => {
    server = await scriptedServer(async (peer) => {
      await peer.head();
      await peer.say('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"events":[0');
      await peer.sayForEver(() => ',1234567890'.repeat(10_000));
    });
    const { signal } = new AbortController();
    expect(await clientFor(server).readEvents('c', 10, signal)).toMatchObject({ kind: 'unreadable' });
    expect((await server.peer(0)).closed || (await server.peer(0)).ended !== 'open').toBe(true);
  });

  test('a head without an end', async () => {
    server = await scriptedServer(async (peer) => {
      await peer.body();
      await peer.say('HTTP/1.1 202 Accepted\r\n');
      await peer.sayForEver((line) => `x-${line}: ${'y'.repeat(1_000)}\r\n`);
    });
    expect(await send(clientFor(server), syntheticBody(SIZE))).toMatchObject({
      kind: 'unknown',
      phase: 'response',
      mayHaveArrived: true,
      code: 'UND_ERR_HEADERS_OVERFLOW',
    });
  });
});
