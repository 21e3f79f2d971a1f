// How a body is coded on its way, and what is said of that: the truth, half of it, or a bomb.

import zlib from 'node:zlib';
import type { Chance } from '../simulation/chance';
import { cut } from './mutations';

export interface Coded {
  readonly header: string | null;
  readonly bytes: Buffer;
  /** The body is what the header says. */
  readonly honest: boolean;
}

/** Not as small as it can be: that would take longer than all the rest. */
const brotli = (bytes: Buffer) =>
  zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } });

/** A few KB that decode to many MB. Made when first wanted: nobody else has to wait for them. */
const bombs: Buffer[] = [];
function bomb(chance: Chance): Buffer {
  if (bombs.length === 0) {
    const start = Buffer.from('{"id":"rec_1","status":"QUEUED","x":"');
    const once = zlib.gzipSync(Buffer.concat([start, Buffer.alloc(32 * 1024 * 1024, 'x')]));
    bombs.push(once, zlib.gzipSync(once), brotli(Buffer.alloc(16 * 1024 * 1024)));
  }
  return chance.pick(bombs);
}

type Coding = (bytes: Buffer) => Buffer;
const CODINGS: readonly (readonly [string, Coding])[] = [
  ['gzip', (bytes) => zlib.gzipSync(bytes)],
  ['x-gzip', (bytes) => zlib.gzipSync(bytes)],
  ['GZip', (bytes) => zlib.gzipSync(bytes)],
  ['deflate', (bytes) => zlib.deflateSync(bytes)],
  ['br', (bytes) => brotli(bytes)],
  ['gzip, br', (bytes) => brotli(zlib.gzipSync(bytes))],
  ['identity', (bytes) => bytes],
  ['identity, gzip', (bytes) => zlib.gzipSync(bytes)],
];

/** How a body is coded, and what is said of that. */
export function coded(chance: Chance, bytes: Buffer): Coded {
  const [name, code] = chance.pick(CODINGS);
  return chance.weighed<() => Coded>([
    [30, () => ({ header: null, bytes, honest: true })],
    [6, () => ({ header: name, bytes: code(bytes), honest: true })],
    // Without the zlib header that the standard asks for; what it looks like then is chance.
    [1, () => ({ header: 'deflate', bytes: zlib.deflateRawSync(bytes), honest: false })],
    [1, () => ({ header: name, bytes, honest: name === 'identity' })],
    [1, () => ({ header: null, bytes: code(bytes), honest: name === 'identity' })],
    [
      1,
      () => ({
        header: chance.pick(['zstd', 'gzip,gzip,gzip', ', ,', 'gzip;q=1', '*', '\u00ff']),
        bytes,
        honest: false,
      }),
    ],
    [1, () => ({ header: name, bytes: cut(chance, code(bytes)), honest: false })],
    [0.3, () => ({ header: chance.pick(['gzip', 'br', 'gzip, gzip']), bytes: bomb(chance), honest: false })],
  ])();
}
