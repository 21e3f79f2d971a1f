// Answers as they stand on the wire, true ones and those of whoever stands in between.

import type { RecordingId } from '../../electron/contract/ids';
import type { ServerAnswer } from '../../electron/domain/outcome';
import type { Answer } from '../../electron/sandbox/answers';
import { parseRetryAfter } from '../../electron/transport/retry-after';
import type { Chance } from './chance';

export interface HttpAnswer {
  readonly status: number;
  /** Lobbe's error code; null where the body has none. */
  readonly code: string | null;
  readonly body: unknown;
  readonly retryAfter: string | null;
  /** How long it says not to ask again; null: it does not say, or says nonsense. For the checker, not by the app's own parser. */
  readonly toldMs: number | null;
  /** As the transport reads it when the computer's clock shows `now`. */
  asRead(now: number): ServerAnswer;
}

function http(
  status: number,
  body: unknown,
  retryAfter: { text: string; date: string | null; ms: number | null } | null,
): HttpAnswer {
  const fields = body as { id?: string; status?: string; error?: { code?: string } } | null;
  const code = fields?.error?.code ?? null;
  const isAccepted = status >= 200 && status < 300 && typeof fields?.id === 'string';
  return {
    status,
    code,
    body,
    retryAfter: retryAfter?.text ?? null,
    toldMs: retryAfter?.ms ?? null,
    asRead: (now) => ({
      facts: { status, code, requestId: null },
      accepted: isAccepted ? { recordingId: fields.id as RecordingId, status: fields.status ?? 'QUEUED' } : null,
      notBefore: retryAfter === null ? null : parseRetryAfter(retryAfter.text, retryAfter.date, now),
      askedToWait: retryAfter !== null,
      isPage: false,
      message: null,
    }),
  };
}

/** `seconds` in one of the two forms; a server's Date may be off, which a date is measured against. */
function told(seconds: number, chance: Chance, now: number): { text: string; date: string | null; ms: number } {
  const text = String(seconds);
  if (chance.is(0.7)) return { text, date: null, ms: seconds * 1000 };
  const server = Math.floor((now + chance.pick([0, 0, -7_200_000, 86_400_000])) / 1000) * 1000;
  const date = new Date(server).toUTCString();
  return { text: new Date(server + seconds * 1000).toUTCString(), date, ms: seconds * 1000 };
}

/** Lobbe's own answer. */
export function wireAnswer(answer: Answer, chance: Chance, now: number): HttpAnswer {
  const seconds = answer.headers['Retry-After'];
  return http(answer.status, answer.body, seconds === undefined ? null : told(Number(seconds), chance, now));
}

const JUNK = ['soon', '-5', '5, 10', 'Sun, 06 Nov 1994 08:49:37 GMT', '1e3', ''];
const PAGE = 'a page';

/** An answer of something that is not Lobbe. `gateway`: it may have passed the request on. */
export function inBetween(chance: Chance, now: number, only: 'gateway' | null = null): HttpAnswer {
  const seconds = chance.weighed([
    [4, () => chance.below(30)],
    [3, () => chance.below(3_000)],
    [1, () => 3_600 * chance.below(60)],
  ])();
  const wait = chance.weighed<() => Parameters<typeof http>[2]>([
    [4, () => null],
    [3, () => told(seconds, chance, now)],
    [1, () => ({ text: chance.pick(JUNK), date: null, ms: null })],
  ])();
  if (only === 'gateway') return http(chance.pick([502, 504]), PAGE, null);
  const error = (code: string) => ({ error: { code } });
  // A 404 in Lobbe's own words is Lobbe's: nothing could tell it from one that means deleted (F17).
  const refusal = (status: number, inItsWords: boolean) =>
    http(status, inItsWords && status !== 404 ? error('VALIDATION') : PAGE, null);
  return chance.weighed<() => HttpAnswer>([
    [3, () => http(chance.pick([500, 502, 503, 504]), PAGE, wait)],
    [2, () => http(503, error('MAINTENANCE'), wait)],
    [2, () => http(chance.pick([408, 421, 425]), PAGE, wait)],
    [2, () => http(429, PAGE, told(seconds, chance, now))],
    [1, () => http(429, error('RATE_LIMITED'), told(seconds, chance, now))],
    [2, () => http(200, PAGE, null)],
    [2, () => http(302, PAGE, null)],
    [1, () => http(chance.pick([407, 511]), PAGE, null)],
    [1, () => refusal(chance.pick([400, 404, 413, 422]), chance.is(0.5))],
  ])();
}
