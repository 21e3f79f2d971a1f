// What may go out now. Pure: the loop asks again whenever anything changed, and starts what it is told.

import type { EpochMs, MeetingId, TokenFingerprint } from '../contract/ids';
import type { AppState } from './app-state';
import { closedGates, type Gate, hasEnded, mayProbe, nextChange } from './gates';
import type { MeetingRecord, MeetingState } from './meeting';

/** What a plan may depend on, beside the state. */
export interface PlanContext {
  readonly now: EpochMs;
  /** Recordings that an attempt is under way for. */
  readonly inFlight: ReadonlySet<MeetingId>;
  /** The token in use, null if there is none. */
  readonly token: TokenFingerprint | null;
  /** No network at all, and the address is not this computer's own. */
  readonly offline: boolean;
}

/** Recordings to send now, first first, and when to look again at the latest (null: only a change of the state can help). */
export interface Plan {
  readonly send: readonly MeetingId[];
  readonly lookAgainAt: EpochMs | null;
}

/** What may go out now. */
export function plan(state: AppState, context: PlanContext): Plan {
  const { now, inFlight, token } = context;
  const gates = closedGates(state.gates, now, token);
  const pauseEnds = state.pausedAll ? state.pausedUntil : null;
  const times = [
    pauseEnds,
    ...gates.map((gate) => nextChange(gate, now)),
    ...state.meetings.map((m) => waitsUntil(m.state)),
  ];
  const lookAgainAt = earliest(times.filter((time): time is EpochMs => time !== null && time > now));
  const none = { send: [], lookAgainAt };

  if (state.pausedAll || token === null || context.offline) return none;
  const careful = isBroken(state) || hasEnded(state.gates, now, token);
  const free = (careful ? 1 : state.settings.parallelUploads) - inFlight.size;
  if (free <= 0) return none;
  // Nobody's answer depends on which recording is asked about here: wait, or get a token.
  if (gates.some((g) => g.gate === 'rate-limited' || g.gate === 'unauthorized')) return none;

  const unsent = state.meetings.filter((m) => isUnsent(m.state) && !inFlight.has(m.id));
  const due = unsent.filter((m) => isDue(m.state, now));
  if (gates.length === 0) return { send: due.slice(0, free).map((m) => m.id), lookAgainAt };

  // L7: repeats are answered at a cap too. One that may have arrived finds out for free; its answer settles it either way.
  const onlyCaps = gates.every((g) => g.gate !== 'scope-disabled');
  const repeats = onlyCaps ? due.filter((m) => m.unanswered.includes(token)) : [];
  if (repeats.length > 0) return { send: repeats.slice(0, free).map((m) => m.id), lookAgainAt };

  const probe = probeOf(gates, unsent, now);
  if (probe && inFlight.size === 0 && isDue(probe.state, now)) return { send: [probe.id], lookAgainAt };
  return none;
}

/** Five in a row are no accident of one recording: the line, or Lobbe, is down. */
const BREAKS_AFTER = 5;

/** The circuit breaker: while it is open, one recording at a time finds out whether there are answers again. */
export function isBroken(state: AppState): boolean {
  return state.lostInARow >= BREAKS_AFTER;
}

/** A slow probe by itself may cost little of the uplink: product.md, gate `needs-minutes`. */
const PROBE_BYTES = 20_000_000;

/** The one recording that goes to find out whether every closed gate can open: the smallest, so that asking costs least. */
function probeOf(gates: readonly Gate[], unsent: readonly MeetingRecord[], now: EpochMs): MeetingRecord | null {
  if (!gates.every((gate) => mayProbe(gate, now))) return null;
  const smallest = unsent.reduce<MeetingRecord | null>((a, b) => (a === null || sizeOf(b) < sizeOf(a) ? b : a), null);
  const byItself = gates.some((g) => g.gate === 'needs-minutes' && !g.halfOpen);
  return smallest && byItself && sizeOf(smallest) >= PROBE_BYTES ? null : smallest;
}

const sizeOf = (meeting: MeetingRecord) => meeting.file?.size ?? Number.POSITIVE_INFINITY;

/** Accepted, and not on its way yet. */
export function isUnsent(state: MeetingState): boolean {
  return state.stage === 'queued' || state.stage === 'waiting';
}

function isDue(state: MeetingState, now: EpochMs): boolean {
  return state.stage === 'queued' || (state.stage === 'waiting' && state.until <= now);
}

function waitsUntil(state: MeetingState): EpochMs | null {
  return state.stage === 'waiting' || state.stage === 'paused' ? state.until : null;
}

function earliest(times: readonly EpochMs[]): EpochMs | null {
  return times.length === 0 ? null : Math.min(...times);
}
