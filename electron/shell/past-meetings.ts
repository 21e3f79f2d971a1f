import type { MeetingId, RecordingId } from '../contract/ids';
import type { ArchivedMeetings } from '../contract/snapshot';
import type { ElsewhereMeeting } from '../domain/elsewhere-record';
import type { MeetingRecord } from '../domain/meeting';

/** The finished meetings of the past, which are not in the state. */
export interface PastMeetings {
  find(id: MeetingId): Promise<MeetingRecord | null>;
  /** One from elsewhere. */
  elsewhere(recordingId: RecordingId): ElsewhereMeeting | null;
  /** False while that is not known. */
  isEmpty(): boolean;
  listed(): ArchivedMeetings;
}

/** Before there is any. */
export const noPast: PastMeetings = {
  find: async () => null,
  elsewhere: () => null,
  isEmpty: () => true,
  listed: () => ({ revision: 0, meetings: [] }),
};
