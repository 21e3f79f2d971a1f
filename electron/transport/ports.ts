// What the transport offers, and the little it needs of others. Types only.

import type { EpochMs, IdempotencyKey, RecordingId } from '../contract/ids';
import type { FeedAnswer, StatusAnswer } from '../domain/feed-answers';
import type { FileTrouble, Outcome } from '../domain/outcome';
import type { Limits } from './limits';

/**
 * What the transport needs of a recording; disk/ implements it. It stays open until `upload` has resolved. After an abort a
 * read may still be on its way then (a share that went away can block one for ever): nothing waits for it.
 */
export interface UploadBody {
  /** Exact bytes that will be sent. */
  readonly size: number;
  /** Fills `into` from `position` on, called in order; resolves to how many bytes, 0 if the file ended too early. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Asked after the last byte, before the closing boundary goes out: is it still the file that was queued? */
  verify(): Promise<FileTrouble | null>;
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
  /** `GET /recordings/{id}/status` (F1). */
  readStatus(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
  /** `POST /recordings/{id}/retry` (F4). */
  retry(id: RecordingId, signal: AbortSignal): Promise<StatusAnswer>;
}

export interface LobbeClientOptions {
  connection(): LobbeConnection;
  /** The wall clock: only to turn Retry-After into an absolute time. */
  now(): EpochMs;
  /** `product/version`. */
  readonly userAgent?: string;
  /** Trusted roots as PEM, in place of Node's own. Never a way to switch checks off. */
  readonly ca?: readonly string[];
  readonly limits?: Partial<Limits>;
}
