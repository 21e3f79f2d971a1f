// A token and a key go to the host they are for, and to nobody on the way: whoever redirects, stands between, or asks.

import { afterEach, describe, expect, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import type { LobbeClient } from '../../electron/transport/ports';
import { type ProxyKind, relayProxy } from '../fakes/proxy-relay';
import { clientVia, lobbeServer, portOf, proxyTo } from '../fakes/proxy-world';
import { accepted, answerText, type Peer, scriptedServer, testCertificate } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, KEY, send, TOKEN } from '../fakes/transport-world';

const open: { close(): Promise<void> }[] = [];
const opened = <T extends { close(): Promise<void> }>(server: T): T => {
  open.push(server);
  return server;
};
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const KINDS: readonly ProxyKind[] = ['http', 'https', 'socks5'];
const credentials = { user: 'zahra', password: 'proxy-secret' };
const noSignal = new AbortController().signal;
const MEETING = 'rec_1' as RecordingId;

/** Everything a client does, once. */
async function doEverything(client: LobbeClient): Promise<void> {
  await send(client, syntheticBody(500_000));
  await client.readEvents('latest', 10, noSignal);
  await client.readStatus(MEETING, noSignal);
  await client.retry(MEETING, noSignal);
}

function expectNothingOfLobbe(text: string): void {
  expect(text).not.toContain(TOKEN);
  expect(text).not.toContain(KEY);
  expect(text.replace(/^proxy-authorization: .*\r$/gim, '')).not.toMatch(/authorization|idempotency-key|bearer/i);
}

const saysEverything = (answer: Buffer) => async (peer: Peer) => {
  await peer.head();
  await peer.say(answer);
  peer.socket.end();
};

describe('transport 12: answers that point elsewhere', () => {
  const pointing = [
    ...[300, 301, 302, 303, 305, 307, 308].map((status) => ({ status, name: 'location' })),
    { status: 201, name: 'location' },
    { status: 202, name: 'content-location' },
    { status: 200, name: 'refresh' },
    { status: 401, name: 'location' },
    { status: 421, name: 'alt-svc' },
    { status: 503, name: 'location' },
  ];

  test.each(pointing)('$status with $name: nobody is asked there', async ({ status, name }) => {
    const elsewhere = opened(await scriptedServer(() => {}));
    const target = `http://127.0.0.1:${portOf(elsewhere)}/api/v1/recordings`;
    const values: Record<string, string> = {
      refresh: `0; url=${target}`,
      'alt-svc': `h2="127.0.0.1:${portOf(elsewhere)}"`,
    };
    const server = opened(
      await scriptedServer(saysEverything(answerText(status, '{}', { [name]: values[name] ?? target }))),
    );
    const client = clientFor(server);
    await doEverything(client);
    // And the next attempt goes where it always went.
    await doEverything(client);
    expect(server.peers).toHaveLength(8);
    expect(elsewhere.peers).toHaveLength(0);
  });

  test.each(KINDS)('through a proxy (%s): it is not asked for another host', async (kind) => {
    const server = opened(
      await lobbeServer(saysEverything(answerText(307, '', { location: 'https://elsewhere.test/api/v1/recordings' }))),
    );
    const proxy = opened(await proxyTo(server, { kind }));
    await doEverything(clientVia([proxy.route()]));
    expect(proxy.asked).toEqual(Array(4).fill('lobbe.test:443'));
  });
});

describe.each(KINDS)('a proxy (%s)', (kind) => {
  test('that does its work hears nothing of what is in the tunnel, and Lobbe nothing of what the proxy was told', async () => {
    const server = opened(
      await lobbeServer(async (peer) => {
        await peer.body();
        await peer.say(accepted());
      }),
    );
    const proxy = opened(await proxyTo(server, { kind, admits: credentials }));
    await doEverything(clientVia([proxy.route(credentials)]));
    expect(server.peers).toHaveLength(4);
    expectNothingOfLobbe(proxy.heard());
    for (const peer of server.peers) {
      const { headers } = await peer.head();
      expect(headers.get('authorization')).toBe(`Bearer ${TOKEN}`);
      expect(headers.has('proxy-authorization')).toBe(false);
      const text = peer.kept().toString('latin1');
      expect(text).not.toContain(credentials.password);
      expect(text).not.toContain(Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64'));
    }
  });

  test('that lets nobody in hears nothing', async () => {
    const proxy = opened(await relayProxy({ kind, leadsTo: () => null, admits: credentials }));
    await doEverything(clientVia([proxy.route()]));
    expect(proxy.connections()).toBe(4);
    expectNothingOfLobbe(proxy.heard());
  });

  test('that leads to somebody else: TLS tells, before a word is said', async () => {
    const impostor = opened(await scriptedServer(() => {}, { tls: true, cert: testCertificate }));
    const proxy = opened(await proxyTo(impostor, { kind }));
    await doEverything(clientVia([proxy.route()]));
    expect(impostor.peers).toHaveLength(4);
    for (const peer of impostor.peers) expect(peer.received).toBe(0);
    expectNothingOfLobbe(proxy.heard());
  });

  test('is told who one is only if it is the one that this is for', async () => {
    const server = opened(await lobbeServer(saysEverything(accepted())));
    const proxy = opened(await proxyTo(server, { kind }));
    await doEverything(clientVia([proxy.route()]));
    expect(proxy.heard()).not.toMatch(/proxy-authorization/i);
    expect(proxy.heard()).not.toContain(credentials.password);
  });
});

test('case 55: a network that answers in the clear, or with its own certificate, hears nothing', async () => {
  const clear = opened(
    await scriptedServer(async (peer) => {
      await peer.until(() => peer.received > 0);
      await peer.say(answerText(200, '<html>Sign in</html>', { 'content-type': 'text/html' }));
    }),
  );
  const own = opened(await scriptedServer(() => {}, { tls: true }));
  for (const server of [clear, own]) {
    const base = `https://127.0.0.1:${portOf(server)}/api/v1`;
    await doEverything(clientVia([], {}, { connection: () => ({ base, token: TOKEN }), ca: () => undefined }));
    expect(server.peers).toHaveLength(4);
    for (const peer of server.peers) expectNothingOfLobbe(peer.kept().toString('latin1'));
  }
});

test('transport 10: an odd proxy that answers itself, in any way, hears nothing of Lobbe', async () => {
  const answers = [
    '',
    'SSH-2.0-x\r\n\r\n',
    'HTTP/1.1 407 Who\r\n\r\n',
    'HTTP/1.1 302 Found\r\nlocation: http://x/\r\n\r\n',
  ];
  for (const answer of [...answers, 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n']) {
    const odd = opened(await scriptedServer(saysEverything(Buffer.from(answer))));
    const route = { kind: 'http', host: '127.0.0.1', port: portOf(odd), credentials } as const;
    await doEverything(clientVia([route]));
    for (const peer of odd.peers) expectNothingOfLobbe(peer.kept().toString('latin1'));
  }
});
