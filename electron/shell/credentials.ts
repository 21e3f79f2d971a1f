// The token in use, and the address it may be sent to. The token itself leaves this module only towards the transport.

import type { EpochMs, TokenFingerprint } from '../contract/ids';
import type { TokenStorage } from '../contract/settings';
import { readEnteredToken } from '../domain/entered-token';
import { tokenFingerprint, tokenHint, type Vault } from '../store/vault';

export interface Credentials {
  /** Base address and token, null if there is no token. */
  connection(): { readonly base: string; readonly token: string } | null;
  fingerprint(): TokenFingerprint | null;
  hint(): string | null;
  storage(): TokenStorage | null;
  /** When Lobbe accepted it before it was taken into use; null if Lobbe was not asked then. */
  acceptedAt(): EpochMs | null;
  /** Takes a new token into use and keeps it as `storage` says. Throws if the disk does not take it; then the old one stays. */
  replace(token: string, storage: TokenStorage, acceptedAt: EpochMs | null): Promise<void>;
}

/** `given`: a token for this run only (the environment, the sandbox), which is never stored; one that no header can carry is none. */
export function createCredentials(
  base: string,
  vault: Vault,
  given: string | null,
  onSecret: (token: string) => void,
): Credentials {
  const stored = given === null ? vault.load() : null;
  const usable = given === null ? null : readEnteredToken(given);
  let current: { token: string; storage: TokenStorage; acceptedAt: EpochMs | null } | null =
    usable?.kind === 'token'
      ? { token: usable.token, storage: 'session', acceptedAt: null }
      : stored?.kind === 'secret'
        ? { token: stored.secret, storage: stored.storage, acceptedAt: null }
        : null;
  if (current) onSecret(current.token);

  return {
    connection: () => current && { base, token: current.token },
    fingerprint: () => current && tokenFingerprint(current.token),
    hint: () => current && tokenHint(current.token),
    storage: () => current?.storage ?? null,
    acceptedAt: () => current?.acceptedAt ?? null,
    async replace(token, storage, acceptedAt) {
      onSecret(token);
      await vault.save(token, storage);
      current = { token, storage, acceptedAt };
    },
  };
}
