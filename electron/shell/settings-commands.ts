// What the window can ask to be set. What a proxy or a certificate is has to be looked at before it is kept.

import type { LobbeCommands, ProxyResult } from '../contract/api';
import type { ProxySettings, TrustedCertificate } from '../contract/settings';
import type { CertificateTrouble, Toast } from '../contract/snapshot';
import type { AppState } from '../domain/app-state';
import { hostAndPort, proxyAddress, readProxyServer } from '../domain/proxy-server';
import { changeSettings, leadsElsewhere, withSettings } from '../domain/settings';
import type { ProxyPassword } from './proxy-password';

export type SettingsCommands = Pick<LobbeCommands, 'changeSettings' | 'setProxy' | 'pickCertificate'>;

export interface SettingsCommandServices {
  state(): AppState;
  /** Whether the change is on disk; if not, the user is told. */
  commit(change: (state: AppState) => AppState): Promise<boolean>;
  readonly proxies: {
    readonly password: Pick<ProxyPassword, 'keep' | 'forget'>;
    /** Those that the system names for Lobbe now, as `host:port`. */
    ofSystem(): Promise<readonly string[]>;
  };
  /** Lets the user pick a file and reads it; null if none was picked. */
  pickCertificate(): Promise<TrustedCertificate | CertificateTrouble | null>;
  toast(toast: Toast): void;
  /** Connections are made in another way now: queue and feed try again at once. */
  rerouted(): void;
}

/** As much as SOCKS5 can carry (RFC 1929), and nothing that could end a line. */
const CREDENTIAL = /^\P{Cc}*$/u;
const MOST_BYTES = 255;

export function createSettingsCommands(services: SettingsCommandServices): SettingsCommands {
  const { proxies, toast } = services;

  async function commit(change: (state: AppState) => AppState): Promise<boolean> {
    const before = services.state().settings;
    if (!(await services.commit(change))) return false;
    if (leadsElsewhere(before, services.state().settings)) services.rerouted();
    return true;
  }

  async function setProxy(given: ProxySettings, password: string | null): Promise<ProxyResult> {
    const { mode } = given;
    // In another mode the address only waits for its own, as it is.
    const server = mode === 'manual' ? readProxyServer(given.server ?? '') : null;
    if (typeof server === 'string') return { kind: 'bad-server', why: server };
    const user = given.user?.trim() || null;
    // In Basic, a colon ends the name (RFC 7617).
    if (!isCredential(user ?? '') || !isCredential(password ?? '') || user?.includes(':')) {
      return { kind: 'bad-credentials' };
    }
    try {
      if (password === '') await proxies.password.forget();
      else if (password !== null) {
        const addresses = server ? [hostAndPort(server)] : await proxies.ofSystem();
        if (addresses.length === 0) return { kind: 'no-system-proxy' };
        await proxies.password.keep({ mode, user }, addresses, password);
      }
    } catch {
      return { kind: 'not-saved' };
    }
    const saved = await commit((state) => {
      const { settings } = state;
      const proxy = { ...settings.proxy, mode, user, ...(server && { server: proxyAddress(server) }) };
      return withSettings(state, { ...settings, proxy });
    });
    return { kind: saved ? 'stored' : 'not-saved' };
  }

  return {
    async changeSettings(change) {
      await commit((state) => changeSettings(state, change));
    },
    setProxy,
    async pickCertificate() {
      const picked = await services.pickCertificate();
      if (picked === null) return;
      if (typeof picked === 'string') toast({ kind: 'certificate-refused', reason: picked });
      else await commit((state) => withSettings(state, { ...state.settings, certificate: picked }));
    },
  };
}

function isCredential(text: string): boolean {
  return CREDENTIAL.test(text) && Buffer.byteLength(text) <= MOST_BYTES;
}
