// What came in, for tests and for the log of the app. Never the token itself: only its name.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** One request. The fields without `readonly` change while it is being answered. */
export interface SeenRequest {
  readonly number: number;
  readonly method: string;
  /** Below `/api/v1`, without the query; the whole path if it is not below it. */
  readonly path: string;
  readonly belowBase: boolean;
  readonly query: URLSearchParams;
  /** As Node gives them, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The Idempotency-Key as it came. */
  readonly key: string | null;
  /** Name of the token; null: none that is known. */
  readonly token: string | null;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
  readonly receivedAt: number;
  /** Bytes of the body, framing included. */
  bytesReceived: number;
  /** The whole body came in; from the start where there is none. */
  bodyComplete: boolean;
  /** The connection was lost before the exchange was over. */
  connectionLost: boolean;
  /** What was answered; null: nothing (yet). */
  answered: { readonly status: number; readonly code: string | null; readonly at: number } | null;
  /** It came before the end of a Retry-After that its token had been told for this class of requests (F3). */
  tooEarly: boolean;
}

/** Tests run through a few thousand requests at most; an app left on in the tray must not grow without end. */
const KEPT = 20_000;

/** Keeps requests, and wakes whoever waits for something to become true. */
export class RequestLog {
  readonly requests: SeenRequest[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly connections = new WeakMap<Socket, number>();
  private lastNumber = 0;
  private lastConnection = 0;

  /** Writes down a request whose headers have come. */
  open(request: IncomingMessage, base: string, token: string | null, now: number): SeenRequest {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const { authorization: _, ...headers } = request.headers;
    const belowBase = url.pathname.startsWith(`${base}/`);
    this.lastNumber += 1;
    const seen: SeenRequest = {
      number: this.lastNumber,
      method: request.method ?? '',
      path: belowBase ? url.pathname.slice(base.length) : url.pathname,
      belowBase,
      query: url.searchParams,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      key: headers['idempotency-key'] === undefined ? null : String(headers['idempotency-key']),
      token,
      connection: this.connectionNumber(request.socket),
      receivedAt: now,
      bytesReceived: 0,
      bodyComplete: !hasBody(request),
      connectionLost: false,
      answered: null,
      tooEarly: false,
    };
    this.requests.push(seen);
    if (this.requests.length > KEPT) this.requests.shift();
    this.changed();
    return seen;
  }

  /** Something of a request or an account changed. */
  changed(): void {
    for (const check of [...this.waiting]) check();
  }

  /** Resolves as soon as `condition` holds; it is looked at after every change. Tests wait with this instead of sleeping. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        try {
          if (!condition()) return;
          resolve();
        } catch (error) {
          reject(error);
        }
        this.waiting.delete(check);
      };
      this.waiting.add(check);
      check();
    });
  }

  private connectionNumber(socket: Socket): number {
    const known = this.connections.get(socket);
    if (known !== undefined) return known;
    this.lastConnection += 1;
    this.connections.set(socket, this.lastConnection);
    return this.lastConnection;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
