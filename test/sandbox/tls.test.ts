import { once } from 'node:events';
import https from 'node:https';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { DEFAULT_TOKEN } from '../../electron/sandbox/options';
import { FORM, form, open } from './client';
import { selfSigned } from './self-signed';

test('speaks https with a given certificate, and every misbehaviour works there too', async () => {
  const { key, cert } = selfSigned();
  const sandbox = await open({ tls: { key, cert } });
  expect(sandbox.url).toBe(`https://127.0.0.1:${sandbox.port}/api/v1`);
  const request = https.request(`${sandbox.url}/recordings`, {
    method: 'POST',
    ca: cert,
    agent: false,
    headers: { ...FORM, authorization: `Bearer ${DEFAULT_TOKEN}` },
  });
  request.end(form());
  const [response] = await once(request, 'response');
  response.resume();
  expect(response.statusCode).toBe(202);
});

test.each(['half-close', 'close', 'reset'] as const)('over TLS an early answer is followed by: %s', async (ending) => {
  const { key, cert } = selfSigned();
  const sandbox = await open({ tls: { key, cert } });
  sandbox.script({}, { kind: 'answer', status: 413, ending });
  const socket = tls.connect({ port: sandbox.port, host: '127.0.0.1', ca: cert });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const over = new Promise((resolve) => {
    socket.once('end', () => resolve('end'));
    socket.on('error', () => resolve('reset'));
  });
  socket.write('POST /api/v1/recordings HTTP/1.1\r\nHost: sandbox\r\nContent-Length: 1000000\r\n\r\n');
  // When RST comes right behind data, libuv reports an end instead of an error.
  expect(ending === 'reset' ? ['end', 'reset'] : ['end']).toContain(await over);
  expect(received).toContain('HTTP/1.1 413 ');
  socket.destroy();
  await sandbox.until(() => sandbox.openConnections === 0);
});
