import { createHash, randomInt } from 'node:crypto';
import type { Meeting, MeetingError, Scope } from './model';

/** What the server does with the rest of a request body after it answered before the body was read. */
export type Ending =
  /** Reads on and throws away: the connection stays usable. */
  | 'drain'
  /** Sends FIN, reads on until the client is done. */
  | 'half-close'
  /** Closes both ways; what the client still sends is answered with RST by the kernel. */
  | 'close'
  /** RST at once. */
  | 'reset';

/** How meetings move on. `manual`: only by the controls. */
export type Pace = 'manual' | TimedPace;

export interface TimedPace {
  /** Milliseconds in each step. */
  readonly queued: number;
  readonly transcribing: number;
  readonly generating: number;
  /** What comes after the last step: READY unless said otherwise. */
  readonly outcome?: (meeting: Readonly<Meeting>) => 'READY' | 'NAMING' | MeetingError;
}

/** Most per token on one day (L18). Null or absent: no cap. */
export interface DailyCap {
  readonly bytes?: number | null;
  readonly minutes?: number | null;
}

/** At most `requests` in any `perMs` milliseconds, per token (F3). */
export interface RateLimit {
  readonly requests: number;
  readonly perMs: number;
}

/** `read` is shared by status, full meeting, lists and the feed (F3). */
export type RateClass = 'send' | 'query' | 'read';

export interface TokenSpec {
  readonly token: string;
  /** How logs, meetings and controls call it; made from a digest of the token if absent. */
  readonly name?: string;
  /** `recordings:read`, `recordings:write` and `recordings:query` if absent. */
  readonly scopes?: readonly Scope[];
  readonly dailyCap?: DailyCap;
  /** Tokens with the same account name share meetings, keys and minutes. */
  readonly account?: string;
}

export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Serves https with this key and certificate. */
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer };
  readonly tokens?: readonly TokenSpec[];
  readonly now?: () => number;
  readonly random?: () => number;
  readonly pace?: Pace;
  /** Account state is kept here and survives a kill -9. */
  readonly stateFile?: string;
  /** Balance of a new account. */
  readonly minutes?: number;
  /** Minutes of a recording, from its size; must not fall as the size grows. */
  readonly minutesOf?: (size: number) => number;
  readonly minutesPerQuestion?: number;
  /** Lobbe's own limits per account and day: DAILY_LIMIT_REACHED (L18). */
  readonly dailySendLimit?: number | null;
  readonly dailyQuestionLimit?: number | null;
  /** Length of a "day" of caps and limits; a short one lets a test see a cap open. */
  readonly dayMs?: number;
  readonly eventRetentionDays?: number;
  readonly rateLimits?: Partial<Record<RateClass, RateLimit>>;
  /** Answers that the headers decide (repeats, refusals) come before the body was read, then this; `never`: after the body. */
  readonly earlyAnswer?: Ending | 'never';
  /** Larger recordings get 413. */
  readonly maxBytes?: number;
  /** Refuses bodies without Content-Length with 411. */
  readonly requireContentLength?: boolean;
  /** Content types of the `audio` part that are taken; others get 415. */
  readonly accepts?: (contentType: string) => boolean;
  /** Retry-After of 503 UPLOAD_IN_PROGRESS (L10). */
  readonly uploadInProgressSeconds?: number;
  /** Reads no request body faster than this, in bytes a second. */
  readonly throttleAll?: number;
  /** This share of requests is carried out, and then the connection is reset instead of an answer. */
  readonly dropAnswers?: number;
  /** Keeps the bytes of recordings in memory, for tests that compare them. */
  readonly keepContent?: boolean;
  readonly keepAliveTimeoutMs?: number;
  /** Told of every error that is a bug of the sandbox; the request gets a 500. */
  readonly onError?: (error: unknown) => void;
}

export interface Token {
  readonly name: string;
  readonly digest: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly account: string;
  dailyCap: DailyCap;
  revoked: boolean;
}

/** The token of a sandbox that was started without `tokens`. */
export const DEFAULT_TOKEN = 'lobbe-sandbox-token';
export const DEFAULT_ACCOUNT = 'main';

const DEFAULT_SCOPES: readonly Scope[] = ['recordings:read', 'recordings:write', 'recordings:query'];

/** Slow enough to see each status go by, fast enough to try the app in a coffee break. */
const DEMO_PACE: TimedPace = { queued: 3_000, transcribing: 8_000, generating: 5_000 };

const DAY_MS = 86_400_000;

/** Options with every default filled in. */
export interface Settings {
  readonly now: () => number;
  readonly random: () => number;
  readonly pace: Pace;
  readonly initialMinutes: number;
  readonly minutesOf: (size: number) => number;
  readonly minutesPerQuestion: number;
  dailySendLimit: number | null;
  dailyQuestionLimit: number | null;
  readonly dayMs: number;
  readonly eventRetentionMs: number;
  readonly earlyAnswer: Ending | 'never';
  readonly maxBytes: number;
  readonly requireContentLength: boolean;
  readonly accepts: (contentType: string) => boolean;
  readonly uploadInProgressSeconds: number;
  throttleAll: number | null;
  dropAnswers: number;
  readonly keepContent: boolean;
  readonly onError: (error: unknown) => void;
}

/** Fills in the defaults. */
export function resolveSettings(options: SandboxOptions): Settings {
  return {
    now: options.now ?? Date.now,
    random: options.random ?? (() => randomInt(2 ** 47) / 2 ** 47),
    pace: options.pace ?? DEMO_PACE,
    initialMinutes: options.minutes ?? 600,
    // About what speech at 128 kbit/s takes; a recording never costs less than a minute.
    minutesOf: options.minutesOf ?? ((size) => Math.max(1, Math.ceil(size / 960_000))),
    minutesPerQuestion: options.minutesPerQuestion ?? 1,
    dailySendLimit: options.dailySendLimit ?? null,
    dailyQuestionLimit: options.dailyQuestionLimit ?? null,
    dayMs: options.dayMs ?? DAY_MS,
    eventRetentionMs: (options.eventRetentionDays ?? 30) * DAY_MS,
    earlyAnswer: options.earlyAnswer ?? 'drain',
    maxBytes: options.maxBytes ?? Number.POSITIVE_INFINITY,
    requireContentLength: options.requireContentLength ?? false,
    accepts: options.accepts ?? ((type) => /^(audio|video)\//i.test(type)),
    uploadInProgressSeconds: options.uploadInProgressSeconds ?? 2,
    throttleAll: options.throttleAll ?? null,
    dropAnswers: options.dropAnswers ?? 0,
    keepContent: options.keepContent ?? false,
    onError: options.onError ?? (() => {}),
  };
}

/** Digest by which a token is looked up, so that the secret itself is kept nowhere. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The tokens that this sandbox knows. */
export function resolveTokens(specs: readonly TokenSpec[] = [{ token: DEFAULT_TOKEN }]): Token[] {
  return specs.map((spec) => {
    const digest = tokenDigest(spec.token);
    return {
      name: spec.name ?? `token-${digest.slice(0, 8)}`,
      digest,
      scopes: new Set(spec.scopes ?? DEFAULT_SCOPES),
      account: spec.account ?? DEFAULT_ACCOUNT,
      dailyCap: spec.dailyCap ?? {},
      revoked: false,
    };
  });
}
