// TCP to a host: Lobbe's, or a proxy's.

import net from 'node:net';
import type { Limits } from './limits';

export interface Endpoint {
  /** A name or an address; one of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Where a URL points to. */
export function endpointOf(url: URL): Endpoint {
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  };
}

export interface DialOptions {
  /** Names to addresses, in place of the system's own way. */
  readonly lookup?: net.LookupFunction;
  readonly limits: Pick<Limits, 'addressMs'>;
}

/** Begins to connect. Of several addresses each but the last gets `addressMs`, IPv6 and IPv4 in turns. */
export function dial(to: Endpoint, options: DialOptions): net.Socket {
  return net.connect({
    host: to.host,
    port: to.port,
    // No Nagle: the last, small piece must not wait for an acknowledgement. Keep-alive: a dead peer is found while an answer is
    // awaited for minutes, and NATs keep their entry.
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
    // Said here, as a flag of the command line or an older Electron could have it otherwise.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: options.limits.addressMs,
    ...(options.lookup ? { lookup: options.lookup } : {}),
  });
}
