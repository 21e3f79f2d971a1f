// Stopping an upload: at once, in every phase, and so that nothing of it becomes a meeting afterwards.

import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../electron/domain/outcome';
import { openConnection } from '../../electron/transport/connector';
import { DEFAULT_LIMITS } from '../../electron/transport/limits';
import { accepted, type ScriptedServer, scriptedServer, testCertificate } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, openSockets, send, signalOnce } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const MB = 1024 * 1024;
const never = () => new Promise<never>(() => {});

/** Aborts, and checks that the answer is there within 250 ms and no descriptor is left. */
async function abortAndCheck(aborter: AbortController, pending: Promise<Outcome>): Promise<Outcome> {
  const started = performance.now();
  aborter.abort();
  const outcome = await pending;
  expect(performance.now() - started).toBeLessThan(250);
  await server.close();
  expect(await openSockets()).toEqual([]);
  return outcome;
}

describe.each([{ tls: false }, { tls: true }])('tls: $tls', ({ tls }) => {
  test('stopped before it began: no connection at all', async () => {
    server = await scriptedServer(() => {}, { tls });
    const aborter = new AbortController();
    aborter.abort();
    const body = syntheticBody(MB);
    expect(await send(clientFor(server), body, { signal: aborter.signal })).toEqual({
      kind: 'interrupted',
      mayHaveArrived: false,
      sent: 0,
    });
    // A connection made after this one would come after any that the upload had made.
    const probe = net.connect(Number(new URL(server.base).port), '127.0.0.1');
    await server.peer(0);
    expect(server.peers).toHaveLength(1);
    probe.destroy();
    expect(body.bytesRead).toBe(0);
  });

  test('while it connects', async () => {
    server = await scriptedServer(() => {}, { tls });
    const aborter = new AbortController();
    const body = syntheticBody(MB);
    const pending = send(clientFor(server), body, { signal: aborter.signal });
    expect(await abortAndCheck(aborter, pending)).toEqual({ kind: 'interrupted', mayHaveArrived: false, sent: 0 });
    expect(body.bytesRead).toBe(0);
  });

  test('in the pause after the head', async () => {
    server = await scriptedServer(() => {}, { tls });
    const aborter = new AbortController();
    const pending = send(clientFor(server, { headPauseMs: 60_000 }), syntheticBody(MB), { signal: aborter.signal });
    const peer = await server.peer(0);
    await peer.head();
    expect(await abortAndCheck(aborter, pending)).toEqual({ kind: 'interrupted', mayHaveArrived: false, sent: 0 });
  });

  test('while the body goes out', async () => {
    server = await scriptedServer(() => {}, { tls });
    const aborter = new AbortController();
    const pending = send(clientFor(server), syntheticBody(400 * MB), { signal: aborter.signal });
    const peer = await server.peer(0);
    await peer.bodyBytes(4 * MB);
    const started = performance.now();
    aborter.abort();
    const outcome = await pending;
    expect(performance.now() - started).toBeLessThan(250);
    expect(outcome).toMatchObject({ kind: 'interrupted', mayHaveArrived: false });
    expect(outcome.kind === 'interrupted' && outcome.sent).toBeGreaterThan(3 * MB);
    await peer.until(() => peer.closed || peer.ended !== 'open');
    await server.close();
    expect(await openSockets()).toEqual([]);
  });

  test('case 26: while the file blocks', async () => {
    server = await scriptedServer(() => {}, { tls });
    const aborter = new AbortController();
    const body = syntheticBody(8 * MB, { at: 2 * MB, instead: never });
    const pending = send(clientFor(server), body, { signal: aborter.signal });
    const peer = await server.peer(0);
    await peer.bodyBytes(MB);
    expect(await abortAndCheck(aborter, pending)).toMatchObject({ kind: 'interrupted', mayHaveArrived: false });
  });

  test('while the last look at the file blocks', async () => {
    server = await scriptedServer(() => {}, { tls });
    const aborter = new AbortController();
    const allSent = signalOnce();
    const pending = send(clientFor(server), syntheticBody(MB, { verify: never }), {
      signal: aborter.signal,
      onTick: (tick) => tick.sent === MB && allSent.fire(),
    });
    await allSent.fired;
    expect(await abortAndCheck(aborter, pending)).toEqual({ kind: 'interrupted', mayHaveArrived: false, sent: MB });
  });

  test('while Lobbe thinks: it may have arrived', async () => {
    const aborter = new AbortController();
    server = await scriptedServer(() => {}, { tls });
    const answering = signalOnce();
    const pending = send(clientFor(server), syntheticBody(MB), {
      signal: aborter.signal,
      onTick: (tick) => tick.phase === 'answer' && answering.fire(),
    });
    await answering.fired;
    expect(await abortAndCheck(aborter, pending)).toEqual({ kind: 'interrupted', mayHaveArrived: true, sent: MB });
  });

  test('transport 6: with every byte in the kernel: the server sees a reset, not a whole body', async () => {
    const size = MB;
    server = await scriptedServer(
      async (peer) => {
        peer.socket.pause();
      },
      { tls },
    );
    const aborter = new AbortController();
    const answering = signalOnce();
    const pending = send(clientFor(server), syntheticBody(size), {
      signal: aborter.signal,
      onTick: (tick) => tick.phase === 'answer' && answering.fire(),
    });
    const peer = await server.peer(0);
    await answering.fired;
    aborter.abort();
    expect(await pending).toEqual({ kind: 'interrupted', mayHaveArrived: true, sent: size });
    peer.socket.resume();
    await peer.until(() => peer.closed || peer.ended !== 'open');
    // Closed in order, all of it would be here: the kernel delivers what it holds.
    expect(peer.received).toBeLessThan(size / 2);
    await server.close();
    expect(await openSockets()).toEqual([]);
  });

  test('L6: in the middle of a 2xx: Lobbe has it', async () => {
    server = await scriptedServer(() => {}, { tls });
    const aborter = new AbortController();
    const body = syntheticBody(64 * MB);
    const pending = send(clientFor(server, { headPauseMs: 60_000 }), body, { signal: aborter.signal });
    const peer = await server.peer(0);
    await peer.head();
    await peer.say('HTTP/1.1 202 Accepted\r\ncontent-type: application/json\r\ncontent-length: 40\r\n\r\n{"id":');
    // It is in the client's kernel now; these turns of the one event loop are enough to read it.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await abortAndCheck(aborter, pending)).toEqual({ kind: 'interrupted', mayHaveArrived: true, sent: 0 });
    expect(body.bytesRead).toBe(0);
  });

  test('L7, L9: in the middle of an early refusal: Lobbe has nothing', async () => {
    server = await scriptedServer(() => {}, { tls });
    const aborter = new AbortController();
    const pending = send(clientFor(server, { headPauseMs: 60_000 }), syntheticBody(MB), { signal: aborter.signal });
    const peer = await server.peer(0);
    await peer.head();
    await peer.say('HTTP/1.1 402 Payment Required\r\ncontent-length: 40\r\n\r\n{"error":');
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await abortAndCheck(aborter, pending)).toEqual({ kind: 'interrupted', mayHaveArrived: false, sent: 0 });
  });
});

test.each([{ tls: false }, { tls: true }])(
  'transport 6: a connection whose end is on its way leaves no descriptor when it is reset, tls: $tls',
  async ({ tls }) => {
    server = await scriptedServer(() => {}, { tls });
    const options = { limits: DEFAULT_LIMITS, ca: [testCertificate] };
    for (const turns of [0, 1, 2, 5]) {
      const opened = await openConnection(new URL(server.base), options, new AbortController().signal);
      if (opened.kind !== 'open') throw new Error('no connection');
      const { connection } = opened;
      connection.socket.write('x');
      connection.socket.end();
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
      connection.reset();
      await connection.closed;
    }
    await server.close();
    expect(await openSockets()).toEqual([]);
  },
);

test('transport 6: while TLS is being agreed on', async () => {
  server = await scriptedServer(() => {});
  const aborter = new AbortController();
  const client = clientFor({ base: server.base.replace('http:', 'https:') });
  const pending = send(client, syntheticBody(MB), { signal: aborter.signal });
  const peer = await server.peer(0);
  // The client's hello has come, and is never answered.
  await peer.until(() => peer.received > 0);
  expect(await abortAndCheck(aborter, pending)).toEqual({ kind: 'interrupted', mayHaveArrived: false, sent: 0 });
});

test('an abort after the outcome changes nothing', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.body();
    await peer.say(accepted());
  });
  const aborter = new AbortController();
  const outcome = await send(clientFor(server), syntheticBody(1_000), { signal: aborter.signal });
  aborter.abort();
  expect(outcome.kind).toBe('accepted');
});
