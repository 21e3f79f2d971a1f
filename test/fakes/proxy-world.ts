// Lobbe as it is seen from behind proxies: a name that only they know, with a certificate that the office's root has signed.

import { readFileSync } from 'node:fs';
import type { Limits } from '../../electron/transport/limits';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import type { LobbeClient, LobbeClientOptions, Route } from '../../electron/transport/ports';
import { type Relay, type RelayOptions, relayProxy } from './proxy-relay';
import { type Peer, type ScriptedServer, scriptedServer, testCertificate } from './scripted-server';
import { NOW, TOKEN } from './transport-world';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');

/** Signs Lobbe's certificate here; nobody knows it but who is told. */
export const officeRoot = fixture('office-root.cert.pem');
export const lobbeCertificate = fixture('lobbe.cert.pem');
export const expiredCertificate = fixture('lobbe-expired.cert.pem');

/** Leads nowhere by itself. */
export const LOBBE = 'https://lobbe.test/api/v1';

export const portOf = ({ base }: Pick<ScriptedServer, 'base'>) => Number(new URL(base).port);

/** Lobbe, over TLS. */
export function lobbeServer(script: (peer: Peer, index: number) => Promise<void> | void): Promise<ScriptedServer> {
  return scriptedServer(script, { tls: true, cert: lobbeCertificate, keep: 4 << 20 });
}

/** A proxy that leads `lobbe.test` to `server`, and nothing else anywhere. */
export function proxyTo(server: Pick<ScriptedServer, 'base'>, options: Omit<RelayOptions, 'leadsTo'>): Promise<Relay> {
  return relayProxy({ ...options, leadsTo: (asked) => (asked === 'lobbe.test:443' ? portOf(server) : null) });
}

/** A client that goes to Lobbe by `routes`, and trusts the office's root and the proxies. */
export function clientVia(
  routes: readonly Route[],
  limits: Partial<Limits> = {},
  options: Partial<LobbeClientOptions> = {},
): LobbeClient {
  const roots = [officeRoot, testCertificate];
  return createLobbeClient({
    connection: () => ({ base: LOBBE, token: TOKEN }),
    now: () => NOW,
    ca: () => roots,
    routes: async () => routes,
    limits: { headPauseMs: 20, tickMs: 10, ...limits },
    ...options,
  });
}
