// Uploads under a limit, in real time: its rate on the wire, and that nothing else of an upload changes.

import { afterEach, describe, expect, test } from 'vitest';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import type { LobbeClient } from '../../electron/transport/ports';
import { clientVia, lobbeServer, proxyTo } from '../fakes/proxy-world';
import {
  accepted,
  type Peer,
  refusal,
  type ScriptedServer,
  scriptedServer,
  testCertificate,
} from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { NOW, openSockets, send, signalOnce, TOKEN } from '../fakes/transport-world';

const open: { close(): Promise<void> }[] = [];
const opened = <T extends { close(): Promise<void> }>(server: T): T => {
  open.push(server);
  return server;
};
async function closeAll(): Promise<void> {
  for (const server of open.splice(0)) await server.close();
}
afterEach(closeAll);

const KB = 1000;
const MB = 1024 * 1024;

function limited(server: ScriptedServer, bytesPerSecond: () => number | null, stallMs = 120_000): LobbeClient {
  const roots = [testCertificate];
  return createLobbeClient({
    connection: () => ({ base: server.base, token: TOKEN }),
    now: () => NOW,
    ca: () => roots,
    bytesPerSecond,
    limits: { headPauseMs: 20, tickMs: 10, stallMs },
  });
}

const taking = async (peer: Peer) => {
  await peer.body();
  await peer.say(accepted());
};

describe.each([{ tls: false }, { tls: true }])('tls: $tls', ({ tls }) => {
  test('the rate is the limit, within a few hundredths on a busy machine', async () => {
    const size = 1_000 * KB;
    const server = opened(await scriptedServer(taking, { tls, keep: 4 * MB }));
    const started = performance.now();
    expect(
      (
        await send(
          limited(server, () => 500 * KB),
          syntheticBody(size),
        )
      ).kind,
    ).toBe('accepted');
    const seconds = (performance.now() - started) / 1000;
    // Faster it must never be. What is slower by is the connection, and whatever else this machine does.
    expect(seconds).toBeGreaterThan(1.99);
    expect(seconds).toBeLessThan(2.6);
  });

  test('two at a time have one limit together', async () => {
    const server = opened(await scriptedServer(taking, { tls, keep: 4 * MB }));
    const client = limited(server, () => 500 * KB);
    const started = performance.now();
    await Promise.all([send(client, syntheticBody(300 * KB)), send(client, syntheticBody(300 * KB))]);
    const seconds = (performance.now() - started) / 1000;
    expect(seconds).toBeGreaterThan(1.15);
    expect(seconds).toBeLessThan(1.8);
  });

  test('a wait for its turn is no stall, however low the limit', async () => {
    const server = opened(await scriptedServer(taking, { tls }));
    // A piece every 300 ms, three times the limit for a stall.
    const outcome = await send(
      limited(server, () => 3_400, 100),
      syntheticBody(3 * KB),
    );
    expect(outcome.kind).toBe('accepted');
  });

  test('a network that takes nothing is a stall, whatever the limit', async () => {
    const server = opened(
      await scriptedServer(
        async (peer) => {
          await peer.head();
          peer.socket.pause();
        },
        { tls },
      ),
    );
    const client = limited(server, () => 400 * MB, 200);
    expect(await send(client, syntheticBody(64 * MB))).toMatchObject({ phase: 'body', code: 'STALLED' });
  });

  test('case 26: a file that gives nothing is one, too', async () => {
    const server = opened(await scriptedServer(() => {}, { tls }));
    const body = syntheticBody(MB, { at: 512 * 1024, instead: () => new Promise<never>(() => {}) });
    const client = limited(server, () => 100 * MB, 150);
    expect(await send(client, body)).toMatchObject({ phase: 'file', code: 'READ_STALLED' });
  });

  test('case 35: an early refusal is seen in the middle of a wait, and ends it', async () => {
    const server = opened(
      await scriptedServer(
        async (peer) => {
          await peer.bodyBytes(1_000);
          await peer.say(refusal(402, 'PAYMENT_REQUIRED'));
          peer.socket.destroySoon();
        },
        { tls },
      ),
    );
    // The second piece would go out after a minute.
    let limit = 100 * KB;
    const client = limited(server, () => limit);
    const started = performance.now();
    const outcome = await send(client, syntheticBody(10 * MB), {
      onTick: ({ sent }) => {
        if (sent > 0) limit = 10;
      },
    });
    expect(outcome).toMatchObject({ kind: 'later', facts: { status: 402, code: 'PAYMENT_REQUIRED' } });
    expect(performance.now() - started).toBeLessThan(2_000);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('transport 6: stopped in the middle of a wait: at once, and Lobbe sees no whole body', async () => {
    const server = opened(await scriptedServer(() => {}, { tls }));
    const aborter = new AbortController();
    const pending = send(
      limited(server, () => 2 * KB),
      syntheticBody(100 * KB),
      { signal: aborter.signal },
    );
    const peer = await server.peer(0);
    await peer.bodyBytes(1_000);
    const started = performance.now();
    aborter.abort();
    expect(await pending).toMatchObject({ kind: 'interrupted', mayHaveArrived: false });
    expect(performance.now() - started).toBeLessThan(250);
    await peer.until(() => peer.closed || peer.ended !== 'open');
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('a server that hangs up in the middle of a wait', async () => {
    const server = opened(
      await scriptedServer(
        async (peer) => {
          await peer.bodyBytes(1_000);
          peer.socket.end();
        },
        { tls },
      ),
    );
    const outcome = await send(
      limited(server, () => 2 * KB),
      syntheticBody(100 * KB),
    );
    expect(outcome).toMatchObject({ kind: 'unknown', phase: 'body', mayHaveArrived: false, code: 'CLOSED' });
  });
});

test('a limit that is lifted lets a slow one go on at once', async () => {
  const server = opened(await scriptedServer(taking));
  let limit: number | null = 1 * KB;
  const client = limited(server, () => limit);
  const started = signalOnce();
  const pending = send(client, syntheticBody(600 * KB), { onTick: ({ sent }) => sent > 0 && started.fire() });
  await started.fired;
  limit = null;
  const since = performance.now();
  expect((await pending).kind).toBe('accepted');
  expect(performance.now() - since).toBeLessThan(1_500);
});

test('an upload that ended leaves its share to the others', async () => {
  const server = opened(await scriptedServer(taking, { keep: 4 * MB }));
  const client = limited(server, () => 600 * KB);
  const aborter = new AbortController();
  const first = send(client, syntheticBody(100 * MB), { signal: aborter.signal });
  await (await server.peer(0)).bodyBytes(50 * KB);
  aborter.abort();
  await first;
  const started = performance.now();
  expect((await send(client, syntheticBody(600 * KB))).kind).toBe('accepted');
  expect(performance.now() - started).toBeLessThan(1_600);
});

test('through a proxy as well', async () => {
  const server = opened(await lobbeServer(taking));
  const proxy = opened(await proxyTo(server, { kind: 'http' }));
  const client = clientVia([proxy.route()], {}, { bytesPerSecond: () => 500 * KB });
  const started = performance.now();
  expect((await send(client, syntheticBody(500 * KB))).kind).toBe('accepted');
  expect(performance.now() - started).toBeGreaterThan(990);
});
