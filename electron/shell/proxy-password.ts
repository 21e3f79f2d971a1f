// The password of a proxy. It leaves this module only towards the transport, and only for the proxies it was entered for: the next
// network may name another proxy, and Basic tells it the password in the clear.

import { z } from 'zod';
import type { PasswordStorage, ProxySettings } from '../contract/settings';
import { hostAndPort, readProxyServer } from '../domain/proxy-server';
import type { Vault } from '../store/vault';

export interface ProxyPassword {
  /** The password that `user` has at the proxy at `address` (`host:port`); null if none was entered for it. */
  at(address: string, user: string): string | null;
  /** How the password for this setting is kept; null if there is none. */
  storage(proxy: ProxySettings): PasswordStorage | null;
  /**
   * Keeps it for this setting and these proxies, encrypted or else until the app quits. Rejects if the disk does not take it; then
   * the old one stays.
   */
  keep(proxy: Pick<ProxySettings, 'mode' | 'user'>, addresses: readonly string[], password: string): Promise<void>;
  /** Rejects if the disk does not let it go. */
  forget(): Promise<void>;
}

const kept = z.object({
  mode: z.enum(['system', 'none', 'manual']),
  addresses: z.array(z.string()),
  user: z.string(),
  password: z.string().min(1),
});
type Kept = Readonly<z.infer<typeof kept>>;

/** `canEncrypt`: whether the OS can; where it cannot, nothing is written. `onSecret` hears of a password before it is used. */
export function createProxyPassword(
  vault: Vault,
  canEncrypt: () => boolean,
  onSecret: (password: string) => void,
): ProxyPassword {
  let loaded: { readonly secret: Kept | null; readonly storage: PasswordStorage } | null = null;

  /** Looked for when it is first needed: the keyring may ask its user, so it is opened only if there is a password in it. */
  function current() {
    loaded ??= load();
    return loaded;
  }

  function load() {
    const stored = vault.load();
    const secret = stored.kind === 'secret' ? readKept(stored.secret) : null;
    if (secret) onSecret(secret.password);
    return { secret, storage: 'encrypted' as const };
  }

  return {
    at(address, user) {
      const { secret } = current();
      return secret?.user === user && secret.addresses.includes(address) ? secret.password : null;
    },
    storage({ mode, server, user }) {
      const { secret, storage } = current();
      if (secret?.mode !== mode || secret.user !== (user ?? '')) return null;
      if (mode === 'system') return storage;
      const read = readProxyServer(server ?? '');
      return typeof read !== 'string' && secret.addresses.includes(hostAndPort(read)) ? storage : null;
    },
    async keep({ mode, user }, addresses, password) {
      onSecret(password);
      const secret = { mode, addresses: [...addresses], user: user ?? '', password };
      const storage = canEncrypt() ? 'encrypted' : 'session';
      await vault.save(JSON.stringify(secret), storage);
      loaded = { secret, storage };
    },
    async forget() {
      await vault.forget();
      loaded = { secret: null, storage: 'encrypted' };
    },
  };
}

function readKept(text: string): Kept | null {
  try {
    return kept.parse(JSON.parse(text));
  } catch {
    // Its message could quote what it could not read.
    return null;
  }
}
