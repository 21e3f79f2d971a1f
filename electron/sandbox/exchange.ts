// One request and its answer on the wire: the right one, or whatever a fault makes of it.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Answer } from './answers';
import { type BodyReader, ConnectionLost } from './body-reader';
import type { FaultBody, Plan } from './faults';
import type { Ending } from './options';
import type { RequestLog, SeenRequest } from './request-log';

type Terminal = NonNullable<Plan['terminal']>;

/** Bytes of an answer, ready for the wire. */
interface Payload {
  readonly status: number;
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Everything that an exchange needs. */
export interface ExchangeParts {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly seen: SeenRequest;
  readonly plan: Plan;
  readonly body: BodyReader;
  readonly log: RequestLog;
  readonly now: () => number;
  /** The TCP socket below TLS: only that can send RST. */
  readonly rawSocket: (socket: Socket) => Socket;
}

/** Sends the answer of one request. */
export class Exchange {
  readonly parts: ExchangeParts;

  constructor(parts: ExchangeParts) {
    this.parts = parts;
  }

  /** Sends the right answer; if the body was not read yet, `early` says what becomes of the rest. */
  async answer(answer: Answer, early: Ending): Promise<void> {
    const { seen } = this.parts;
    await this.send(jsonPayload(seen, answer, this.parts.now()), seen.bodyComplete ? 'drain' : early);
  }

  /** Carries out a fault whose moment has come. `right` is the answer that a truncation cuts. */
  async misbehave(fault: Terminal, right: Answer | null): Promise<void> {
    const { seen, now } = this.parts;
    switch (fault.kind) {
      case 'answer': {
        const body = typeof fault.body === 'function' ? fault.body(seen) : (fault.body ?? { json: {} });
        const headers = fault.headers ?? {};
        if ('endless' in body) return this.sendEndless(fault.status, headers);
        return this.send(
          faultPayload(fault.status, headers, body, fault.gzip === true, now()),
          fault.ending ?? 'drain',
        );
      }
      case 'drop':
        return this.hangUp(fault.how ?? 'reset');
      case 'truncate': {
        if (right === null) return this.hangUp('reset');
        const payload = jsonPayload(seen, right, now());
        const head = rawHead(payload);
        await this.writeRaw(Buffer.concat([head, payload.bytes.subarray(0, fault.keep)]));
        this.answered(payload);
        if (fault.then === 'silence') return;
        return this.hangUp(fault.then ?? 'close');
      }
      default:
        throw new Error(`unknown fault: ${JSON.stringify(fault satisfies never)}`);
    }
  }

  /** Ends the connection without a word. */
  hangUp(how: 'close' | 'reset'): void {
    const { socket } = this.parts.request;
    if (socket.destroyed) return;
    if (how === 'close') socket.destroySoon();
    else this.parts.rawSocket(socket).resetAndDestroy();
  }

  private async send(payload: Payload, ending: Ending): Promise<void> {
    const { response, body, request } = this.parts;
    switch (ending) {
      case 'drain': {
        response.writeHead(payload.status, { ...payload.headers, 'Content-Length': payload.bytes.length });
        if (payload.bytes.length > 0) response.write(payload.bytes);
        else response.flushHeaders();
        this.answered(payload);
        // Not ended before the body was read: with `Connection: close` Node would hang up on a client that still sends.
        await body.skip();
        response.end();
        return;
      }
      case 'half-close':
        await this.writeRaw(Buffer.concat([rawHead(payload), payload.bytes]));
        this.answered(payload);
        request.socket.end();
        await body.skip();
        request.socket.destroySoon();
        return;
      case 'close':
      case 'reset':
        await this.writeRaw(Buffer.concat([rawHead(payload), payload.bytes]));
        this.answered(payload);
        return this.hangUp(ending);
      default:
        throw new Error(ending satisfies never);
    }
  }

  /** Writes past Node's own answer, so that the end of the connection is ours to choose. */
  private writeRaw(bytes: Buffer): Promise<void> {
    const { socket } = this.parts.request;
    return new Promise((resolve, reject) => {
      socket.write(bytes, (error) => {
        if (error) reject(new ConnectionLost('the connection was lost while answering'));
        else resolve();
      });
    });
  }

  private async sendEndless(status: number, headers: Readonly<Record<string, string>>): Promise<void> {
    const { response, body } = this.parts;
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.write('{"error":{"code":"ENDLESS","message":"');
    this.answered({ status, code: 'ENDLESS' });
    const drained = body.skip().catch(() => {});
    const filler = Buffer.alloc(64 * 1024, 'x');
    while (!response.destroyed) {
      if (response.write(filler)) await new Promise(setImmediate);
      else await drainOrClose(response);
    }
    await drained;
    throw new ConnectionLost('the client had enough');
  }

  private answered(payload: Pick<Payload, 'status' | 'code'>): void {
    this.parts.seen.answered = { status: payload.status, code: payload.code, at: this.parts.now() };
    this.parts.log.changed();
  }
}

function drainOrClose(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

function jsonPayload(seen: SeenRequest, answer: Answer, now: number): Payload {
  return {
    status: answer.status,
    code: errorCode(answer.body),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      Date: new Date(now).toUTCString(), // the sandbox's clock: Retry-After is measured against it
      'X-Request-Id': `req-${seen.number}`,
      ...answer.headers,
    },
    bytes: Buffer.from(JSON.stringify(answer.body)),
  };
}

function faultPayload(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Exclude<FaultBody, { endless: true }>,
  gzip: boolean,
  now: number,
): Payload {
  const { bytes, type } = faultBytes(body);
  return {
    status,
    code: 'json' in body ? errorCode(body.json) : null,
    headers: {
      'Content-Type': type,
      Date: new Date(now).toUTCString(),
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
      ...headers,
    },
    bytes: gzip ? gzipSync(bytes) : bytes,
  };
}

function faultBytes(body: Exclude<FaultBody, { endless: true }>): { bytes: Buffer; type: string } {
  if ('json' in body) return { bytes: Buffer.from(JSON.stringify(body.json)), type: 'application/json; charset=utf-8' };
  if ('html' in body) return { bytes: Buffer.from(body.html), type: 'text/html; charset=utf-8' };
  return body;
}

function errorCode(body: unknown): string | null {
  const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
  return typeof code === 'string' ? code : null;
}

function rawHead(payload: Payload): Buffer {
  const lines = [
    `HTTP/1.1 ${payload.status} ${STATUS_CODES[payload.status] ?? 'Unknown'}`,
    ...Object.entries(payload.headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${payload.bytes.length}`,
    'Connection: close',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
