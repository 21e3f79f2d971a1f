// The form of what is on disk. A checksum already tells damaged bytes; this catches what no checksum can: a state that another
// version, a migration or a bug of ours has made. Objects are loose, so that fields of a later version survive a downgrade.

import { z } from 'zod';
import type { EpochMs, IdempotencyKey, MeetingId, RecordingId, TokenFingerprint } from '../contract/ids';
import type { Settings } from '../contract/settings';
import type { TimelineEntry } from '../contract/snapshot';
import type { AppState, ArchiveState, CatchUp, FeedState, TokenScopes } from '../domain/app-state';
import { LOWEST_LIMIT } from '../domain/bandwidth';
import type { ElsewhereRecord } from '../domain/elsewhere-record';
import type { Gate } from '../domain/gates';
import type { LobbeState } from '../domain/lobbe-status';
import type { MeetingRecord, MeetingState } from '../domain/meeting';
import type { NewsItem } from '../domain/news-item';
import type { WatchedFolder } from '../domain/watched-folder';

/** A branded string: its brand exists for the compiler only, so any text has the form. */
const text = <Name extends string>() => z.string() as unknown as z.ZodType<Name, Name>;
const time: z.ZodType<EpochMs, EpochMs> = z.number();
const count = z.number().int().nonnegative();

const file = z.looseObject({
  size: count,
  mtimeMs: z.number(),
  contentType: z.string(),
  durationMs: z.number().nullable(),
  ends: z.string().nullable(),
});

const wait = {
  reason: z.enum(['network', 'server-error', 'upload-in-progress', 'rate-limited']),
  since: time,
  until: time,
  toldByServer: z.boolean(),
};

const blockReason = z.enum([
  'file-missing',
  'file-changed',
  'file-unreadable',
  'not-audio',
  'empty-file',
  'over-daily-cap',
  'maybe-delivered',
  'rejected',
]);

const lobbeStates = [
  z.looseObject({ stage: z.literal('processing'), status: z.string() }),
  z.looseObject({ stage: z.literal('naming') }),
  z.looseObject({ stage: z.literal('ready'), at: time, unseen: z.boolean() }),
  z.looseObject({
    stage: z.literal('failed'),
    at: time,
    failure: z.looseObject({ code: z.string(), retryable: z.boolean(), retries: count }),
  }),
  z.looseObject({ stage: z.literal('deleted'), at: time }),
] as const;

const fileWait = z.enum(['growing', 'in-use', 'in-cloud', 'no-answer']);

const state = z.discriminatedUnion('stage', [
  z.looseObject({ stage: z.literal('preparing'), waits: fileWait.nullable(), fresh: z.boolean() }),
  z.looseObject({ stage: z.literal('queued') }),
  z.looseObject({ stage: z.literal('uploading') }),
  z.looseObject({ stage: z.literal('waiting'), ...wait }),
  z.looseObject({ stage: z.literal('paused'), wait: z.looseObject(wait).nullable(), until: time.nullable() }),
  z.looseObject({ stage: z.literal('blocked'), reason: blockReason, detail: z.string().nullable() }),
  ...lobbeStates,
  z.looseObject({
    stage: z.literal('cancelled'),
    at: time,
    before: z.lazy((): z.ZodType<MeetingState> => state),
    hidden: z.boolean(),
  }),
]) satisfies z.ZodType<MeetingState>;

const timelineEntry = z.looseObject({
  at: time,
  kind: z.enum(['added', 'attempt', 'answered', 'wait', 'gate', 'blocked', 'interrupted', 'event', 'user', 'key']),
  status: z.number().exactOptional(),
  code: z.string().exactOptional(),
  phase: z.string().exactOptional(),
  sent: z.number().exactOptional(),
  until: time.exactOptional(),
  attempt: z.number().exactOptional(),
  requestId: z.string().exactOptional(),
}) satisfies z.ZodType<TimelineEntry>;

export const meetingRecord = z.looseObject({
  id: text<MeetingId>(),
  name: z.string(),
  path: z.string(),
  addedAt: time,
  key: text<IdempotencyKey>(),
  keyToken: text<TokenFingerprint>().nullable(),
  unanswered: z.array(text<TokenFingerprint>()),
  attempt: z.looseObject({ since: time, token: text<TokenFingerprint>() }).nullable(),
  keyReplaced: z.boolean(),
  again: z.boolean(),
  watched: z.boolean(),
  file: file.nullable(),
  sha256: z.string().nullable(),
  attempts: count,
  failures: count,
  recordingId: text<RecordingId>().nullable(),
  retries: count,
  seenEvents: z.array(z.string()),
  state,
  timeline: z.array(timelineEntry),
}) satisfies z.ZodType<MeetingRecord>;

const probing = { probeAt: time, halfOpen: z.boolean() };
export const gate = z.discriminatedUnion('gate', [
  z.looseObject({ gate: z.literal('needs-minutes'), closedAt: time, probes: count, ...probing }),
  z.looseObject({ gate: z.literal('daily-cap'), closedAt: time, until: time, token: text<TokenFingerprint>() }),
  z.looseObject({ gate: z.literal('daily-limit'), closedAt: time, ...probing }),
  z.looseObject({ gate: z.literal('rate-limited'), closedAt: time, until: time, token: text<TokenFingerprint>() }),
  z.looseObject({ gate: z.literal('unauthorized'), closedAt: time, token: text<TokenFingerprint>() }),
  z.looseObject({
    gate: z.literal('scope-disabled'),
    closedAt: time,
    why: z.enum(['scope-disabled', 'forbidden']),
    token: text<TokenFingerprint>(),
    probes: count,
    ...probing,
  }),
]) satisfies z.ZodType<Gate>;

const lobbeState = z.discriminatedUnion('stage', [...lobbeStates]) satisfies z.ZodType<LobbeState>;

export const elsewhereRecord = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('meeting'),
    recordingId: text<RecordingId>(),
    title: z.string().nullable(),
    titleIsDue: z.boolean(),
    token: text<TokenFingerprint>(),
    addedAt: time,
    seenEvents: z.array(z.string()),
    state: lobbeState,
    timeline: z.array(timelineEntry),
  }),
  z.looseObject({ kind: z.literal('hidden'), recordingId: text<RecordingId>() }),
]) satisfies z.ZodType<ElsewhereRecord>;

const known = z.boolean().nullable();
export const tokenScopes = z.looseObject({
  token: text<TokenFingerprint>(),
  read: known,
  write: known,
  ask: known,
}) satisfies z.ZodType<TokenScopes>;

const catchUp = z.looseObject({
  list: z.looseObject({ cursor: z.string().nullable(), mark: z.string().nullable(), pages: count }).nullable(),
  open: z.array(text<RecordingId>()),
}) satisfies z.ZodType<CatchUp>;

export const feed = z.looseObject({
  cursor: z.string().nullable(),
  token: text<TokenFingerprint>().nullable(),
  lastReadAt: time.nullable(),
  notBefore: time.nullable(),
  toldAt: time.nullable(),
  catchUp: catchUp.nullable(),
  setAside: z.array(z.looseObject({ at: time, raw: z.string() })),
}) satisfies z.ZodType<FeedState>;

export const archive = z.looseObject({
  cleared: z.boolean(),
  gone: z.array(text<MeetingId>()),
}) satisfies z.ZodType<ArchiveState>;

export const newsItem = z.discriminatedUnion('about', [
  z.looseObject({
    about: z.literal('meeting'),
    what: z.enum(['ready', 'naming', 'failed', 'over-daily-cap']),
    id: text<MeetingId>(),
    name: z.string(),
  }),
  z.looseObject({
    about: z.literal('account'),
    what: z.enum(['needs-minutes', 'daily-cap', 'daily-limit', 'daily-cap-over']),
    until: time.nullable(),
  }),
]) satisfies z.ZodType<NewsItem>;

export const watchedFolder = z.looseObject({
  id: z.string(),
  path: z.string(),
  since: time,
  taken: count,
  noticed: z.array(
    z.looseObject({
      path: z.string(),
      size: count,
      mtimeMs: z.number(),
      ino: z.number(),
      bornMs: z.number(),
      meeting: text<MeetingId>().nullable(),
    }),
  ),
}) satisfies z.ZodType<WatchedFolder>;

const limit = count.min(LOWEST_LIMIT).nullable();
const minuteOfDay = count.max(24 * 60 - 1);

export const settings = z.looseObject({
  language: z.enum(['system', 'fa', 'en']),
  parallelUploads: count.min(1).max(4),
  bandwidth: z.looseObject({
    limit,
    night: z.looseObject({ from: minuteOfDay, to: minuteOfDay, limit }).nullable(),
  }),
  proxy: z.looseObject({
    mode: z.enum(['system', 'none', 'manual']),
    server: z.string().nullable(),
    user: z.string().nullable(),
  }),
  certificate: z.looseObject({ pem: z.string(), name: z.string() }).nullable(),
  notifications: z.looseObject({
    ready: z.boolean(),
    naming: z.boolean(),
    minutes: z.boolean(),
    failed: z.boolean(),
    elsewhere: z.boolean(),
  }),
}) satisfies z.ZodType<Settings>;

export const appState = z.looseObject({
  meetings: z.array(meetingRecord),
  gates: z.array(gate),
  pausedAll: z.boolean(),
  pausedUntil: time.nullable(),
  lostInARow: count,
  feed,
  elsewhere: z.array(elsewhereRecord),
  scopes: z.array(tokenScopes),
  archive,
  news: z.array(newsItem),
  watched: z.array(watchedFolder),
  settings,
}) satisfies z.ZodType<AppState>;
