// Names and addresses that lead nowhere, and certificates that are not Lobbe's.

import type net from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Limits } from '../../electron/transport/limits';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import type { LobbeClient, LobbeClientOptions } from '../../electron/transport/ports';
import { failingWith, leadingTo, type Nowhere, nowhere } from '../fakes/portal-nowhere';
import {
  clientVia,
  expiredCertificate,
  lobbeCertificate,
  lobbeServer,
  officeRoot,
  portOf,
  proxyTo,
} from '../fakes/proxy-world';
import { accepted, type Peer, type ScriptedServer, scriptedServer, testCertificate } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { NOW, openSockets, send, TOKEN } from '../fakes/transport-world';

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
const noSignal = new AbortController().signal;

const taking = async (peer: Peer) => {
  await peer.body();
  await peer.say(accepted());
};

/** A client whose Lobbe is at `host` and the server's port. */
function clientAt(base: string, options: Partial<LobbeClientOptions>, limits: Partial<Limits> = {}): LobbeClient {
  return createLobbeClient({
    connection: () => ({ base, token: TOKEN }),
    now: () => NOW,
    limits: { headPauseMs: 20, tickMs: 10, ...limits },
    ...options,
  });
}

const connectTrouble = (code: string) => ({
  kind: 'unknown',
  phase: 'connect',
  mayHaveArrived: false,
  code,
  sent: 0,
});

describe('several addresses', () => {
  const localhost = (server: ScriptedServer) => `http://localhost:${portOf(server)}/api/v1`;

  test.each(['::1', '127.0.0.2'])('%s leads nowhere: the next one is tried after its time', async (dead) => {
    const server = opened(await scriptedServer(taking));
    opened(await nowhere(dead, portOf(server)));
    const client = clientAt(localhost(server), { lookup: leadingTo(dead, '127.0.0.1') }, { addressMs: 200 });
    const started = performance.now();
    expect((await send(client, syntheticBody(1_000))).kind).toBe('accepted');
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(190);
    expect(took).toBeLessThan(1_500);
  });

  test('one that refuses costs nothing', async () => {
    const server = opened(await scriptedServer(taking));
    const client = clientAt(localhost(server), { lookup: leadingTo('::1', '127.0.0.1') }, { addressMs: 5_000 });
    const started = performance.now();
    expect((await send(client, syntheticBody(1_000))).kind).toBe('accepted');
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  test('all lead nowhere: the limit for connecting holds', async () => {
    const server = opened(await scriptedServer(taking));
    opened(await nowhere('::1', portOf(server)));
    opened(await nowhere('127.0.0.2', portOf(server)));
    const lookup = leadingTo('::1', '127.0.0.2');
    const client = clientAt(localhost(server), { lookup }, { addressMs: 100, connectMs: 300 });
    const started = performance.now();
    expect(await send(client, syntheticBody(1_000))).toEqual(connectTrouble('CONNECT_TIMEOUT'));
    expect(performance.now() - started).toBeLessThan(1_000);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('transport 6: stopped in the middle of it', async () => {
    const server = opened(await scriptedServer(taking));
    opened(await nowhere('::1', portOf(server)));
    const lookup = leadingTo('::1', '127.0.0.1');
    const aborter = new AbortController();
    const client = clientAt(localhost(server), { lookup }, { addressMs: 100 });
    const pending = send(client, syntheticBody(1_000), { signal: aborter.signal });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    aborter.abort();
    expect(await pending).toEqual({ kind: 'interrupted', mayHaveArrived: false, sent: 0 });
    // Longer than the address's time: whatever was to come after it must not.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.peers).toHaveLength(0);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('a proxy that leads nowhere leaves time for the next route', async () => {
    const dead: Nowhere = opened(await nowhere('127.0.0.2'));
    const server = opened(await lobbeServer(taking));
    const proxy = opened(await proxyTo(server, { kind: 'http' }));
    const nobody = { kind: 'http', host: '127.0.0.2', port: dead.port, credentials: null } as const;
    const client = clientVia([nobody, proxy.route()], { connectMs: 1_000 });
    expect((await send(client, syntheticBody(1_000))).kind).toBe('accepted');
    const alone = clientVia([nobody], { connectMs: 200 });
    expect(await send(alone, syntheticBody(1_000))).toEqual(connectTrouble('PROXY_UNREACHABLE'));
  });
});

describe('case 63: names', () => {
  const base = 'https://lobbe.test/api/v1';

  test.each(['EAI_AGAIN', 'ENOTFOUND', 'EAI_FAIL', 'ENODATA', 'ESERVFAIL'])('%s', async (code) => {
    const body = syntheticBody(MB);
    const client = clientAt(base, { lookup: failingWith(code) });
    expect(await send(client, body)).toEqual(connectTrouble(code));
    expect(body.bytesRead).toBe(0);
    expect(await client.readEvents('latest', 10, noSignal)).toEqual({ kind: 'unreachable', code });
  });

  test('nobody says anything: the limit for connecting holds, and a stop is at once', async () => {
    const lookup: net.LookupFunction = () => {};
    const client = clientAt(base, { lookup }, { connectMs: 50 });
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('CONNECT_TIMEOUT'));
    const aborter = new AbortController();
    const pending = send(clientAt(base, { lookup }), syntheticBody(MB), { signal: aborter.signal });
    aborter.abort();
    expect(await pending).toMatchObject({ kind: 'interrupted' });
  });

  test('an address that comes after a stop is not connected to', async () => {
    const server = opened(await scriptedServer(taking));
    let say: () => void = () => {};
    const lookup: net.LookupFunction = (name, options, callback) => {
      say = () => leadingTo('127.0.0.1', '127.0.0.2')(name, options, callback);
    };
    const aborter = new AbortController();
    const client = clientAt(`https://lobbe.test:${portOf(server)}`, { lookup });
    const pending = send(client, syntheticBody(MB), { signal: aborter.signal });
    await new Promise((resolve) => setImmediate(resolve));
    aborter.abort();
    await pending;
    say();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(server.peers).toHaveLength(0);
    expect(await openSockets()).toEqual([]);
  });
});

describe('certificates', () => {
  const chain = lobbeCertificate + officeRoot;

  async function served(cert: string, ca: LobbeClientOptions['ca']) {
    const server = opened(await scriptedServer(taking, { tls: true, cert }));
    const base = `https://lobbe.test:${portOf(server)}/api/v1`;
    return { server, client: clientAt(base, { lookup: leadingTo('127.0.0.1'), ...(ca && { ca }) }) };
  }

  test.each([
    {
      what: 'of a root that is unknown',
      cert: lobbeCertificate,
      roots: undefined,
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    },
    { what: 'that comes with its root', cert: chain, roots: undefined, code: 'SELF_SIGNED_CERT_IN_CHAIN' },
    {
      what: 'of another root',
      cert: lobbeCertificate,
      roots: [testCertificate],
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    },
    { what: 'that is over', cert: expiredCertificate, roots: [officeRoot], code: 'CERT_HAS_EXPIRED' },
    { what: 'of another name', cert: testCertificate, roots: [testCertificate], code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    { what: 'that vouches for itself', cert: testCertificate, roots: undefined, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  ])('cases 55, 61: one $what: $code, and not a byte of a request', async ({ cert, roots, code }) => {
    const { server, client } = await served(cert, () => roots);
    expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble(code));
    expect(await client.readEvents('latest', 10, noSignal)).toEqual({ kind: 'unreachable', code });
    for (const peer of server.peers) expect(peer.received).toBe(0);
    await closeAll();
    expect(await openSockets()).toEqual([]);
  });

  test('case 61: with the office’s root it is trusted', async () => {
    const { client } = await served(lobbeCertificate, () => [officeRoot]);
    expect((await send(client, syntheticBody(MB))).kind).toBe('accepted');
  });

  test('case 61: the roots are asked for before each attempt', async () => {
    const answers = [undefined, [officeRoot], [testCertificate]];
    const { client } = await served(lobbeCertificate, () => answers.shift());
    const kinds: string[] = [];
    for (let round = 0; round < 3; round += 1) kinds.push((await send(client, syntheticBody(1_000))).kind);
    expect(kinds).toEqual(['unknown', 'accepted', 'unknown']);
  });

  test('case 61: the switch of the whole process is not heard', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const { client } = await served(lobbeCertificate, undefined);
      expect(await send(client, syntheticBody(MB))).toEqual(connectTrouble('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test.each([
    { what: 'HTTP', say: 'HTTP/1.1 302 Found\r\nlocation: http://portal.example/\r\n\r\n' },
    { what: 'a page', say: '<html><title>Sign in</title></html>' },
  ])('case 55: a network that speaks $what where TLS is due', async ({ say }) => {
    const server = opened(
      await scriptedServer(async (peer) => {
        await peer.until(() => peer.received > 0);
        await peer.say(say);
      }),
    );
    const client = clientAt(`https://lobbe.test:${portOf(server)}`, { lookup: leadingTo('127.0.0.1') });
    expect(await send(client, syntheticBody(MB))).toMatchObject({
      kind: 'unknown',
      phase: 'connect',
      mayHaveArrived: false,
      code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    });
  });
});
