import { once } from 'node:events';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { createRoots } from '../../electron/shell/roots';

const fixture = (name: string) => fs.readFileSync(path.join(import.meta.dirname, '../fixtures/tls', name), 'utf8');
const office = fixture('office-root.cert.pem');

describe('case 61: the roots', () => {
  test('are Node’s own, and put together by nobody, where there are no others', () => {
    const roots = createRoots(
      () => null,
      () => [],
      () => expect.fail('not needed'),
    );
    expect(roots()).toBeUndefined();
  });

  test('are those of Node and the system, each once, and the chosen one', () => {
    const windowsLike = 'A\r\nA';
    const roots = createRoots(
      () => 'C',
      () => [windowsLike, 'B'],
      () => ['A\nA\n', 'N'],
    );
    expect(roots()).toEqual([windowsLike, 'N', 'B', 'C']);
  });

  test('are put together once, and again when another one is chosen', () => {
    let chosen: string | null = null;
    let reads = 0;
    const roots = createRoots(
      () => chosen,
      () => {
        reads += 1;
        return ['S'];
      },
      () => ['N'],
    );
    const first = roots();
    expect(first).toEqual(['N', 'S']);
    expect(roots()).toBe(first);
    chosen = 'C';
    expect(roots()).toEqual(['N', 'S', 'C']);
    expect(roots()).toBe(roots());
    chosen = null;
    expect(roots()).toEqual(['N', 'S']);
    expect(reads).toBe(1);
  });

  test('make a connection under the organisation’s root, and only under it', async () => {
    const server = tls.createServer({ cert: fixture('lobbe.cert.pem'), key: fixture('localhost.key.pem') });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connect = async (chosen: string | null) => {
      const ca = createRoots(() => chosen)();
      const { port } = server.address() as AddressInfo;
      const socket = tls.connect({ host: '127.0.0.1', port, servername: 'lobbe.test', ...(ca && { ca: [...ca] }) });
      const result = await once(socket, 'secureConnect').then(
        () => 'secure',
        (error: NodeJS.ErrnoException) => error.code,
      );
      socket.destroy();
      return result;
    };
    try {
      expect(await connect(office)).toBe('secure');
      expect(await connect(null)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
      expect(await connect(fixture('localhost.cert.pem'))).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    } finally {
      server.close();
    }
  });
});
