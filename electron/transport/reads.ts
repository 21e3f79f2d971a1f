// The small requests: events, status, retry. One answer each, classified for the feed.

import type { RecordingId } from '../contract/ids';
import type { FeedAnswer, StatusAnswer } from '../domain/feed-answers';
import { isPage, isSuccess, lostBy, type ReadAnswer, readAnswer } from './answer';
import { routePath } from './base-address';
import { openConnection } from './connector';
import { type ExchangeEnd, endConnection, exchange, type Target } from './exchange';
import type { OwnCode } from './outcome';
import { feedPage, statusBody } from './wire';

type Asked =
  | { readonly kind: 'answer'; readonly answer: ReadAnswer }
  | { readonly kind: 'unreachable'; readonly code: string };

/** Sends one request without a body and reads its whole answer within `readMs`. An abort is `unreachable`, `ABORTED`. */
export async function ask(target: Target, method: 'GET' | 'POST', route: string, signal: AbortSignal): Promise<Asked> {
  const { base, headers, limits } = target;
  const opened = await openConnection(base, target, signal);
  if (opened.kind === 'stopped') return { kind: 'unreachable', code: 'ABORTED' satisfies OwnCode };
  if (opened.kind === 'failed') return { kind: 'unreachable', code: opened.code };
  const { connection } = opened;

  let stop: (code: OwnCode) => void = () => {};
  const stopped = new Promise<ExchangeEnd>((resolve) => {
    stop = (code) => resolve({ kind: 'failed', code });
  });
  const onAbort = () => stop('ABORTED');
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop('NO_ANSWER'), limits.readMs);
  let end: ExchangeEnd;
  try {
    const done = exchange(
      base.origin,
      connection,
      { method, path: routePath(base, route), headers, body: null },
      { bodyBytes: limits.readBytes, bodyMs: limits.readMs },
      null,
    );
    end = await Promise.race([stopped, done]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await endConnection(connection, 'close', limits.closeMs);
  }
  if (end.kind === 'failed') return { kind: 'unreachable', code: end.code };
  const answer = await readAnswer(end.answer, limits.readBytes, target.now());
  const lost = isSuccess(answer) ? lostBy(answer) : null;
  return lost === null ? { kind: 'answer', answer } : { kind: 'unreachable', code: lost };
}

type Common = Extract<FeedAnswer, { kind: 'later' | 'closed' | 'unreadable' }>;

/** What a status means on every route that only reads; what no rule names is unreadable, and changes nothing. */
export function common(answer: ReadAnswer): Common {
  const { status, code } = answer.facts;
  if ((status === 401 || status === 403) && !isPage(answer)) return { kind: 'closed', status, code };
  // 511 is the sign-in page of a network, not a server in trouble.
  const isLater =
    status === 429 || status === 408 || status === 421 || status === 425 || (status >= 500 && status !== 511);
  // A page with a 401 or 403 is no word about the token: a gateway's, which is over some time.
  if (isLater || status === 401 || status === 403) {
    return { kind: 'later', notBefore: answer.notBefore, status, code };
  }
  return { kind: 'unreadable', status };
}

/**
 * Lobbe's own word, as far as can be told: an error body, or none at all. A page of HTML with the same status comes from
 * something in between, and must not delete a meeting or a cursor.
 */
export function isLobbes(answer: ReadAnswer): boolean {
  return answer.text.trim() === '' || (typeof answer.json === 'object' && answer.json !== null);
}

/** What an answer to `GET /events` with this `limit` means. */
export function classifyFeed(answer: ReadAnswer, limit: number): FeedAnswer {
  const { status, code } = answer.facts;
  if (isSuccess(answer)) return feedPage(answer.json, limit) ?? { kind: 'unreadable', status };
  if (status === 410 && isLobbes(answer) && (code === 'CURSOR_EXPIRED' || code === null)) return { kind: 'expired' };
  return common(answer);
}

/** What an answer to a call about one meeting means. */
export function classifyStatus(answer: ReadAnswer, call: 'status' | 'retry'): StatusAnswer {
  const { status, code } = answer.facts;
  if (isSuccess(answer)) {
    const body = statusBody(answer.json);
    if (body) return { kind: 'status', ...body };
    // F4: 200 says that the step runs again; what its body holds is not said (Silent). But it is JSON, if it is Lobbe's.
    if (call === 'retry' && typeof answer.json === 'object' && answer.json !== null) {
      return { kind: 'status', status: 'QUEUED', error: null };
    }
    return { kind: 'unreadable', status };
  }
  if (status === 404 && isLobbes(answer)) return { kind: 'gone' };
  if (call === 'retry' && status === 409 && code === 'NOT_FAILED') return { kind: 'not-failed' };
  return common(answer);
}

/** `GET /events`. The cursor goes out unchanged, whatever characters it has. */
export async function readEvents(
  target: Target,
  after: string,
  limit: number,
  signal: AbortSignal,
): Promise<FeedAnswer> {
  const route = `/events?after=${encodeURIComponent(after)}&limit=${limit}`;
  const asked = await ask(target, 'GET', route, signal);
  return asked.kind === 'answer' ? classifyFeed(asked.answer, limit) : asked;
}

/** `GET /recordings/{id}/status`, or `POST /recordings/{id}/retry`. */
export async function askAboutMeeting(
  target: Target,
  call: 'status' | 'retry',
  id: RecordingId,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const route = `/recordings/${encodeURIComponent(id)}/${call}`;
  const asked = await ask(target, call === 'retry' ? 'POST' : 'GET', route, signal);
  return asked.kind === 'answer' ? classifyStatus(asked.answer, call) : asked;
}
