// Errors of sockets, TLS and the HTTP parser → the codes that outcomes and timelines carry.

import type { AttemptPhase, FileTrouble, Outcome } from '../domain/outcome';

/** Codes of our own, for what no system error says. */
export type OwnCode =
  /** The connection did not come about in time. */
  | 'CONNECT_TIMEOUT'
  /** Which way the system wants us to take could not be found out. */
  | 'NO_ROUTE'
  /** Nobody answers at the proxy's address. */
  | 'PROXY_UNREACHABLE'
  /** The proxy took the connection and then said nothing. */
  | 'PROXY_NO_ANSWER'
  /** The proxy wants another user and password, or any. */
  | 'PROXY_SIGN_IN'
  /** The proxy does not let us through to Lobbe. */
  | 'PROXY_REFUSED'
  /** The proxy would let us through, but cannot reach Lobbe itself. */
  | 'PROXY_CANNOT_REACH'
  /** What is at the proxy's address does not speak as a proxy. */
  | 'PROXY_BROKEN'
  /** A proxy that is spoken to over TLS, and TLS with it did not come about. */
  | 'PROXY_TLS'
  /** The socket took nothing for too long. */
  | 'STALLED'
  /** The file gave nothing for too long. */
  | 'READ_STALLED'
  /** Every byte went out, no answer came in time. */
  | 'NO_ANSWER'
  /** The other side closed in order, without an answer. */
  | 'CLOSED'
  /** A page of the network in between that wants something of its user first. */
  | 'NETWORK_SIGN_IN'
  /** What came is not HTTP. */
  | 'NOT_HTTP'
  /** We stopped it. */
  | 'ABORTED'
  /** The answer is larger than what is looked at. */
  | 'TOO_LARGE'
  /** The base address is not one that a token may be sent to. */
  | 'BAD_ADDRESS'
  /** The file ended before its size. */
  | 'FILE_SHORTER';

/** A short code for a timeline: the system's, TLS's or the parser's; `otherwise` where there is none. Never free text. */
export function codeOf(error: unknown, otherwise = 'NETWORK'): string {
  if (typeof error !== 'object' || error === null) return otherwise;
  const { code } = error as { code?: unknown };
  // undici's word for a connection that ended in order but too early.
  if (code === 'UND_ERR_SOCKET') return 'CLOSED' satisfies OwnCode;
  if (typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code)) return code;
  const { errors, name } = error as { errors?: unknown; name?: unknown };
  // undici's parser gives its error a name, but no code.
  if (name === 'HTTPParserError') return 'NOT_HTTP' satisfies OwnCode;
  // Several addresses were tried: the first one's reason stands for all.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0], otherwise) : otherwise;
}

/** We stopped it. */
export function interrupted(mayHaveArrived: boolean, sent: number): Outcome {
  return { kind: 'interrupted', mayHaveArrived, sent };
}

/** No answer that counts. From `flush` on the server may have all of it. */
export function unanswered(phase: AttemptPhase, code: string, sent: number): Outcome {
  return { kind: 'unknown', phase, mayHaveArrived: phase === 'flush' || phase === 'response', code, sent };
}

/** The file is not, or cannot be read as, what was queued. */
export function fileTrouble(trouble: FileTrouble, code: string): Outcome {
  return { kind: 'file-trouble', trouble, code };
}
