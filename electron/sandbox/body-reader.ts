import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plan } from './faults';
import type { RequestLog, SeenRequest } from './request-log';

/** The client went away before the exchange was over. A value of the network, not a bug: nothing is stored (L9). */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Resolves after so long, or earlier when the connection closes: a throttled body must not outlive its sender. */
export function pause(request: IncomingMessage, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      request.socket.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    request.socket.once('close', done);
  });
}

interface BodyParts {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly seen: SeenRequest;
  readonly log: RequestLog;
  readonly stall: Plan['stall'];
  /** Null: as fast as it comes. */
  readonly bytesPerSecond: number | null;
  /** The client waits for `100 Continue` before it sends a body. */
  readonly expectsContinue: boolean;
}

/** Reads the body of one request, as slowly and as far as its faults say, and counts what comes. */
export class BodyReader {
  private readonly parts: BodyParts;
  private chunks: AsyncIterator<Buffer> | null = null;

  constructor(parts: BodyParts) {
    this.parts = parts;
  }

  /** The next bytes; null at the end. Throws `ConnectionLost` if there is no end. */
  async next(): Promise<Buffer | null> {
    const { request, seen, log, stall, bytesPerSecond } = this.parts;
    if (seen.bodyComplete) return null;
    if (stall !== null && seen.bytesReceived >= stall.afterBytes) await stall.released;
    this.chunks ??= this.start();
    const chunk = await this.read(this.chunks);
    if (chunk === null) seen.bodyComplete = true;
    else seen.bytesReceived += chunk.length;
    log.changed();
    if (chunk !== null && bytesPerSecond !== null) await pause(request, (chunk.length / bytesPerSecond) * 1000);
    return chunk;
  }

  /** Reads and throws away at least so many bytes in all, or everything. */
  async skip(bytes = Number.POSITIVE_INFINITY): Promise<void> {
    while (this.parts.seen.bytesReceived < bytes && (await this.next()) !== null);
  }

  private start(): AsyncIterator<Buffer> {
    const { request, response, seen, expectsContinue } = this.parts;
    // After an early answer there is nothing to go on with.
    if (expectsContinue && seen.answered === null && !response.headersSent) response.writeContinue();
    // Its `return()` is never called: that would destroy the socket, which still has to carry an answer.
    return request[Symbol.asyncIterator]();
  }

  private async read(chunks: AsyncIterator<Buffer>): Promise<Buffer | null> {
    let result: IteratorResult<Buffer>;
    try {
      result = await chunks.next();
    } catch {
      throw new ConnectionLost('the connection was lost within the body');
    }
    if (result.done !== true) return result.value;
    if (!this.parts.request.complete) throw new ConnectionLost('the body ended early');
    return null;
  }
}
