// The door of this room: Lobbe over HTTP, one attempt per call.

import type { RecordingId } from '../contract/ids';
import { checkBase } from './base-address';
import type { Target } from './exchange';
import { DEFAULT_LIMITS, type Limits } from './limits';
import { type OwnCode, unanswered } from './outcome';
import type { LobbeClient, LobbeClientOptions } from './ports';
import { askAboutMeeting, readEvents } from './reads';
import { readMeeting, readReady } from './ready-list';
import { Throttle } from './throttle';
import { attemptUpload } from './upload';

/** What a header's value may be made of here. The message never holds the value: it may be a token. */
function sendable(value: string, what: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new Error(`${what} cannot be the value of a header`);
  return value;
}

/**
 * Makes the client. Nothing is connected or kept open: each call asks for the connection, opens a socket, and closes it.
 * A token that no header can carry is a bug of the caller's (it is checked where it is entered), and rejects.
 */
export function createLobbeClient(options: LobbeClientOptions): LobbeClient {
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const userAgent = options.userAgent ?? 'LobbeUploader';

  const throttle = new Throttle(() => options.bytesPerSecond?.() ?? null);

  /** Null if the address is not one that a token may be sent to: then no connection is made at all. */
  const target = (): Target | null => {
    const { base, token } = options.connection();
    const url = checkBase(base);
    if (!url) return null;
    const ca = options.ca?.();
    return {
      base: url,
      headers: {
        authorization: `Bearer ${sendable(token, 'the token')}`,
        accept: 'application/json',
        'user-agent': userAgent,
      },
      limits,
      throttle,
      now: options.now,
      ...(ca && { ca }),
      ...(options.routes && { routes: options.routes }),
      ...(options.lookup && { lookup: options.lookup }),
    };
  };
  const unreachable = { kind: 'unreachable', code: 'BAD_ADDRESS' satisfies OwnCode } as const;

  const ask = async (call: 'status' | 'retry', id: RecordingId, signal: AbortSignal) => {
    const to = target();
    return to ? askAboutMeeting(to, call, id, signal) : unreachable;
  };

  return {
    async upload(request, signal, onTick) {
      sendable(request.key, 'the key');
      const to = target();
      return to
        ? attemptUpload(to, request, signal, onTick)
        : unanswered('connect', 'BAD_ADDRESS' satisfies OwnCode, 0);
    },
    async readEvents(after, limit, signal) {
      const to = target();
      return to ? readEvents(to, after, limit, signal) : unreachable;
    },
    async readReady(after, limit, signal) {
      const to = target();
      return to ? readReady(to, after, limit, signal) : unreachable;
    },
    async readMeeting(id, signal) {
      const to = target();
      return to ? readMeeting(to, id, signal) : unreachable;
    },
    readStatus: (id, signal) => ask('status', id, signal),
    retry: (id, signal) => ask('retry', id, signal),
  };
}
