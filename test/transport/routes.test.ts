// What the system says about proxies, in every form that is seen, and what is none.

import { expect, test } from 'vitest';
import type { Route } from '../../electron/transport/ports';
import { routesOf } from '../../electron/transport/routes';

const http = (host: string, port: number): Route => ({ kind: 'http', host, port, credentials: null });
const https = (host: string, port: number): Route => ({ kind: 'https', host, port, credentials: null });
const socks = (host: string, port: number): Route => ({ kind: 'socks5', host, port, credentials: null });
const direct: Route = { kind: 'direct' };

test.each<{ text: string; routes: readonly Route[] }>([
  { text: 'DIRECT', routes: [direct] },
  { text: 'PROXY proxy.example:8080', routes: [http('proxy.example', 8080)] },
  { text: 'HTTP proxy.example:8080', routes: [http('proxy.example', 8080)] },
  { text: 'HTTPS proxy.example:8443', routes: [https('proxy.example', 8443)] },
  { text: 'SOCKS5 10.0.0.1:1080', routes: [socks('10.0.0.1', 1080)] },
  { text: 'SOCKS 10.0.0.1:1081', routes: [socks('10.0.0.1', 1081)] },
  { text: 'PROXY [2001:db8::1]:3128', routes: [http('2001:db8::1', 3128)] },
  { text: 'PROXY proxy', routes: [http('proxy', 80)] },
  { text: 'HTTPS proxy', routes: [https('proxy', 443)] },
  { text: 'SOCKS5 proxy', routes: [socks('proxy', 1080)] },
  { text: 'PROXY [::1]', routes: [http('::1', 80)] },
  { text: 'PROXY a:1; SOCKS5 b:2; DIRECT', routes: [http('a', 1), socks('b', 2), direct] },
  { text: 'proxy A:1;direct', routes: [http('a', 1), direct] },
  { text: ' \tPROXY   a:1 ;; ;DIRECT; ', routes: [http('a', 1), direct] },
])('case 62: $text', ({ text, routes }) => {
  expect(routesOf(text)).toEqual(routes);
});

test.each([
  '',
  ' ; ;',
  'PROXY',
  'PROXY :8080',
  'PROXY a:0',
  'PROXY a:65536',
  'PROXY a:99999999999',
  'PROXY a:x',
  'PROXY a b:1',
  'PROXY user:secret@a:1',
  'PROXY http://a:1/x',
  'PROXY a\u0000b:1',
  'PROXY [::1',
  'PROXY ::1',
  'SOCKS4 a:1',
  'QUIC a:443',
  'DIRECT now',
  'constructor a:1',
  '<html>',
])('%j is no route', (text) => {
  expect(routesOf(text)).toEqual([]);
});

test('what is not understood does not take the rest with it', () => {
  expect(routesOf('QUIC a:443; PROXY a:0; PROXY b:2; SOCKS4 c:3; DIRECT')).toEqual([http('b', 2), direct]);
});

test('who one is goes to each of the proxies', () => {
  const credentials = { user: 'zahra', password: 'x' };
  expect(routesOf('PROXY a:1; SOCKS5 b:2; DIRECT', credentials)).toEqual([
    { kind: 'http', host: 'a', port: 1, credentials },
    { kind: 'socks5', host: 'b', port: 2, credentials },
    direct,
  ]);
});
