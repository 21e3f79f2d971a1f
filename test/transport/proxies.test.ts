// Lobbe through proxies: the tunnel stands, or it is the proxy that is named; and then nothing has gone out.

import { afterEach, describe, expect, test } from 'vitest';
import { openConnection } from '../../electron/transport/connector';
import { DEFAULT_LIMITS } from '../../electron/transport/limits';
import type { Route } from '../../electron/transport/ports';
import { readMultipart } from '../fakes/multipart-reader';
import { leadingTo } from '../fakes/portal-nowhere';
import { type ProxyKind, type Relay, relayProxy } from '../fakes/proxy-relay';
import { clientVia, LOBBE, lobbeServer, portOf, proxyTo } from '../fakes/proxy-world';
import { accepted, answerText, type Peer, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody, syntheticBytes } from '../fakes/synthetic-body';
import { clientFor, openSockets, send, TOKEN } from '../fakes/transport-world';

const open: { close(): Promise<void> }[] = [];
const opened = <T extends { close(): Promise<void> }>(server: T): T => {
  open.push(server);
  return server;
};
async function closeAll(): Promise<void> {
  for (const server of open.splice(0)) await server.close();
}
afterEach(closeAll);

const MB = 1024 * 1024;
const KINDS: readonly ProxyKind[] = ['http', 'https', 'socks5'];
const noSignal = new AbortController().signal;

const taking = async (peer: Peer) => {
  await peer.body();
  await peer.say(accepted());
};

/** Somebody at a proxy's address, and the route to them. */
async function oddProxy(
  kind: ProxyKind,
  script: (peer: Peer, index: number) => Promise<void> | void,
): Promise<{ server: ScriptedServer; route: Route }> {
  const server = opened(await scriptedServer(script));
  return { server, route: { kind, host: '127.0.0.1', port: portOf(server), credentials: null } };
}

/** The route to a port that nobody listens at. */
async function downProxy(kind: ProxyKind = 'http'): Promise<Route> {
  const server = await scriptedServer(() => {});
  await server.close();
  return { kind, host: '127.0.0.1', port: portOf(server), credentials: null };
}

const connectTrouble = (code: string) => ({
  kind: 'unknown',
  phase: 'connect',
  mayHaveArrived: false,
  code,
  sent: 0,
});

describe.each(KINDS)('%s', (kind) => {
  test('case 62: a recording arrives byte for byte, and only the proxy looked its name up', async () => {
    const size = 3 * MB + 17;
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind }));
    expect(await send(clientVia([proxy.route()]), syntheticBody(size))).toMatchObject({ kind: 'accepted' });
    const [peer] = server.peers;
    const head = await peer?.head();
    expect(head?.headers.get('host')).toBe('lobbe.test');
    const [part] = readMultipart(head?.headers.get('content-type') ?? '', (await peer?.body()) ?? Buffer.alloc(0));
    expect(part?.content.equals(syntheticBytes(size))).toBe(true);
    expect(proxy.asked).toEqual(['lobbe.test:443']);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('progress counts the file only, whatever the proxy was told before', async () => {
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind }));
    const ticks: number[] = [];
    const client = clientVia([proxy.route()], { tickMs: 2 });
    await send(client, syntheticBody(4 * MB), { onTick: ({ sent }) => ticks.push(sent) });
    expect(ticks[0]).toBe(0);
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b));
    expect(Math.max(...ticks)).toBeLessThanOrEqual(4 * MB);
  });

  test('reads go the same way', async () => {
    const server = opened(
      await lobbeServer(async (peer) => {
        await peer.head();
        await peer.say(answerText(200, '{"events":[],"nextCursor":"c"}'));
      }),
    );
    const proxy = opened(await proxyTo(server, { kind }));
    expect(await clientVia([proxy.route()]).readEvents('latest', 10, noSignal)).toMatchObject({ kind: 'page' });
    expect(proxy.asked).toEqual(['lobbe.test:443']);
  });

  test('an answer that comes byte by byte', async () => {
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind, grain: 1 }));
    expect(await send(clientVia([proxy.route()]), syntheticBody(100_000))).toMatchObject({ kind: 'accepted' });
  });

  test('a proxy that wants somebody lets the right one in', async () => {
    const admits = { user: 'زهرا', password: 'pass: wörd' };
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind, admits }));
    expect(await send(clientVia([proxy.route(admits)]), syntheticBody(1_000))).toMatchObject({ kind: 'accepted' });
  });

  test.each([
    { who: 'nobody', credentials: null },
    { who: 'somebody else', credentials: { user: 'reza', password: 'x' } },
    { who: 'a wrong password', credentials: { user: 'zahra', password: 'wrong' } },
    { who: 'an empty one', credentials: { user: 'zahra', password: '' } },
  ])('$who: PROXY_SIGN_IN, and no request at Lobbe', async ({ credentials }) => {
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind, admits: { user: 'zahra', password: 'right' } }));
    const client = clientVia([proxy.route(credentials)]);
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('PROXY_SIGN_IN'));
    const unreachable = { kind: 'unreachable', code: 'PROXY_SIGN_IN' };
    expect(await client.readEvents('latest', 10, noSignal)).toEqual(unreachable);
    expect(server.peers).toHaveLength(0);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('a proxy that cannot get through itself', async () => {
    const proxy = opened(await relayProxy({ kind, leadsTo: () => null }));
    expect(await send(clientVia([proxy.route()]), syntheticBody(MB))).toEqual(connectTrouble('PROXY_CANNOT_REACH'));
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('a proxy that is down', async () => {
    const body = syntheticBody(MB);
    expect(await send(clientVia([await downProxy(kind)]), body)).toEqual(connectTrouble('PROXY_UNREACHABLE'));
    expect(body.bytesRead).toBe(0);
    expect(await openSockets()).toEqual([]);
  });

  test('a proxy whose name nobody knows', async () => {
    const route: Route = { kind, host: 'proxy.invalid', port: 8080, credentials: null };
    expect(await send(clientVia([route]), syntheticBody(MB))).toEqual(connectTrouble('PROXY_UNREACHABLE'));
  });

  test('a proxy that takes the connection and says nothing ends at the limit', async () => {
    const { route } = await oddProxy(kind, () => {});
    const started = performance.now();
    const client = clientVia([route], { connectMs: 150 });
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('PROXY_NO_ANSWER'));
    expect(performance.now() - started).toBeLessThan(1_000);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test.each([
    { how: 'a close', end: (peer: Peer) => void peer.socket.end() },
    { how: 'a reset', end: (peer: Peer) => peer.reset() },
    { how: 'another protocol', end: (peer: Peer) => void peer.say('220 mail.example ESMTP\r\n\r\n') },
  ])('$how instead of an answer', async ({ end }) => {
    const { route, server } = await oddProxy(kind, async (peer) => {
      await peer.until(() => peer.received > 0);
      end(peer);
    });
    const code = kind === 'https' ? 'PROXY_TLS' : 'PROXY_BROKEN';
    expect(await send(clientVia([route]), syntheticBody(MB))).toEqual(connectTrouble(code));
    expect(server.peers).toHaveLength(1);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('transport 6: stopped while the proxy is silent', async () => {
    const { route, server } = await oddProxy(kind, () => {});
    const aborter = new AbortController();
    const pending = send(clientVia([route]), syntheticBody(MB), { signal: aborter.signal });
    const peer = await server.peer(0);
    await peer.until(() => peer.received > 0);
    const started = performance.now();
    aborter.abort();
    expect(await pending).toEqual({ kind: 'interrupted', mayHaveArrived: false, sent: 0 });
    expect(performance.now() - started).toBeLessThan(250);
    await peer.until(() => peer.closed || peer.ended !== 'open');
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('transport 6: stopped while TLS is agreed on in the tunnel', async () => {
    // Takes the hello and never answers it.
    const server = opened(await scriptedServer(() => {}));
    const proxy = opened(await proxyTo(server, { kind }));
    const aborter = new AbortController();
    const pending = send(clientVia([proxy.route()]), syntheticBody(MB), { signal: aborter.signal });
    const peer = await server.peer(0);
    await peer.until(() => peer.received > 0);
    const started = performance.now();
    aborter.abort();
    expect(await pending).toEqual({ kind: 'interrupted', mayHaveArrived: false, sent: 0 });
    expect(performance.now() - started).toBeLessThan(250);
    await peer.until(() => peer.closed || peer.ended !== 'open');
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('TLS that is never agreed on in the tunnel ends at the limit, and is not the proxy’s fault', async () => {
    const server = opened(await scriptedServer(() => {}));
    const proxy = opened(await proxyTo(server, { kind }));
    const client = clientVia([proxy.route()], { connectMs: 200 });
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('CONNECT_TIMEOUT'));
  });

  test('transport 6: stopped with every byte on its way: Lobbe sees no whole body', async () => {
    const server = opened(await lobbeServer((peer) => void peer.socket.pause()));
    const proxy = opened(await proxyTo(server, { kind }));
    const aborter = new AbortController();
    let sent = 0;
    const pending = send(clientVia([proxy.route()]), syntheticBody(64 * MB), {
      signal: aborter.signal,
      onTick: (tick) => {
        sent = tick.sent;
        if (sent > MB) aborter.abort();
      },
    });
    expect(await pending).toMatchObject({ kind: 'interrupted', mayHaveArrived: false });
    const peer = await server.peer(0);
    peer.socket.resume();
    await peer.until(() => peer.closed || peer.ended !== 'open');
    expect(peer.received).toBeLessThan(64 * MB);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('case 55: a certificate that nobody vouches for in the tunnel is named as it is', async () => {
    const server = opened(await scriptedServer(() => {}, { tls: true }));
    const proxy = opened(await proxyTo(server, { kind }));
    expect(await send(clientVia([proxy.route()]), syntheticBody(MB))).toEqual(
      connectTrouble('ERR_TLS_CERT_ALTNAME_INVALID'),
    );
    expect((await server.peer(0)).received).toBe(0);
  });

  test('two at a time, then two more: each has a tunnel of its own', async () => {
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind }));
    const client = clientVia([proxy.route()]);
    for (let round = 0; round < 2; round += 1) {
      const outcomes = await Promise.all([send(client, syntheticBody(MB)), send(client, syntheticBody(MB))]);
      expect(outcomes.map((outcome) => outcome.kind)).toEqual(['accepted', 'accepted']);
    }
    expect(proxy.connections()).toBe(4);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });
});

describe('what an HTTP proxy says', () => {
  const saying = (text: string | Buffer) =>
    oddProxy('http', async (peer) => {
      await peer.head();
      await peer.say(text);
      peer.socket.end();
    });

  test.each([
    { status: 407, code: 'PROXY_SIGN_IN' },
    { status: 403, code: 'PROXY_REFUSED' },
    { status: 302, code: 'PROXY_REFUSED' },
    { status: 401, code: 'PROXY_REFUSED' },
    { status: 404, code: 'PROXY_REFUSED' },
    { status: 405, code: 'PROXY_REFUSED' },
    { status: 500, code: 'PROXY_REFUSED' },
    { status: 501, code: 'PROXY_REFUSED' },
    { status: 511, code: 'PROXY_REFUSED' },
    { status: 502, code: 'PROXY_CANNOT_REACH' },
    { status: 503, code: 'PROXY_CANNOT_REACH' },
    { status: 504, code: 'PROXY_CANNOT_REACH' },
  ])('transport 10: $status is $code', async ({ status, code }) => {
    const { route, server } = await saying(answerText(status, '<html>Squid</html>', { 'proxy-connection': 'close' }));
    expect(await send(clientVia([route]), syntheticBody(MB))).toEqual(connectTrouble(code));
    expect(server.peers).toHaveLength(1);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('407 and a reset at once is still a 407', async () => {
    const { route } = await oddProxy('http', async (peer) => {
      await peer.head();
      await peer.say(answerText(407, 'who?'));
      peer.reset();
    });
    for (let round = 0; round < 10; round += 1) {
      expect(await send(clientVia([route]), syntheticBody(MB))).toEqual(connectTrouble('PROXY_SIGN_IN'));
    }
  });

  test.each([
    { what: 'no HTTP', text: 'SSH-2.0-OpenSSH_9.6\r\n\r\n' },
    { what: 'another version', text: 'HTTP/3.0 200 OK\r\n\r\n' },
    { what: 'a status that is none', text: 'HTTP/1.1 2oo OK\r\n\r\n' },
    { what: 'a status of four digits', text: 'HTTP/1.1 2000 OK\r\n\r\n' },
    { what: 'half a head', text: 'HTTP/1.1 200 OK\r\nvia: x\r\n' },
    { what: 'a head without an end', text: `HTTP/1.1 200 OK\r\n${`x-a: ${'y'.repeat(1_000)}\r\n`.repeat(200)}` },
    { what: 'an announcement only', text: 'HTTP/1.1 100 Continue\r\n\r\n' },
    { what: 'nothing', text: '' },
  ])('$what is no proxy', async ({ text }) => {
    const { route } = await saying(text);
    expect(await send(clientVia([route]), syntheticBody(MB))).toEqual(connectTrouble('PROXY_BROKEN'));
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('a head that never ends is not read to its end', async () => {
    const { route } = await oddProxy('http', async (peer) => {
      await peer.head();
      await peer.say('HTTP/1.1 200 OK\r\n');
      await peer.sayForEver(() => `x-a: ${'y'.repeat(1_000)}\r\n`);
    });
    expect(await send(clientVia([route]), syntheticBody(MB))).toEqual(connectTrouble('PROXY_BROKEN'));
  });

  test.each([
    { what: 'without a reason', head: 'HTTP/1.1 200\r\n\r\n' },
    { what: 'of HTTP/1.0', head: 'HTTP/1.0 200 Connection established\r\nproxy-agent: x\r\n\r\n' },
    { what: 'with a length that means nothing', head: 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n' },
    { what: 'after an announcement', head: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n' },
    { what: 'with bare line feeds', head: 'HTTP/1.1 200 OK\nvia: x\n\n' },
    { what: 'that is a 201', head: 'HTTP/1.1 201 Fine\r\n\r\n' },
  ])('a yes $what, in pieces: the tunnel stands', async ({ head }) => {
    const { route } = await oddProxy('http', async (peer) => {
      await peer.head();
      for (const byte of head) {
        await peer.say(byte);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    // Over it, in the clear, so that the same peer can be Lobbe.
    const url = new URL('http://lobbe.test:8080');
    const end = await openConnection(url, { limits: DEFAULT_LIMITS, routes: async () => [route] }, noSignal);
    expect(end.kind).toBe('open');
    if (end.kind === 'open') end.connection.reset();
  });

  test('what follows the head belongs to the tunnel, to the byte', async () => {
    const { route } = await oddProxy('http', async (peer) => {
      await peer.head();
      await peer.say('HTTP/1.1 200 OK\r\n\r\n\r\nfirst');
      await peer.until(() => peer.closed);
    });
    const url = new URL('http://lobbe.test:8080');
    const way = await openConnection(url, { limits: DEFAULT_LIMITS, routes: async () => [route] }, noSignal);
    if (way.kind !== 'open') throw new Error('no tunnel');
    const { connection } = way;
    let said = '';
    for await (const chunk of connection.socket) {
      said += chunk;
      if (said.length >= 7) break;
    }
    expect(said).toBe('\r\nfirst');
    connection.reset();
  });

  test('what follows the head and is no TLS fails as TLS', async () => {
    const { route } = await oddProxy('http', async (peer) => {
      await peer.head();
      await peer.say('HTTP/1.1 200 OK\r\n\r\n<html>Sign in</html>');
    });
    expect(await send(clientVia([route]), syntheticBody(MB))).toMatchObject({
      kind: 'unknown',
      phase: 'connect',
      mayHaveArrived: false,
      code: expect.stringMatching(/^(ERR_SSL_\w+|EPROTO)$/),
    });
  });

  test('it is told where to, and who one is, and nothing else', async () => {
    const { route, server } = await saying('HTTP/1.1 403 No\r\n\r\n');
    if (route.kind === 'direct') throw new Error('no proxy');
    await send(clientVia([{ ...route, credentials: { user: 'a', password: 'b' } }]), syntheticBody(MB));
    expect((await (await server.peer(0)).head()).raw).toBe(
      'CONNECT lobbe.test:443 HTTP/1.1\r\nHost: lobbe.test:443\r\nProxy-Authorization: Basic YTpi\r\n\r\n',
    );
  });
});

describe('what a SOCKS proxy says', () => {
  const HELLO = [5, 0];

  /** Answers each of the client's messages with one of `answers`, then closes. */
  const saying = (...answers: readonly (readonly number[])[]) =>
    oddProxy('socks5', async (peer) => {
      let seen = 0;
      for (const answer of answers) {
        await peer.until(() => peer.received > seen || peer.closed);
        seen = peer.received;
        await peer.say(Buffer.from(answer));
      }
      peer.socket.end();
    });

  test.each([
    { what: 'another version', answers: [[4, 0]], code: 'PROXY_BROKEN' },
    { what: 'HTTP', answers: [[...Buffer.from('HTTP/1.1 400 Bad\r\n\r\n')]], code: 'PROXY_BROKEN' },
    { what: 'a close after half an answer', answers: [[5]], code: 'PROXY_BROKEN' },
    { what: 'a method that was not offered', answers: [[5, 1]], code: 'PROXY_BROKEN' },
    { what: 'a password that was not offered', answers: [[5, 2]], code: 'PROXY_BROKEN' },
    { what: 'no method will do', answers: [[5, 0xff]], code: 'PROXY_SIGN_IN' },
    { what: 'general failure', answers: [HELLO, [5, 1, 0, 1, 0, 0, 0, 0, 0, 0]], code: 'PROXY_CANNOT_REACH' },
    { what: 'not by our rules', answers: [HELLO, [5, 2, 0, 1, 0, 0, 0, 0, 0, 0]], code: 'PROXY_REFUSED' },
    { what: 'no network', answers: [HELLO, [5, 3, 0, 1, 0, 0, 0, 0, 0, 0]], code: 'PROXY_CANNOT_REACH' },
    { what: 'no host, and not a byte more', answers: [HELLO, [5, 4, 0, 1]], code: 'PROXY_CANNOT_REACH' },
    { what: 'refused by it', answers: [HELLO, [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]], code: 'PROXY_CANNOT_REACH' },
    { what: 'no such command', answers: [HELLO, [5, 7, 0, 1, 0, 0, 0, 0, 0, 0]], code: 'PROXY_REFUSED' },
    { what: 'no such address', answers: [HELLO, [5, 8, 0, 1, 0, 0, 0, 0, 0, 0]], code: 'PROXY_REFUSED' },
    { what: 'a yes of another version', answers: [HELLO, [4, 0, 0, 1]], code: 'PROXY_BROKEN' },
    { what: 'a yes from an address of no kind', answers: [HELLO, [5, 0, 0, 9, 0, 0]], code: 'PROXY_BROKEN' },
    { what: 'half a yes', answers: [HELLO, [5, 0, 0, 4, 0, 0, 0]], code: 'PROXY_BROKEN' },
  ])('transport 10: $what is $code', async ({ answers, code }) => {
    const { route } = await saying(...answers);
    expect(await send(clientVia([route]), syntheticBody(MB))).toEqual(connectTrouble(code));
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('a password too long to be said is not said', async () => {
    const admits = { user: 'a', password: 'x'.repeat(256) };
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind: 'socks5', admits }));
    const client = clientVia([proxy.route(admits)]);
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('PROXY_SIGN_IN'));
    expect(proxy.heard()).not.toContain('xx');
  });

  test.each([
    { host: '203.0.113.7', asked: '203.0.113.7:443' },
    { host: '[2001:db8::1]', asked: '[2001:0db8:0000:0000:0000:0000:0000:0001]:443' },
    { host: '[::7]', asked: '[0000:0000:0000:0000:0000:0000:0000:0007]:443' },
    { host: '[2001:db8:1:2:3:4:5::]', asked: '[2001:0db8:0001:0002:0003:0004:0005:0000]:443' },
    { host: '[::ffff:203.0.113.7]', asked: '[0000:0000:0000:0000:0000:ffff:cb00:7107]:443' },
    { host: 'lobbe.test:8443', asked: 'lobbe.test:8443' },
  ])('$host is asked for as $asked', async ({ host, asked }) => {
    const proxy = opened(await relayProxy({ kind: 'socks5', leadsTo: () => null }));
    const way = { limits: DEFAULT_LIMITS, routes: async () => [proxy.route()] };
    const end = await openConnection(new URL(`https://${host}/`), way, noSignal);
    expect(end).toEqual({ kind: 'failed', code: 'PROXY_CANNOT_REACH' });
    expect(proxy.asked).toEqual([asked]);
  });
});

describe('several routes', () => {
  test('the next one is tried when a proxy is down', async () => {
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind: 'socks5' }));
    const client = clientVia([await downProxy(), await downProxy('socks5'), proxy.route()]);
    expect(await send(client, syntheticBody(MB))).toMatchObject({ kind: 'accepted' });
    expect(server.peers).toHaveLength(1);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('all are down: the first one is named', async () => {
    const client = clientVia([await downProxy(), { kind: 'direct' }]);
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('PROXY_UNREACHABLE'));
  });

  test('a way that is not there is followed by a proxy', async () => {
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind: 'http' }));
    // Lobbe's name leads nowhere from here.
    const client = clientVia([{ kind: 'direct' }, proxy.route()]);
    expect(await send(client, syntheticBody(MB))).toMatchObject({ kind: 'accepted' });
  });

  test.each([
    { what: 'wants somebody', say: 'HTTP/1.1 407 Who\r\n\r\n', code: 'PROXY_SIGN_IN' },
    { what: 'says no', say: 'HTTP/1.1 403 No\r\n\r\n', code: 'PROXY_REFUSED' },
    { what: 'breaks off', say: '', code: 'PROXY_BROKEN' },
  ])('a proxy that $what has been talked to: no other is', async ({ say, code }) => {
    const server = opened(await lobbeServer(taking));
    const other = opened(await proxyTo(server, { kind: 'http' }));
    const { route } = await oddProxy('http', async (peer) => {
      await peer.head();
      await peer.say(say);
      peer.socket.end();
    });
    expect(await send(clientVia([route, other.route()]), syntheticBody(MB))).toEqual(connectTrouble(code));
    expect(other.connections()).toBe(0);
  });

  test('a request that broke off is not sent by another route', async () => {
    const server = opened(
      await lobbeServer(async (peer) => {
        await peer.bodyBytes(MB);
        peer.reset();
      }),
    );
    const proxy = opened(await proxyTo(server, { kind: 'http' }));
    const other = opened(await proxyTo(server, { kind: 'socks5' }));
    const outcome = await send(clientVia([proxy.route(), other.route()]), syntheticBody(64 * MB));
    expect(outcome).toMatchObject({ kind: 'unknown', phase: 'body', mayHaveArrived: false });
    expect(other.connections()).toBe(0);
    expect(server.peers).toHaveLength(1);
  });

  test('they are asked for before each attempt, with Lobbe’s address', async () => {
    const server = opened(await lobbeServer(taking));
    const proxy: Relay = opened(await proxyTo(server, { kind: 'http' }));
    const answers: (readonly Route[])[] = [[await downProxy()], [proxy.route()]];
    const urls: string[] = [];
    const routes = async (url: string) => {
      urls.push(url);
      return answers.shift() ?? [];
    };
    const client = clientVia([], {}, { routes });
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('PROXY_UNREACHABLE'));
    expect(await send(client, syntheticBody(MB))).toMatchObject({ kind: 'accepted' });
    expect(urls).toEqual([LOBBE, LOBBE]);
  });

  test('nobody can say which: NO_ROUTE', async () => {
    const routes = () => Promise.reject(new Error('gone'));
    expect(await send(clientVia([], {}, { routes }), syntheticBody(MB))).toEqual(connectTrouble('NO_ROUTE'));
  });

  test('nobody says which: the limit for connecting holds, and a stop is at once', async () => {
    const routes = () => new Promise<never>(() => {});
    const client = clientVia([], { connectMs: 50 }, { routes });
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('CONNECT_TIMEOUT'));
    const aborter = new AbortController();
    const pending = send(clientVia([], {}, { routes }), syntheticBody(MB), { signal: aborter.signal });
    aborter.abort();
    expect(await pending).toMatchObject({ kind: 'interrupted' });
  });

  test('routes that come after a stop are not taken', async () => {
    const proxy = opened(await relayProxy({ kind: 'http', leadsTo: () => null }));
    let say: (routes: readonly Route[]) => void = () => {};
    const routes = () => new Promise<readonly Route[]>((resolve) => (say = resolve));
    const aborter = new AbortController();
    const pending = send(clientVia([], {}, { routes }), syntheticBody(MB), { signal: aborter.signal });
    aborter.abort();
    await pending;
    say([proxy.route()]);
    // A connection made after this one would come after any that the upload had made.
    await send(clientVia([proxy.route()]), syntheticBody(1));
    expect(proxy.connections()).toBe(1);
  });
});

test.each(['127.0.0.1', 'localhost', '127.1.2.3'])(
  'loopback is never asked for at a proxy: http://%s',
  async (host) => {
    const server = opened(await scriptedServer(taking));
    const proxy = opened(await relayProxy({ kind: 'http', leadsTo: () => portOf(server) }));
    const base = `http://${host}:${portOf(server)}/api/v1`;
    const client = clientVia([proxy.route()], {}, { connection: () => ({ base, token: TOKEN }) });
    const outcome = await send(client, syntheticBody(1_000));
    // 127.1.2.3 may be nobody's; but then it is not the proxy who says so.
    if (host !== '127.1.2.3') expect(outcome).toMatchObject({ kind: 'accepted' });
    else expect(outcome).toMatchObject({ code: 'ECONNREFUSED' });
    expect(proxy.connections()).toBe(0);
  },
);

test('no routes at all is the direct way', async () => {
  const server = opened(await scriptedServer(taking));
  expect(await send(clientFor(server), syntheticBody(1_000))).toMatchObject({ kind: 'accepted' });
});

test.each([
  { host: '[2001:db8::1]', authority: '[2001:db8::1]:443' },
  { host: '[2001:db8::1]:8443', authority: '[2001:db8::1]:8443' },
  { host: '192.0.2.7', authority: '192.0.2.7:443' },
])(
  'a Lobbe at $host is asked for as $authority, in the request and its Host (RFC 9110 9.3.6)',
  async ({ host, authority }) => {
    const { server, route } = await oddProxy('http', async (peer) => {
      await peer.head();
      await peer.say(answerText(502, ''));
      peer.socket.end();
    });
    const connection = () => ({ base: `https://${host}/api/v1`, token: TOKEN });
    const outcome = await send(clientVia([route], {}, { connection }), syntheticBody(1_000));
    expect(outcome).toEqual(connectTrouble('PROXY_CANNOT_REACH'));
    const { line, headers } = await (await server.peer(0)).head();
    expect(line).toBe(`CONNECT ${authority} HTTP/1.1`);
    expect(Object.fromEntries(headers)).toEqual({ host: authority });
  },
);

test('a system that names no way that is spoken here: directly, as without any', async () => {
  const server = opened(await lobbeServer(taking));
  const connection = () => ({ base: `https://lobbe.test:${portOf(server)}/api/v1`, token: TOKEN });
  const client = clientVia([], {}, { connection, lookup: leadingTo('127.0.0.1') });
  expect(await send(client, syntheticBody(1_000))).toMatchObject({ kind: 'accepted' });
});
