import { safeStorage } from 'electron';
import type { VaultCrypto } from '../store/vault';

/** What the system encrypts secrets with. */
export const osEncryption: VaultCrypto = {
  canEncrypt: () =>
    safeStorage.isEncryptionAvailable() &&
    // Linux without a keyring "encrypts" with a key that everybody knows.
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(bytes),
};
