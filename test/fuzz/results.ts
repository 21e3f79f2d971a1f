// The forms that results may have, written from their documentation: anything else is a bug, whatever the compiler was told.

import { z } from 'zod';

const status = z.number().int().min(200).max(999);
const code = z
  .string()
  .regex(/^[\x20-\x7e]{1,100}$/)
  .nullable();
const requestId = z.string().regex(/^[\x21-\x7e]{1,128}$/);
const facts = z.strictObject({ status, code, requestId: requestId.nullable() });
/** Absolute, and no further away than anybody means (case 43). */
const time = z
  .number()
  .min(0)
  .max(Date.UTC(2100, 0, 1));
const failure = z.strictObject({ code: z.string().min(1), retryable: z.boolean() });
/** Of the system, of TLS, of the parser, or ours; never free text. */
const reason = z.string().regex(/^[A-Z0-9_]{1,60}$/);
const id = z.string().regex(/^\S{1,400}$/u);
const sent = z.number().int().nonnegative();
const word = z.string().min(1).max(100);

/** One paragraph that can stand among other text (case 2). */
const message = z
  .string()
  .refine(
    (text) => text !== '' && [...text].length <= 500 && !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text),
  );

export const outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted'), recordingId: id, status: word, failure: failure.optional(), facts }),
  z.strictObject({
    kind: z.literal('later'),
    notBefore: time.nullable(),
    askedToWait: z.boolean(),
    isPage: z.literal(true).optional(),
    facts,
  }),
  z.strictObject({ kind: z.literal('refused'), facts, message: message.nullable() }),
  z.strictObject({
    kind: z.literal('file-trouble'),
    trouble: z.enum(['file-missing', 'file-changed', 'file-unreadable', 'empty-file', 'file-busy']),
    code: reason,
  }),
  z.strictObject({ kind: z.literal('interrupted'), mayHaveArrived: z.boolean(), sent }),
  z.strictObject({
    kind: z.literal('unknown'),
    phase: z.enum(['file', 'connect', 'body', 'flush', 'response']),
    mayHaveArrived: z.boolean(),
    code: reason,
    sent,
    requestId: requestId.optional(),
  }),
]);

const noAnswer = [
  z.strictObject({ kind: z.literal('later'), notBefore: time.nullable(), status, code }),
  z.strictObject({ kind: z.literal('closed'), status: z.union([z.literal(401), z.literal(403)]), code }),
  z.strictObject({ kind: z.literal('unreadable'), status }),
  z.strictObject({ kind: z.literal('unreachable'), code: reason }),
] as const;

export const feedAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('page'),
    events: z.array(
      z.strictObject({
        id,
        type: word,
        recordingId: id,
        seriesId: id.nullable(),
        occurredAt: z.string().max(100).nullable(),
        status: word.nullable(),
        change: word.nullable(),
        error: failure.nullable(),
      }),
    ),
    unreadable: z.array(z.string().max(2_000)),
    nextCursor: z.string().min(1),
    full: z.boolean(),
    schemaVersion: z.number(),
  }),
  z.strictObject({ kind: z.literal('newer'), schemaVersion: z.number().min(1) }),
  z.strictObject({ kind: z.literal('expired') }),
  ...noAnswer,
]);

export const statusAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: word, error: failure.nullable() }),
  z.strictObject({ kind: z.literal('gone') }),
  z.strictObject({ kind: z.literal('not-failed') }),
  ...noAnswer,
]);

/** Text of strangers, cut, that can be written down and shown. */
const title = z.string().refine((text) => text !== '' && text.length <= 500 && !/\p{Cs}/u.test(text));

export const readyAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ready'),
    meetings: z.array(
      z.strictObject({
        id,
        title: title.nullable(),
        at: z
          .number()
          .int()
          .min(0)
          .max(Date.UTC(9999, 11, 31))
          .nullable(),
      }),
    ),
    nextCursor: z.string().min(1).nullable(),
  }),
  ...noAnswer,
]);

export const meetingAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('meeting'), title: title.nullable() }),
  z.strictObject({ kind: z.literal('gone') }),
  ...noAnswer,
]);

/** Null if `value` has the form, else what is wrong with it. */
export function wrongForm(form: z.ZodType, value: unknown): string | null {
  const { error } = form.safeParse(value);
  return error ? `not of its form: ${z.prettifyError(error)}: ${JSON.stringify(value)?.slice(0, 500)}` : null;
}
