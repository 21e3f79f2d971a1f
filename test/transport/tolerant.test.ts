// When the failure of a write is told: not before what has already come was read.

import type net from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { makeTolerant } from '../../electron/transport/tolerant';

const LONG = 600_000;

/** A connection whose writes fail with `code`, and what becomes of it. */
function failing(code: string, graceMs: number) {
  const socket = new Duplex({
    read() {},
    write: (_chunk, _encoding, callback) => callback(Object.assign(new Error(code), { code })),
  });
  const errors: string[] = [];
  socket.on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? ''));
  const closed = new Promise<void>((resolve) => {
    socket.once('close', resolve);
  });
  makeTolerant(socket as unknown as net.Socket, graceMs, () => {});
  return { socket, errors, closed };
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test.each(['EPIPE', 'ECONNRESET', 'ECONNABORTED'])(
  'transport 2: a %s waits until everything that came was read',
  async (code) => {
    const { socket, errors, closed } = failing(code, LONG);
    socket.write('x');
    await turns();
    expect(errors).toEqual([]);
    socket.push('the answer');
    expect(String(socket.read())).toBe('the answer');
    socket.push(null);
    socket.resume();
    await closed;
    expect(errors).toEqual([code]);
  },
);

test('and no longer than its grace', async () => {
  const { socket, errors, closed } = failing('EPIPE', 5);
  socket.write('x');
  await closed;
  expect(errors).toEqual(['EPIPE']);
});

test('another failure is told at once', async () => {
  const { socket, errors, closed } = failing('ETIMEDOUT', LONG);
  socket.write('x');
  await closed;
  expect(errors).toEqual(['ETIMEDOUT']);
});
