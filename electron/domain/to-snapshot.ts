// What the window sees of the state. Everything that can be derived is derived here, once: a row is `paused` because a gate is
// closed, never because somebody wrote that down.

import type { EpochMs, MeetingId, TokenFingerprint } from '../contract/ids';
import type { GateView, MeetingView } from '../contract/snapshot';
import type { GateName, Group, MeetingAction } from '../contract/stage';
import { actionsOf } from './acts';
import type { AppState } from './app-state';
import { assertNever } from './assert-never';
import { closedGates, mayProbe, nextChange } from './gates';
import type { MeetingRecord } from './meeting';
import { isUnsent } from './plan';

/** What the views may depend on, beside the state. */
export interface ViewContext {
  readonly now: EpochMs;
  readonly hasToken: boolean;
  /** The token in use; null: whichever, as from outside the running app. */
  readonly token: TokenFingerprint | null;
  readonly offline: boolean;
  readonly inFlight: ReadonlySet<MeetingId>;
}

/** One banner for each closed gate, the one that only a person can open first. */
export function gateViews(state: AppState, context: ViewContext): readonly GateView[] {
  const held = state.meetings.filter((m) => isUnsent(m.state));
  const waiting = held.length;
  const waitingMs = held.reduce((sum, m) => sum + (m.file?.durationMs ?? 0), 0);
  const views: GateView[] = [];
  if (!context.hasToken) {
    views.push({ gate: 'unauthorized', until: null, why: 'missing-token', waiting, waitingMs, probing: false });
  }
  for (const gate of closedGates(state.gates, context.now, context.token)) {
    if (gate.gate === 'unauthorized' && !context.hasToken) continue;
    // From outside the app two tokens' gates of one name look the same.
    if (views.some((view) => view.gate === gate.gate)) continue;
    // A rate limit is over before it is worth a banner when nothing waits for it.
    if (gate.gate === 'rate-limited' && waiting === 0) continue;
    const why = gate.gate === 'scope-disabled' && gate.why === 'forbidden' ? 'forbidden' : null;
    const probing = mayProbe(gate, context.now) && context.inFlight.size > 0;
    views.push({ gate: gate.gate, until: nextChange(gate, context.now), why, waiting, waitingMs, probing });
  }
  if (context.offline) views.push({ gate: 'offline', until: null, why: null, waiting, waitingMs, probing: false });
  return views.sort((a, b) => rank(a) - rank(b));
}

const rank = ({ gate }: GateView) =>
  gate === 'unauthorized' || gate === 'needs-minutes' || gate === 'daily-limit' ? 0 : 1;

/** One row for each record, in the order of the queue. */
export function meetingViews(state: AppState, context: ViewContext): readonly MeetingView[] {
  return createMeetingViews()(state, context);
}

/** `meetingViews` that gives the same row for the same record again, as long as what else it is made of is the same too. */
export function createMeetingViews(): typeof meetingViews {
  let rows = new WeakMap<MeetingRecord, MeetingView>();
  let madeOf = '';
  return (state, context) => {
    const closed = gateViews(state, context).map(({ gate, until }): ClosedGate => ({ gate, until }));
    const pause: Pause = state.pausedAll ? { until: state.pausedUntil } : null;
    const now = JSON.stringify([pause, closed]);
    if (now !== madeOf) rows = new WeakMap();
    madeOf = now;
    return state.meetings.filter(isListed).map((meeting) => {
      const row = rows.get(meeting) ?? meetingView(meeting, pause, closed);
      rows.set(meeting, row);
      return row;
    });
  };
}

const isListed = ({ state }: MeetingRecord) => !(state.stage === 'cancelled' && state.hidden);

/** The pause of all, while there is one. */
type Pause = { readonly until: EpochMs | null } | null;

/** What a row may tell of a gate. */
type ClosedGate = Pick<GateView, 'gate' | 'until'>;

function meetingView(meeting: MeetingRecord, pause: Pause, gates: readonly ClosedGate[]): MeetingView {
  const { state } = meeting;
  return {
    id: meeting.id,
    name: meeting.name,
    ...stageOf(meeting, pause, gates[0]),
    fileWait: state.stage === 'preparing' ? state.waits : null,
    group: groupOf(meeting),
    recordingId: meeting.recordingId,
    status: state.stage === 'processing' ? state.status : null,
    trouble: troubleOf(meeting),
    failure: failureOf(meeting),
    key: meeting.key,
    attempts: meeting.attempts,
    size: meeting.file?.size ?? null,
    durationMs: meeting.file?.durationMs ?? null,
    addedAt: meeting.addedAt,
    finishedAt: 'at' in state ? state.at : null,
    unseen: state.stage === 'ready' && state.unseen,
    actions: offeredActions(meeting, pause, gates),
  };
}

/** While one of these is closed nothing goes out, whatever is tried again: see `plan`. `offline` is a hint, which its user may overrule. */
const lettingNothingOut: ReadonlySet<GateName> = new Set(['rate-limited', 'unauthorized', 'scope-disabled']);

/** What can be done; while nothing goes out, without another try, which would change nothing that can be seen. */
function offeredActions(meeting: MeetingRecord, pause: Pause, gates: readonly ClosedGate[]): readonly MeetingAction[] {
  const actions = actionsOf(meeting);
  const isHeld = pause !== null || gates.some(({ gate }) => lettingNothingOut.has(gate));
  return isHeld && isUnsent(meeting.state) ? actions.filter((action) => action !== 'retry') : actions;
}

function stageOf(
  { state }: MeetingRecord,
  pause: Pause,
  gate: ClosedGate | undefined,
): Pick<MeetingView, 'stage' | 'reason' | 'until'> {
  switch (state.stage) {
    case 'queued':
      if (pause) return { stage: 'paused', reason: 'user', until: pause.until };
      if (gate) return { stage: 'paused', reason: gate.gate, until: gate.until };
      return { stage: 'queued', reason: null, until: null };
    case 'waiting':
      if (pause) return { stage: 'paused', reason: 'user', until: pause.until };
      // The recording that Lobbe told to wait says so itself; the others say that they are held up.
      if (gate && !(gate.gate === 'rate-limited' && state.reason === 'rate-limited')) {
        return { stage: 'paused', reason: gate.gate, until: gate.until };
      }
      return { stage: 'waiting', reason: state.reason, until: state.until };
    case 'paused':
      return { stage: 'paused', reason: 'user', until: state.until };
    case 'blocked':
      return { stage: 'blocked', reason: state.reason, until: null };
    default:
      return { stage: state.stage, reason: null, until: null };
  }
}

/** What the last attempt met, where it waits for the network. */
function troubleOf({ state, timeline }: MeetingRecord): string | null {
  if (state.stage !== 'waiting' || state.reason !== 'network') return null;
  return timeline.findLast((entry) => entry.kind === 'attempt')?.code ?? null;
}

function failureOf({ state }: MeetingRecord): MeetingView['failure'] {
  if (state.stage === 'failed') return state.failure;
  if (state.stage === 'blocked' && state.detail !== null) return { code: state.detail, retryable: false, retries: 0 };
  return null;
}

function groupOf({ state }: MeetingRecord): Group {
  switch (state.stage) {
    case 'failed':
      return state.failure.retryable ? 'in-progress' : 'needs-you';
    case 'blocked':
    case 'naming':
      return 'needs-you';
    case 'preparing':
    case 'queued':
    case 'uploading':
    case 'waiting':
    case 'paused':
    case 'processing':
      return 'in-progress';
    case 'ready':
    case 'deleted':
    case 'cancelled':
      return 'ready';
    default:
      return assertNever(state);
  }
}
