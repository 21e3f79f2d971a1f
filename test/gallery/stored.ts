// States of the store for the gallery.

import type { AppState } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import { stateOf } from '../builders/meetings';
import { MINUTE, token } from './records';
import type { Place } from './scene';

/** These meetings in an account that was heard of a minute ago. */
export function listOf(meetings: readonly MeetingRecord[], { now }: Place, given: Partial<AppState> = {}): AppState {
  const empty = stateOf(meetings);
  return { ...empty, feed: { ...empty.feed, cursor: 'cursor', token, lastReadAt: now - MINUTE }, ...given };
}
