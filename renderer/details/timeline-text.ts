// One line of a meeting's timeline in words: what happened, what was answered, what the app decided.

import type { EpochMs } from '../../electron/contract/ids';
import type { MeetingView, TimelineEntry } from '../../electron/contract/snapshot';
import type { BlockReason, GateName, MeetingAction } from '../../electron/contract/stage';
import { isolatedCode } from '../i18n/bidi';
import { rejection } from '../i18n/stage-text';
import { troubleText } from '../i18n/trouble-text';
import type { TextKey, Words } from '../i18n/words';

export interface TimelineLine {
  readonly what: string;
  /** What the app decided, and why. */
  readonly why: string | null;
  /** The answer as it came, for support. */
  readonly answer: string | null;
}

const gateTexts: Readonly<Record<GateName, TextKey>> = {
  'needs-minutes': 'timeline.gate.needs-minutes',
  'daily-cap': 'timeline.gate.daily-cap',
  'daily-limit': 'timeline.gate.daily-limit',
  'rate-limited': 'timeline.gate.rate-limited',
  unauthorized: 'timeline.gate.unauthorized',
  'scope-disabled': 'timeline.gate.scope-disabled',
  offline: 'timeline.gate.offline',
};

const blockTexts: Readonly<Record<Exclude<BlockReason, 'rejected'>, TextKey>> = {
  'file-missing': 'stage.blocked.file-missing',
  'file-changed': 'stage.blocked.file-changed',
  'file-unreadable': 'stage.blocked.file-unreadable',
  'not-audio': 'stage.blocked.not-audio',
  'empty-file': 'stage.blocked.empty-file',
  'over-daily-cap': 'stage.blocked.over-daily-cap',
  'maybe-delivered': 'stage.blocked.maybe-delivered',
};

const userTexts: Partial<Record<MeetingAction | 'added-again', TextKey>> = {
  'added-again': 'timeline.user.added-again',
  retry: 'timeline.user.retry',
  pause: 'timeline.user.pause',
  resume: 'timeline.user.resume',
  cancel: 'timeline.user.cancel',
  undo: 'timeline.user.undo',
  'send-next': 'timeline.user.send-next',
  locate: 'timeline.user.locate',
  'upload-again': 'timeline.user.upload-again',
  'upload-new-version': 'timeline.user.upload-new-version',
};

const eventTexts: Readonly<Record<string, TextKey>> = {
  'recording.created': 'timeline.event.processing',
  'recording.naming_required': 'timeline.event.naming',
  'recording.ready': 'stage.ready',
  'recording.failed': 'timeline.event.failed',
  'recording.deleted': 'stage.deleted',
  'recording.updated': 'timeline.event.updated',
  'recording.updated:regenerated': 'timeline.event.regenerated',
  'recording.updated:renamed': 'timeline.event.renamed',
  'recording.updated:transcript_edited': 'timeline.event.transcript_edited',
  'recording.updated:speakers_renamed': 'timeline.event.speakers_renamed',
  'recording.updated:series_changed': 'timeline.event.series_changed',
  'recording.updated:restored': 'timeline.event.restored',
  retry: 'timeline.event.retry',
  'file-is-back': 'timeline.event.file-is-back',
};

/** Lobbe's statuses, as it says them; in lower case the stages that older versions noted instead. */
const statusTexts: Readonly<Record<string, TextKey>> = {
  QUEUED: 'stage.processing.QUEUED',
  TRANSCRIBING: 'stage.processing.TRANSCRIBING',
  GENERATING: 'stage.processing.GENERATING',
  NAMING: 'timeline.event.naming',
  READY: 'stage.ready',
  FAILED: 'timeline.event.failed',
  DELETED: 'stage.deleted',
  processing: 'timeline.event.processing',
  naming: 'timeline.event.naming',
  ready: 'stage.ready',
  failed: 'timeline.event.failed',
  deleted: 'stage.deleted',
};
const STATUS = 'status:';
/** Followed by the status that the retry led to. */
const RETRY = 'retry:';

/** Puts one entry into words. `size` is that of the file, to tell a cut-off attempt from one that went out whole. */
export function timelineLine(
  entry: TimelineEntry,
  size: MeetingView['size'],
  now: EpochMs,
  words: Words,
): TimelineLine {
  const { t } = words;
  const moment = (until: EpochMs) => words.moment(until, now, entry.at);
  const { code, status } = entry;
  const plain = (what: TextKey, why: TextKey | null = null) => ({ what: t(what), why: why && t(why), answer: null });
  switch (entry.kind) {
    case 'added':
      return plain('timeline.added', 'timeline.added.why');
    case 'attempt':
      return attemptLine(entry, size, words);
    case 'answered': {
      const { what, why } = answerTexts(status ?? 0, code ?? null);
      const reason = () => rejection(code ?? (status === undefined ? null : String(status)), words);
      return {
        what: what === REFUSED ? t(what, { reason: reason() }) : t(what),
        why: entry.until === undefined ? why && t(why) : t('timeline.until', { when: moment(entry.until) }),
        answer: [status, code].filter((part) => part !== undefined).join(' ') || null,
      };
    }
    case 'wait':
      if (entry.until === undefined) return plain('timeline.wait.plain');
      return { ...plain('timeline.wait.plain'), what: t('timeline.wait', { when: moment(entry.until) }) };
    case 'gate':
      return plain(gateTexts[code as GateName] ?? 'timeline.gate.other');
    case 'blocked':
      if (code === 'file-busy') return plain('timeline.blocked.file-busy', 'timeline.blocked.file-busy.why');
      return plain(blockTexts[code as keyof typeof blockTexts] ?? 'stage.blocked.other');
    case 'interrupted': {
      // Found at a start: nobody was there any more to see how far it came.
      if (code === 'cut-off') return plain('timeline.interrupted.cut-off', 'timeline.interrupted.cut-off.why');
      if (entry.sent === undefined) return plain('timeline.interrupted.plain', 'timeline.interrupted.why');
      if (entry.sent === 0) return plain('timeline.interrupted.early', 'timeline.interrupted.why');
      return {
        ...plain('timeline.interrupted', 'timeline.interrupted.why'),
        what: t('timeline.interrupted', { size: words.bytes(entry.sent) }),
      };
    }
    case 'event':
      return eventLine(code ?? '', words);
    case 'user':
      if (code === 'pause' && entry.until !== undefined) {
        return { ...plain('timeline.user.pause'), why: t('timeline.user.pause.until', { when: moment(entry.until) }) };
      }
      return plain(userTexts[code as MeetingAction] ?? 'timeline.user.other');
    case 'key':
      return plain('timeline.key', 'timeline.key.why');
  }
}

function eventLine(code: string, { t }: Words): TimelineLine {
  const known = code.startsWith(RETRY) ? eventTexts.retry : eventTexts[code];
  if (known) return { what: t(known), why: null, answer: null };
  if (!code.startsWith(STATUS)) return { what: t('timeline.event.other'), why: null, answer: code || null };
  const status = code.slice(STATUS.length);
  const text = statusTexts[status];
  return {
    what: text ? t(text) : t('timeline.event.status', { status: isolatedCode(status) }),
    why: null,
    answer: null,
  };
}

function attemptLine(entry: TimelineEntry, size: number | null, words: Words): TimelineLine {
  const { t } = words;
  const { code, phase, sent } = entry;
  const n = entry.attempt ?? 1;
  const answer = code ?? null;
  if (phase === undefined) return { what: t('timeline.attempt.plain', { n }), why: null, answer };
  const trouble = troubleText(answer);
  const why = (next: TextKey) => (trouble ? `${t(trouble)} ${t(next)}` : t(next));
  if (phase === 'file') return { what: t('timeline.attempt.file', { n }), why: why('timeline.attempt.again'), answer };
  if (isUnconnected(entry)) {
    return { what: t('timeline.attempt.connect', { n }), why: why('timeline.attempt.again'), answer };
  }
  const whole = phase === 'flush' || phase === 'response' || (size !== null && (sent ?? 0) >= size);
  const what = whole
    ? t('timeline.attempt.unanswered', { n })
    : t('timeline.attempt.cut', { n, size: words.bytes(sent ?? 0) });
  return { what, why: why('timeline.attempt.same-key'), answer };
}

/** Whether an attempt ended before anything of it went out. */
export function isUnconnected({ phase, sent }: TimelineEntry): boolean {
  return phase === 'connect' || !sent;
}

/** Its reason is a value of the text, and says what can be done. */
const REFUSED = 'stage.blocked.rejected';

interface AnswerTexts {
  readonly what: TextKey;
  /** What the app does now, where the answer named no time. */
  readonly why: TextKey | null;
}

/** What an answer to an upload says, and what follows from it (the rules are those of `domain/policies/lobbe.ts`). */
function answerTexts(status: number, code: string | null): AnswerTexts {
  if (status >= 200 && status < 300) return { what: 'timeline.answered.taken', why: null };
  switch (status) {
    case 401:
      return { what: 'timeline.answered.token', why: 'timeline.why.token' };
    case 402:
      return { what: 'timeline.answered.minutes', why: 'timeline.why.minutes' };
    case 403:
      return code === 'SCOPE_DISABLED'
        ? { what: 'timeline.answered.scope', why: 'timeline.why.scope' }
        : { what: 'timeline.answered.forbidden', why: 'timeline.why.token' };
    case 409:
      return { what: code === 'IDEMPOTENCY_KEY_IN_USE' ? 'timeline.answered.key' : REFUSED, why: null };
    case 429:
      if (code === 'TOKEN_DAILY_CAP') return { what: 'timeline.answered.cap', why: 'timeline.why.over-cap' };
      return code === 'DAILY_LIMIT_REACHED'
        ? { what: 'timeline.answered.limit', why: 'timeline.why.limit' }
        : { what: 'timeline.answered.slow', why: 'timeline.why.no-time' };
  }
  if (code === 'UPLOAD_IN_PROGRESS') return { what: 'timeline.answered.storing', why: 'timeline.attempt.same-key' };
  return status >= 500 || status === 408 || status === 421 || status === 425
    ? { what: 'timeline.answered.problem', why: 'timeline.attempt.same-key' }
    : { what: REFUSED, why: null };
}
