import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openVault, tokenFingerprint, tokenHint, type VaultCrypto } from '../../electron/store/vault';
import { add, filesIn, folder, openIn, quickDisk } from './builders';
import { troubledDisk } from './troubled-disk';

const CANARY = 'lob_c4n4ryT0kenThatMustNeverBeSeenAnywhereQd7';

/** A keyring as the OS has one: what was encrypted under one secret cannot be read under another. */
function keyring(secret = 0x5a, available = true): VaultCrypto {
  const xor = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ secret));
  return {
    canEncrypt: () => available,
    encrypt(text) {
      if (!available) throw new Error(`no keyring for ${text}`);
      return Buffer.concat([Buffer.from('v10'), xor(Buffer.from(`ok:${text}`))]);
    },
    decrypt(bytes) {
      const text = xor(bytes.subarray(3)).toString();
      if (!available || !text.startsWith('ok:')) throw new Error(`cannot decrypt ${bytes.toString('hex')} ${text}`);
      return text.slice(3);
    },
  };
}

function vaultIn(directory: string, crypto = keyring(), disk = quickDisk) {
  return openVault({ directory, crypto, disk, pause: async () => {} });
}

/** Everything on disk in which the token, or a part of it worth having, can be read. */
function leaks(directory: string): string[] {
  const shapes = [CANARY, CANARY.slice(8, 30), Buffer.from(CANARY).toString('base64').slice(0, 20)];
  return [...filesIn(directory)]
    .filter(([name, bytes]) => shapes.some((shape) => name.includes(shape) || bytes.includes(shape)))
    .map(([name]) => name);
}

describe('the vault', () => {
  test('nothing stored: none', () => {
    const vault = vaultIn(folder());
    expect(vault.load()).toEqual({ kind: 'none' });
    expect(vault.storage()).toBeNull();
  });

  test.each(['encrypted', 'plain'] as const)('%s: is there at the next start', async (storage) => {
    const directory = folder();
    await vaultIn(directory).save(CANARY, storage);
    const vault = vaultIn(directory);
    expect(vault.load()).toEqual({ kind: 'secret', secret: CANARY, storage });
    expect(vault.storage()).toBe(storage);
    if (process.platform !== 'win32') expect(statSync(path.join(directory, 'credentials.json')).mode & 0o077).toBe(0);
  });

  test('session: in memory only, and what was on disk is gone', async () => {
    const directory = folder();
    const vault = vaultIn(directory);
    await vault.save('lob_an_older_token_of_the_same_user', 'plain');
    await vault.save(CANARY, 'session');
    expect(vault.load()).toEqual({ kind: 'secret', secret: CANARY, storage: 'session' });
    expect(vault.storage()).toBe('session');
    expect(filesIn(directory).size).toBe(0);
    expect(vaultIn(directory).load()).toEqual({ kind: 'none' });
  });

  test('a stored token replaces one of the session', async () => {
    const vault = vaultIn(folder());
    await vault.save('lob_session_token_of_this_run', 'session');
    await vault.save(CANARY, 'encrypted');
    expect(vault.load()).toEqual({ kind: 'secret', secret: CANARY, storage: 'encrypted' });
  });

  test('forget: gone from memory and disk', async () => {
    for (const storage of ['encrypted', 'plain', 'session'] as const) {
      const directory = folder();
      const vault = vaultIn(directory);
      await vault.save(CANARY, storage);
      await vault.forget();
      expect(vault.load()).toEqual({ kind: 'none' });
      expect(existsSync(path.join(directory, 'credentials.json'))).toBe(false);
    }
    await vaultIn(path.join(folder(), 'never made')).forget();
  });

  test('two saves at once: the later one stays', async () => {
    const directory = folder();
    const vault = vaultIn(directory);
    await Promise.all([vault.save('lob_first_of_two_tokens', 'plain'), vault.save(CANARY, 'encrypted')]);
    expect(vaultIn(directory).load()).toEqual({ kind: 'secret', secret: CANARY, storage: 'encrypted' });
    expect([...filesIn(directory).keys()]).toEqual(['credentials.json']);
  });
});

describe('case 109: the keyring changed or is gone', () => {
  test.each([
    ['another keyring', keyring(0x33)],
    ['no keyring', keyring(0x5a, false)],
  ])('%s: unreadable, and the file stays for the day it is back', async (_, crypto) => {
    const directory = folder();
    await vaultIn(directory).save(CANARY, 'encrypted');
    const before = filesIn(directory);
    const vault = vaultIn(directory, crypto);
    expect(vault.load()).toEqual({ kind: 'unreadable' });
    expect(vault.storage()).toBe('encrypted');
    expect(filesIn(directory)).toEqual(before);
    expect(vaultIn(directory).load()).toEqual({ kind: 'secret', secret: CANARY, storage: 'encrypted' });
  });

  test.each(['', '\0\0\0\0', '{"storage":"encrypted"}', '{"storage":"plain","token":7}', '[]'])(
    'a damaged file %j: unreadable, stays, and a new token can be stored',
    async (content) => {
      const directory = folder();
      const file = path.join(directory, 'credentials.json');
      writeFileSync(file, content);
      const vault = vaultIn(directory);
      expect(vault.load()).toEqual({ kind: 'unreadable' });
      expect(readFileSync(file, 'utf8')).toBe(content);
      await vault.save(CANARY, 'encrypted');
      expect(vault.load()).toMatchObject({ kind: 'secret', secret: CANARY });
    },
  );

  test('no encryption offered: refused, and the token of before is still there', async () => {
    const directory = folder();
    await vaultIn(directory).save('lob_the_token_of_before_1234', 'plain');
    const vault = vaultIn(directory, keyring(0x5a, false));
    await expect(vault.save(CANARY, 'encrypted')).rejects.toMatchObject({ code: 'no-encryption' });
    expect(vault.load()).toMatchObject({ secret: 'lob_the_token_of_before_1234' });
  });

  test('what would not be readable again is refused', async () => {
    const forgetful = { ...keyring(), decrypt: () => 'something else' };
    await expect(vaultIn(folder(), forgetful).save(CANARY, 'encrypted')).rejects.toMatchObject({
      code: 'no-encryption',
    });
  });
});

describe('case 111: the token is nowhere else', () => {
  test('encrypted and session: in no file, nor in the state beside it', async () => {
    for (const storage of ['encrypted', 'session'] as const) {
      const directory = folder();
      await vaultIn(directory).save(CANARY, storage);
      const store = await openIn(directory);
      await store.commit((state) => ({ ...state, pausedAll: true }));
      await store.commit(add(1));
      expect(leaks(directory)).toEqual([]);
    }
  });

  test('plain: in the one file that its user agreed to', async () => {
    const directory = folder();
    await vaultIn(directory).save(CANARY, 'plain');
    await (await openIn(directory)).commit(add(1));
    expect(leaks(directory)).toEqual(['credentials.json']);
  });

  test('in no error, whatever fails, and in no leftover of it', async () => {
    const errors: unknown[] = [];
    const attempt = (work: Promise<void>) =>
      work.then(
        () => expect.fail('should have failed'),
        (error: unknown) => errors.push(error),
      );
    for (const [step, code] of [
      ['write', 'ENOSPC'],
      ['write', 'EACCES'],
      ['syncAndRead', 'EIO'],
      ['rename', 'EPERM'],
    ] as const) {
      const directory = folder();
      const disk = troubledDisk();
      disk.fail(step, code);
      await attempt(vaultIn(directory, keyring(), disk).save(CANARY, 'plain'));
      disk.heal();
      disk.writeOnly(60);
      await attempt(vaultIn(directory, keyring(), disk).save(CANARY, 'plain'));
      expect(leaks(directory)).toEqual([]);
    }
    await attempt(vaultIn(folder(), keyring(0x5a, false)).save(CANARY, 'encrypted'));
    await attempt(vaultIn(folder(), { ...keyring(), canEncrypt: () => expect.fail(CANARY) }).save(CANARY, 'encrypted'));
    expect(errors).toHaveLength(10);
    for (const error of errors) {
      expect(error).toMatchObject({ name: 'StoreError' });
      const { message, stack, cause } = error as Error;
      expect(`${message} ${stack} ${String(cause)} ${JSON.stringify(error)}`).not.toContain(CANARY.slice(8, 30));
    }
  });

  test('a readable token that a kill left half-written is swept by the next save and by the next start', async () => {
    const directory = folder();
    const leftover = path.join(directory, 'credentials.json.next-4711.tmp');
    writeFileSync(leftover, CANARY);
    await vaultIn(directory).save('lob_a_new_token_12345678', 'encrypted');
    expect(leaks(directory)).toEqual([]);
    writeFileSync(leftover, CANARY);
    await openIn(directory);
    expect(leaks(directory)).toEqual([]);
  });
});

describe('what may be known of a token', () => {
  test('the fingerprint tells two apart, always the same way, and is no plain hash of it', () => {
    expect(tokenFingerprint(CANARY)).toMatch(/^[0-9a-f]{16}$/);
    expect(tokenFingerprint(CANARY)).toBe(tokenFingerprint(CANARY));
    expect(tokenFingerprint(CANARY)).not.toBe(tokenFingerprint(`${CANARY}x`));
    expect(createHash('sha256').update(CANARY).digest('hex')).not.toContain(tokenFingerprint(CANARY));
    // Stored in every record (L13): it must not change with a release.
    expect(tokenFingerprint('lob_test')).toBe('0fda1491415eede5');
  });

  test.each([
    [CANARY, 'lob_…Qd7'],
    ['lob_0123456789012345678901ab', 'lob_…1ab'],
    ['lob_012345678901234567890ab', '…0ab'],
    ['no-underscore-in-this-long-token-xyz', '…xyz'],
    ['prefix_of_more_than_four_characters_xyz', '…xyz'],
    ['12345678', '…78'],
    ['123', '…'],
    ['', '…'],
  ])('the hint of %j is %j', (token, hint) => {
    expect(tokenHint(token)).toBe(hint);
  });

  test('a hint is never more than a quarter', () => {
    for (let length = 0; length < 80; length += 1) {
      const hint = tokenHint(`lob_${'x'.repeat(80)}`.slice(0, length));
      expect(hint.length - 1).toBeLessThanOrEqual(length / 4);
    }
  });
});
