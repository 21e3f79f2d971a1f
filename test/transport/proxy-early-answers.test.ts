// Answers that come before the request is out, through proxies of every kind: none may be lost in a tunnel.

import { afterEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../electron/domain/outcome';
import type { ProxyKind, Relay } from '../fakes/proxy-relay';
import { clientVia, lobbeServer, proxyTo } from '../fakes/proxy-world';
import { accepted, type Peer, refusal, type ScriptedServer } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { openSockets, send } from '../fakes/transport-world';

let server: ScriptedServer;
let proxy: Relay;
async function closeAll(): Promise<void> {
  await proxy.close();
  await server.close();
}
afterEach(closeAll);

const MB = 1024 * 1024;
const KINDS: readonly ProxyKind[] = ['http', 'https', 'socks5'];

const afterwards: Record<string, (peer: Peer) => void> = {
  drain: () => {},
  'half-close': (peer) => peer.socket.end(),
  close: (peer) => peer.socket.destroySoon(),
  reset: (peer) => peer.reset(),
};

const refusals = [
  { status: 402, code: 'PAYMENT_REQUIRED', kind: 'later' },
  { status: 413, code: 'TOO_LARGE', kind: 'refused' },
  { status: 429, code: 'TOKEN_DAILY_CAP', kind: 'later' },
] as const;

describe.each(KINDS)('%s', (kind) => {
  describe.each(Object.keys(afterwards))('then %s', (then) => {
    test('transport 10: refused before the body: seen 20 of 20, and nothing of the file went out', async () => {
      server = await lobbeServer(async (peer, index) => {
        await peer.head();
        const { status, code } = refusals[index % 3] ?? refusals[0];
        await peer.say(refusal(status, code));
        afterwards[then]?.(peer);
      });
      proxy = await proxyTo(server, { kind });
      const client = clientVia([proxy.route()], { headPauseMs: 5_000 });
      const outcomes: Outcome[] = [];
      // Four at a time, for the sake of the pause.
      for (let round = 0; round < 5; round += 1) {
        outcomes.push(...(await Promise.all(Array.from({ length: 4 }, () => send(client, syntheticBody(16 * MB))))));
      }
      const seen = outcomes.map((outcome) => ('facts' in outcome ? outcome.facts.status : outcome));
      const expected = Array.from({ length: 20 }, (_, index) => refusals[index % 3]?.status);
      expect(seen.sort()).toEqual(expected.sort());
      for (const peer of server.peers) expect(peer.received).toBeLessThan(1_000);
      await closeAll();
      expect(await openSockets()).toEqual([]);
    });

    test.each(refusals)('transport 10: $status after 8 MB: seen, and the rest is not sent', async (refused) => {
      server = await lobbeServer(async (peer) => {
        await peer.bodyBytes(8 * MB);
        await peer.say(refusal(refused.status, refused.code));
        afterwards[then]?.(peer);
      });
      proxy = await proxyTo(server, { kind });
      const body = syntheticBody(64 * MB);
      expect(await send(clientVia([proxy.route()]), body)).toMatchObject({
        kind: refused.kind,
        facts: { status: refused.status, code: refused.code },
      });
      expect(body.bytesRead).toBeLessThan(48 * MB);
      expect(body.verified).toBe(0);
      await closeAll();
      expect(await openSockets()).toEqual([]);
    });
  });

  test('transport 3, L6: an early 202 is a success, and sending stops', async () => {
    server = await lobbeServer(async (peer) => {
      await peer.bodyBytes(MB);
      peer.socket.pause();
      await peer.say(accepted('rec_9', 'READY'));
    });
    proxy = await proxyTo(server, { kind });
    const body = syntheticBody(200 * MB);
    expect(await send(clientVia([proxy.route()]), body)).toMatchObject({ kind: 'accepted', recordingId: 'rec_9' });
    expect(body.bytesRead).toBeLessThan(64 * MB);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test.each([
    { how: 'FIN', end: (peer: Peer) => void peer.socket.end() },
    { how: 'RST', end: (peer: Peer) => peer.reset() },
  ])(
    'transport 7, case 47: all of it was read and the answer lost by a $how: one request, unknown',
    async ({ end }) => {
      server = await lobbeServer(async (peer) => {
        await peer.body();
        end(peer);
      });
      proxy = await proxyTo(server, { kind });
      expect(await send(clientVia([proxy.route()]), syntheticBody(MB))).toEqual({
        kind: 'unknown',
        phase: 'response',
        mayHaveArrived: true,
        code: expect.stringMatching(/^(CLOSED|ECONNRESET)$/),
        sent: MB,
      });
      expect(server.peers).toHaveLength(1);
      await closeAll();
      expect(await openSockets()).toEqual([]);
    },
  );

  test('a proxy that dies in the middle of the body: it cannot have arrived', async () => {
    server = await lobbeServer(async (peer) => {
      await peer.bodyBytes(2 * MB);
      await proxy.close();
    });
    proxy = await proxyTo(server, { kind });
    expect(await send(clientVia([proxy.route()]), syntheticBody(200 * MB))).toMatchObject({
      kind: 'unknown',
      phase: 'body',
      mayHaveArrived: false,
    });
  });
});
