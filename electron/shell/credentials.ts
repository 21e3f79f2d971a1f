// The token in use, and the address it may be sent to. The token itself leaves this module only towards the transport.

import type { TokenFingerprint } from '../contract/ids';
import type { TokenStorage } from '../contract/settings';
import { tokenFingerprint, tokenHint, type Vault } from '../store/vault';

/** Printable ASCII without spaces: what a header can carry. */
const TOKEN_SHAPE = /^[\x21-\x7e]{8,1024}$/;

export interface Credentials {
  /** Base address and token, null if there is no token. */
  connection(): { readonly base: string; readonly token: string } | null;
  fingerprint(): TokenFingerprint | null;
  hint(): string | null;
  storage(): TokenStorage | null;
  /** Takes a new token into use and keeps it as `storage` says. Throws if the disk does not take it; then the old one stays. */
  replace(token: string, storage: TokenStorage): Promise<void>;
}

/** The token as a header can carry it, or null if it is none. Pasted tokens come with spaces and line ends around them. */
export function checkedToken(text: string): string | null {
  const token = text.trim();
  return TOKEN_SHAPE.test(token) ? token : null;
}

/** `given`: a token for this run only (the environment, the sandbox), which is never stored; one that no header can carry is none. */
export function createCredentials(
  base: string,
  vault: Vault,
  given: string | null,
  onSecret: (token: string) => void,
): Credentials {
  const stored = given === null ? vault.load() : null;
  const usable = given === null ? null : checkedToken(given);
  let current: { token: string; storage: TokenStorage } | null =
    usable !== null
      ? { token: usable, storage: 'session' }
      : stored?.kind === 'secret'
        ? { token: stored.secret, storage: stored.storage }
        : null;
  if (current) onSecret(current.token);

  return {
    connection: () => current && { base, token: current.token },
    fingerprint: () => current && tokenFingerprint(current.token),
    hint: () => current && tokenHint(current.token),
    storage: () => current?.storage ?? null,
    async replace(token, storage) {
      onSecret(token);
      await vault.save(token, storage);
      current = { token, storage };
    },
  };
}
