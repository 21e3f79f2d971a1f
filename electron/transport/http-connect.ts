// The tunnel of an HTTP proxy (RFC 9110 9.3.6): the proxy learns where to, and nothing else of what is said there.

import net from 'node:net';
import { HandshakeReader } from './handshake-reader';
import type { OwnCode } from './outcome';
import type { ProxyCredentials } from './ports';
import type { Endpoint } from './tcp';

/** No proxy has so much to say; what is longer is no proxy. */
const LONGEST_HEAD = 16 * 1024;

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})(?=[ \r\n])/;

/** A proxy that let us in, but does not get through itself. */
const CANNOT_REACH = new Set([502, 503, 504]);

/** Up to and with the empty line; null if there is none. Byte by byte, as what follows may already be Lobbe's. */
async function readHead(reader: HandshakeReader): Promise<string | null> {
  let head = '';
  while (head.length < LONGEST_HEAD) {
    const byte = await reader.take(1);
    if (byte === null) return null;
    head += byte.toString('latin1');
    if (head.endsWith('\r\n\r\n') || head.endsWith('\n\n')) return head;
  }
  return null;
}

async function readStatus(reader: HandshakeReader): Promise<number | null> {
  for (;;) {
    const status = Number(STATUS_LINE.exec((await readHead(reader)) ?? '')?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) return null;
    // An announcement, not the answer.
    if (status >= 200) return status;
  }
}

/** Asks the proxy at the other end of `socket` for a tunnel to `to`. Null when it stands, else why it does not. */
export async function httpConnect(
  socket: net.Socket,
  to: Endpoint,
  credentials: ProxyCredentials | null,
): Promise<OwnCode | null> {
  const authority = `${net.isIPv6(to.host) ? `[${to.host}]` : to.host}:${to.port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (credentials) {
    const pair = Buffer.from(`${credentials.user}:${credentials.password}`, 'utf8').toString('base64');
    lines.push(`Proxy-Authorization: Basic ${pair}`);
  }
  const reader = new HandshakeReader(socket);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const status = await readStatus(reader);
  reader.close();
  if (status === null) return 'PROXY_BROKEN';
  if (status < 300) return null;
  if (status === 407) return 'PROXY_SIGN_IN';
  return CANNOT_REACH.has(status) ? 'PROXY_CANNOT_REACH' : 'PROXY_REFUSED';
}
