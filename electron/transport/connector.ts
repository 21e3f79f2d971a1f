// One fresh connection. The raw TCP socket stays at hand, to be reset whatever runs over it: TLS, a proxy's tunnel, both.

import type net from 'node:net';
import type { Limits } from './limits';
import { makeTolerant } from './tolerant';
import { destroyAbove, type Layers, topOf, Way, type WayOptions } from './way';

export interface Connection {
  /** What HTTP is spoken over. */
  readonly socket: net.Socket;
  /**
   * Ends it with a reset: what the kernel still holds is thrown away, and the other side sees a broken request. A plain close
   * would still deliver all of it, and a cancelled recording would become a meeting.
   */
  reset(): void;
  /** Ends it in order. */
  close(): void;
  /** When the descriptor is gone. */
  readonly closed: Promise<void>;
  /** Called after each write that the kernel has taken whole. */
  onWritten: (() => void) | null;
}

export interface ConnectOptions extends WayOptions {
  readonly limits: Pick<Limits, 'addressMs' | 'connectMs' | 'graceMs'>;
}

export type Opened =
  | { readonly kind: 'open'; readonly connection: Connection }
  | { readonly kind: 'failed'; readonly code: string }
  /** `signal` aborted. */
  | { readonly kind: 'stopped' };

/**
 * Its end is on its way, after all that was written. Node cannot reset it then: it would lose the descriptor, and crash if it is
 * TLS that ends.
 */
function isEnding(socket: net.Socket): boolean {
  return socket.writableEnded && !socket.writableFinished;
}

function connectionOver(layers: Layers, graceMs: number): Connection {
  const [raw] = layers;
  const socket = topOf(layers);
  const connection: Connection = {
    socket,
    onWritten: null,
    reset() {
      if (layers.some(isEnding)) return connection.close();
      // First: once TLS is gone, TCP is closed in order.
      raw.resetAndDestroy();
      destroyAbove(layers);
    },
    close() {
      destroyAbove(layers);
      raw.destroy();
    },
    closed: new Promise((resolve) => {
      if (raw.closed) resolve();
      else raw.once('close', () => resolve());
    }),
  };
  makeTolerant(socket, graceMs, () => connection.onWritten?.());
  return connection;
}

/**
 * Connects to `url`'s host, by the first of the routes that can be reached. What went wrong is in the answer; it rejects only on a
 * bug of the caller's (a route that is none). When it did not come about, nothing of it is left open; an abort is answered at once,
 * in whatever step.
 */
export function openConnection(url: URL, options: ConnectOptions, signal: AbortSignal): Promise<Opened> {
  if (signal.aborted) return Promise.resolve({ kind: 'stopped' });
  return new Promise((resolve, reject) => {
    const { limits } = options;
    const way = new Way(url, options);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (opened: Exclude<Opened, { kind: 'open' }>) => {
      end();
      way.leave();
      resolve(opened);
    };
    const onAbort = () => fail({ kind: 'stopped' });
    const timer = setTimeout(() => fail({ kind: 'failed', code: way.late }), limits.connectMs);
    signal.addEventListener('abort', onAbort, { once: true });
    way.go().then(
      (arrival) => {
        if (arrival.kind === 'failed') return fail(arrival);
        end();
        resolve({ kind: 'open', connection: connectionOver(arrival.layers, limits.graceMs) });
      },
      (bug) => {
        end();
        way.leave();
        reject(bug);
      },
    );
  });
}
