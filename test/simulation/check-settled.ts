// At the end of a fair run everything is settled: each recording is a meeting whose way is shown as it is, or waits for its user for a
// reason that is true.

import type { AppState } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import type { Meeting } from '../../electron/sandbox/model';
import type { SimulatedFiles } from './files';
import type { History } from './history';
import type { SimulatedLobbe } from './lobbe';

/** What the app could hear: when the cursors expired last, and when it first knew each meeting. */
export interface Heard {
  readonly missedAt: number | null;
  readonly heardFrom: number;
  readonly acceptedAt: ReadonlyMap<string, number>;
  /**
   * What the feed said of it was about nobody for a while: it was off the list, with its user undoing that, or its 202 could not be
   * written down for long.
   */
  wasAway(id: string): boolean;
}

/** What is wrong with a record at the end; null: nothing. */
export function unsettled(
  record: MeetingRecord,
  lobbe: SimulatedLobbe,
  files: SimulatedFiles,
  heard: Heard,
): string | null {
  const { state } = record;
  switch (state.stage) {
    case 'cancelled':
      return null;
    case 'blocked':
      return blocked(record, state.reason, lobbe, files);
    case 'processing':
    case 'naming':
    case 'ready':
    case 'failed':
    case 'deleted': {
      const meeting = lobbe.meetings.find(({ id }) => id === record.recordingId);
      if (!meeting) return `${state.stage}, and Lobbe does not know it`;
      if (meeting.key !== record.key) return 'shows the meeting of another key';
      // A 404 to another token says nothing, as it may be another account's: so only the feed can tell of it.
      const isLate = heard.missedAt !== null || meeting.createdAt < heard.heardFrom;
      if (isLate && meeting.deleted) return null;
      // What became of it before its 202 came, and before the feed begins, is seen when its user looks (F1).
      if (meeting.createdAt < heard.heardFrom && (heard.acceptedAt.get(record.id) ?? 0) > heard.heardFrom) return null;
      return heard.wasAway(record.id) ? null : atLobbe(state.stage, meeting, heard.missedAt === null);
    }
    default:
      return `is still ${state.stage}`;
  }
}

function blocked(record: MeetingRecord, reason: string, lobbe: SimulatedLobbe, files: SimulatedFiles): string | null {
  if (reason === 'file-missing' && !files.has(record.path)) return null;
  // Its user was asked, and has not decided.
  if (reason === 'maybe-delivered' && lobbe.meetings.some(({ key }) => key === record.key)) return null;
  return `is blocked for ${reason}, which is not so`;
}

function atLobbe(stage: string, meeting: Meeting, heardAll: boolean): string | null {
  const truth = meeting.deleted ? 'deleted' : meeting.status.toLowerCase();
  const shown = stage === 'processing' ? 'in work' : stage;
  const right = ['naming', 'ready', 'failed', 'deleted'].includes(truth) ? truth : 'in work';
  if (shown === right) return null;
  // F17: a cursor that expired took events with it, of meetings that were not waited for any more.
  if (!heardAll && stage !== 'processing' && stage !== 'naming') return null;
  return `is shown as ${shown}, and is ${right}`;
}

/** Says what is not settled. */
export function settledChecks(
  history: History,
  lobbe: SimulatedLobbe,
  files: SimulatedFiles,
  missedAt: number | null,
): void {
  const heard = history.heard(missedAt);
  for (const record of history.onDisk?.meetings ?? []) {
    const wrong = unsettled(record, lobbe, files, heard);
    if (wrong !== null) history.broken('everything is settled', `${record.name} ${wrong}`);
  }
  const stranger = wrongStranger(history.onDisk, lobbe, missedAt === null);
  if (stranger !== null) history.broken('what others sent is shown as it is', stranger);
  const untold = history.onDisk?.news ?? [];
  if (untold.length > 0) history.broken('everything is told', untold.map(({ what }) => what).join(', '));
}

/**
 * What is wrong with the meetings from elsewhere at the end; null: nothing. What Lobbe told of one of ours before its 202 came looked
 * like one of them, and nothing may be left of that.
 */
export function wrongStranger(state: AppState | null, lobbe: SimulatedLobbe, heardAll: boolean): string | null {
  const ours = new Set(state?.meetings.map(({ recordingId }) => recordingId));
  for (const record of state?.elsewhere ?? []) {
    if (record.kind !== 'meeting') continue;
    const { recordingId } = record;
    if (ours.has(recordingId)) return `${recordingId} is ours, and is shown as a stranger`;
    const meeting = lobbe.meetings.find(({ id }) => id === recordingId);
    // As with our own: a 404 to another token than the one that told of it says nothing, and the event went with the cursor.
    if (meeting?.deleted && !heardAll) continue;
    const wrong = meeting ? atLobbe(record.state.stage, meeting, heardAll) : 'is not known to Lobbe';
    if (wrong !== null) return `${recordingId} ${wrong}`;
  }
  return null;
}
