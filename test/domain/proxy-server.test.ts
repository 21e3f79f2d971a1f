import { describe, expect, test } from 'vitest';
import { proxyAddress, readProxyServer } from '../../electron/domain/proxy-server';

describe('the address of a proxy', () => {
  test.each([
    ['http://proxy.corp.example:8080', 'http://proxy.corp.example:8080'],
    [' Proxy.Corp.Example:8080 ', 'http://proxy.corp.example:8080'],
    ['http://10.0.0.1:3128/', 'http://10.0.0.1:3128'],
    ['SOCKS5://127.0.0.1:1080', 'socks5://127.0.0.1:1080'],
    ['socks5://[::1]:1080', 'socks5://[::1]:1080'],
    ['localhost:1', 'http://localhost:1'],
    ['my_proxy:65535', 'http://my_proxy:65535'],
  ])('%s is one', (text, kept) => {
    const server = readProxyServer(text);
    if (typeof server === 'string') expect.fail(server);
    expect(proxyAddress(server)).toBe(kept);
    // What is kept is read as the same again.
    expect(readProxyServer(kept)).toEqual(server);
  });

  test.each([
    ['', 'address'],
    ['http://', 'address'],
    ['http://:8080', 'address'],
    ['http://a b:8080', 'address'],
    ['http://proxy:8080/pac.js', 'address'],
    ['http://proxy:8080?x', 'address'],
    ['http://پراکسی:8080', 'address'],
    ['http://a..b:8080', 'address'],
    ['http://proxy\r\nX: y:8080', 'address'],
    ['http://[zz]:80', 'address'],
    [`http://${'a'.repeat(300)}:80`, 'address'],
    ['http://proxy:80:80', 'address'],
    ['proxy', 'port'],
    ['http://proxy:0', 'port'],
    ['http://proxy:65536', 'port'],
    ['https://proxy:443', 'kind'],
    ['socks4://proxy:1080', 'kind'],
    ['file://proxy:1', 'kind'],
    ['http://sara:secret@proxy:8080', 'credentials'],
  ])('%j is none: %s', (text, why) => {
    expect(readProxyServer(text)).toBe(why);
  });
});
