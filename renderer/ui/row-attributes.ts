// What scripts and tests read off a row, wherever it is drawn (README, "Driving it").

import type { MeetingView, Progress } from '../../electron/contract/snapshot';
import { wholePercent } from '../i18n/numbers';

/** How far an upload is, 0 to 1. */
export function shareOf(progress: Progress | undefined): number {
  if (!progress || progress.total === 0) return 0;
  return progress.phase === 'answer' ? 1 : progress.sent / progress.total;
}

/** How far an upload is, in whole percent. */
export function percentOf(progress: Progress | undefined): number {
  return wholePercent(shareOf(progress));
}

/** The attributes of a meeting's row. */
export function rowAttributes(meeting: MeetingView, progress: Progress | undefined) {
  const { stage, reason, name, recordingId, until } = meeting;
  return {
    'data-testid': 'meeting-row',
    'data-stage': stage,
    'data-reason': reason ?? undefined,
    'data-name': name,
    'data-recording-id': recordingId ?? undefined,
    'data-progress': stage === 'uploading' ? percentOf(progress) : undefined,
    'data-until': until === null ? undefined : new Date(until).toISOString(),
  };
}
