// Answers that come before the request is out. Plain undici loses a part of them; none may be lost here.

import { afterEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../electron/domain/outcome';
import { accepted, type Peer, refusal, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, NOW, openSockets, send, signalOnce } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const MB = 1024 * 1024;

const refusals = [
  { status: 401, code: 'UNAUTHORIZED', headers: {} },
  { status: 402, code: 'PAYMENT_REQUIRED', headers: {} },
  { status: 413, code: 'TOO_LARGE', headers: {} },
  { status: 429, code: 'TOKEN_DAILY_CAP', headers: { 'retry-after': '3600' } },
] as const;

function expected({ status, code }: (typeof refusals)[number]): Outcome {
  const facts = { status, code, requestId: null };
  if (status === 413) return { kind: 'refused', facts, message: null };
  const told = status === 429;
  return { kind: 'later', notBefore: told ? NOW + 3_600_000 : null, askedToWait: told, facts };
}

/** What a server does with the rest of the body once it has refused it. */
const afterwards: Record<string, (peer: Peer) => void> = {
  drain: () => {},
  'half-close': (peer) => peer.socket.end(),
  // A close with bytes unread makes the kernel send a reset.
  close: (peer) => peer.socket.destroySoon(),
  reset: (peer) => peer.reset(),
};

describe.each([{ tls: false }, { tls: true }])('transport 2, case 35, tls: $tls', ({ tls }) => {
  describe.each(Object.keys(afterwards))('then %s', (then) => {
    test.each(refusals)('$status before the body: seen 20 of 20', async (refused) => {
      server = await scriptedServer(
        async (peer) => {
          await peer.head();
          await peer.say(refusal(refused.status, refused.code, refused.headers));
          afterwards[then]?.(peer);
        },
        { tls },
      );
      // The answer ends the pause. Longer than in the app, so that a busy computer is not taken for a body that did not wait.
      const client = clientFor(server, { headPauseMs: 5_000 });
      const outcomes: Outcome[] = [];
      for (let round = 0; round < 20; round += 1) outcomes.push(await send(client, syntheticBody(16 * MB)));
      expect(outcomes).toEqual(Array(20).fill(expected(refused)));
      // None of the file went out for nothing, and each was asked once.
      expect(server.peers).toHaveLength(20);
      for (const peer of server.peers) expect(peer.received).toBeLessThan(1_000);
      await server.close();
      expect(await openSockets()).toEqual([]);
    });

    test.each(refusals)('$status after 8 MB: seen 3 of 3, and the rest is not sent', async (refused) => {
      server = await scriptedServer(
        async (peer) => {
          await peer.bodyBytes(8 * MB);
          await peer.say(refusal(refused.status, refused.code, refused.headers));
          afterwards[then]?.(peer);
        },
        { tls },
      );
      const client = clientFor(server);
      for (let round = 0; round < 3; round += 1) {
        const body = syntheticBody(64 * MB);
        expect(await send(client, body)).toEqual(expected(refused));
        expect(body.bytesRead).toBeLessThan(40 * MB);
        expect(body.verified).toBe(0);
      }
      expect(server.peers).toHaveLength(3);
      await server.close();
      expect(await openSockets()).toEqual([]);
    });
  });

  test('transport 3, L6: an early 202 is a repeat that is answered at once: a success, and sending stops', async () => {
    server = await scriptedServer(
      async (peer) => {
        await peer.bodyBytes(MB);
        peer.socket.pause();
        await peer.say(accepted('rec_9', 'READY'));
      },
      { tls },
    );
    const body = syntheticBody(200 * MB);
    expect(await send(clientFor(server), body)).toMatchObject({
      kind: 'accepted',
      recordingId: 'rec_9',
      status: 'READY',
    });
    expect(body.bytesRead).toBeLessThan(50 * MB);
    await server.close();
    expect(await openSockets()).toEqual([]);
  });

  test.each([
    { what: 'an early answer', answer: refusal(402, 'PAYMENT_REQUIRED') },
    { what: 'one whose own end never comes', answer: 'HTTP/1.1 402 Payment Required\r\n\r\n{"error":' },
  ])('what the kernel still holds after $what is thrown away: the uplink is for the next one', async ({ answer }) => {
    server = await scriptedServer(
      async (peer) => {
        await peer.head();
        peer.socket.pause();
      },
      { tls },
    );
    const size = 2 * MB;
    const allSent = signalOnce();
    // The last look at the file holds the request open when the kernel has everything else.
    const body = syntheticBody(size, { verify: () => new Promise(() => {}) });
    const pending = send(clientFor(server, { answerBodyMs: 50 }), body, {
      onTick: (tick) => tick.sent === size && allSent.fire(),
    });
    await allSent.fired;
    const peer = await server.peer(0);
    await peer.say(answer);
    expect(await pending).toMatchObject({ kind: 'later', facts: { status: 402 } });
    peer.socket.resume();
    await peer.until(() => peer.closed || peer.ended !== 'open');
    expect(peer.received).toBeLessThan(size / 2);
  });
});

test('an early refusal whose own body never ends is over when its time is, and meanwhile nothing is sent', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.head();
    await peer.say('HTTP/1.1 402 Payment Required\r\ncontent-type: application/json\r\n\r\n{"error":');
  });
  const body = syntheticBody(400 * MB);
  expect(await send(clientFor(server, { answerBodyMs: 50, headPauseMs: 250 }), body)).toEqual({
    kind: 'later',
    notBefore: null,
    askedToWait: false,
    facts: { status: 402, code: null, requestId: null },
  });
  expect(body.bytesRead).toBe(0);
});

test('transport 3: an answer that begins stops a piece of the file that was read already', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.bodyBytes(8 * MB);
    await peer.say('HTTP/1.1 402 Payment Required\r\ncontent-type: application/json\r\n\r\n{"error":');
  });
  const body = syntheticBody(128 * MB, { grain: 128 * MB });
  expect(await send(clientFor(server, { answerBodyMs: 300 }), body)).toMatchObject({ facts: { status: 402 } });
  const peer = await server.peer(0);
  await peer.until(() => peer.closed || peer.ended !== 'open');
  expect(peer.received).toBeLessThan(64 * MB);
});

test('an early refusal that comes in pieces is read to its end', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.head();
    const text = refusal(402, 'PAYMENT_REQUIRED');
    const half = text.length - 20;
    await peer.say(text.subarray(0, half));
    // Longer than the client needs to see the first piece, and to do something wrong about it.
    setTimeout(() => peer.say(text.subarray(half)), 50);
  });
  expect(await send(clientFor(server), syntheticBody(16 * MB))).toMatchObject({
    kind: 'later',
    facts: { status: 402, code: 'PAYMENT_REQUIRED' },
  });
});

describe('case 36: 100 Continue that nobody asked for', () => {
  const interim = 'HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n';
  test.each([
    { how: 'before the body', first: interim, last: '' },
    { how: 'with the answer', first: '', last: interim },
    { how: 'twice', first: interim + interim, last: interim },
    { how: 'cut in the middle', first: interim.slice(0, 7), last: interim.slice(7) },
  ])('$how', async ({ first, last }) => {
    server = await scriptedServer(async (peer) => {
      await peer.head();
      if (first) await peer.say(first);
      await peer.body();
      await peer.say(Buffer.concat([Buffer.from(last), accepted('rec_3')]));
    });
    expect(await send(clientFor(server), syntheticBody(2 * MB))).toMatchObject({
      kind: 'accepted',
      recordingId: 'rec_3',
    });
  });

  test('and then nothing', async () => {
    server = await scriptedServer(async (peer) => {
      await peer.body();
      await peer.say(interim);
      peer.socket.end();
    });
    expect(await send(clientFor(server), syntheticBody(MB))).toEqual({
      kind: 'unknown',
      phase: 'response',
      mayHaveArrived: true,
      code: 'CLOSED',
      sent: MB,
    });
  });
});

test('case 38: 408 from a server that did not wait for the request', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.bodyBytes(1);
    await peer.say('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    peer.socket.destroySoon();
  });
  expect(await send(clientFor(server), syntheticBody(32 * MB))).toMatchObject({
    kind: 'later',
    facts: { status: 408 },
  });
  expect(server.peers).toHaveLength(1);
});

test('102 and 103 are no answer yet', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.head();
    await peer.say('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');
    await peer.body();
    await peer.say(accepted());
  });
  expect((await send(clientFor(server), syntheticBody(4 * MB))).kind).toBe('accepted');
});
