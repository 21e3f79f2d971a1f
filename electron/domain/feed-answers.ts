// What a read of the feed, or a question about one meeting, can end in. Made by the transport, decided on in feed.ts and status.ts.

import type { EpochMs, RecordingId } from '../contract/ids';

/** One event (F6, F7). Unknown types and fields are kept as they came. */
export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly recordingId: RecordingId;
  readonly seriesId: string | null;
  readonly occurredAt: string | null;
  readonly status: string | null;
  readonly change: string | null;
  readonly error: { readonly code: string; readonly retryable: boolean } | null;
}

/** How a read of `GET /events` ended. */
export type FeedAnswer =
  /** `full`: the page had as many events as were asked for, so read the next at once (F12). */
  | {
      readonly kind: 'page';
      readonly events: readonly FeedEvent[];
      /** Events that could not be read, as raw text: set aside, they do not stop the page. */
      readonly unreadable: readonly string[];
      readonly nextCursor: string;
      readonly full: boolean;
      readonly schemaVersion: number;
    }
  /** 410 `CURSOR_EXPIRED` (F16). */
  | { readonly kind: 'expired' }
  /** 429, 408, 5xx: `notBefore` from Retry-After, null if there was none that counts (F3, F18). */
  | {
      readonly kind: 'later';
      readonly notBefore: EpochMs | null;
      readonly status: number;
      readonly code: string | null;
    }
  /** 401 or 403: this token may not read the feed. */
  | { readonly kind: 'closed'; readonly status: number; readonly code: string | null }
  /** A page of a newer form (F6) that this version cannot read: only an update of the app helps, and the cursor stays. */
  | { readonly kind: 'newer'; readonly schemaVersion: number }
  /** An answer that is not a page, whatever its status: the cursor stays. */
  | { readonly kind: 'unreadable'; readonly status: number }
  /** No answer. */
  | { readonly kind: 'unreachable'; readonly code: string };

/** How a call about one meeting ended: `GET /recordings/{id}/status`, `POST /recordings/{id}/retry`. */
export type StatusAnswer =
  | {
      readonly kind: 'status';
      readonly status: string;
      readonly error: { readonly code: string; readonly retryable: boolean } | null;
    }
  /** 404: deleted (F17). */
  | { readonly kind: 'gone' }
  /** 409 `NOT_FAILED` of a retry: it recovered by itself (F4). */
  | { readonly kind: 'not-failed' }
  | {
      readonly kind: 'later';
      readonly notBefore: EpochMs | null;
      readonly status: number;
      readonly code: string | null;
    }
  | { readonly kind: 'closed'; readonly status: number; readonly code: string | null }
  | { readonly kind: 'unreadable'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly code: string };

/** A page of `GET /recordings/ready` (F17). */
export interface ReadyPage {
  readonly meetings: readonly {
    readonly id: RecordingId;
    readonly title: string | null;
    /** When it was made, if the list says so. */
    readonly at: EpochMs | null;
  }[];
  /** Null: this was the last. */
  readonly nextCursor: string | null;
}

/** What is in the way of any other read. */
type ReadTrouble = Extract<StatusAnswer, { kind: 'later' | 'closed' | 'unreadable' | 'unreachable' }>;

/** How a read of the list of ready meetings ended. */
export type ReadyAnswer = ({ readonly kind: 'ready' } & ReadyPage) | ReadTrouble;

/** How `GET /recordings/{id}` ended, as far as it tells what the meeting is called. */
export type MeetingAnswer =
  | { readonly kind: 'meeting'; readonly title: string | null }
  | Extract<StatusAnswer, { kind: 'gone' }>
  | ReadTrouble;
