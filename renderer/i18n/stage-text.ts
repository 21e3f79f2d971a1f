// Where a meeting is, in a sentence: what happened, what the app does by itself and when, what its user can do.

import type { EpochMs } from '../../electron/contract/ids';
import type { MeetingView, Progress } from '../../electron/contract/snapshot';
import type { BlockReason, WaitReason } from '../../electron/contract/stage';
import { isolatedCode, isolatedName } from './bidi';
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

/** The sentence of a meeting's stage. While it uploads, see `uploadParts`. */
export function stageText(meeting: MeetingView, now: EpochMs, words: Words): string {
  const { t } = words;
  switch (meeting.stage) {
    case 'preparing':
      return t(meeting.growing ? 'stage.preparing.growing' : 'stage.preparing');
    case 'queued':
      return t('stage.queued');
    case 'uploading':
      return t('stage.uploading.start');
    case 'waiting':
      return t(waits[meeting.reason as WaitReason] ?? waits.network, { when: words.when(meeting.until, now) });
    case 'paused':
      return t(meeting.reason === 'user' ? 'stage.paused.user' : 'stage.paused.gate');
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
      return t('stage.failed', { code: isolatedCode(meeting.failure?.code ?? 'FAILED') });
    }
    case 'naming':
    case 'ready':
    case 'deleted':
    case 'cancelled':
      return t(`stage.${meeting.stage}`);
  }
}

/** What is said of an upload: its percentage, speed and time left, as far as they are known. */
export function uploadParts(progress: Progress | undefined, words: Words): readonly string[] {
  if (!progress) return [words.t('stage.uploading.start')];
  if (progress.phase === 'answer') return [words.t('stage.uploading.answer')];
  const parts = [words.percent(progress.total > 0 ? progress.sent / progress.total : 0)];
  if (progress.bytesPerSecond > 0) parts.push(words.speed(progress.bytesPerSecond));
  if (progress.msLeft !== null) parts.push(words.t('stage.uploading.left', { left: words.span(progress.msLeft) }));
  return parts;
}

const reasons: readonly (readonly [RegExp, TextKey])[] = [
  [/^413$|TOO_LARGE|SIZE_LIMIT/, 'reason.too-large'],
  [/^415$|UNSUPPORTED|MEDIA_TYPE/, 'reason.kind'],
  [/^(400|422)$|^VALIDATION/, 'reason.form'],
  [/^409$|^IDEMPOTENCY_KEY/, 'reason.key'],
];

/** Why Lobbe did not take a recording: in words where we know the code, else as Lobbe said it. */
function rejection(code: string | null, { t }: Words): string {
  if (code === null) return t('reason.form');
  const known = reasons.find(([pattern]) => pattern.test(code));
  if (known) return t(known[1]);
  return /^[A-Z0-9_]+$/.test(code) ? isolatedCode(code) : isolatedName(code);
}
