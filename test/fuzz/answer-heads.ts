// Status lines and headers: those of servers, of what stands between, and of nobody.

import type { Chance } from '../simulation/chance';
import { randomBytes } from './mutations';

/** A part of a head, and whether a careful reader has to understand it. */
export interface Line {
  readonly text: string;
  readonly sure: boolean;
}

const STATUSES = [
  ...[
    200, 201, 202, 203, 204, 205, 206, 226, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406,
    407, 408,
  ],
  ...[409, 410, 411, 413, 414, 415, 417, 418, 421, 422, 425, 426, 428, 429, 431, 451, 499],
  ...[500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 522, 524, 530, 599, 600, 999],
];
const LIKELY = [
  200, 202, 200, 202, 202, 202, 302, 401, 402, 403, 404, 409, 409, 410, 413, 429, 429, 429, 500, 502, 503, 503, 504,
];

export function randomStatus(chance: Chance): number {
  return chance.is(0.7) ? chance.pick(LIKELY) : chance.is(0.9) ? chance.pick(STATUSES) : 100 + chance.below(900);
}

export function statusLine(chance: Chance, status: number): Line {
  const sure = (text: string): Line => ({ text, sure: true });
  const open = (text: string): Line => ({ text, sure: false });
  return chance.weighed<() => Line>([
    [40, () => sure(`HTTP/1.1 ${status} ${chance.pick(['OK', 'Status', 'a b c', 'دقیقه', ''])}\r\n`)],
    [1, () => open(`HTTP/1.1 ${status}\r\n`)],
    [1, () => open(`HTTP/1.0 ${status} OK\r\n`)],
    [0.5, () => open(`HTTP/1.1 ${status} ${'x'.repeat(chance.below(40_000))}\r\n`)],
    [0.5, () => open(`HTTP/1.1 ${status} OK\n`)],
    [
      1,
      () =>
        open(
          chance.pick([
            `HTTP/2 ${status}\r\n`,
            `HTTP/1.1  ${status} OK\r\n`,
            `HTTP/1.1 ${status}0 OK\r\n`,
            `HTTP/1.1 -${status} OK\r\n`,
            `http/1.1 ${status} OK\r\n`,
            `ICY ${status} OK\r\n`,
            `HTTP/1.1 20 OK\r\n`,
            `HTTP/1.1 ${status} OK\r`,
            `\r\nHTTP/1.1 ${status} OK\r\n`,
            `POST / HTTP/1.1\r\n`,
            `{"id":"rec_1"}`,
            `SSH-2.0-OpenSSH_9.2\r\n`,
            `\0`,
            ``,
          ]),
        ),
    ],
  ])();
}

/** Interim answers, which are none. */
export function interim(chance: Chance): Line {
  return chance.weighed<Line>([
    [30, { text: '', sure: true }],
    [1, { text: 'HTTP/1.1 100 Continue\r\n\r\n', sure: true }],
    [1, { text: 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', sure: true }],
    [1, { text: 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1 + chance.below(20)), sure: true }],
    [0.5, { text: 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(500), sure: false }],
    [0.5, { text: 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', sure: false }],
    [0.5, { text: `HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(10_000)}\r\n\r\n`, sure: false }],
    [0.5, { text: 'HTTP/1.1 100 Continue\r\ncontent-length: 5\r\n\r\n', sure: false }],
  ]);
}

const HARMLESS = [
  'content-type: application/json\r\n',
  'content-type: text/html; charset=utf-8\r\n',
  'content-type: \r\n',
  'connection: keep-alive\r\n',
  'connection: close\r\n',
  'server: nginx\r\n',
  'location: http://127.0.0.1:9/elsewhere\r\n',
  'set-cookie: a=b\r\nset-cookie: c=d\r\n',
  'x-request-id: req_1\r\n',
  'x-request-id: \r\n',
  'x-request-id: <b> \xff\r\n',
  'www-authenticate: Basic\r\n',
  'trailer: x\r\n',
];

function oddHeader(chance: Chance): string {
  return chance.pick([
    'no colon\r\n',
    ': no name\r\n',
    'a b: c\r\n',
    'a : c\r\n',
    ' folded\r\n',
    'x:\r\n y\r\n',
    'x: a\rb\r\n',
    'x: a\0b\r\n',
    'x: a\n',
    `x: ${'y'.repeat(chance.below(20_000))}\r\n`,
    'x: y\r\n'.repeat(chance.below(3_000)),
    `x-request-id: ${'9'.repeat(500)}\r\n`,
    'upgrade: websocket\r\nconnection: upgrade\r\n',
    'proxy-connection: close\r\n',
    'content-length: 5\r\n',
    'transfer-encoding: identity\r\n',
    `${randomBytes(chance, 1 + chance.below(20)).toString('latin1')}: x\r\n`,
    `x: ${randomBytes(chance, chance.below(60)).toString('latin1')}\r\n`,
  ]);
}

/** Headers that do not matter, and now and then one that no server should send. */
export function otherHeaders(chance: Chance): Line {
  const lines = Array.from({ length: chance.below(4) }, () => chance.pick(HARMLESS));
  if (!chance.is(0.08)) return { text: lines.join(''), sure: true };
  return { text: [...lines, oddHeader(chance)].join(''), sure: false };
}
