// One fresh connection: TCP first, TLS on top, so that the raw TCP socket is at hand to be reset whatever runs over it.
// A proxy's tunnel would take the place of `dial`; everything after it stays the same.

import net from 'node:net';
import tls from 'node:tls';
import type { Limits } from './limits';
import { codeOf, type OwnCode } from './outcome';

export interface Connection {
  /** What HTTP is spoken over. */
  readonly socket: net.Socket;
  /**
   * Ends it with a reset: what the kernel still holds is thrown away, and the other side sees a broken request. A plain close
   * would still deliver all of it, and a cancelled recording would become a meeting.
   */
  reset(): void;
  /** Ends it in order. */
  close(): void;
  /** When the descriptor is gone. */
  readonly closed: Promise<void>;
  /** Called after each write that the kernel has taken whole. */
  onWritten: (() => void) | null;
}

export interface ConnectOptions {
  /** Trusted roots as PEM, in place of Node's own. */
  readonly ca?: readonly string[];
  readonly limits: Pick<Limits, 'connectMs' | 'graceMs'>;
}

export type Opened =
  | { readonly kind: 'open'; readonly connection: Connection }
  | { readonly kind: 'failed'; readonly code: string }
  /** `signal` aborted. */
  | { readonly kind: 'stopped' };

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function dial(url: URL): net.Socket {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  // No Nagle: the last, small piece must not wait for an acknowledgement. Keep-alive: a dead peer is found while an answer
  // is awaited for minutes, and NATs keep their entry.
  return net.connect({ host: hostOf(url), port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
}

function secure(raw: net.Socket, url: URL, ca: readonly string[] | undefined): tls.TLSSocket {
  const host = hostOf(url);
  return tls.connect({
    socket: raw,
    host,
    // An address is no server name (RFC 6066); node would refuse to send it, and checks the certificate against `host` then.
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(ca ? { ca: [...ca] } : {}),
    // Without it some servers pick HTTP/2, which this client does not speak.
    ALPNProtocols: ['http/1.1'],
  });
}

/** Errors of a write to a connection that the other side has given up. */
const GIVEN_UP = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED']);

/**
 * A failed write normally destroys the socket, and with it an answer that has already arrived: a server that refuses a body
 * answers, closes, and the next write fails. So such an error is withheld for `graceMs`, or until everything that came was read.
 */
function makeTolerant(socket: net.Socket, graceMs: number, onWritten: () => void): void {
  let release: (() => void) | null = null;
  const tolerant = (callback: (error?: Error | null) => void) => (error?: Error | null) => {
    const code = error ? codeOf(error) : '';
    if (!GIVEN_UP.has(code) || socket.destroyed || socket.readableEnded) {
      callback(error);
      // Not here: node is in the middle of its write buffer, and throws if `bytesWritten` is asked for now.
      if (!error) queueMicrotask(onWritten);
      return;
    }
    const timer = setTimeout(() => release?.(), graceMs);
    release = () => {
      clearTimeout(timer);
      release = null;
      callback(error);
    };
  };
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, callback) => write(chunk, encoding, tolerant(callback));
  const writev = socket._writev?.bind(socket);
  if (writev) socket._writev = (chunks, callback) => writev(chunks, tolerant(callback));
  // After `end` nothing more can come. One turn later, so that whoever reads has seen the end first.
  socket.once('end', () => setImmediate(() => release?.()));
  socket.once('close', () => release?.());
}

function connectionOver(socket: net.Socket, raw: net.Socket, graceMs: number): Connection {
  const connection: Connection = {
    socket,
    onWritten: null,
    reset() {
      raw.resetAndDestroy();
      socket.destroy();
    },
    close() {
      socket.destroy();
      raw.destroy();
    },
    closed: new Promise((resolve) => {
      if (raw.closed) resolve();
      else raw.once('close', () => resolve());
    }),
  };
  makeTolerant(socket, graceMs, () => connection.onWritten?.());
  return connection;
}

/**
 * Connects to `url`'s host. Never throws or rejects: what went wrong is in the answer. When it did not come about, nothing of it
 * is left open; an abort is answered at once, in whatever step.
 */
export function openConnection(url: URL, options: ConnectOptions, signal: AbortSignal): Promise<Opened> {
  if (signal.aborted) return Promise.resolve({ kind: 'stopped' });
  return new Promise((resolve) => {
    const raw = dial(url);
    let top: net.Socket = raw;
    let over = false;
    const settle = (opened: Opened) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (opened.kind !== 'open') {
        // Not `resetAndDestroy`: on a socket that is still connecting it waits for the connection first.
        top.destroy();
        raw.destroy();
      }
      resolve(opened);
    };
    const onAbort = () => settle({ kind: 'stopped' });
    const onError = (error: Error) => settle({ kind: 'failed', code: codeOf(error) });
    // A peer that ends the connection in the middle of a TLS handshake makes no error on the raw socket.
    const onClose = () => settle({ kind: 'failed', code: 'CLOSED' satisfies OwnCode });
    const ready = () => settle({ kind: 'open', connection: connectionOver(top, raw, options.limits.graceMs) });
    const timer = setTimeout(
      () => settle({ kind: 'failed', code: 'CONNECT_TIMEOUT' satisfies OwnCode }),
      options.limits.connectMs,
    );
    signal.addEventListener('abort', onAbort, { once: true });
    // The listeners for errors stay: an error without one would end the app, and sockets may fail again while they close.
    raw.on('error', onError).once('close', onClose);
    raw.once('connect', () => {
      if (over) return;
      if (url.protocol !== 'https:') {
        ready();
        return;
      }
      top = secure(raw, url, options.ca);
      top.on('error', onError).once('secureConnect', ready);
    });
  });
}
