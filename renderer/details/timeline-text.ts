// One line of a meeting's timeline in words: what happened, what was answered, what the app decided.

import type { EpochMs } from '../../electron/contract/ids';
import type { MeetingView, TimelineEntry } from '../../electron/contract/snapshot';
import type { BlockReason, GateName, MeetingAction } from '../../electron/contract/stage';
import { isolatedCode } from '../i18n/bidi';
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
    case 'answered':
      return {
        what: t(answerText(status ?? 0, code ?? null)),
        why: entry.until === undefined ? null : t('timeline.until', { when: moment(entry.until) }),
        answer: [status, code].filter((part) => part !== undefined).join(' ') || null,
      };
    case 'wait':
      if (entry.until === undefined) return plain('timeline.wait.plain');
      return { ...plain('timeline.wait.plain'), what: t('timeline.wait', { when: moment(entry.until) }) };
    case 'gate':
      return plain(gateTexts[code as GateName] ?? 'timeline.gate.other');
    case 'blocked':
      return plain(blockTexts[code as keyof typeof blockTexts] ?? 'timeline.answered.refused');
    case 'interrupted': {
      // Found at a start: nobody was there any more to see how far it came.
      if (code === 'cut-off') return plain('timeline.interrupted.cut-off', 'timeline.interrupted.cut-off.why');
      const what = entry.sent
        ? t('timeline.interrupted', { size: words.bytes(entry.sent) })
        : t('timeline.interrupted.plain');
      return { what, why: t('timeline.interrupted.why'), answer: null };
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
  if (phase === 'file' || phase === 'connect' || !sent) {
    return { what: t('timeline.attempt.connect', { n }), why: why('timeline.attempt.again'), answer };
  }
  const whole = phase === 'flush' || phase === 'response' || (size !== null && sent >= size);
  const what = whole
    ? t('timeline.attempt.unanswered', { n })
    : t('timeline.attempt.cut', { n, size: words.bytes(sent) });
  return { what, why: why('timeline.attempt.same-key'), answer };
}

function answerText(status: number, code: string | null): TextKey {
  if (status >= 200 && status < 300) return 'timeline.answered.taken';
  switch (status) {
    case 401:
      return 'timeline.answered.token';
    case 402:
      return 'timeline.answered.minutes';
    case 403:
      return 'timeline.answered.scope';
    case 409:
      return code === 'IDEMPOTENCY_KEY_IN_USE' ? 'timeline.answered.key' : 'timeline.answered.refused';
    case 429:
      if (code === 'TOKEN_DAILY_CAP') return 'timeline.answered.cap';
      return code === 'DAILY_LIMIT_REACHED' ? 'timeline.answered.limit' : 'timeline.answered.slow';
  }
  if (code === 'UPLOAD_IN_PROGRESS') return 'timeline.answered.storing';
  return status >= 500 || status === 408 || status === 421 || status === 425
    ? 'timeline.answered.problem'
    : 'timeline.answered.refused';
}
