// The row of a meeting that was sent from elsewhere. Pure.

import type { MeetingView } from '../contract/snapshot';
import type { MeetingAction } from '../contract/stage';
import type { AppState } from './app-state';
import { type ElsewhereMeeting, type ElsewhereRecord, elsewhereId } from './elsewhere-record';

/** The rows of the meetings from elsewhere that the state has. */
export function elsewhereViews(state: AppState): readonly MeetingView[] {
  const since = oursMayCome(state);
  return state.elsewhere.filter(isListed).flatMap((record) => (record.addedAt >= since ? [] : [elsewhereView(record)]));
}

/** Whether it is not known yet whose this meeting is. */
export function mayBeOurs(state: AppState, { addedAt }: ElsewhereMeeting): boolean {
  return addedAt >= oursMayCome(state);
}

/**
 * From when on a meeting that looks like one from elsewhere may be our own: what Lobbe tells can overtake its 202 (F15), or that was
 * lost and the key goes out again. It is shown when it is known whose it is, so that no stranger flashes up in the list.
 */
function oursMayCome({ meetings }: AppState): number {
  const since = meetings.map(({ state: { stage }, attempt, unanswered, addedAt }) => {
    const goesOut = stage === 'queued' || stage === 'uploading' || stage === 'waiting';
    if (goesOut && unanswered.length > 0) return addedAt;
    return attempt === null ? Number.POSITIVE_INFINITY : attempt.since;
  });
  return Math.min(...since, Number.POSITIVE_INFINITY);
}

/** One that is shown; of one that was deleted before anything else was heard of it, there is nothing to show. */
export function isListed(record: ElsewhereRecord): record is ElsewhereMeeting {
  if (record.kind === 'hidden') return false;
  return record.state.stage !== 'deleted' || record.timeline.length > 1 || record.title !== null;
}

/** The row, without its place in any queue: nothing here can hurry it, hold it up or send it. */
export function elsewhereView(record: ElsewhereMeeting): MeetingView {
  const { state, recordingId, title, addedAt } = record;
  return {
    id: elsewhereId(recordingId),
    name: title ?? '',
    stage: state.stage,
    reason: null,
    until: null,
    fileWait: null,
    group: 'elsewhere',
    recordingId,
    // F8: no event tells how far it is, and nobody asks; the status that was told last would stand there long after.
    status: null,
    trouble: null,
    failure: state.stage === 'failed' ? state.failure : null,
    key: null,
    attempts: 0,
    size: null,
    durationMs: null,
    addedAt,
    finishedAt: 'at' in state ? state.at : null,
    unseen: false,
    actions: actionsOf(record),
  };
}

function actionsOf({ state }: ElsewhereMeeting): readonly MeetingAction[] {
  return state.stage === 'deleted' ? ['remove', 'copy-id'] : ['open-in-lobbe', 'copy-id', 'remove'];
}
