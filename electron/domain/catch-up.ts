// F17: after a cursor was taken anew (410, a first start, another token), what happened before it is found out by asking: the list
// of ready meetings, then the status of each whose whereabouts it leaves open. The plan is on disk with the new cursor, and each
// answer takes its part out of it in one commit, so that a kill anywhere loses no more than one question. Pure.

import type { EpochMs, RecordingId, TokenFingerprint } from '../contract/ids';
import type { AppState, CatchUp } from './app-state';
import { newcomer, putElsewhere } from './elsewhere';
import type { ElsewhereMeeting, ElsewhereRecord } from './elsewhere-record';
import type { ReadyPage } from './feed-answers';
import { isAtLobbe, type LobbeState, mayHaveMoved, stateAtLobbe } from './lobbe-status';
import type { MeetingRecord } from './meeting';
import { learned } from './scopes';
import { note } from './timeline';
import { follow, startOfTrail } from './trail';

/** Begins to catch up, for `token`. `filed`: meetings at Lobbe that are kept outside of the state. */
export function beginCatchUp(state: AppState, filed: readonly RecordingId[], token: TokenFingerprint): AppState {
  const ours = state.meetings.filter((m) => isAtLobbe(m.state)).sort((a, b) => urgency(a) - urgency(b));
  const others = state.elsewhere.filter((r): r is ElsewhereMeeting => r.kind === 'meeting');
  const open = new Set([
    ...ours.flatMap(({ recordingId }) => (recordingId === null ? [] : [recordingId])),
    ...others.map(({ recordingId }) => recordingId),
    ...filed,
  ]);
  const catchUp = { list: startOfTrail, open: [...open] };
  return { ...state, feed: { ...state.feed, token, catchUp } };
}

const urgency = ({ state }: MeetingRecord) => (mayHaveMoved(state) ? 0 : 1);

/** Also finds out how this meeting is. */
export function alsoOpen(state: AppState, recordingId: RecordingId): AppState {
  const { list = null, open = [] } = state.feed.catchUp ?? {};
  return open.includes(recordingId) ? state : withPlan(state, { list, open: [...open, recordingId] });
}

/** The state with what is left to find out; nothing left is no plan at all. */
function withPlan(state: AppState, { list, open }: CatchUp): AppState {
  const catchUp = list === null && open.length === 0 ? null : { list, open };
  return { ...state, feed: { ...state.feed, catchUp } };
}

/** A page of the list goes into the records: the ready meetings that we lack are added, those that we have are ready. */
export function applyReadyPage(state: AppState, page: ReadyPage, token: TokenFingerprint, now: EpochMs): AppState {
  const plan = state.feed.catchUp;
  if (plan === null || plan.list === null) return state;
  const named = new Set(page.meetings.map(({ id }) => id));
  const ours = new Map(
    state.meetings.flatMap((m, index) =>
      m.recordingId !== null && named.has(m.recordingId) ? [[m.recordingId, index] as const] : [],
    ),
  );
  const others = new Map(state.elsewhere.map((r) => [r.recordingId, r]));
  const meetings = [...state.meetings];
  const changed: ElsewhereRecord[] = [];
  for (const listed of page.meetings) {
    const index = ours.get(listed.id);
    const own = index === undefined ? undefined : meetings[index];
    if (own && index !== undefined) {
      meetings[index] = foundReady(own, now);
      continue;
    }
    const known = others.get(listed.id);
    const found = listedElsewhere(known, listed, token, now);
    if (found !== known) changed.push(found);
  }
  const list = page.nextCursor === null ? null : follow(plan.list, page.nextCursor);
  const open = plan.open.filter((id) => !named.has(id));
  const isOurs = meetings.some((m, index) => m !== state.meetings[index]);
  const applied = putElsewhere(isOurs ? { ...state, meetings } : state, changed);
  return withPlan(learned(applied, token, { read: true }), { list, open });
}

function foundReady<Record extends Pick<MeetingRecord, 'state' | 'timeline'>>(record: Record, now: EpochMs): Record {
  if (record.state.stage === 'ready' || !isAtLobbe(record.state)) return record;
  const state = stateAtLobbe('ready', 'READY', null, now);
  return note({ ...record, state }, { at: now, kind: 'event', code: 'status:READY' });
}

function listedElsewhere(
  known: ElsewhereRecord | undefined,
  { id, title, at }: ReadyPage['meetings'][number],
  token: TokenFingerprint,
  now: EpochMs,
): ElsewhereRecord {
  if (known?.kind === 'hidden') return known;
  // One that is new to us may be old: what is known of its time is its place in the list.
  const ready: LobbeState = { stage: 'ready', at: at ?? now, unseen: false };
  const record = known ? foundReady(known, now) : newcomer(id, ready, token, at ?? now);
  const named = title === null || title === record.title ? record : { ...record, title };
  const settled = title !== null && named.titleIsDue ? { ...named, titleIsDue: false } : named;
  return settled.token === token ? settled : { ...settled, token };
}

/** This token may not read the list (403): with `recordings:write` alone, what it sent and still waits for is asked about. */
export function listRefused(state: AppState, token: TokenFingerprint): AppState {
  return listGivenUp(learned(state, token, { read: false }));
}

/** There is no list that we can read: only those that are waited for are asked about, not the whole history. */
export function listGivenUp(state: AppState): AppState {
  const plan = state.feed.catchUp;
  if (plan === null) return state;
  const waitedFor = new Set(state.meetings.filter((m) => mayHaveMoved(m.state)).map(({ recordingId }) => recordingId));
  return withPlan(state, { list: null, open: plan.open.filter((id) => waitedFor.has(id)) });
}

/** Nothing is open any more about this meeting. */
export function caughtUpWith(state: AppState, recordingId: RecordingId): AppState {
  const plan = state.feed.catchUp;
  if (plan === null || !plan.open.includes(recordingId)) return state;
  return withPlan(state, { ...plan, open: plan.open.filter((id) => id !== recordingId) });
}
