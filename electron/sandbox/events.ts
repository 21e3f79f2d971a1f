import type { Account } from './account';
import type { EventType, Meeting } from './model';

/**
 * Adds an event at the end of the feed. The caller saves: an event and the change it tells of go to disk together.
 * `type` and `data` are those of F7; tests may add others, which a client has to tolerate.
 */
export function appendEvent(
  account: Account,
  meeting: Pick<Meeting, 'id' | 'seriesId' | 'sentBy'>,
  type: EventType | (string & {}),
  data: Record<string, unknown>,
  occurredAt = account.settings.now(),
): void {
  const { state } = account;
  state.events.push({
    id: account.newId('evt'),
    type,
    recordingId: meeting.id,
    seriesId: state.features.series ? meeting.seriesId : null, // F6: null while series are off
    occurredAt,
    data,
    position: state.nextPosition,
    appendedAt: account.settings.now(),
    sentBy: meeting.sentBy,
  });
  state.nextPosition += 1;
}
