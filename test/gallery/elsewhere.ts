import type { RecordingId } from '../../electron/contract/ids';
import type { ElsewhereMeeting } from '../../electron/domain/elsewhere-record';
import { HOUR, token } from './records';

/** A meeting that somebody else sent. `title` null: Lobbe has not told it yet. */
export function elsewhereRecordOf(
  id: string,
  title: string | null,
  state: ElsewhereMeeting['state'],
  now: number,
): ElsewhereMeeting {
  const addedAt = now - 6 * HOUR;
  return {
    kind: 'meeting',
    recordingId: id as RecordingId,
    title,
    titleIsDue: false,
    token,
    addedAt,
    seenEvents: [],
    state,
    timeline: [
      { at: addedAt, kind: 'event', code: 'recording.created' },
      { at: addedAt + HOUR, kind: 'event', code: 'recording.updated:renamed' },
    ],
  };
}
