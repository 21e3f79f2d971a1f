// Names for the plain values that travel through every room. Types only; nothing here exists at run time.

declare const brand: unique symbol;
type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

/**
 * Our own id of a meeting's record: a UUID v4 made when the recording is taken in. Never sent to Lobbe. Of a meeting that was sent from
 * elsewhere: `elsewhere:` and its `RecordingId`.
 */
export type MeetingId = Branded<string, 'MeetingId'>;

/** The id Lobbe gave to a meeting (`recordingId` of events, `id` of a 202). */
export type RecordingId = Branded<string, 'RecordingId'>;

/** A random UUID v4 that makes a repeat recognisable (L14, L15). Belongs to one file content and to one meeting, for ever. */
export type IdempotencyKey = Branded<string, 'IdempotencyKey'>;

/** A short digest that tells two tokens apart without holding either. */
export type TokenFingerprint = Branded<string, 'TokenFingerprint'>;

/** Milliseconds since 1970 on the wall clock. Deadlines on disk are absolute, so that sleep and restarts do not move them. */
export type EpochMs = number;
