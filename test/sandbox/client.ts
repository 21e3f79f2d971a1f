// A plain client for the sandbox's own tests: Node's http and net, nothing of ours.

import { randomUUID } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { DEFAULT_TOKEN, type SandboxOptions } from '../../electron/sandbox/options';
import { type Sandbox, startSandbox } from '../../electron/sandbox/server';

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** Parsed body, `{}` where it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into field by field by the test that sent the request
  json: any;
}

export interface Call {
  token?: string | null;
  key?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Starts a sandbox that moves nothing by itself, and closes it after the test. */
export async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ pace: 'manual', ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** One request on a connection of its own. Rejects when there is no whole answer. */
export function call(sandbox: Sandbox, method: string, path: string, options: Call = {}): Promise<Reply> {
  const { token = DEFAULT_TOKEN, key, headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${sandbox.url}${path}`,
      {
        method,
        agent: false,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export const BOUNDARY = 'sandbox-test-boundary';
export const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A form with one recording. */
export function form(content: Buffer | string = 'sound', name = 'meeting.m4a', type = 'audio/mp4'): Buffer {
  return Buffer.concat([
    Buffer.from(formHead(name, type)),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

export function formHead(name = 'meeting.m4a', type = 'audio/mp4'): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="audio"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
}

/** Sends a recording; with a key of its own unless one is given. */
export function send(
  sandbox: Sandbox,
  options: Call & { content?: Buffer | string; name?: string } = {},
): Promise<Reply> {
  const { content, name, ...rest } = options;
  return call(sandbox, 'POST', '/recordings', {
    key: randomUUID(),
    body: form(content, name),
    ...rest,
    headers: { ...FORM, ...rest.headers },
  });
}

/** Sends a recording and returns the id of its meeting. */
export async function sent(sandbox: Sandbox, options: Parameters<typeof send>[1] = {}): Promise<string> {
  const reply = await send(sandbox, options);
  if (reply.status !== 202) throw new Error(`not accepted: ${reply.status} ${reply.text}`);
  return reply.json.id;
}

interface UploadStart {
  key?: string;
  token?: string;
  headers?: Record<string, string>;
  start?: Buffer | string;
}

/** A bare connection: what is written goes out as it is, and everything that comes back is kept. */
export class Wire {
  readonly socket: net.Socket;
  received = '';
  private readonly over: Promise<string>;
  private readonly waiting = new Set<() => void>();

  constructor(sandbox: Sandbox) {
    this.socket = net.connect({ port: sandbox.port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
      for (const check of [...this.waiting]) check();
    });
    this.over = new Promise((resolve) => {
      this.socket.once('end', () => resolve('end'));
      this.socket.on('error', () => resolve('reset'));
    });
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  /** Writes the head of an upload with a body of so many bytes, and perhaps its beginning. */
  startUpload(length: number, options: UploadStart = {}): void {
    const { key = randomUUID(), token = DEFAULT_TOKEN, start = '', headers = {} } = options;
    this.socket.write(
      [
        'POST /api/v1/recordings HTTP/1.1',
        'Host: sandbox',
        `Authorization: Bearer ${token}`,
        `Idempotency-Key: ${key}`,
        `Content-Type: ${FORM['content-type']}`,
        `Content-Length: ${length}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        '',
        '',
      ].join('\r\n'),
    );
    if (start.length > 0) this.socket.write(start);
  }

  /**
   * Resolves once the other side is gone, with how. When RST comes right behind data, libuv reports an end instead of an error:
   * only a write tells the two apart, and it is made only if asked for, as it spoils what follows on a half-closed connection.
   */
  async gone(probe = false): Promise<string> {
    const how = await this.over;
    if (how === 'reset' || !probe) return how;
    return new Promise((resolve) => {
      this.socket.write('.', (error) => resolve(error ? 'reset' : 'end'));
    });
  }

  /** Resolves once a text has come. */
  until(text: string): Promise<void> {
    return this.when(() => this.received.includes(text));
  }

  /** Resolves once so many bytes have come. */
  untilBytes(count: number): Promise<void> {
    return this.when(() => this.received.length >= count);
  }

  private when(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition()) return;
        this.waiting.delete(check);
        resolve();
      };
      this.waiting.add(check);
      check();
    });
  }
}
