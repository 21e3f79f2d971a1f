import type { FeedEvent } from '../../electron/domain/feed-answers';
import { recordingIdOf } from './meetings';

/** An event that says nothing but its type, and what is given; of meeting 1 unless that says otherwise. */
export function feedEvent(id: string, type: string, given: Partial<FeedEvent> = {}): FeedEvent {
  return {
    id,
    type,
    recordingId: recordingIdOf(1),
    seriesId: null,
    occurredAt: null,
    status: null,
    change: null,
    error: null,
    ...given,
  };
}
