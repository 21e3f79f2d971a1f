// How an upload ends when nobody answers: in which phase, whether it may have arrived, and that it was sent once.

import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openConnection } from '../../electron/transport/connector';
import { exchange } from '../../electron/transport/exchange';
import { DEFAULT_LIMITS } from '../../electron/transport/limits';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import { accepted, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, openSockets, send } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const MB = 1024 * 1024;
const never = () => new Promise<never>(() => {});

describe.each([{ tls: false }, { tls: true }])('tls: $tls', ({ tls }) => {
  test.each([
    { how: 'FIN', code: 'CLOSED' },
    { how: 'RST', code: 'ECONNRESET' },
  ])(
    'transport 7, case 47: the whole body was read and the answer is lost by a $how: one request, unknown',
    async ({ how, code }) => {
      server = await scriptedServer(
        async (peer) => {
          await peer.body();
          if (how === 'FIN') peer.socket.end();
          else peer.reset();
        },
        { tls },
      );
      expect(await send(clientFor(server), syntheticBody(MB))).toEqual({
        kind: 'unknown',
        phase: 'response',
        mayHaveArrived: true,
        code,
        sent: MB,
      });
      expect(server.peers).toHaveLength(1);
      await server.close();
      expect(await openSockets()).toEqual([]);
    },
  );

  test.each([
    { how: 'FIN', code: /^(CLOSED|EPIPE|ECONNRESET)$/ },
    { how: 'RST', code: /^(CLOSED|EPIPE|ECONNRESET)$/ },
  ])('a $how in the middle of the body: it cannot have arrived', async ({ how, code }) => {
    server = await scriptedServer(
      async (peer) => {
        await peer.bodyBytes(2 * MB);
        if (how === 'FIN') peer.socket.end();
        else peer.reset();
      },
      { tls },
    );
    expect(await send(clientFor(server), syntheticBody(200 * MB))).toEqual({
      kind: 'unknown',
      phase: 'body',
      mayHaveArrived: false,
      code: expect.stringMatching(code),
      sent: expect.any(Number),
    });
    expect(server.peers).toHaveLength(1);
    await server.close();
    expect(await openSockets()).toEqual([]);
  });

  test('transport 4, case 58: no answer by the limit is unknown, not failed', async () => {
    server = await scriptedServer(() => {}, { tls });
    const outcome = await send(clientFor(server, { answerMs: 100 }), syntheticBody(MB));
    expect(outcome).toEqual({
      kind: 'unknown',
      phase: 'response',
      mayHaveArrived: true,
      code: 'NO_ANSWER',
      sent: MB,
    });
    expect(server.peers).toHaveLength(1);
  });

  test('transport 4, case 58: an answer far later than the limit for a stall is a success', async () => {
    server = await scriptedServer(
      async (peer) => {
        await peer.body();
        // Five times the limit for a stall.
        setTimeout(() => peer.say(accepted()), 500);
      },
      { tls },
    );
    expect((await send(clientFor(server, { stallMs: 100 }), syntheticBody(MB))).kind).toBe('accepted');
  });

  test('case 58: an answer that began within its limit is read to its end', async () => {
    server = await scriptedServer(
      async (peer) => {
        await peer.body();
        const text = accepted('rec_8');
        const half = text.length - 20;
        await peer.say(text.subarray(0, half));
        // Three times the limit for its beginning.
        setTimeout(() => peer.say(text.subarray(half)), 300);
      },
      { tls },
    );
    const client = clientFor(server, { answerMs: 100, stallMs: 100 });
    expect(await send(client, syntheticBody(MB))).toMatchObject({ kind: 'accepted', recordingId: 'rec_8' });
  });

  test('transport 5: a server that stops reading has stalled it, within the limit', async () => {
    server = await scriptedServer(
      async (peer) => {
        await peer.bodyBytes(MB);
        peer.socket.pause();
      },
      { tls },
    );
    const started = performance.now();
    const outcome = await send(clientFor(server, { stallMs: 200 }), syntheticBody(64 * MB));
    expect(outcome).toMatchObject({ kind: 'unknown', phase: 'body', mayHaveArrived: false, code: 'STALLED' });
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(200);
    expect(took).toBeLessThan(2_000);
    await server.close();
    expect(await openSockets()).toEqual([]);
  });
});

test('transport 5, case 59: bursts with pauses below the limit are no stall, however long they take in all', async () => {
  let bursts = 0;
  server = await scriptedServer(async (peer) => {
    const head = await peer.head();
    while (peer.received < head.raw.length + head.contentLength) {
      // The kernels hold some MB between the two: only more than that at a time is seen by the client as a burst.
      const next = Math.min(peer.received + 6 * MB, head.raw.length + head.contentLength);
      await peer.until(() => peer.received >= next || peer.closed);
      if (peer.closed) return;
      bursts += 1;
      peer.socket.pause();
      await new Promise((resolve) => setTimeout(resolve, 150));
      peer.socket.resume();
    }
    await peer.say(accepted());
  });
  const started = performance.now();
  const outcome = await send(clientFor(server, { stallMs: 500 }), syntheticBody(48 * MB));
  expect(outcome.kind).toBe('accepted');
  expect(bursts).toBeGreaterThan(4);
  expect(performance.now() - started).toBeGreaterThan(600);
});

test('cases 58, 59: the limits of the app bear a Lobbe that thinks for ten minutes, and bursts at 20 KB/s', () => {
  expect(DEFAULT_LIMITS.answerMs).toBeGreaterThan(10 * 60_000);
  // What a kernel takes in one go is gone after some 70 s at that speed.
  expect(DEFAULT_LIMITS.stallMs).toBeGreaterThan(70_000);
});

test('case 26: a file that gives nothing is told apart from a network that takes nothing', async () => {
  server = await scriptedServer(() => {});
  const body = syntheticBody(8 * MB, { at: MB, instead: never });
  expect(await send(clientFor(server, { stallMs: 100 }), body)).toMatchObject({
    kind: 'unknown',
    phase: 'file',
    mayHaveArrived: false,
    code: 'READ_STALLED',
  });
});

test('nobody listens: ECONNREFUSED while connecting', async () => {
  server = await scriptedServer(() => {});
  await server.close();
  expect(await send(clientFor(server), syntheticBody(MB))).toEqual({
    kind: 'unknown',
    phase: 'connect',
    mayHaveArrived: false,
    code: 'ECONNREFUSED',
    sent: 0,
  });
});

test('case 63: a name that does not exist', async () => {
  server = await scriptedServer(() => {});
  const outcome = await send(clientFor({ base: 'https://nowhere.invalid/api/v1' }), syntheticBody(MB));
  expect(outcome).toMatchObject({ kind: 'unknown', phase: 'connect', mayHaveArrived: false });
  expect(outcome.kind === 'unknown' && outcome.code).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
});

test('TLS that is never agreed on ends at the limit for connecting', async () => {
  server = await scriptedServer(() => {});
  const client = clientFor({ base: server.base.replace('http:', 'https:') }, { connectMs: 100 });
  expect(await send(client, syntheticBody(MB))).toMatchObject({ phase: 'connect', code: 'CONNECT_TIMEOUT' });
  // Closed by us: nobody else would.
  const peer = await server.peer(0);
  await peer.until(() => peer.closed || peer.ended !== 'open');
  await server.close();
  expect(await openSockets()).toEqual([]);
});

test('a server that hangs up in the middle of TLS', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.until(() => peer.received > 0);
    peer.socket.end();
  });
  const client = clientFor({ base: server.base.replace('http:', 'https:') });
  expect(await send(client, syntheticBody(MB))).toMatchObject({ kind: 'unknown', phase: 'connect', sent: 0 });
  await server.close();
  expect(await openSockets()).toEqual([]);
});

test('case 55: a certificate that nobody vouches for: not one byte of the request goes out', async () => {
  server = await scriptedServer(() => {}, { tls: true });
  const client = createLobbeClient({ connection: () => ({ base: server.base, token: 'token' }), now: () => 0 });
  expect(await send(client, syntheticBody(MB))).toMatchObject({
    kind: 'unknown',
    phase: 'connect',
    mayHaveArrived: false,
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect((await server.peer(0)).received).toBe(0);
});

test('a server that closes every connection at once is asked once', async () => {
  let connections = 0;
  const closing = net.createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).resume();
    socket.end();
  });
  closing.listen(0, '127.0.0.1');
  await once(closing, 'listening');
  server = await scriptedServer(() => {});
  const { port } = closing.address() as net.AddressInfo;
  const outcome = await send(clientFor({ base: `http://127.0.0.1:${port}/api/v1` }), syntheticBody(64 * MB));
  expect(outcome).toMatchObject({ kind: 'unknown', phase: 'body', mayHaveArrived: false });
  await new Promise((resolve) => closing.close(resolve));
  expect(connections).toBe(1);
});

test('a connection that is gone before the request is not replaced by another', async () => {
  server = await scriptedServer(() => {});
  const base = new URL(server.base);
  const { signal } = new AbortController();
  const opened = await openConnection(base, { limits: DEFAULT_LIMITS }, signal);
  if (opened.kind !== 'open') throw new Error('no connection');
  opened.connection.reset();
  const request = { method: 'GET', path: '/', headers: {}, body: null } as const;
  const end = await exchange(base.origin, opened.connection, request, { bodyBytes: 100, bodyMs: 100 }, null);
  expect(end).toEqual({ kind: 'failed', code: 'CLOSED' });
  expect(server.peers.length).toBeLessThan(2);
});
