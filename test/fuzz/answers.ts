// What a server does with one connection: when it speaks, what it says, in which pieces, and how it ends.

import type { Chance } from '../simulation/chance';
import { type Body, type Route, randomBody } from './answer-bodies';
import { coded } from './answer-codings';
import { framed } from './answer-frames';
import { interim, otherHeaders, randomStatus, statusLine } from './answer-heads';
import { retryAfter, type Told } from './answer-waits';
import { cut, inPieces, mutated, randomBytes } from './mutations';

/** When the server begins to speak: a number means so many bytes of the request's body. */
export type Moment = 'connection' | 'head' | number | 'whole request';

/** How it ends: in order, in order without reading what comes, with a reset, or not at all. */
export type Ending = 'end' | 'close' | 'reset' | 'stay';

/** What a careful reader has to understand of an answer. */
export interface Meaning {
  readonly status: number;
  readonly body: Body;
  readonly retryAfter: Told | 'open';
}

export interface Script {
  readonly moment: Moment;
  /** It goes on reading the request while it speaks. */
  readonly reads: boolean;
  readonly pieces: readonly Buffer[];
  readonly ending: Ending;
  /** Null: there is more than one way to read it. */
  readonly meaning: Meaning | null;
}

interface Wire {
  readonly bytes: Buffer;
  readonly ends: boolean;
  readonly meaning: Meaning | null;
}

/** These have no body, whatever comes after their head. */
const BODILESS = new Set([204, 304]);

function wellMade(chance: Chance, route: Route, now: number): Wire {
  const status = randomStatus(chance);
  const [before, line, others] = [interim(chance), statusLine(chance, status), otherHeaders(chance)];
  const body = randomBody(chance, route);
  const coding = coded(chance, body.bytes);
  const frame = framed(chance, coding.bytes);
  const asks = retryAfter(chance, now);
  const named = coding.header === null ? '' : `content-encoding: ${coding.header}\r\n`;
  const headers = [...asks.lines, named, frame.headers, others.text];
  const head = `${before.text}${line.text}${(chance.is(0.5) ? headers : headers.reverse()).join('')}\r\n`;
  const sure = before.sure && line.sure && others.sure && coding.honest && frame.sure && status >= 200;
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), frame.bytes]),
    ends: frame.ends,
    meaning: sure && !BODILESS.has(status) ? { status, body, retryAfter: asks.told } : null,
  };
}

function damaged(chance: Chance, { bytes }: Wire, other: () => Wire): Buffer {
  return chance.weighed<() => Buffer>([
    [5, () => cut(chance, bytes)],
    [4, () => mutated(chance, bytes, 6)],
    // Where it matters most: the first lines.
    [4, () => Buffer.concat([mutated(chance, bytes.subarray(0, 40), 3), bytes.subarray(40)])],
    [1, () => Buffer.concat([bytes, other().bytes])],
    [1, () => Buffer.concat([bytes, randomBytes(chance, chance.below(50))])],
    [1, () => Buffer.concat([randomBytes(chance, chance.below(50)), bytes])],
    [1, () => randomBytes(chance, chance.below(2_000))],
    [1, () => Buffer.alloc(0)],
  ])();
}

/** A server's script for a request with a body of about `size` bytes; `now` is what the client's clock shows. */
export function randomScript(chance: Chance, route: Route, size: number, now: number): Script {
  const wire = wellMade(chance, route, now);
  const isDamaged = chance.is(0.25);
  const bytes = isDamaged ? damaged(chance, wire, () => wellMade(chance, route, now)) : wire.bytes;
  const moment = chance.weighed<Moment>([
    [1, 'connection'],
    [4, 'head'],
    [3, chance.below(size + 1)],
    [10, 'whole request'],
  ]);
  const ending = chance.weighed<Ending>([
    [14, 'end'],
    [3, 'close'],
    [3, 'reset'],
    [3, 'stay'],
  ]);
  const reads = chance.is(0.8);
  const complete = reads && moment !== 'connection' && (ending === 'end' || (ending === 'stay' && wire.ends));
  return {
    moment,
    reads,
    pieces: inPieces(chance, bytes, chance.is(0.1) ? 20 : 4),
    ending,
    meaning: complete && !isDamaged ? wire.meaning : null,
  };
}
