// Where a secret is kept (the token, the password of a proxy): as bytes that only the OS can open, readable if its user said so, or
// in memory only. It is in no error and no message of this room, and in no other file.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { TokenFingerprint } from '../contract/ids';
import type { TokenStorage } from '../contract/settings';
import { assertNever } from '../domain/assert-never';
import { appDisk, makeFolder, type Pause, pauseByTimer, replaceFile, type StoreDisk, sweepLeftovers } from './disk';
import { StoreError, storeErrorOf, systemCode } from './errors';

/** What the OS offers for encryption: Electron's safeStorage. */
export interface VaultCrypto {
  canEncrypt(): boolean;
  encrypt(text: string): Buffer;
  /** Throws what it cannot decrypt. */
  decrypt(bytes: Buffer): string;
}

export type LoadedSecret =
  | { readonly kind: 'secret'; readonly secret: string; readonly storage: TokenStorage }
  | { readonly kind: 'none' }
  /** There is one, and it cannot be had: the keyring changed or is locked (case 109), or the file is damaged. The file stays. */
  | { readonly kind: 'unreadable' };

export interface Vault {
  load(): LoadedSecret;
  /**
   * Keeps `secret` as `storage` says; whatever was kept before is gone then. Rejects with a `StoreError` (`no-encryption`, or what
   * the disk says), and what was kept before is still kept.
   */
  save(secret: string, storage: TokenStorage): Promise<void>;
  /** Removes the secret from memory and disk. Rejects with a `StoreError` if the disk does not let it go. */
  forget(): Promise<void>;
  /** How the secret is kept; null if there is none. Does not decrypt. */
  storage(): TokenStorage | null;
}

export interface VaultOptions {
  readonly directory: string;
  /** A file for each secret; that of the token unless told otherwise. */
  readonly fileName?: string;
  readonly crypto: VaultCrypto;
  readonly disk?: StoreDisk;
  readonly pause?: Pause;
}

/** Files of their own, so that the state can be copied for support without them. */
export const CREDENTIALS = 'credentials.json';
export const PROXY_PASSWORD = 'proxy-password.json';

const credentials = z.discriminatedUnion('storage', [
  z.object({ storage: z.literal('encrypted'), encrypted: z.base64().min(1) }),
  // Called `token` as the first version wrote it, when there was no other secret.
  z.object({ storage: z.literal('plain'), token: z.string().min(1) }),
]);
type Stored = z.infer<typeof credentials>;

/** Opens the vault of one secret of a profile. Reads and writes nothing yet. */
export function openVault(options: VaultOptions): Vault {
  const { directory, fileName = CREDENTIALS, crypto, disk: givenDisk, pause = pauseByTimer } = options;
  const file = path.join(directory, fileName);
  const disk = async () => givenDisk ?? (await appDisk());
  /** Of `session`: it lives exactly as long as this. */
  let inMemory: string | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: two saves at once would leave it to chance which secret stays. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work).catch((error: unknown) => {
      throw storeErrorOf(error);
    });
    last = turn.catch(() => {});
    return turn;
  }

  async function keep(content: Stored): Promise<void> {
    const onDisk = await disk();
    await makeFolder(directory);
    // What a kill -9 left in the middle of a save may hold a readable secret.
    await sweepLeftovers(onDisk, directory, fileName);
    await replaceFile(onDisk, file, Buffer.from(JSON.stringify(content)), pause);
    inMemory = null;
  }

  async function removeFile(): Promise<void> {
    const onDisk = await disk();
    await sweepLeftovers(onDisk, directory, fileName);
    if (!existsSync(file)) return;
    await onDisk.remove(file);
    // A power cut may not bring it back.
    await onDisk.syncFolder(directory);
  }

  function encrypted(secret: string): string {
    try {
      if (crypto.canEncrypt()) {
        const bytes = crypto.encrypt(secret);
        // Better refused now than unreadable at the next start.
        if (bytes.length > 0 && crypto.decrypt(bytes) === secret) return bytes.toString('base64');
      }
    } catch {
      // Its message may hold what was to be encrypted.
    }
    throw new StoreError('no-encryption', 'the OS cannot encrypt here');
  }

  return {
    load() {
      if (inMemory !== null) return { kind: 'secret', secret: inMemory, storage: 'session' };
      const stored = readCredentials(file);
      if (stored === 'none' || stored === 'unreadable') return { kind: stored };
      switch (stored.storage) {
        case 'plain':
          return { kind: 'secret', secret: stored.token, storage: 'plain' };
        case 'encrypted':
          try {
            const secret = crypto.decrypt(Buffer.from(stored.encrypted, 'base64'));
            return secret ? { kind: 'secret', secret, storage: 'encrypted' } : { kind: 'unreadable' };
          } catch {
            return { kind: 'unreadable' };
          }
        default:
          return assertNever(stored);
      }
    },
    save: (secret, storage) =>
      inTurn(async () => {
        switch (storage) {
          case 'encrypted':
            return keep({ storage, encrypted: encrypted(secret) });
          case 'plain':
            return keep({ storage, token: secret });
          case 'session':
            await removeFile();
            inMemory = secret;
            return;
          default:
            return assertNever(storage);
        }
      }),
    forget: () =>
      inTurn(async () => {
        await removeFile();
        inMemory = null;
      }),
    storage() {
      if (inMemory !== null) return 'session';
      const stored = readCredentials(file);
      return stored === 'none' || stored === 'unreadable' ? null : stored.storage;
    },
  };
}

function readCredentials(file: string): Stored | 'none' | 'unreadable' {
  try {
    return credentials.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // Anything else than an absent file is a secret that is there; the error itself may quote it.
    return systemCode(error) === 'ENOENT' ? 'none' : 'unreadable';
  }
}

/** Tells two tokens apart without holding either (L13). The prefix makes it useless as a plain hash of the token anywhere else. */
export function tokenFingerprint(token: string): TokenFingerprint {
  return createHash('sha256')
    .update('lobbe-uploader token\n')
    .update(token)
    .digest('hex')
    .slice(0, 16) as TokenFingerprint;
}

const TAIL = 3;
const LONGEST_PREFIX = 4;

/**
 * What people recognise a token by: `lob_…Qd7`. Never more than a quarter of it, so a short token shows less, down to nothing.
 */
export function tokenHint(token: string): string {
  const most = Math.floor(token.length / 4);
  const prefix = token.slice(0, token.indexOf('_') + 1);
  const tail = token.slice(token.length - Math.min(TAIL, most));
  const shown = prefix.length <= LONGEST_PREFIX && prefix.length + TAIL <= most ? prefix : '';
  return `${shown}…${tail}`;
}
