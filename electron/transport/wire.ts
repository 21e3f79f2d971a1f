// The bodies of Lobbe's answers. Tolerant: what the documents leave open may be missing, and what they do not name is ignored;
// only what we act on has to be there.

import { z } from 'zod';
import type { RecordingId } from '../contract/ids';
import type { FeedAnswer, FeedEvent } from '../domain/feed-answers';
import type { AcceptedMeeting } from '../domain/outcome';

/** Longest raw text of an event that is set aside. */
const LONGEST_RAW = 2_000;

// Ids become parts of paths: no white space, nothing endless, and not the dots that mean another folder.
export const id = z
  .union([z.string(), z.number().int().transform(String)])
  .refine((text) => /^[^\s\p{Cc}\p{Cs}]{1,200}$/u.test(text) && !/^\.+$/.test(text));
export const recordingId = id.transform((text) => text as RecordingId);
const word = z.string().min(1).max(100);
const code = z.string().regex(/^[\x20-\x7e]{1,100}$/);

const failure = z
  .object({ code: code.catch('UNKNOWN'), retryable: z.boolean().catch(false) })
  .nullable()
  .catch(null);

const accepted = z.object({
  id: recordingId,
  // Not said to be always there (Silent); right after sending it is this one, and the feed tells soon.
  status: word.catch('QUEUED'),
  error: failure,
});

const status = z.object({ status: word, error: failure });

const event = z
  .object({
    id,
    type: word,
    recordingId,
    seriesId: id.nullable().catch(null),
    occurredAt: z.string().max(100).nullable().catch(null),
    data: z
      .object({ status: word.nullable().catch(null), change: word.nullable().catch(null), error: failure })
      .catch({ status: null, change: null, error: null }),
  })
  .transform(({ data, ...rest }): FeedEvent => ({ ...rest, ...data }));

/**
 * An event as it nearly always is. Whatever this takes, `event` takes too, and makes the same of it; but tolerance cannot be compiled,
 * and costs ten times as much for each event of a backlog: it is kept for those that need it.
 */
const usualEvent = z.object({
  id: z.string(),
  type: z.string(),
  recordingId: z.string(),
  seriesId: z.string().nullable(),
  occurredAt: z.string().nullable(),
  data: z.object({ status: z.string().optional(), change: z.string().optional(), error: z.undefined().optional() }),
});

const usualEvents = z.array(usualEvent);

const USUAL_ID = /^(?!\.+$)[\x21-\x7e]{1,200}$/;
const isWord = (text: string) => text.length > 0 && text.length <= 100;

/** What became of an event that has the usual form; null if it needs tolerance all the same. */
function asUsual(event: z.infer<typeof usualEvent>): FeedEvent | null {
  const { id, type, recordingId, seriesId, occurredAt, data: given } = event;
  const { status, change } = given;
  const isUsual =
    USUAL_ID.test(id) &&
    USUAL_ID.test(recordingId) &&
    (seriesId === null || USUAL_ID.test(seriesId)) &&
    (occurredAt === null || occurredAt.length <= 100) &&
    isWord(type) &&
    (status === undefined || isWord(status)) &&
    (change === undefined || isWord(change));
  if (!isUsual) return null;
  const is = recordingId as RecordingId;
  return {
    id,
    type,
    recordingId: is,
    seriesId,
    occurredAt,
    status: status ?? null,
    change: change ?? null,
    error: null,
  };
}

const versioned = z.object({ schemaVersion: z.number() });

const page = z.object({
  schemaVersion: z.number().default(1),
  // `after=latest` returns no event (F10); whether as an empty list or as none is not said.
  events: z.array(z.unknown()).nullish(),
  // F11: always there. A lone surrogate could not be sent back unchanged.
  nextCursor: z
    .string()
    .min(1)
    .refine((cursor) => !/\p{Cs}/u.test(cursor)),
});

const errorEnvelope = z.object({
  error: z.object({ code: code.nullable().catch(null), message: z.string().nullable().catch(null) }),
});

/** `{"error": {"code": …}}`; null where a part is missing or not printable. */
export function errorBody(json: unknown): { readonly code: string | null; readonly message: string | null } {
  return errorEnvelope.safeParse(json).data?.error ?? { code: null, message: null };
}

/** The meeting that a 2xx names; null if it names none, and so is not Lobbe's. */
export function acceptedBody(json: unknown): AcceptedMeeting | null {
  const { data } = accepted.safeParse(json);
  if (!data) return null;
  return { recordingId: data.id, status: data.status, ...(data.error && { failure: data.error }) };
}

/** A meeting's status; null if the body has none. */
export function statusBody(json: unknown): z.infer<typeof status> | null {
  return status.safeParse(json).data ?? null;
}

/** The text of an event that is set aside. JSON can be nested deeper than it can be printed: that throws. */
function rawText(raw: unknown): string {
  try {
    return JSON.stringify(raw).slice(0, LONGEST_RAW);
  } catch {
    return 'nested too deeply to be shown';
  }
}

/** The form of pages that this version was written for (F6). */
const SCHEMA_VERSION = 1;

/**
 * A page of the feed (F6); null if it is none. Events are read one by one: what makes one unreadable must not stop the feed at
 * this page for ever. `limit` is what was asked for: a page that has it is full (F12). Case 73: a page of a newer form is read as
 * far as it can be; one of which nothing can be read is `newer`, as going on would lose its events.
 */
export function feedPage(json: unknown, limit: number): Extract<FeedAnswer, { kind: 'page' | 'newer' }> | null {
  const { data } = page.safeParse(json);
  if (!data) {
    const version = versioned.safeParse(json).data?.schemaVersion ?? SCHEMA_VERSION;
    return version > SCHEMA_VERSION ? { kind: 'newer', schemaVersion: version } : null;
  }
  const { schemaVersion, nextCursor } = data;
  const events: FeedEvent[] = [];
  const unreadable: string[] = [];
  const raws = data.events ?? [];
  // Of a whole page at once, which costs a third of one by one; a page with a failure in it is read one by one.
  const usuals = usualEvents.safeParse(raws).data;
  for (let n = 0; n < raws.length; n += 1) {
    const raw = raws[n];
    const form = usuals ? usuals[n] : usualEvent.safeParse(raw).data;
    const usual = form ? asUsual(form) : null;
    if (usual) {
      events.push(usual);
      continue;
    }
    const read = event.safeParse(raw);
    if (read.success) events.push(read.data);
    else unreadable.push(rawText(raw));
  }
  const isAllUnread = events.length === 0 && unreadable.length > 0;
  if (isAllUnread && schemaVersion > SCHEMA_VERSION) return { kind: 'newer', schemaVersion };
  return {
    kind: 'page',
    events,
    unreadable,
    nextCursor,
    full: events.length + unreadable.length >= limit,
    schemaVersion,
  };
}
