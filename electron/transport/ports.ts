// What the transport offers, and the little it needs of others. Types only.

import type { LookupFunction } from 'node:net';
import type { EpochMs, IdempotencyKey, RecordingId } from '../contract/ids';
import type { FeedAnswer, MeetingAnswer, ReadyAnswer, StatusAnswer } from '../domain/feed-answers';
import type { FileTrouble, Outcome } from '../domain/outcome';
import type { Limits } from './limits';

/**
 * What the transport needs of a recording; disk/ implements it. It stays open until `upload` has resolved. After an abort a
 * read may still be on its way then (a share that went away can block one for ever): nothing waits for it.
 */
export interface UploadBody {
  /** Exact bytes that will be sent. */
  readonly size: number;
  /** The next bytes, in order, as they are until the next call; none before `size`: the file ended early or cannot be read. */
  next(): Promise<Uint8Array>;
  /**
   * Asked after the last byte, before the closing boundary goes out: is it still the file that was queued? May take as long as
   * reading all of it again, if it calls `onProgress` on the way.
   */
  verify(onProgress: () => void): Promise<FileTrouble | null>;
}

/** Where to send, and as whom. Asked for anew before each call, so that a new token counts at once. */
export interface LobbeConnection {
  /** `https://app.lobbe.ai/api/v1`, or the sandbox on loopback. */
  readonly base: string;
  readonly token: string;
}

export interface UploadRequest {
  /** The exact file name; may hold any character. */
  readonly name: string;
  /** From our own list, never from the file. */
  readonly contentType: string;
  readonly key: IdempotencyKey;
  readonly body: UploadBody;
}

/** How far an upload is: bytes of the file, without framing, that the network took. `answer`: every byte is out. */
export interface UploadTick {
  readonly sent: number;
  readonly total: number;
  readonly phase: 'sending' | 'answer';
}

/** Lobbe over HTTP. Each call is one attempt over a connection of its own: nothing is retried, no redirect is followed. */
export interface LobbeClient {
  /** `POST /recordings` (L2). Every trouble is an `Outcome`; an abort resolves within 250 ms in every phase. */
  upload(request: UploadRequest, signal: AbortSignal, onTick: (tick: UploadTick) => void): Promise<Outcome>;
  /** `GET /events` (F5). `after` is a cursor, sent back unchanged (F11), or `latest` (F10); `limit` is 1 to 500 (F12). */
  readEvents(after: string, limit: number, signal: AbortSignal): Promise<FeedAnswer>;
  /** `GET /recordings/ready` (F17), from a cursor of its own or (null) from its beginning; `limit` null: as many as Lobbe pleases. */
  readReady(after: string | null, limit: number | null, signal: AbortSignal): Promise<ReadyAnswer>;
  /** `GET /recordings/{id}`: what it is called. */
  readMeeting(id: RecordingId, signal: AbortSignal): Promise<MeetingAnswer>;
  /** `GET /recordings/{id}/status` (F1). */
  readStatus(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
  /** `POST /recordings/{id}/retry` (F4). */
  retry(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
}

export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

interface Proxy {
  /** A name or an address; one of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Go to the proxy, and nowhere else. */
  readonly credentials: ProxyCredentials | null;
}

/** A way to a host. `https` is an HTTP proxy that is spoken to over TLS. */
export type Route =
  | { readonly kind: 'direct' }
  | ({ readonly kind: 'http' } & Proxy)
  | ({ readonly kind: 'https' } & Proxy)
  | ({ readonly kind: 'socks5' } & Proxy);

export interface LobbeClientOptions {
  connection(): LobbeConnection;
  /** The wall clock: only to turn Retry-After into an absolute time. */
  now(): EpochMs;
  /** `product/version`. */
  readonly userAgent?: string;
  /**
   * The routes to `url` as the system wants them, in order of preference; asked before each attempt. The next is tried only if the
   * one before could not be reached. Absent or none: directly, as to loopback always.
   */
  routes?(url: string): Promise<readonly Route[]>;
  /** Names to addresses, in place of the system's own way. */
  readonly lookup?: LookupFunction;
  /**
   * Trusted roots as PEM, in place of Node's own; asked before each attempt. A list that is the same again is not parsed again, so
   * never change one. Never a way to switch checks off.
   */
  ca?(): readonly string[] | undefined;
  /** Most bytes a second that all uploads of this client take together, asked all the time; null for as many as there are. */
  bytesPerSecond?(): number | null;
  readonly limits?: Partial<Limits>;
}
