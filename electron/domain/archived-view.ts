import type { MeetingView } from '../contract/snapshot';
import { emptyState } from './app-state';
import type { MeetingRecord } from './meeting';
import { meetingViews, type ViewContext } from './to-snapshot';

/** What is finished depends on nothing but itself: no gate and no clock holds it up. */
const anyTime: ViewContext = { now: 0, hasToken: true, token: null, offline: false, inFlight: new Set() };

/** The row of a meeting in the archive. It is history, also where it failed: nothing in the archive asks for its user. */
export function archivedView(meeting: MeetingRecord): MeetingView {
  const [view] = meetingViews({ ...emptyState, meetings: [meeting] }, anyTime) as [MeetingView];
  return { ...view, group: 'ready' };
}
