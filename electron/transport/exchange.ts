// One request over one connection, by undici's parser and writer, and nothing of undici's that acts on its own.

import type { Readable } from 'node:stream';
import { Client, type Dispatcher } from 'undici';
import type { EpochMs } from '../contract/ids';
import type { Connection, ConnectOptions } from './connector';
import { skipContinue } from './interim';
import type { Limits } from './limits';
import { codeOf, type OwnCode } from './outcome';
import type { Throttle } from './throttle';

/** Where a call goes, by which way, as whom, and within which limits. */
export interface Target extends ConnectOptions {
  readonly base: URL;
  /** Authorization and what else every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly throttle: Throttle;
  now(): EpochMs;
}

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface ExchangeLimits {
  /** More than this of an answer's body is not looked at. */
  readonly bodyBytes: number;
  /** From the start of an answer to its end. */
  readonly bodyMs: number;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Why the body is not all there; null if it is. The status counts either way. */
  readonly cutBy: string | null;
}

/** Who wants to know before the exchange is over. Both are called in the middle of parsing. */
export interface ExchangeWatcher {
  /** A final status has come, possibly long before the request is out. */
  onAnswer(status: number): void;
  /** The answer is all there. undici closes the connection right after this, in order. */
  onAnswerEnd(): void;
}

export type ExchangeEnd =
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  /** The connection ended before an answer began. */
  | { readonly kind: 'failed'; readonly code: string };

/** Error class of undici for a request that could never be sent: a mistake of ours, not of the network. */
const OUR_MISTAKE = 'UND_ERR_INVALID_ARG';

/**
 * Sends `request` and collects the answer. Resolves with whatever came, at the latest when the connection is closed: the owner
 * of the connection ends it. Rejects only if the request itself is malformed, which is a bug.
 */
export function exchange(
  origin: string,
  connection: Connection,
  request: ExchangeRequest,
  limits: ExchangeLimits,
  watcher: ExchangeWatcher | null,
): Promise<ExchangeEnd> {
  return new Promise((resolve, reject) => {
    skipContinue(connection.socket);
    let given = false;
    const client = new Client(origin, {
      connect: (_options, callback) => {
        // undici connects again by itself when the other side closes too early. One attempt is one connection.
        if (given) callback(Object.assign(new Error('closed before the request'), { code: 'CLOSED' }), null);
        // In a later tick: undici ignores a connection that is there at once.
        else process.nextTick(callback, null, connection.socket);
        given = true;
      },
      // The limits are ours. undici's would end an upload whose answer takes long, and slow links.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    let status = 0;
    let headers: RawAnswer['headers'] = {};
    const chunks: Buffer[] = [];
    let length = 0;
    let timer: NodeJS.Timeout | undefined;

    const end = (result: ExchangeEnd) => {
      clearTimeout(timer);
      resolve(result);
    };
    const answered = (cutBy: string | null) =>
      end({
        kind: 'answer',
        answer: { status, headers, body: Buffer.concat(chunks).subarray(0, limits.bodyBytes), cutBy },
      });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, statusCode, received) {
        // 102 and 103 announce an answer; they are none.
        if (statusCode < 200) return;
        status = statusCode;
        headers = received;
        timer = setTimeout(() => answered('NO_ANSWER' satisfies OwnCode), limits.bodyMs);
        watcher?.onAnswer(statusCode);
      },
      onResponseData(_controller, chunk) {
        if (length > limits.bodyBytes) return;
        // A copy: the parser reuses its memory.
        chunks.push(Buffer.from(chunk));
        length += chunk.length;
        // A body without an end must not be read to it (case 57).
        if (length > limits.bodyBytes) answered('TOO_LARGE' satisfies OwnCode);
      },
      onResponseEnd() {
        watcher?.onAnswerEnd();
        answered(null);
      },
      onResponseError(_controller, error) {
        const code = codeOf(error);
        if (code === OUR_MISTAKE) reject(error);
        // What refuses a body often resets before its own answer is out: the status has been said all the same.
        else if (status !== 0) answered(code);
        else end({ kind: 'failed', code });
      },
    };
    client.dispatch(
      {
        path: request.path,
        method: request.method,
        headers: request.headers,
        // undici takes any async iterable; its types leave that out.
        body: request.body as Readable | null,
        // `connection: close`: nothing else goes over this connection.
        reset: true,
      },
      handler,
    );
  });
}

/** Ends a connection and waits until its descriptor is gone, but not for long: the caller's answer is due. */
export async function endConnection(connection: Connection, how: 'reset' | 'close', waitMs: number): Promise<void> {
  if (how === 'reset') connection.reset();
  else connection.close();
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([connection.closed, new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)))]);
  clearTimeout(timer);
}
