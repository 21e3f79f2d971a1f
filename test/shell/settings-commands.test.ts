// What a proxy and a certificate become, with a real store and a real vault on real files.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProxySettings, TrustedCertificate } from '../../electron/contract/settings';
import type { CertificateTrouble, Snapshot, Toast } from '../../electron/contract/snapshot';
import { createLog } from '../../electron/shell/log';
import { createProxyPassword } from '../../electron/shell/proxy-password';
import { createPublisher } from '../../electron/shell/publisher';
import { createRoutes } from '../../electron/shell/routes';
import { createSettingsCommands } from '../../electron/shell/settings-commands';
import { openVault, PROXY_PASSWORD } from '../../electron/store/vault';
import { T0 } from '../builders/meetings';
import { filesIn, folder, openIn, quickDisk } from '../store/builders';

const CANARY = 'c4n4ry-pass';
const MANUAL: ProxySettings = { mode: 'manual', server: 'proxy.example:8080', user: 'sara' };

async function world({ canEncrypt = true, system = [] as string[] } = {}) {
  const directory = folder();
  const store = await openIn(directory);
  const log = createLog(path.join(directory, 'logs'), false);
  const toasts: Toast[] = [];
  const picked: { file: TrustedCertificate | CertificateTrouble | null } = { file: null };
  const counts = { rerouted: 0 };
  const refuse = { changes: false };
  const password = openPassword(directory, canEncrypt, (secret) => log.hide(secret));
  const commands = createSettingsCommands({
    state: store.state,
    async commit(change) {
      if (refuse.changes) return false;
      await store.commit(change);
      return true;
    },
    proxies: { password, ofSystem: async () => system },
    pickCertificate: async () => picked.file,
    toast: (toast) => toasts.push(toast),
    rerouted: () => {
      counts.rerouted += 1;
    },
  });
  const proxy = () => store.state().settings.proxy;
  return { directory, store, log, toasts, picked, counts, refuse, password, commands, proxy };
}

/** A keyring that turns every byte around: what it wrote cannot be read by looking at it. */
function openPassword(directory: string, canEncrypt = true, onSecret = (_: string) => {}) {
  const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  const crypto = {
    canEncrypt: () => canEncrypt,
    encrypt: (text: string) => turned(Buffer.from(text)),
    decrypt: (bytes: Buffer) => turned(bytes).toString(),
  };
  const vault = openVault({ directory, fileName: PROXY_PASSWORD, crypto, disk: quickDisk });
  return createProxyPassword(vault, () => canEncrypt, onSecret);
}

const leaks = (directory: string) =>
  [...filesIn(directory)].filter(([, bytes]) => bytes.includes(CANARY)).map(([name]) => name);

describe('a proxy', () => {
  test('is kept in one form, and tried at once', async () => {
    const { commands, proxy, counts } = await world();
    expect(await commands.setProxy({ ...MANUAL, user: ' ' }, null)).toEqual({ kind: 'stored' });
    expect(proxy()).toEqual({ mode: 'manual', server: 'http://proxy.example:8080', user: null });
    expect(counts.rerouted).toBe(1);
  });

  test('that is none is not kept, whatever is wrong with it', async () => {
    const { commands, proxy, counts, directory } = await world();
    const before = proxy();
    const refused = async (part: Partial<ProxySettings>, password: string | null = null) =>
      commands.setProxy({ ...MANUAL, ...part }, password);
    expect(await refused({ server: 'proxy.example' })).toEqual({ kind: 'bad-server', why: 'port' });
    expect(await refused({ server: `http://u:${CANARY}@p:1` })).toEqual({ kind: 'bad-server', why: 'credentials' });
    expect(await refused({ server: null })).toEqual({ kind: 'bad-server', why: 'address' });
    expect(await refused({ user: 'sa:ra' })).toEqual({ kind: 'bad-credentials' });
    expect(await refused({ user: 'sara\r\nX-Evil: 1' })).toEqual({ kind: 'bad-credentials' });
    expect(await refused({ user: 'س'.repeat(128) })).toEqual({ kind: 'bad-credentials' });
    expect(await refused({}, `${CANARY}\n`)).toEqual({ kind: 'bad-credentials' });
    expect(proxy()).toBe(before);
    expect(counts.rerouted).toBe(0);
    expect(leaks(directory)).toEqual([]);
  });

  test('that is not used keeps its address, whatever that is', async () => {
    const { commands, store, proxy } = await world();
    const later = 'quic://proxy.example:1';
    await store.commit((state) => {
      const { settings } = state;
      return { ...state, settings: { ...settings, proxy: { ...settings.proxy, mode: 'manual', server: later } } };
    });
    expect(await commands.setProxy({ ...proxy(), mode: 'none' }, null)).toEqual({ kind: 'stored' });
    expect(proxy()).toEqual({ mode: 'none', server: later, user: null });
  });

  test('keeps what a later version has put beside it', async () => {
    const { commands, store, proxy } = await world();
    await store.commit((state) => {
      const { settings } = state;
      return { ...state, settings: { ...settings, proxy: { ...settings.proxy, bypass: ['x'] } as never } };
    });
    await commands.setProxy(MANUAL, null);
    expect(proxy()).toMatchObject({ bypass: ['x'], mode: 'manual' });
  });
});

describe('the password of a proxy', () => {
  const told = (password: ReturnType<typeof openPassword>, address: string, user = 'sara') =>
    password.at(address, user);

  test('is in no store, no snapshot and no log', async () => {
    const { commands, store, log, password, directory, proxy } = await world();
    await commands.setProxy(MANUAL, CANARY);
    log.error(`a bug that quotes ${CANARY}`, new Error(CANARY));
    const publisher = createPublisher(
      {
        state: store.state,
        notices: () => [],
        questions: () => [],
        takes: [],
        inFlight: () => new Set(),
        account: () => ({ hasToken: true, hint: null, storage: null, canEncrypt: true, acceptedAt: null }),
        app: () => ({ nativeLanguage: 'en', startsAtLogin: null, update: null }),
        folders: () => ({ watched: [], offers: [] }),
        proxyPassword: () => password.storage(proxy()),
        token: () => null,
        lastReadAt: () => null,
        feedTrouble: () => null,
        offline: () => false,
        language: () => 'en',
        now: () => T0,
        sandbox: false,
      },
      () => {},
    );
    const snapshot: Snapshot = publisher.current();
    expect(snapshot.proxyPassword).toBe('encrypted');
    expect(JSON.stringify(snapshot)).not.toContain(CANARY);
    expect(fs.readFileSync(path.join(directory, 'logs', 'main.log'), 'utf8')).toContain('a bug that quotes [secret]');
    expect(leaks(directory)).toEqual([]);
    // And yet it is there, also at the next start.
    expect(told(openPassword(directory), 'proxy.example:8080')).toBe(CANARY);
  });

  test('goes to no other proxy and no other user than it was entered for', async () => {
    const { commands, password, proxy } = await world();
    await commands.setProxy(MANUAL, CANARY);
    expect(told(password, 'proxy.example:8080')).toBe(CANARY);
    expect(told(password, 'proxy.example:8081')).toBeNull();
    expect(told(password, 'evil.example:8080')).toBeNull();
    expect(told(password, 'proxy.example:8080', 'dara')).toBeNull();
    await commands.setProxy({ ...MANUAL, server: 'other.example:80' }, null);
    expect(password.storage(proxy())).toBeNull();
    await commands.setProxy(MANUAL, null);
    expect(password.storage(proxy())).toBe('encrypted');
  });

  test('that outlived a kill before its setting did is told to nobody', async () => {
    const { commands, directory, proxy, refuse } = await world();
    await commands.setProxy(MANUAL, 'old-pass');
    refuse.changes = true;
    const other = { mode: 'manual', server: 'other.example:8080', user: 'dara' } as const;
    expect(await commands.setProxy(other, CANARY)).toEqual({ kind: 'not-saved' });
    // The next start: the setting is the old one, the password is of the new one.
    const password = openPassword(directory);
    const routes = createRoutes({ proxy, password: password.at, resolveSystem: async () => 'DIRECT' });
    expect(await routes.to('https://lobbe.example/api')).toEqual([
      { kind: 'http', host: 'proxy.example', port: 8080, credentials: null },
    ]);
    expect(password.storage(proxy())).toBeNull();
  });

  test('for the system’s proxies is for those that the system names now', async () => {
    const { commands, password, proxy } = await world({ system: ['office.example:3128', 'backup.example:3128'] });
    expect(await commands.setProxy({ mode: 'system', server: null, user: 'sara' }, CANARY)).toEqual({ kind: 'stored' });
    expect(told(password, 'backup.example:3128')).toBe(CANARY);
    expect(told(password, 'hotel.example:3128')).toBeNull();
    expect(password.storage(proxy())).toBe('encrypted');
  });

  test('for the system’s proxy where it names none is for nobody', async () => {
    const { commands, counts } = await world();
    const system: ProxySettings = { mode: 'system', server: null, user: 'sara' };
    expect(await commands.setProxy(system, CANARY)).toEqual({ kind: 'no-system-proxy' });
    expect(counts.rerouted).toBe(0);
  });

  test('is kept for the session only where the OS cannot encrypt', async () => {
    const { commands, password, proxy, directory } = await world({ canEncrypt: false });
    await commands.setProxy(MANUAL, CANARY);
    expect(told(password, 'proxy.example:8080')).toBe(CANARY);
    expect(password.storage(proxy())).toBe('session');
    expect([...filesIn(directory).keys()]).not.toContain(PROXY_PASSWORD);
    expect(told(openPassword(directory), 'proxy.example:8080')).toBeNull();
  });

  test('stays with null, is forgotten with an empty one', async () => {
    const { commands, password, directory } = await world();
    await commands.setProxy(MANUAL, CANARY);
    await commands.setProxy(MANUAL, null);
    expect(told(password, 'proxy.example:8080')).toBe(CANARY);
    await commands.setProxy(MANUAL, '');
    expect(told(password, 'proxy.example:8080')).toBeNull();
    expect([...filesIn(directory).keys()]).not.toContain(PROXY_PASSWORD);
  });

  test.each(['', '{"scope":1}', '{"storage":"encrypted","encrypted":"AAAA"}'])(
    'a damaged file %j is no password, and no failure',
    (content) => {
      const directory = folder();
      fs.writeFileSync(path.join(directory, PROXY_PASSWORD), content);
      const password = openPassword(directory);
      expect(told(password, 'proxy.example:8080')).toBeNull();
      expect(password.storage(MANUAL)).toBeNull();
    },
  );
});

describe('a certificate', () => {
  const office: TrustedCertificate = { pem: 'PEM', name: 'Office root' };

  test('that was picked is trusted at once, and removed as quickly', async () => {
    const { commands, store, picked, counts } = await world();
    picked.file = office;
    await commands.pickCertificate();
    expect(store.state().settings.certificate).toEqual(office);
    await commands.changeSettings({ certificate: null });
    expect(store.state().settings.certificate).toBeNull();
    expect(counts.rerouted).toBe(2);
  });

  test('that is none is told, and changes nothing', async () => {
    const { commands, store, picked, toasts, counts } = await world();
    await commands.pickCertificate();
    picked.file = 'too-large';
    await commands.pickCertificate();
    expect(toasts).toEqual([{ kind: 'certificate-refused', reason: 'too-large' }]);
    expect(store.state().settings.certificate).toBeNull();
    expect(counts.rerouted).toBe(0);
  });
});

test('a limit is no other way to Lobbe: nothing is tried anew', async () => {
  const { commands, store, counts } = await world();
  await commands.changeSettings({ bandwidth: { limit: 64_000, night: null } });
  expect(store.state().settings.bandwidth.limit).toBe(64_000);
  expect(counts.rerouted).toBe(0);
});
