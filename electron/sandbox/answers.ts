// What the server says: a status, headers and JSON. Refusals are `{"error": {"code", "message"}}`.

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Every code, with its status. Codes below the line are not in Lobbe's documents: the sandbox had to choose a word. */
const STATUS_OF = {
  VALIDATION: 400, // L3
  SCOPE_DISABLED: 403, // L21, F9
  IDEMPOTENCY_KEY_IN_USE: 409, // L13
  NOT_FAILED: 409, // F4
  CURSOR_EXPIRED: 410, // F16
  RATE_LIMITED: 429, // F3
  TOKEN_DAILY_CAP: 429, // L18
  DAILY_LIMIT_REACHED: 429, // L18
  GENERATE_FAILED: 502, // L19
  UPLOAD_IN_PROGRESS: 503, // L10
  // ---
  UNAUTHORIZED: 401,
  INSUFFICIENT_MINUTES: 402,
  SCOPE_MISSING: 403,
  NOT_FOUND: 404,
  NOT_READY: 409,
  NOT_RETRYABLE: 409,
  LENGTH_REQUIRED: 411,
  FILE_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof STATUS_OF;

/** A successful answer. */
export function ok(body: unknown, status = 200): Answer {
  return { status, headers: {}, body };
}

/** A refusal. `retryAfter` in whole seconds; leaving it out has a meaning of its own on a 429 (L18). */
export function refusal(code: ErrorCode, message: string, retryAfter?: number): Answer {
  return {
    status: STATUS_OF[code],
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
    body: { error: { code, message } },
  };
}

/** Whole seconds from now until a time, at least 1: a Retry-After of 0 would be asked for again at once. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
