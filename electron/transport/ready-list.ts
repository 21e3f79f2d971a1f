// The list of ready meetings (F17) and a meeting's title. What their bodies look like is not documented (Silent), so any that can be
// understood is; the guess is in this file alone.

import { z } from 'zod';
import type { RecordingId } from '../contract/ids';
import type { MeetingAnswer, ReadyAnswer, ReadyPage } from '../domain/feed-answers';
import { isSuccess, type ReadAnswer } from './answer';
import type { Target } from './exchange';
import { ask, common, isLobbes } from './reads';
import { recordingId } from './wire';

/** Longer ones would only be cut where they are shown. */
const LONGEST_TITLE = 500;

const title = z
  .string()
  .transform(
    (text) =>
      text
        .trim()
        .slice(0, LONGEST_TITLE)
        .replace(/\p{Cs}/gu, '\uFFFD') || null,
  )
  .nullable()
  .catch(null);
const moment = z
  .union([z.number(), z.string().transform((text) => Date.parse(text))])
  .pipe(
    z
      .number()
      .int()
      .nonnegative()
      .max(Date.UTC(9999, 11, 31)),
  )
  .nullable()
  .catch(null);

const listed = z
  .object({ id: recordingId, title, name: title, readyAt: moment, createdAt: moment })
  .transform((m) => ({ id: m.id, title: m.title ?? m.name, at: m.readyAt ?? m.createdAt }));
const bare = recordingId.transform((id) => ({ id, title: null, at: null }));
const entry = z.union([listed, bare]);

const cursor = z
  .string()
  .min(1)
  .refine((text) => !/\p{Cs}/u.test(text));

/** A page of the list; null if there is no list in it. Entries that cannot be read are passed over. */
export function readyPage(json: unknown): ReadyPage | null {
  const list = listIn(json);
  if (list === null) return null;
  const meetings = list.flatMap((raw) => entry.safeParse(raw).data ?? []);
  const next = typeof json === 'object' && json !== null && 'nextCursor' in json ? json.nextCursor : null;
  return { meetings, nextCursor: cursor.safeParse(next).data ?? null };
}

/** The body itself, or the first list in it, whatever it is called. */
function listIn(json: unknown): readonly unknown[] | null {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return null;
  return Object.values(json).find((value) => Array.isArray(value)) ?? null;
}

const meeting = z.object({ title, name: title }).transform((m) => m.title ?? m.name);
const wrapped = z.object({ recording: meeting }).transform(({ recording }) => recording);

/** What an answer to `GET /recordings/ready` means. */
export function classifyReady(answer: ReadAnswer): ReadyAnswer {
  if (!isSuccess(answer)) return common(answer);
  const page = readyPage(answer.json);
  return page ? { kind: 'ready', ...page } : { kind: 'unreadable', status: answer.facts.status };
}

/** What an answer to `GET /recordings/{id}` means. */
export function classifyMeeting(answer: ReadAnswer): MeetingAnswer {
  const { status } = answer.facts;
  if (status === 404 && isLobbes(answer)) return { kind: 'gone' };
  if (!isSuccess(answer)) return common(answer);
  const flat = meeting.safeParse(answer.json);
  if (!flat.success) return { kind: 'unreadable', status };
  return { kind: 'meeting', title: flat.data ?? wrapped.safeParse(answer.json).data ?? null };
}

/** `GET /recordings/ready`, from a cursor of its own or (null) from its beginning. */
export async function readReady(
  target: Target,
  after: string | null,
  limit: number | null,
  signal: AbortSignal,
): Promise<ReadyAnswer> {
  const query = [limit === null ? [] : `limit=${limit}`, after === null ? [] : `after=${encodeURIComponent(after)}`];
  const asked = await ask(
    target,
    'GET',
    ['/recordings/ready', query.flat().join('&')].filter(Boolean).join('?'),
    signal,
  );
  return asked.kind === 'answer' ? classifyReady(asked.answer) : asked;
}

/** `GET /recordings/{id}`. */
export async function readMeeting(target: Target, id: RecordingId, signal: AbortSignal): Promise<MeetingAnswer> {
  const asked = await ask(target, 'GET', `/recordings/${encodeURIComponent(id)}`, signal);
  return asked.kind === 'answer' ? classifyMeeting(asked.answer) : asked;
}
