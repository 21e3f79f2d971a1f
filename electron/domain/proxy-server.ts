// The address of a proxy as people write it. This room has no `URL`, and most of what that takes would be no address of a proxy.

export interface ProxyServer {
  readonly kind: 'http' | 'socks5';
  /** A name, an IPv4 address, or an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number;
}

/** Why an address cannot be used. `kind`: a kind of proxy that is not spoken here; `credentials`: they have fields of their own. */
export type ProxyServerTrouble = 'address' | 'kind' | 'port' | 'credentials';

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*\.?$/i;
const IPV6 = /^[0-9a-f:.]{2,45}$/i;

/** Reads `host:port`, `http://host:port` or `socks5://host:port`; what is wrong with it if it is none. */
export function readProxyServer(text: string): ProxyServer | ProxyServerTrouble {
  const trimmed = text.trim().replace(/\/$/, '');
  const scheme = SCHEME.exec(trimmed)?.[1]?.toLowerCase() ?? 'http';
  const rest = trimmed.replace(SCHEME, '');
  if (rest.includes('@')) return 'credentials';
  if (scheme !== 'http' && scheme !== 'socks5') return 'kind';
  const parts = /^(?:\[([^\]]*)\]|([^[\]:]*))(?::(\d{1,5}))?$/.exec(rest);
  const [, ipv6, name, portText] = parts ?? [];
  const host = ipv6 ?? name ?? '';
  if (!(ipv6 === undefined ? NAME : IPV6).test(host)) return 'address';
  const port = Number(portText ?? 0);
  if (port < 1 || port > 65_535) return 'port';
  return { kind: scheme, host: host.toLowerCase(), port };
}

/** `host:port`: where a proxy is, whatever it speaks. */
export function hostAndPort({ host, port }: Pick<ProxyServer, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The one way in which an address is kept. */
export function proxyAddress(server: ProxyServer): string {
  return `${server.kind}://${hostAndPort(server)}`;
}
