// Where a token may go, and that nothing of it goes anywhere else.

import { afterEach, expect, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import { checkBase, routePath } from '../../electron/transport/base-address';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import { answerText, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, send } from '../fakes/transport-world';

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

test.each([
  'https://app.lobbe.ai/api/v1',
  'https://app.lobbe.ai/api/v1/',
  'https://lobbe.example:8443',
  'HTTPS://APP.LOBBE.AI/api/v1',
  'http://localhost:3000/api/v1',
  'http://127.0.0.1:8080/api/v1',
  'http://127.8.9.10/',
  'http://127.1:8080/',
  'http://[::1]:8080/api/v1',
])('%s may be given a token', (text) => {
  expect(checkBase(text)?.href).toBe(new URL(text).href);
});

test.each([
  'http://app.lobbe.ai/api/v1',
  'http://192.168.1.2/api/v1',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://evil.localhost/',
  'http://notlocalhost/',
  'http://0.0.0.0/',
  'http://[::2]/',
  'http://[::ffff:8.8.8.8]/',
  'https://user@app.lobbe.ai/',
  'https://user:secret@app.lobbe.ai/',
  'https://:secret@app.lobbe.ai/',
  'https://app.lobbe.ai/api?x=1',
  'https://app.lobbe.ai/api?',
  'https://app.lobbe.ai/api#top',
  'https://app.lobbe.ai/api#',
  'ftp://app.lobbe.ai/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'app.lobbe.ai/api/v1',
  '//app.lobbe.ai/api/v1',
  'https://',
  '',
  'not an address',
])('%j may not', (text) => {
  expect(checkBase(text)).toBeNull();
});

test('routes are appended to the path of the base, with or without a slash at its end', () => {
  expect(routePath(new URL('https://a/api/v1'), '/events')).toBe('/api/v1/events');
  expect(routePath(new URL('https://a/api/v1/'), '/events')).toBe('/api/v1/events');
  expect(routePath(new URL('https://a'), '/events')).toBe('/events');
});

test('an address that may not be given a token is not even connected to', async () => {
  const server = await scriptedServer(() => {});
  servers.push(server);
  const client = clientFor({ base: `${server.base.replace('//', '//user@')}` });
  const { signal } = new AbortController();
  expect(await send(client, syntheticBody(1_000))).toMatchObject({ kind: 'unknown', code: 'BAD_ADDRESS' });
  const unreachable = { kind: 'unreachable', code: 'BAD_ADDRESS' };
  expect(await client.readEvents('latest', 10, signal)).toEqual(unreachable);
  expect(await client.readStatus('rec_1' as RecordingId, signal)).toEqual(unreachable);
  expect(await client.retry('rec_1' as RecordingId, signal)).toEqual(unreachable);
  expect(server.peers).toHaveLength(0);
});

test.each([301, 302, 303, 307, 308])(
  'transport 12, case 51: %s is not followed, is no success, and nothing goes to its target',
  async (status) => {
    const elsewhere = await scriptedServer(async (peer) => {
      await peer.head();
      await peer.say(answerText(200, '{"id":"rec_1","status":"READY","events":[],"nextCursor":"c"}'));
    });
    const server = await scriptedServer(async (peer) => {
      await peer.head();
      await peer.say(answerText(status, '', { location: `${elsewhere.base}/recordings` }));
    });
    servers.push(elsewhere, server);
    const client = clientFor(server);
    const { signal } = new AbortController();
    expect(await send(client, syntheticBody(1_000_000))).toEqual({
      kind: 'unknown',
      phase: 'response',
      mayHaveArrived: false,
      code: 'REDIRECTED',
      sent: 0,
    });
    expect(await client.readEvents('latest', 10, signal)).toEqual({ kind: 'unreadable', status });
    expect(await client.readStatus('rec_1' as RecordingId, signal)).toEqual({ kind: 'unreadable', status });
    expect(await client.retry('rec_1' as RecordingId, signal)).toEqual({ kind: 'unreadable', status });
    expect(server.peers).toHaveLength(4);
    expect(elsewhere.peers).toHaveLength(0);
  },
);

test('case 111: a token that no header can carry is a bug of the caller, and its message does not hold it', async () => {
  const token = 'secret\r\nx-evil: 1';
  const client = createLobbeClient({ connection: () => ({ base: 'https://lobbe.invalid', token }), now: () => 0 });
  await expect(send(client, syntheticBody(1))).rejects.toThrow(/^the token cannot be the value of a header$/);
  await expect(client.readEvents('latest', 1, new AbortController().signal)).rejects.toThrow(/^the token cannot/);
});
