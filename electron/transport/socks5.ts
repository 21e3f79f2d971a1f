// The tunnel of a SOCKS5 proxy (RFC 1928, sign-in by RFC 1929). Names are looked up by the proxy: ours may not know them.

import net from 'node:net';
import { HandshakeReader } from './handshake-reader';
import type { OwnCode } from './outcome';
import type { ProxyCredentials } from './ports';
import type { Endpoint } from './tcp';

const VERSION = 5;
const NO_SIGN_IN = 0;
const PASSWORD = 2;
const NONE_WILL_DO = 0xff;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** Replies that say what is wrong with the network behind the proxy, not with our request: 2, 7 and 8 are a no. */
const CANNOT_REACH = new Set([1, 3, 4, 5, 6]);

/** The 16 bytes of an address in a form that a URL may have: groups of hex, `::` at most once. */
function ipv6Bytes(address: string): Buffer {
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const gap = Array<string>(8 - start.length - end.length).fill('0');
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...start, ...gap, ...end].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  }
  return bytes;
}

function addressBytes(host: string): Buffer {
  if (net.isIPv4(host)) return Buffer.from([IPV4, ...host.split('.').map(Number)]);
  if (net.isIPv6(host)) return Buffer.concat([Buffer.from([IPV6]), ipv6Bytes(host)]);
  return Buffer.concat([Buffer.from([NAME, host.length]), Buffer.from(host, 'latin1')]);
}

/** Its length in one byte, then the text; null if that cannot be said. */
function shortText(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length >= 1 && bytes.length <= 255 ? Buffer.concat([Buffer.from([bytes.length]), bytes]) : null;
}

async function signIn(socket: net.Socket, reader: HandshakeReader, given: ProxyCredentials): Promise<OwnCode | null> {
  const user = shortText(given.user);
  const password = shortText(given.password);
  if (user === null || password === null) return 'PROXY_SIGN_IN';
  socket.write(Buffer.concat([Buffer.from([1]), user, password]));
  const answer = await reader.take(2);
  if (answer === null) return 'PROXY_BROKEN';
  return answer[1] === 0 ? null : 'PROXY_SIGN_IN';
}

async function agree(
  socket: net.Socket,
  reader: HandshakeReader,
  to: Endpoint,
  credentials: ProxyCredentials | null,
): Promise<OwnCode | null> {
  const offered = credentials ? [NO_SIGN_IN, PASSWORD] : [NO_SIGN_IN];
  socket.write(Buffer.from([VERSION, offered.length, ...offered]));
  const [version, method] = (await reader.take(2)) ?? [];
  if (version !== VERSION || method === undefined) return 'PROXY_BROKEN';
  if (method === NONE_WILL_DO) return 'PROXY_SIGN_IN';
  if (method === PASSWORD && credentials) {
    const refused = await signIn(socket, reader, credentials);
    if (refused !== null) return refused;
  } else if (method !== NO_SIGN_IN) {
    return 'PROXY_BROKEN';
  }

  const port = Buffer.alloc(2);
  port.writeUInt16BE(to.port);
  const connect = 1;
  socket.write(Buffer.concat([Buffer.from([VERSION, connect, 0]), addressBytes(to.host), port]));
  const [again, reply, , type] = (await reader.take(4)) ?? [];
  if (again !== VERSION || reply === undefined) return 'PROXY_BROKEN';
  if (reply !== 0) return CANNOT_REACH.has(reply) ? 'PROXY_CANNOT_REACH' : 'PROXY_REFUSED';
  // The address it speaks from. Nobody needs it, but Lobbe's first byte comes after it.
  let length = type === IPV4 ? 4 : type === IPV6 ? 16 : null;
  if (type === NAME) length = (await reader.take(1))?.[0] ?? null;
  return length !== null && (await reader.take(length + 2)) !== null ? null : 'PROXY_BROKEN';
}

/** Asks the proxy at the other end of `socket` for a tunnel to `to`. Null when it stands, else why it does not. */
export async function socks5Connect(
  socket: net.Socket,
  to: Endpoint,
  credentials: ProxyCredentials | null,
): Promise<OwnCode | null> {
  const reader = new HandshakeReader(socket);
  const trouble = await agree(socket, reader, to, credentials);
  reader.close();
  return trouble;
}
