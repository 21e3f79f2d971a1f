// `--status-json`: the state on disk for scripts and support, without starting anything. Never the token.

import type { AppState } from '../domain/app-state';
import { archivedView } from '../domain/archived-view';
import type { MeetingRecord } from '../domain/meeting';
import { gateViews, meetingViews } from '../domain/to-snapshot';

const isoOrNull = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/**
 * The JSON of automation.md for a state and its archive, at `now`. What only the running app knows (offline, no token) is not in
 * it.
 */
export function statusJson(state: AppState, now: number, archived: readonly MeetingRecord[] = []): string {
  const context = { now, hasToken: true, token: null, offline: false, inFlight: new Set<never>() };
  const gates = gateViews(state, context).map(({ gate, until }) => ({ gate, until: isoOrNull(until) }));
  const views = [...meetingViews(state, context), ...archived.map(archivedView)];
  const meetings = views.map((view) => ({
    id: view.id,
    name: view.name,
    stage: view.stage,
    reason: view.reason,
    recordingId: view.recordingId,
    key: view.key,
    attempts: view.attempts,
    until: isoOrNull(view.until),
    failure: view.failure && { code: view.failure.code, retryable: view.failure.retryable },
  }));
  const feed = { cursor: state.feed.cursor, lastReadAt: isoOrNull(state.feed.lastReadAt) };
  return JSON.stringify({ gates, meetings, feed }, null, 2);
}
