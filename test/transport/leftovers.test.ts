// An attempt that is over leaves nothing behind: no timer that fires into a later one, no place in the queue for the uplink.

import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import { accepted, refusal, type ScriptedServer, scriptedServer, testCertificate } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, NOW, openSockets, send, signalOnce, TOKEN } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

const MB = 1024 * 1024;
/** Longer than a run of these tests: whoever leaves a timer of it is seen. */
const LONG = 600_000;
const longLimits = { connectMs: LONG, headPauseMs: 20, answerBodyMs: LONG, graceMs: LONG, readMs: LONG, closeMs: LONG };

const nothing = { timers: 0, listeners: 0 };

/** How many timers `work` set that are still to fire when it is done, and what still listens to its signal. */
async function leftBy(work: (aborter: AbortController) => Promise<unknown>): Promise<typeof nothing> {
  const aborter = new AbortController();
  const left = new Set<unknown>();
  const { setTimeout: begin, clearTimeout: end, setInterval: repeat, clearInterval: endRepeating } = globalThis;
  const spies = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((wake: () => void, ms?: number) => {
      const timer = begin(() => {
        left.delete(timer);
        wake();
      }, ms);
      left.add(timer);
      return timer;
    }),
    vi.spyOn(globalThis, 'setInterval').mockImplementation((wake: () => void, ms?: number) => {
      const timer = repeat(wake, ms);
      left.add(timer);
      return timer;
    }),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      left.delete(timer);
      end(timer);
    }),
    vi.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
      left.delete(timer);
      endRepeating(timer);
    }),
  ];
  try {
    await work(aborter);
    await server.close();
    expect(await openSockets()).toEqual([]);
    return { timers: left.size, listeners: getEventListeners(aborter.signal, 'abort').length };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const timer of left) end(timer as NodeJS.Timeout);
  }
}

describe.each([{ tls: false }, { tls: true }])('tls: $tls', ({ tls }) => {
  test('an accepted upload', async () => {
    server = await scriptedServer(
      async (peer) => {
        await peer.body();
        await peer.say(accepted());
      },
      { tls },
    );
    expect(await leftBy(({ signal }) => send(clientFor(server, longLimits), syntheticBody(MB), { signal }))).toEqual(
      nothing,
    );
  });

  test.each(['drains', 'resets'])('one that is refused early, by a server that then %s', async (then) => {
    server = await scriptedServer(
      async (peer) => {
        await peer.bodyBytes(2 * MB);
        await peer.say(refusal(402, 'PAYMENT_REQUIRED'));
        if (then === 'resets') peer.reset();
      },
      { tls },
    );
    expect(
      await leftBy(({ signal }) => send(clientFor(server, longLimits), syntheticBody(64 * MB), { signal })),
    ).toEqual(nothing);
  });

  test('one that is refused, or stopped, in the pause after its head', async () => {
    server = await scriptedServer(
      async (peer, index) => {
        await peer.head();
        if (index === 0) await peer.say(refusal(402, 'PAYMENT_REQUIRED'));
        else headCame.fire();
      },
      { tls },
    );
    const headCame = signalOnce();
    const client = clientFor(server, { ...longLimits, headPauseMs: LONG });
    const both = async (aborter: AbortController) => {
      const { signal } = aborter;
      expect(await send(client, syntheticBody(MB), { signal })).toMatchObject({ kind: 'later' });
      const second = send(client, syntheticBody(MB), { signal });
      await headCame.fired;
      aborter.abort();
      expect(await second).toMatchObject({ kind: 'interrupted' });
    };
    expect(await leftBy(both)).toEqual(nothing);
  });

  test('a small request', async () => {
    server = await scriptedServer(
      async (peer) => {
        await peer.head();
        await peer.say(refusal(503, 'UNAVAILABLE'));
      },
      { tls },
    );
    const client = clientFor(server, longLimits);
    expect(await leftBy(({ signal }) => client.readEvents('latest', 10, signal))).toEqual(nothing);
  });

  test('one that is stopped while it waits for its turn under a limit', async () => {
    server = await scriptedServer(() => {}, { tls });
    const waiting = signalOnce();
    const client = createLobbeClient({
      connection: () => ({ base: server.base, token: TOKEN }),
      now: () => NOW,
      ca: () => [testCertificate],
      // The smallest piece is due in a quarter of an hour.
      bytesPerSecond: () => {
        waiting.fire();
        return 1;
      },
      limits: longLimits,
    });
    const stopped = async (aborter: AbortController) => {
      const pending = send(client, syntheticBody(MB), { signal: aborter.signal });
      await waiting.fired;
      aborter.abort();
      expect(await pending).toMatchObject({ kind: 'interrupted', sent: 0 });
    };
    expect(await leftBy(stopped)).toEqual(nothing);
  });
});

test('one that is stopped while it connects', async () => {
  server = await scriptedServer(() => {});
  const client = clientFor({ base: server.base.replace('http:', 'https:') }, longLimits);
  const stopped = async (aborter: AbortController) => {
    const pending = send(client, syntheticBody(MB), { signal: aborter.signal });
    const peer = await server.peer(0);
    // The hello of TLS, which is never answered.
    await peer.until(() => peer.received > 0);
    aborter.abort();
    expect(await pending).toMatchObject({ kind: 'interrupted' });
  };
  expect(await leftBy(stopped)).toEqual(nothing);
});
