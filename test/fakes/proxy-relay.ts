// A proxy that does its work: HTTP with CONNECT, the same over TLS, or SOCKS5. It alone knows where names lead to.

import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { ProxyCredentials, Route } from '../../electron/transport/ports';
import { makeTolerant } from '../../electron/transport/tolerant';
import { testCertificate, testKey } from './scripted-server';

export type ProxyKind = Exclude<Route['kind'], 'direct'>;

export interface RelayOptions {
  readonly kind: ProxyKind;
  /** The loopback port that `host:port` leads to; null: the proxy cannot reach it. */
  readonly leadsTo: (asked: string) => number | null;
  /** Whom it lets through; everybody if absent. */
  readonly admits?: ProxyCredentials;
  /** Most bytes that it passes on to its clients at a time; the rest follows a turn later. */
  readonly grain?: number;
}

export interface Relay {
  route(credentials?: ProxyCredentials | null): Route;
  /** What it was asked for, as `host:port`, in order. */
  readonly asked: readonly string[];
  /** Everything that its clients said to it, inside tunnels too; in the clear where they spoke TLS with the proxy itself. */
  readonly heard: () => string;
  readonly connections: () => number;
  close(): Promise<void>;
}

/** Reads a client's handshake; what follows it goes into the tunnel. */
class Ear {
  #bytes = Buffer.alloc(0);
  #wake: () => void = () => {};
  #ended = false;
  readonly #socket: net.Socket;
  readonly #onData = (chunk: Buffer) => {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    this.#wake();
  };

  constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('data', this.#onData);
    socket.once('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async take(count: number): Promise<Buffer> {
    await this.#until(() => this.#bytes.length >= count);
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  async head(): Promise<string> {
    await this.#until(() => this.#bytes.includes('\r\n\r\n'));
    return (await this.take(this.#bytes.indexOf('\r\n\r\n') + 4)).toString('latin1');
  }

  rest(): Buffer {
    this.#socket.off('data', this.#onData);
    return this.#bytes;
  }
}

interface Asked {
  readonly address: string;
  /** Says how it went; `false` ends the connection. */
  answer(reached: boolean): boolean;
}

async function askedByHttp(ear: Ear, socket: net.Socket, admits: ProxyCredentials | undefined): Promise<Asked | null> {
  const head = await ear.head();
  const address = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head)?.[1];
  if (address === undefined) return null;
  const given = /^proxy-authorization: basic (\S+)\r$/im.exec(head)?.[1] ?? '';
  if (admits && Buffer.from(given, 'base64').toString('utf8') !== `${admits.user}:${admits.password}`) {
    socket.end(
      'HTTP/1.1 407 Authentication Required\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n',
    );
    return null;
  }
  return {
    address,
    answer(reached) {
      socket.write(reached ? 'HTTP/1.1 200 Connection established\r\n\r\n' : 'HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return reached;
    },
  };
}

async function askedBySocks(ear: Ear, socket: net.Socket, admits: ProxyCredentials | undefined): Promise<Asked | null> {
  const [, count = 0] = await ear.take(2);
  const methods = await ear.take(count);
  const method = admits ? 2 : 0;
  socket.write(Buffer.from([5, methods.includes(method) ? method : 0xff]));
  if (!methods.includes(method)) return null;
  if (admits) {
    const text = async () => (await ear.take((await ear.take(1))[0] ?? 0)).toString('utf8');
    await ear.take(1);
    const right = (await text()) === admits.user && (await text()) === admits.password;
    socket.write(Buffer.from([1, right ? 0 : 1]));
    if (!right) return null;
  }
  const [, , , type] = await ear.take(4);
  let host: string;
  if (type === 3) host = (await ear.take((await ear.take(1))[0] ?? 0)).toString('latin1');
  else if (type === 1) host = [...(await ear.take(4))].join('.');
  else host = `[${(await ear.take(16)).toString('hex').match(/.{4}/g)?.join(':')}]`;
  const port = (await ear.take(2)).readUInt16BE();
  return {
    address: `${host}:${port}`,
    answer(reached) {
      // The address it speaks from, as a name: the form whose length is not fixed.
      socket.write(
        Buffer.concat([Buffer.from([5, reached ? 0 : 4, 0, 3, 5]), Buffer.from('relay'), Buffer.from([0, 80])]),
      );
      return reached;
    },
  };
}

/** Passes on what `from` says, and how it ends: a reset stays a reset. */
function passOn(from: net.Socket, to: net.Socket, rawTo: net.Socket, grain: number): void {
  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += grain) to.write(chunk.subarray(at, at + grain));
    if (to.writableNeedDrain) from.pause();
  });
  to.on('drain', () => from.resume());
  from.once('end', () => to.end());
  // While its end is on its way a socket cannot be reset: node would lose the descriptor.
  from.on('error', () => (to.writableEnded ? rawTo.destroy() : rawTo.resetAndDestroy()));
  from.once('close', () => to.destroySoon());
}

/** Starts one on loopback. */
export async function relayProxy(options: RelayOptions): Promise<Relay> {
  const asked: string[] = [];
  const heard: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };

  async function serve(socket: net.Socket, raw: net.Socket): Promise<void> {
    const ear = new Ear(socket);
    const ask = options.kind === 'socks5' ? askedBySocks : askedByHttp;
    const wanted = await ask(ear, socket, options.admits);
    if (wanted === null) return void socket.end();
    asked.push(wanted.address);
    const port = options.leadsTo(wanted.address);
    if (!wanted.answer(port !== null) || port === null) return void socket.end();
    const upstream = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    keep(upstream);
    // A proxy that loses answers by itself would show nothing of its clients.
    makeTolerant(upstream, 1_000, () => {});
    upstream.write(ear.rest());
    passOn(socket, upstream, upstream, Number.POSITIVE_INFINITY);
    passOn(upstream, socket, raw, options.grain ?? Number.POSITIVE_INFINITY);
  }

  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (raw) => {
    connections += 1;
    keep(raw);
    const socket =
      options.kind === 'https' ? new tls.TLSSocket(raw, { isServer: true, cert: testCertificate, key: testKey }) : raw;
    if (socket !== raw) keep(socket);
    socket.on('data', (chunk: Buffer) => heard.push(chunk));
    void serve(socket, raw);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    route: (credentials = null) => ({ kind: options.kind, host: '127.0.0.1', port, credentials }),
    asked,
    heard: () => Buffer.concat(heard).toString('latin1'),
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
