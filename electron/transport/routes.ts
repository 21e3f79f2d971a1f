// What the system says about proxies → routes. Pure.

import { readProxyServer } from '../domain/proxy-server';
import type { ProxyCredentials, Route } from './ports';

/** The words of PAC and the ports that they mean if they name none. A proxy that is called `SOCKS` speaks version 5 nearly always. */
const PROXIES = new Map([
  ['PROXY', { kind: 'http', port: 80 }],
  ['HTTP', { kind: 'http', port: 80 }],
  ['HTTPS', { kind: 'https', port: 443 }],
  ['SOCKS', { kind: 'socks5', port: 1080 }],
  ['SOCKS5', { kind: 'socks5', port: 1080 }],
] as const);

function routeOf(entry: string, credentials: ProxyCredentials | null): Route | null {
  const [word = '', address = '', ...more] = entry.trim().split(/\s+/);
  if (more.length > 0) return null;
  if (word.toUpperCase() === 'DIRECT') return address === '' ? { kind: 'direct' } : null;
  const proxy = [...PROXIES].find(([name]) => name === word.toUpperCase())?.[1];
  if (!proxy) return null;
  const server = readProxyServer(/:\d+$/.test(address) ? address : `${address}:${proxy.port}`);
  if (typeof server === 'string') return null;
  return { kind: proxy.kind, host: server.host, port: server.port, credentials };
}

/**
 * The routes in what `session.resolveProxy` or a PAC file says: `PROXY proxy:8080; SOCKS5 [::1]:1080; DIRECT`. What is not
 * understood is left out, kinds of proxies that are not spoken here too; none of them left is an empty list. `credentials` are for
 * each of the proxies.
 */
export function routesOf(pacResult: string, credentials: ProxyCredentials | null = null): readonly Route[] {
  return pacResult.split(';').flatMap((entry) => routeOf(entry, credentials) ?? []);
}
