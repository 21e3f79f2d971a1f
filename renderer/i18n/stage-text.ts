// Where a meeting is, in a sentence: what happened, what the app does by itself and when, what its user can do.

import type { EpochMs } from '../../electron/contract/ids';
import type { MeetingView, Progress } from '../../electron/contract/snapshot';
import type { BlockReason, WaitReason } from '../../electron/contract/stage';
import { isolatedCode, isolatedName } from './bidi';
import { shortened } from './shortened';
import { inTheWay } from './trouble-text';
import type { TextKey, Words } from './words';

/** Lobbe retries a failed step this often before it gives up (F4). */
const RETRIES = 3;

const waits: Readonly<Record<WaitReason, TextKey>> = {
  network: 'stage.waiting.network',
  'server-error': 'stage.waiting.server-error',
  'upload-in-progress': 'stage.waiting.upload-in-progress',
  'rate-limited': 'stage.waiting.rate-limited',
};

const blocks: Readonly<Record<BlockReason, TextKey>> = {
  'file-missing': 'stage.blocked.file-missing',
  'file-changed': 'stage.blocked.file-changed',
  'file-unreadable': 'stage.blocked.file-unreadable',
  'not-audio': 'stage.blocked.not-audio',
  'empty-file': 'stage.blocked.empty-file',
  'over-daily-cap': 'stage.blocked.over-daily-cap',
  'maybe-delivered': 'stage.blocked.maybe-delivered',
  rejected: 'stage.blocked.rejected',
};

/** Lobbe's statuses in the order in which a meeting passes them: three known steps, never an invented percentage. */
const processingSteps = ['QUEUED', 'TRANSCRIBING', 'GENERATING'] as const;

/** The step that a status is, from 1; 0 for a status we do not know. */
export function processingStep(status: string | null): number {
  return (processingSteps as readonly (string | null)[]).indexOf(status) + 1;
}

/** A failure that Lobbe still tries to get over: a wait, not an alarm. */
export function isRetrying({ stage, failure }: Pick<MeetingView, 'stage' | 'failure'>): boolean {
  return stage === 'failed' && failure !== null && failure.retryable && failure.retries < RETRIES;
}

/** Held by the pause of all alone. What its user paused by itself stays so when that ends, and can be resumed by itself. */
function isPausedWithAll({ actions }: Pick<MeetingView, 'actions'>): boolean {
  return !actions.includes('resume');
}

/** The sentence of a meeting's stage. While it uploads, see `uploadParts`. */
export function stageText(meeting: MeetingView, now: EpochMs, words: Words): string {
  const { t } = words;
  switch (meeting.stage) {
    case 'preparing':
      return t(meeting.fileWait === null ? 'stage.preparing' : `stage.preparing.${meeting.fileWait}`);
    case 'queued':
      return t('stage.queued');
    case 'uploading':
      return t('stage.uploading.start');
    case 'waiting': {
      const when = words.when(meeting.until, now);
      const trouble = inTheWay(meeting.trouble);
      if (meeting.reason === 'network' && trouble) return t('stage.waiting.trouble', { trouble: t(trouble), when });
      return t(waits[meeting.reason as WaitReason] ?? waits.network, { when });
    }
    case 'paused': {
      if (meeting.reason !== 'user') return t('stage.paused.gate');
      const isOneOfAll = isPausedWithAll(meeting);
      if (meeting.until === null) return t(isOneOfAll ? 'stage.paused.all' : 'stage.paused.user');
      return t(isOneOfAll ? 'stage.paused.all-until' : 'stage.paused.until', {
        when: words.when(meeting.until, now),
      });
    }
    case 'blocked':
      return t(blocks[meeting.reason as BlockReason] ?? 'stage.blocked.other', {
        reason: rejection(meeting.failure?.code ?? null, words),
      });
    case 'processing': {
      const step = processingSteps.find((status) => status === meeting.status);
      return t(step ? `stage.processing.${step}` : 'stage.processing.other');
    }
    case 'failed': {
      if (isRetrying(meeting)) return t('stage.failed.retrying', { n: Math.max(1, meeting.failure?.retries ?? 1) });
      return t(failed(meeting), { code: isolatedCode(meeting.failure?.code ?? 'FAILED') });
    }
    case 'naming':
    case 'ready':
    case 'deleted':
    case 'cancelled':
      return t(`stage.${meeting.stage}`);
  }
}

/** Lobbe's codes are not documented, so its sentence goes by what can be done: the main action of a meeting that was sent from here. */
function failed({ group, failure }: MeetingView): TextKey {
  if (group === 'elsewhere') return 'stage.failed';
  return failure?.retryable ? 'stage.failed.look' : 'stage.failed.send-again';
}

/** The sentence of a row of one line in a word, where it would take the room of the name; null where there is none. */
export function stageWord(meeting: MeetingView, { t }: Words): string | null {
  const { stage, reason } = meeting;
  switch (stage) {
    case 'paused':
      return t(reason === 'user' && isPausedWithAll(meeting) ? 'stage.short.paused-all' : 'stage.short.paused');
    case 'queued':
    case 'deleted':
    case 'cancelled':
      return t(`stage.short.${stage}`);
    default:
      return null;
  }
}

/** What is said of an upload: its percentage, speed and time left, as far as they are known. */
export function uploadParts(progress: Progress | undefined, words: Words): readonly string[] {
  if (!progress) return [words.t('stage.uploading.start')];
  if (progress.phase === 'answer') return [words.t('stage.uploading.answer')];
  const parts = [words.percent(progress.total > 0 ? progress.sent / progress.total : 0)];
  if (progress.isStill) return [...parts, words.t('stage.uploading.still')];
  const speed = knownSpeed(progress);
  if (speed > 0) parts.push(words.speed(speed));
  if (progress.msLeft !== null) parts.push(words.t('stage.uploading.left', { left: words.span(progress.msLeft) }));
  return parts;
}

/**
 * The speed of an upload, 0 while it is not known. In its first seconds only the system's own buffer fills: main believes its
 * measure as soon as it tells from it how long the rest will take, so neither is shown without the other.
 */
export function knownSpeed({ bytesPerSecond, msLeft }: Progress): number {
  return msLeft === null ? 0 : bytesPerSecond;
}

/** What goes on by itself at a time that the sentence tells. */
export function countsDownTo({ stage, reason, until }: MeetingView): EpochMs | null {
  return stage === 'waiting' || (stage === 'paused' && reason === 'user') ? until : null;
}

/** Sentences that ask for another file, or for the same one under another key: trying this one again would bring the same answer. */
const wantAnother: ReadonlySet<TextKey> = new Set<TextKey>(['reason.too-large', 'reason.kind', 'reason.key']);

const reasons: readonly (readonly [RegExp, TextKey])[] = [
  [/^413$|TOO_LARGE|SIZE_LIMIT/, 'reason.too-large'],
  [/^415$|UNSUPPORTED|MEDIA_TYPE/, 'reason.kind'],
  [/^(400|422)$|^VALIDATION|^BAD_REQUEST$|^UNPROCESSABLE/, 'reason.form'],
  [/^404$|^NOT_FOUND$/, 'reason.not-found'],
  [/^405$|^METHOD_NOT_ALLOWED$/, 'reason.method'],
  [/^410$|^GONE$/, 'reason.gone'],
  [/^411$|^LENGTH_REQUIRED$/, 'reason.length'],
  [/^IDEMPOTENCY_KEY/, 'reason.key'],
  [/^409$|CONFLICT/, 'reason.conflict'],
];

/** Why Lobbe did not take a recording: in words where we know the status or the code, else as Lobbe said it. */
export function rejection(told: string | null, { t }: Words): string {
  if (told === null || told.trim() === '') return t('reason.none');
  if (!isCode(told)) return isolatedName(shortened(told));
  const known = knownReason(told);
  return known ? t(known) : t('reason.other', { code: isolatedCode(told) });
}

/** Whether the sentence of a meeting asks its user to remove it and to add another file in its place. */
export function asksForAnother({ reason, failure }: Pick<MeetingView, 'reason' | 'failure'>): boolean {
  if (reason !== 'rejected' || failure === null || !isCode(failure.code)) return false;
  const known = knownReason(failure.code);
  return known !== undefined && wantAnother.has(known);
}

/** A sentence of Lobbe's is told as it is. What is one word in capitals, or a number, is no sentence. */
const isCode = (told: string) => /^[A-Z0-9_]+$/.test(told);

const knownReason = (code: string) => reasons.find(([pattern]) => pattern.test(code))?.[1];
