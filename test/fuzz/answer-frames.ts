// Where a body is said to end, and where it does.

import type { Chance } from '../simulation/chance';

export interface Framed {
  readonly headers: string;
  readonly bytes: Buffer;
  /** It ends where it says. */
  readonly sure: boolean;
  /** It says where it ends. */
  readonly ends: boolean;
}

function chunked(chance: Chance, bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const piece = bytes.subarray(at, at + 1 + chance.below(bytes.length));
    const extension = chance.is(0.1) ? ';a=b' : '';
    pieces.push(Buffer.from(`${piece.length.toString(16)}${extension}\r\n`), piece, Buffer.from('\r\n'));
    at += piece.length;
  }
  return Buffer.concat([...pieces, Buffer.from(chance.is(0.1) ? '0\r\nx: y\r\n\r\n' : '0\r\n\r\n')]);
}

/** How long a body is said to be. */
export function framed(chance: Chance, bytes: Buffer): Framed {
  const length = (value: string | number): string => `content-length: ${value}\r\n`;
  const lie = (headers: string, wire = bytes): Framed => ({ headers, bytes: wire, sure: false, ends: true });
  return chance.weighed<() => Framed>([
    [60, () => ({ headers: length(bytes.length), bytes, sure: true, ends: true })],
    [14, () => ({ headers: 'transfer-encoding: chunked\r\n', bytes: chunked(chance, bytes), sure: true, ends: true })],
    [4, () => ({ headers: '', bytes, sure: true, ends: false })],
    [1, () => lie(length(chance.below(bytes.length + 1)))],
    [1, () => lie(length(bytes.length + 1 + chance.below(1_000)))],
    [
      1,
      () =>
        lie(
          length(
            chance.pick(['-1', '+5', '0x10', '5, 5', '', '1e3', '99999999999999999999', '9007199254740993', 'abc']),
          ),
        ),
    ],
    [1, () => lie(length(bytes.length) + length(bytes.length + 1))],
    [0.5, () => lie(length(bytes.length) + length(bytes.length))],
    [1, () => lie(`${length(bytes.length)}transfer-encoding: chunked\r\n`, chunked(chance, bytes))],
    [
      1,
      () =>
        lie(
          `transfer-encoding: ${chance.pick(['gzip, chunked', 'chunked, chunked', 'identity', 'x', 'chunked;q=1'])}\r\n`,
        ),
    ],
    [1, () => lie('transfer-encoding: chunked\r\n')],
    [
      1,
      () =>
        lie(
          'transfer-encoding: chunked\r\n',
          Buffer.concat([
            Buffer.from(
              `${chance.pick(['zz', '-1', 'FFFFFFFFFFFFFFFF', '10000000000000000', '', '5 ', '0x5', '1\n', '7fffffff'])}\r\n`,
            ),
            bytes,
          ]),
        ),
    ],
  ])();
}
