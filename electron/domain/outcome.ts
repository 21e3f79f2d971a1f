// How an attempt ended. Classified once, at the edge of the transport, by the policy of the service; decided on in domain.

import type { EpochMs, RecordingId } from '../contract/ids';

/** How far an attempt got. From `flush` on, the server may have all of the request. */
export type AttemptPhase = 'file' | 'connect' | 'body' | 'flush' | 'response';

/** What every answer of a server carries, for the timeline and for support. */
export interface AnswerFacts {
  readonly status: number;
  /** `error.code`, null where the body has none. */
  readonly code: string | null;
  readonly requestId: string | null;
}

/**
 * Why a file could not be sent; nothing complete reached the server. `file-busy`: held by another program, or not to be had just now;
 * it passes by itself.
 */
export type FileTrouble = 'file-missing' | 'file-changed' | 'file-unreadable' | 'empty-file' | 'file-busy';

/** Why Lobbe could not process a meeting. */
export interface LobbeFailure {
  readonly code: string;
  readonly retryable: boolean;
}

/** What a 202 says of its meeting. */
export interface AcceptedMeeting {
  readonly recordingId: RecordingId;
  readonly status: string;
  readonly failure?: LobbeFailure;
}

export type Outcome =
  /** 202, or its repeat (L6): Lobbe has the meeting. `status` is its current one, as it came. */
  | {
      readonly kind: 'accepted';
      readonly recordingId: RecordingId;
      readonly status: string;
      /** Of a repeat whose meeting has failed (L6, F4). */
      readonly failure?: LobbeFailure;
      readonly facts: AnswerFacts;
    }
  /**
   * The service answered: not now. `notBefore` is the absolute end of its Retry-After, null if it sent none that counts;
   * what that means is the policy's to say (L16, L17, L18).
   */
  | {
      readonly kind: 'later';
      readonly notBefore: EpochMs | null;
      /** A Retry-After was there, whether or not it can be used: what its absence means is documented (L18). */
      readonly askedToWait: boolean;
      /** The answer of a filter, a gateway, a deployment under way: no word about the token, the account or the recording. */
      readonly isPage?: true;
      readonly facts: AnswerFacts;
    }
  /** The service answered that this request, as it is, does not work (L20). */
  | { readonly kind: 'refused'; readonly facts: AnswerFacts; readonly message: string | null }
  /** The file could not be read as it was queued. The request was never completed. */
  | { readonly kind: 'file-trouble'; readonly trouble: FileTrouble; readonly code: string }
  /** We stopped it: quit, pause, cancel, sleep. `mayHaveArrived`: every byte was out, so Lobbe may have all of it. */
  | { readonly kind: 'interrupted'; readonly mayHaveArrived: boolean; readonly sent: number }
  /**
   * No answer that counts: a network failure, a timeout, a page that is not Lobbe's. `mayHaveArrived` is true wherever the
   * server may have the whole request; the same key goes out again either way (L16).
   */
  | {
      readonly kind: 'unknown';
      readonly phase: AttemptPhase;
      readonly mayHaveArrived: boolean;
      /** `ECONNREFUSED`, `STALLED`, `NO_ANSWER`, `NOT_LOBBE`, …: for the timeline. */
      readonly code: string;
      readonly sent: number;
      /** Of an answer that came, and does not count. */
      readonly requestId?: string;
    };

/** An HTTP answer after the transport read and checked its form: what a policy classifies. */
export interface ServerAnswer {
  readonly facts: AnswerFacts;
  /** From a 2xx whose body is JSON with an `id`; null otherwise (a captive portal answers 200 too). */
  readonly accepted: AcceptedMeeting | null;
  /** Retry-After as an absolute time, both forms strictly parsed, a date measured against the answer's Date; null if none counts. */
  readonly notBefore: EpochMs | null;
  readonly askedToWait: boolean;
  /** Its body is a page of HTML: Lobbe's answers are JSON. */
  readonly isPage: boolean;
  /** What the answer says for people, if anything; plain text, capped. */
  readonly message: string | null;
}
