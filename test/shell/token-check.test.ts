// Whether Lobbe accepts a token, over real HTTP.

import { afterEach, describe, expect, test } from 'vitest';
import type { Scope } from '../../electron/sandbox/model';
import { type Sandbox, startSandbox } from '../../electron/sandbox/server';
import { createTokenCheck } from '../../electron/shell/token-check';
import { answerText, refusal, type ScriptedServer, scriptedServer, serverSaying } from '../fakes/scripted-server';
import { clientFor, NOW, openSockets, TOKEN } from '../fakes/transport-world';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const checkAt = (server: Pick<ScriptedServer, 'base'>, patienceMs?: number) => {
  const client = clientFor(server, { readMs: 60_000 });
  return createTokenCheck((_token, ...read) => client.readEvents(...read), patienceMs)(TOKEN);
};

async function lobbeWith(scopes: readonly Scope[]): Promise<Sandbox> {
  const lobbe = await startSandbox({ tokens: [{ token: TOKEN, name: 'first', scopes }] });
  open.push(lobbe);
  return lobbe;
}

async function saying(answer: Buffer): Promise<ScriptedServer> {
  const server = await serverSaying(answer);
  open.push(server);
  return server;
}

describe('against Lobbe’s rules', () => {
  test('F10, F12: one read of one event from the end of the feed, and nothing else', async () => {
    const lobbe = await lobbeWith(['recordings:read', 'recordings:write']);
    expect(await checkAt({ base: lobbe.url })).toEqual({ verdict: { kind: 'accepted' }, notBefore: null });
    expect(lobbe.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /events']);
    expect(lobbe.charges).toEqual([]);
  });

  test('F9: a token that may only send is accepted', async () => {
    const lobbe = await lobbeWith(['recordings:write']);
    expect((await checkAt({ base: lobbe.url })).verdict).toEqual({ kind: 'accepted' });
  });

  test('F9, L21: sending is not switched on for one that may only send: accepted, without news', async () => {
    const lobbe = await lobbeWith(['recordings:write']);
    lobbe.switchOnSending(false);
    expect((await checkAt({ base: lobbe.url })).verdict).toEqual({ kind: 'no-news' });
  });

  test('one that may only ask is accepted, without news', async () => {
    const lobbe = await lobbeWith(['recordings:query']);
    expect((await checkAt({ base: lobbe.url })).verdict).toEqual({ kind: 'no-news' });
  });

  test('one that was revoked is refused', async () => {
    const lobbe = await lobbeWith(['recordings:read']);
    lobbe.revokeToken('first');
    expect((await checkAt({ base: lobbe.url })).verdict).toEqual({ kind: 'refused' });
  });
});

describe('answers that say nothing of the token', () => {
  test('F3: Lobbe is asked too often: it says until when', async () => {
    const server = await saying(refusal(429, 'RATE_LIMITED', { 'retry-after': '7' }));
    const verdict = { kind: 'unchecked', trouble: null };
    expect(await checkAt(server)).toEqual({ verdict, notBefore: NOW + 7_000 });
  });

  test.each([
    ['a server in trouble', answerText(503, '<h1>busy</h1>'), null],
    ['a page that is not there', refusal(404, 'NOT_FOUND'), null],
    [
      'case 54: a captive portal',
      answerText(200, '<html>sign in</html>', { 'content-type': 'text/html' }),
      'NOT_LOBBE',
    ],
    [
      'a proxy that wants to know who one is',
      answerText(401, '<h1>sign in</h1>', { 'content-type': 'text/html' }),
      'NOT_LOBBE',
    ],
    [
      'a gateway that lets nobody through',
      answerText(403, '<h1>blocked</h1>', { 'content-type': 'text/html' }),
      'NOT_LOBBE',
    ],
  ])('%s', async (_, answer, trouble) => {
    expect((await checkAt(await saying(answer))).verdict).toMatchObject({ kind: 'unchecked', trouble });
  });

  test('nobody is there', async () => {
    const server = await saying(answerText(200, ''));
    await server.close();
    expect((await checkAt(server)).verdict).toEqual({ kind: 'unchecked', trouble: 'ECONNREFUSED' });
  });

  test('nobody answers: it is over in its time, and nothing is left open', async () => {
    const server = await scriptedServer(async (peer) => {
      await peer.head();
    });
    open.push(server);
    const began = performance.now();
    expect((await checkAt(server, 200)).verdict).toMatchObject({ kind: 'unchecked' });
    expect(performance.now() - began).toBeLessThan(2_000);
    await server.close();
    expect(await openSockets()).toEqual([]);
  });
});
