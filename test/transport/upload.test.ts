// The plain way of an upload: what goes out, what is counted, what comes back.

import { afterEach, describe, expect, test } from 'vitest';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import { frameRecording } from '../../electron/transport/multipart';
import type { UploadTick } from '../../electron/transport/ports';
import { readMultipart } from '../fakes/multipart-reader';
import { accepted, answerText, refusal, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody, syntheticBytes } from '../fakes/synthetic-body';
import { clientFor, KEY, NOW, openSockets, send, signalOnce, TOKEN } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const MB = 1024 * 1024;
const GIB = 1024 * MB;

describe.each([{ tls: false }, { tls: true }])('tls: $tls', ({ tls }) => {
  test('L2, L4: one POST with the file as `audio`, its key, an exact length, and nothing else', async () => {
    const size = 3 * MB + 17;
    server = await scriptedServer(
      async (peer) => {
        await peer.body();
        await peer.say(accepted('rec_7', 'TRANSCRIBING'));
      },
      { tls, keep: 8 * MB },
    );
    const ticks: UploadTick[] = [];
    const outcome = await send(clientFor(server), syntheticBody(size), { onTick: (tick) => ticks.push(tick) });
    expect(outcome).toEqual({
      kind: 'accepted',
      recordingId: 'rec_7',
      status: 'TRANSCRIBING',
      facts: { status: 202, code: null, requestId: null },
    });

    const [peer] = server.peers;
    const head = await peer?.head();
    expect(head?.line).toBe('POST /api/v1/recordings HTTP/1.1');
    expect(Object.fromEntries(head?.headers ?? [])).toEqual({
      host: new URL(server.base).host,
      connection: 'close',
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/json',
      'user-agent': 'LobbeUploader/0.0.0',
      'idempotency-key': KEY,
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
      'content-length': expect.stringMatching(/^\d+$/),
    });
    const body = await peer?.body();
    expect(body?.length).toBe(head?.contentLength);
    const parts = readMultipart(head?.headers.get('content-type') ?? '', body ?? Buffer.alloc(0));
    expect(parts).toHaveLength(1);
    expect(parts[0]?.headers).toEqual([
      'Content-Disposition: form-data; name="audio"; filename="meeting.m4a"',
      'Content-Type: audio/mp4',
    ]);
    expect(parts[0]?.content.equals(syntheticBytes(size))).toBe(true);
    expect(ticks[0]).toEqual({ sent: 0, total: size, phase: 'sending' });
    expect(server.peers).toHaveLength(1);
  });

  test('progress counts bytes of the file that the network took, never falls, and ends in `answer`', async () => {
    const size = 6 * MB;
    const answering = signalOnce();
    server = await scriptedServer(
      async (peer) => {
        await peer.body();
        // Lobbe thinks: the answer goes out when the client has said that it waits for it, and looked some times more.
        await answering.fired;
        setTimeout(() => peer.say(accepted()), 20);
      },
      { tls },
    );
    const ticks: UploadTick[] = [];
    const outcome = await send(clientFor(server, { tickMs: 2 }), syntheticBody(size), {
      onTick: (tick) => {
        ticks.push(tick);
        if (tick.phase === 'answer') answering.fire();
      },
    });
    expect(outcome.kind).toBe('accepted');
    expect(ticks.at(-1)).toEqual({ sent: size, total: size, phase: 'answer' });
    expect(ticks.filter((tick) => tick.phase === 'answer')).toHaveLength(1);
    // What is told again draws the window again.
    expect(new Set(ticks.map((tick) => JSON.stringify(tick))).size).toBe(ticks.length);
    const sent = ticks.map((tick) => tick.sent);
    expect(sent).toEqual([...sent].sort((a, b) => a - b));
  });
});

test('progress stays behind what the server took in, plus what the kernel holds, while it reads nothing', async () => {
  const size = 64 * MB;
  const aborter = new AbortController();
  server = await scriptedServer(async (peer) => {
    await peer.head();
    peer.socket.pause();
  });
  const body = syntheticBody(size);
  let last = 0;
  let quiet = 0;
  const client = clientFor(server, { tickMs: 5 });
  const interval = setInterval(() => {
    // Twenty looks at the same number: the kernel is full.
    quiet = body.bytesRead === last ? quiet + 1 : 0;
    last = body.bytesRead;
    if (quiet === 20 && last > 0) aborter.abort();
  }, 5);
  const outcome = await send(client, body, { signal: aborter.signal });
  clearInterval(interval);
  expect(outcome).toMatchObject({ kind: 'interrupted', mayHaveArrived: false });
  const sent = outcome.kind === 'interrupted' ? outcome.sent : -1;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(body.bytesRead);
});

test('what a reset threw away does not count as sent', async () => {
  // More than the kernels hold: the socket is left with a write that it could not finish.
  const body = syntheticBody(64 * MB);
  server = await scriptedServer(async (peer) => {
    await peer.head();
    peer.socket.pause();
    for (let before = -1; before !== body.bytesRead; ) {
      before = body.bytesRead;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    peer.reset();
  });
  const ticks: UploadTick[] = [];
  const outcome = await send(clientFor(server), body, { onTick: (tick) => ticks.push(tick) });
  expect(outcome).toMatchObject({ kind: 'unknown', phase: 'body', mayHaveArrived: false, sent: ticks.at(-1)?.sent });
});

test('that nothing moves any more is told again and again, but not with every look', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.head();
    peer.socket.pause();
  });
  const ticks: UploadTick[] = [];
  const abort = new AbortController();
  const startedAt = performance.now();
  await send(clientFor(server), syntheticBody(64 * MB), {
    signal: abort.signal,
    onTick(tick) {
      ticks.push(tick);
      if (ticks.filter(({ sent }) => sent === tick.sent).length === 3) abort.abort();
    },
  });
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  expect(ticks.at(-1)?.sent).toBeGreaterThan(0);
});

test('bytes are sent in order and unchanged, however little a read gives', async () => {
  const size = 300_000;
  server = await scriptedServer(async (peer) => {
    await peer.body();
    await peer.say(accepted());
  });
  await send(clientFor(server), syntheticBody(size, { grain: 1_021 }));
  const peer = await server.peer(0);
  const head = await peer.head();
  const [part] = readMultipart(head.headers.get('content-type') ?? '', await peer.body());
  expect(part?.content.equals(syntheticBytes(size))).toBe(true);
});

test('bytes that the socket still holds are out before their memory is used for the next', async () => {
  const size = 24 * MB;
  // Less than a socket wants to hold: it takes several of them before it asks for a pause.
  const body = syntheticBody(size, { grain: 5_000 });
  server = await scriptedServer(
    async (peer) => {
      await peer.head();
      peer.socket.pause();
      for (let before = -1; before !== body.bytesRead; ) {
        before = body.bytesRead;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      peer.socket.resume();
      await peer.body();
      await peer.say(accepted());
    },
    { keep: 2 * size },
  );
  expect((await send(clientFor(server), body)).kind).toBe('accepted');
  const peer = await server.peer(0);
  const head = await peer.head();
  const [part] = readMultipart(head.headers.get('content-type') ?? '', await peer.body());
  expect(part?.content.equals(syntheticBytes(size))).toBe(true);
});

test('transport 8, case 46: a connection that the server closes between two uploads harms neither', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.body();
    await peer.say(answerText(202, '{"id":"rec_1","status":"QUEUED"}', { connection: 'keep-alive' }));
    peer.socket.end();
  });
  const client = clientFor(server);
  for (let index = 0; index < 5; index += 1) {
    expect((await send(client, syntheticBody(100_000))).kind).toBe('accepted');
  }
  expect(server.peers).toHaveLength(5);
});

test.each([1, 100, 64 * 1024, 300_001])(
  'case 37: a server that takes no chunked body gets the length of %i bytes and their frame',
  async (size) => {
    server = await scriptedServer(async (peer) => {
      const { headers } = await peer.head();
      const named = headers.has('content-length') && !headers.has('transfer-encoding');
      if (named) await peer.body();
      await peer.say(named ? accepted() : refusal(411, 'LENGTH_REQUIRED'));
    });
    expect((await send(clientFor(server), syntheticBody(size))).kind).toBe('accepted');
  },
);

test.each([4 * GIB - 1, 4 * GIB, 4 * GIB + 1, 5 * GIB])(
  'case 14: of %i bytes the exact length is announced',
  async (size) => {
    // An early answer, so that not all of it has to go out.
    server = await scriptedServer(async (peer) => {
      await peer.head();
      await peer.say(refusal(402, 'PAYMENT_REQUIRED'));
    });
    await send(clientFor(server, { headPauseMs: 250 }), syntheticBody(size));
    const head = await (await server.peer(0)).head();
    expect(head.contentLength).toBe(frameRecording('meeting.m4a', 'audio/mp4', size).length);
    expect(head.contentLength).toBeGreaterThan(size);
  },
);

test.each([408, 421, 425, 500, 503])(
  'case 38: after a %i the same key goes over a connection of its own',
  async (status) => {
    server = await scriptedServer(async (peer, index) => {
      await peer.body();
      // It would be kept open if the client wished so.
      await peer.say(index === 0 ? answerText(status, '', { connection: 'keep-alive' }) : accepted());
    });
    const client = clientFor(server);
    expect(await send(client, syntheticBody(1_000))).toMatchObject({ kind: 'later', facts: { status } });
    expect((await send(client, syntheticBody(1_000))).kind).toBe('accepted');
    const heads = await Promise.all(server.peers.map((peer) => peer.head()));
    expect(heads.map(({ headers }) => headers.get('idempotency-key'))).toEqual([KEY, KEY]);
  },
);

test('each attempt goes where, and as whom, the settings say by then', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.body();
    await peer.say(accepted());
  });
  const given = [
    { base: server.base, token: 'one' },
    { base: server.base.replace('/v1', '/v2'), token: 'two' },
  ];
  let calls = 0;
  const connection = () => given[calls++] ?? { base: '', token: '' };
  const client = createLobbeClient({ connection, now: () => NOW, limits: { headPauseMs: 20 } });
  for (const _ of given) expect((await send(client, syntheticBody(1_000))).kind).toBe('accepted');
  const heads = await Promise.all(server.peers.map((peer) => peer.head()));
  expect(heads.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
    ['/api/v1/recordings', 'Bearer one'],
    ['/api/v2/recordings', 'Bearer two'],
  ]);
});

test('eight at a time: each has its own connection, and none is left', async () => {
  server = await scriptedServer(async (peer) => {
    await peer.body();
    await peer.say(accepted());
  });
  const client = clientFor(server);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => send(client, syntheticBody(MB))));
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(Array(8).fill('accepted'));
  expect(server.peers).toHaveLength(8);
  await server.close();
  expect(await openSockets()).toEqual([]);
});
