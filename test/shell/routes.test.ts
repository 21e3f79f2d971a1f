import { describe, expect, test } from 'vitest';
import type { ProxySettings } from '../../electron/contract/settings';
import { createRoutes } from '../../electron/shell/routes';

const URL = 'https://lobbe.example/api';
const direct = { kind: 'direct' };

function routes(proxy: ProxySettings, says: string | Error, passwords: Readonly<Record<string, string>> = {}) {
  return createRoutes({
    proxy: () => proxy,
    password: (address, user) => passwords[`${user}@${address}`] ?? null,
    async resolveSystem() {
      if (says instanceof Error) throw says;
      return says;
    },
  });
}

describe('case 62: the way to Lobbe', () => {
  const system: ProxySettings = { mode: 'system', server: 'http://manual:1', user: 'sara' };

  test('is as the system says, and each proxy hears its own password only', async () => {
    const says = 'PROXY office.example:8080; SOCKS5 [::1]:1080; DIRECT';
    const to = routes(system, says, { 'sara@[::1]:1080': 'pass', 'dara@office.example:8080': 'other' });
    expect(await to.to(URL)).toEqual([
      { kind: 'http', host: 'office.example', port: 8080, credentials: null },
      { kind: 'socks5', host: '::1', port: 1080, credentials: { user: 'sara', password: 'pass' } },
      direct,
    ]);
    expect(await to.systemProxies(URL)).toEqual(['office.example:8080', '[::1]:1080']);
  });

  test('is direct where the system does not know', async () => {
    expect(await routes(system, new Error('no such script')).to(URL)).toEqual([]);
    expect(await routes(system, new Error('no such script')).systemProxies(URL)).toEqual([]);
  });

  test('is direct if its user says so, whatever the system says', async () => {
    expect(await routes({ ...system, mode: 'none' }, 'PROXY office.example:8080').to(URL)).toEqual([direct]);
  });

  test('is the proxy of the settings, and never past it', async () => {
    const manual: ProxySettings = { mode: 'manual', server: 'socks5://proxy.example:1080', user: 'sara' };
    const passwords = { 'sara@proxy.example:1080': 'pass' };
    expect(await routes(manual, 'DIRECT', passwords).to(URL)).toEqual([
      { kind: 'socks5', host: 'proxy.example', port: 1080, credentials: { user: 'sara', password: 'pass' } },
    ]);
    await expect(routes({ ...manual, server: null }, 'DIRECT').to(URL)).rejects.toThrow();
    // As a later version may have kept it.
    await expect(routes({ ...manual, server: 'quic://proxy.example:1' }, 'DIRECT').to(URL)).rejects.toThrow();
  });
});
