// A server that does to its clients exactly what a test says: raw sockets, plain or TLS, on a port of its own.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');

/** PEM of the certificate that TLS servers of tests show, to be trusted by the client under test; and its key. */
export const testCertificate = fixture('localhost.cert.pem');
export const testKey = fixture('localhost.key.pem');

export interface RequestHead {
  /** `POST /api/v1/recordings HTTP/1.1` */
  readonly line: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  /** As it came. */
  readonly raw: string;
  readonly contentLength: number;
}

/** One connection, from the server's side. */
export class Peer {
  readonly socket: net.Socket;
  readonly raw: net.Socket;
  /** Bytes of requests that came, heads included. */
  received = 0;
  /** How the client ended it. */
  ended: 'open' | 'fin' | 'reset' = 'open';
  closed = false;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  readonly #keep: number;
  #waiting: (() => void)[] = [];

  constructor(raw: net.Socket, socket: net.Socket, keep: number) {
    this.raw = raw;
    this.socket = socket;
    this.#keep = keep;
    socket.on('data', (chunk: Buffer) => {
      this.received += chunk.length;
      if (this.#keptBytes < this.#keep) {
        this.#kept.push(chunk);
        this.#keptBytes += chunk.length;
      }
      this.#wake();
    });
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' && this.ended === 'open') this.ended = 'reset';
      this.#wake();
    };
    socket.on('error', onError);
    if (raw !== socket) raw.on('error', onError);
    socket.once('end', () => {
      if (this.ended === 'open') this.ended = 'fin';
      this.#wake();
    });
    raw.once('close', () => {
      this.closed = true;
      this.#wake();
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves when `condition` holds; it is looked at whenever something came, ended or closed. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Whatever was kept of what came, from the `from`th byte on. */
  kept(from = 0): Buffer {
    return Buffer.concat(this.#kept).subarray(from);
  }

  /** The head of the request that starts at the `from`th byte. */
  async head(from = 0): Promise<RequestHead> {
    const end = () => this.kept(from).indexOf('\r\n\r\n');
    await this.until(() => end() >= 0 || this.closed);
    const raw = this.kept(from)
      .subarray(0, end() + 4)
      .toString('latin1');
    const [line = '', ...rest] = raw.trimEnd().split('\r\n');
    const headers = new Map(
      rest.map((text): [string, string] => {
        const colon = text.indexOf(':');
        return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()];
      }),
    );
    return {
      line,
      path: line.split(' ')[1] ?? '',
      headers,
      raw,
      contentLength: Number(headers.get('content-length') ?? 0),
    };
  }

  /** Resolves when `count` bytes of the first request's body came, or the client has ended the connection. */
  async bodyBytes(count: number): Promise<number> {
    const { raw } = await this.head();
    await this.until(() => this.received - raw.length >= count || this.closed || this.ended !== 'open');
    return this.received - raw.length;
  }

  /** The first request's whole body. */
  async body(): Promise<Buffer> {
    const head = await this.head();
    await this.bodyBytes(head.contentLength);
    return this.kept(head.raw.length);
  }

  say(text: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.socket.write(text, () => resolve()));
  }

  /** Says `text` over and over, until the client has had enough. */
  async sayForEver(text: (round: number) => string): Promise<void> {
    for (let round = 0; !this.closed && this.ended === 'open' && this.socket.writable; round += 1) {
      await this.say(text(round));
      // A write that fails calls back without a turn of the event loop: the client's end would never be seen.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  reset(): void {
    this.raw.resetAndDestroy();
    this.socket.destroy();
  }
}

export interface ScriptedServer {
  /** `http://127.0.0.1:…/api/v1`, or https. */
  readonly base: string;
  readonly peers: readonly Peer[];
  /** The `index`th connection, once it is there. */
  peer(index: number): Promise<Peer>;
  /** Resolves when every connection is closed, and the server too; fails if a script did. */
  close(): Promise<void>;
}

export interface ScriptedOptions {
  readonly tls?: boolean;
  /** PEM of what it shows for a certificate, the chain too. */
  readonly cert?: string;
  /** Most bytes of a connection that are kept to be looked at; the rest is counted. */
  readonly keep?: number;
}

/** Starts a server on loopback that runs `script` for every connection. */
export async function scriptedServer(
  script: (peer: Peer, index: number) => Promise<void> | void,
  options: ScriptedOptions = {},
): Promise<ScriptedServer> {
  const peers: Peer[] = [];
  const failures: unknown[] = [];
  const { cert = testCertificate } = options;
  const arrivals = new Map<number, (peer: Peer) => void>();
  // Half-open: a client that ended its side is still answered.
  const server = net.createServer({ allowHalfOpen: true }, (raw) => {
    const socket = options.tls ? new tls.TLSSocket(raw, { isServer: true, cert, key: testKey }) : raw;
    const peer = new Peer(raw, socket, options.keep ?? 1 << 20);
    const index = peers.push(peer) - 1;
    arrivals.get(index)?.(peer);
    Promise.resolve(script(peer, index)).catch((error) => failures.push(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    base: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/api/v1`,
    peers,
    peer: (index) => {
      const there = peers[index];
      return there ? Promise.resolve(there) : new Promise((resolve) => arrivals.set(index, resolve));
    },
    async close() {
      for (const peer of peers) {
        peer.socket.destroy();
        peer.raw.destroy();
      }
      // A second close is fine: a test may look at what is left before its cleanup closes.
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** The text of an answer with its exact length. */
export function answerText(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const lines = Object.entries({ 'content-type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}content-length: ${bytes.length}\r\n\r\n`, 'latin1'),
    bytes,
  ]);
}

/** Lobbe's 202. */
export function accepted(id = 'rec_1', status = 'QUEUED'): Buffer {
  return answerText(202, JSON.stringify({ id, status }));
}

/** Lobbe's error. */
export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return answerText(status, JSON.stringify({ error: { code } }), headers);
}

/** A server that reads the head of every request, says `answer` and ends the connection. */
export function serverSaying(answer: string | Buffer): Promise<ScriptedServer> {
  return scriptedServer(async (peer) => {
    await peer.head();
    await peer.say(answer);
    peer.socket.end();
  });
}
