// The way to Lobbe on this computer: by which proxy, trusting whom, with which token, how fast.

import { app, session } from 'electron';
import { limitAt } from '../domain/bandwidth';
import type { Store } from '../queue/ports';
import { openVault, PROXY_PASSWORD, type VaultCrypto } from '../store/vault';
import type { LobbeClient } from '../transport/ports';
import type { Credentials } from './credentials';
import { createLateClient } from './late-client';
import type { Log } from './log';
import { createProxyPassword, type ProxyPassword } from './proxy-password';
import { createRoots } from './roots';
import { createRoutes } from './routes';
import { type CheckToken, createTokenCheck } from './token-check';
import { minuteOfDay, wallClock } from './wall-clock';

export interface WayOptions {
  readonly state: Store['state'];
  /** Of the store. */
  readonly directory: string;
  readonly crypto: VaultCrypto;
  readonly credentials: Credentials;
  /** Lobbe's own address. */
  readonly base: string;
  /** When its code may be loaded. */
  readonly mayLoad: Promise<void>;
  readonly log: Log;
}

export interface WayToLobbe {
  readonly client: LobbeClient;
  readonly checkToken: CheckToken;
  readonly proxyPassword: ProxyPassword;
  /** The proxies that the system names for Lobbe, as `host:port`. */
  systemProxies(): Promise<readonly string[]>;
}

/** Nothing is connected, or read from a keyring, before it is needed. */
export function wayToLobbe(options: WayOptions): WayToLobbe {
  const { state, directory, crypto, credentials, base, mayLoad, log } = options;
  const proxyPassword = createProxyPassword(
    openVault({ directory, fileName: PROXY_PASSWORD, crypto }),
    crypto.canEncrypt,
    (password) => log.hide(password),
  );
  const routes = createRoutes({
    proxy: () => state().settings.proxy,
    password: proxyPassword.at,
    resolveSystem: (url) => session.defaultSession.resolveProxy(url),
  });
  const way = {
    now: wallClock.now,
    userAgent: `lobbe-uploader/${app.getVersion()}`,
    routes: routes.to,
    ca: createRoots(() => state().settings.certificate?.pem ?? null),
  };
  return {
    client: createLateClient(mayLoad, {
      ...way,
      connection: () => credentials.connection() ?? { base, token: '' },
      bytesPerSecond: () => limitAt(state().settings.bandwidth, minuteOfDay(wallClock.now())),
    }),
    checkToken: createTokenCheck((token, ...read) => {
      // One that Lobbe refuses is a secret as well.
      log.hide(token);
      return createLateClient(mayLoad, { ...way, connection: () => ({ base, token }) }).readEvents(...read);
    }),
    proxyPassword,
    systemProxies: () => routes.systemProxies(base),
  };
}
