// The report that support asks for: one text, which its user can read before it goes anywhere, and which needs no program to open.
// What may be in it is named here, piece by piece; what nobody named, a new setting say, stays out.

import type { EpochMs } from '../contract/ids';
import type { Settings } from '../contract/settings';
import type { MeetingView, Snapshot, TimelineEntry } from '../contract/snapshot';
import type { AppState } from '../domain/app-state';
import type { MeetingRecord } from '../domain/meeting';
import { readProxyServer } from '../domain/proxy-server';
import type { ReportNames } from './report-names';

export interface ReportSources {
  readonly now: EpochMs;
  /** Versions of the app, of what it runs on, and the like. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
  readonly state: AppState;
  readonly snapshot: Snapshot;
  /** Finished meetings of the past. */
  readonly archived: readonly MeetingView[];
  /** The last lines of the log. */
  readonly log: string;
  /** Strikes out what must not be told whatever it stands in: an answer may repeat a token, and a name may hold one. */
  withoutSecrets(text: string): string;
}

/** Most that is told of one meeting: the beginning of a long story is in nobody's way, and its end is what is asked about. */
const ENTRIES = 40;

/** The report. Never a token, a password or a certificate, whatever `names` tells. */
export function reportText(sources: ReportSources, names: ReportNames): string {
  const { state, snapshot, archived, facts, log } = sources;
  const { account, gates, notices, feed, app, sandbox, language } = snapshot;
  const section = (title: string, content: unknown) => `== ${title}\n${JSON.stringify(content, isoTimes, 2)}\n`;
  const text = [
    'Lobbe Uploader: a report for support',
    `Made at ${new Date(sources.now).toISOString()}. No token, no password and no certificate is in here.\n`,
    section('App', { ...facts, language, sandbox, ...app }),
    section('Account', {
      hasToken: account.hasToken,
      storage: account.storage,
      canEncrypt: account.canEncrypt,
      acceptedAt: account.acceptedAt,
      scopes: account.scopes,
    }),
    section('Settings', settingsOf(state.settings, snapshot.proxyPassword !== null)),
    section('Gates', gates),
    section('Notices', { store: notices, feed: feed.trouble }),
    section('Feed', {
      lastReadAt: feed.lastReadAt,
      hasCursor: state.feed.cursor !== null,
      notBefore: state.feed.notBefore,
      catchingUp: state.feed.catchUp && {
        open: state.feed.catchUp.open.length,
        listed: state.feed.catchUp.list === null,
      },
      setAside: state.feed.setAside.length,
      elsewhere: state.elsewhere.length,
    }),
    section(
      'Watched folders',
      state.watched.map(({ since, taken, noticed }) => ({ sinceAt: since, taken, noticed: noticed.length })),
    ),
    section('Counts', counts([...snapshot.meetings, ...archived])),
    section(
      'Meetings',
      state.meetings.map((meeting) => meetingOf(meeting, names)),
    ),
    `== Log\n${names.within(log)}`,
  ].join('\n');
  return sources.withoutSecrets(text);
}

/** Times are written so that people can read them; sizes and lengths are no times. */
function isoTimes(key: string, value: unknown): unknown {
  return typeof value === 'number' && /^(at|until|notBefore|.+At)$/.test(key) ? new Date(value).toISOString() : value;
}

function settingsOf(settings: Settings, hasPassword: boolean) {
  const { language, parallelUploads, bandwidth, proxy, certificate, notifications } = settings;
  const server = proxy.server === null ? null : readProxyServer(proxy.server);
  return {
    language,
    parallelUploads,
    bandwidth: { limit: bandwidth.limit, night: bandwidth.night },
    proxy: {
      mode: proxy.mode,
      // Where it is and who one is there is the network's own business.
      kind: server === null || typeof server === 'string' ? null : server.kind,
      hasUser: proxy.user !== null,
      hasPassword,
    },
    hasCertificate: certificate !== null,
    notifications,
  };
}

function counts(meetings: readonly MeetingView[]): Readonly<Record<string, number>> {
  const byStage: Record<string, number> = {};
  for (const { stage } of meetings) byStage[stage] = (byStage[stage] ?? 0) + 1;
  return byStage;
}

function meetingOf(meeting: MeetingRecord, names: ReportNames) {
  const { id, name, addedAt, key, attempts, failures, retries, recordingId, unanswered, keyReplaced, again } = meeting;
  const { file, state, timeline } = meeting;
  return {
    id,
    name: names.of(name),
    addedAt,
    key,
    attempts,
    failures,
    retries,
    recordingId,
    unanswered: unanswered.length,
    keyReplaced,
    again,
    file: file && { size: file.size, contentType: file.contentType, durationMs: file.durationMs },
    state: told(state, names),
    timeline: timeline.slice(-ENTRIES).map((entry) => entryOf(entry, names)),
  };
}

/** A code, or a sentence of Lobbe's, which may quote the name of the file. */
const CODE = /^[A-Za-z][A-Za-z0-9_-]{0,59}(\.[a-z_]{1,40})?$/;

function entryOf(entry: TimelineEntry, names: ReportNames): TimelineEntry {
  return entry.code === undefined ? entry : { ...entry, code: text(entry.code, names) };
}

function told(state: MeetingRecord['state'], names: ReportNames): unknown {
  if (state.stage === 'blocked' && state.detail !== null) return { ...state, detail: text(state.detail, names) };
  return state.stage === 'failed'
    ? { ...state, failure: { ...state.failure, code: text(state.failure.code, names) } }
    : state;
}

function text(said: string, names: ReportNames): string {
  return CODE.test(said) ? said : names.within(said);
}
