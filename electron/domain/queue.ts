// The queue as a value: what is taken in, what may go out now, and what an attempt leaves behind. Pure.

import type { EpochMs, IdempotencyKey, MeetingId, TokenFingerprint } from '../contract/ids';
import type { RefusalReason } from '../contract/problem';
import type { BlockReason } from '../contract/stage';
import type { AppState } from './app-state';
import { takeStrangerNews } from './feed';
import { closedGates, closeGate, type Gate, mayProbe, nextChange } from './gates';
import type { FileIdentity, MeetingRecord, MeetingState } from './meeting';
import type { FileTrouble, Outcome } from './outcome';
import { type DecisionContext, decide, decideFileTrouble } from './policies/lobbe';
import { note } from './timeline';

/** A file that was dropped, picked, or named on the command line, with the id and key made for it. */
export interface Incoming {
  readonly id: MeetingId;
  readonly key: IdempotencyKey;
  readonly path: string;
  readonly name: string;
  /** Sent even if the list has this very file already. */
  readonly again?: boolean;
}

/** Takes files in at the end of the queue. From this commit on nothing of them is lost. */
export function takeIn(state: AppState, incoming: readonly Incoming[], now: EpochMs): AppState {
  if (incoming.length === 0) return state;
  return { ...state, meetings: [...state.meetings, ...incoming.map((file) => newRecord(file, now))] };
}

/** A record as it begins: its key is made, its file not yet looked at. */
export function newRecord({ id, key, path, name, again = false }: Incoming, now: EpochMs): MeetingRecord {
  return {
    id,
    name,
    path,
    addedAt: now,
    key,
    keyToken: null,
    unanswered: [],
    keyReplaced: false,
    again,
    file: null,
    sha256: null,
    attempts: 0,
    failures: 0,
    recordingId: null,
    seenEvents: [],
    state: { stage: 'preparing', growing: false },
    timeline: [{ at: now, kind: 'added' }],
  };
}

/** What a look at a file found; `growing`: a recorder is still writing it. */
export type Inspection =
  /** `path`: where the file is, links resolved this once. */
  | { readonly kind: 'recording'; readonly file: FileIdentity; readonly path: string }
  | { readonly kind: 'growing' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/**
 * Moves a `preparing` record on after its file was looked at. A file that cannot become a meeting leaves the queue, unless its key
 * was sent before: then the record is what knows of it, and it stays, blocked. `refused` says why it left, null if it stays.
 */
export function inspected(
  state: AppState,
  id: MeetingId,
  inspection: Inspection,
  now: EpochMs,
): { readonly state: AppState; readonly refused: RefusalReason | null } {
  const found = state.meetings.find((m) => m.id === id);
  if (found?.state.stage !== 'preparing') return { state, refused: null };
  const meeting = inspection.kind === 'recording' ? { ...found, path: inspection.path } : found;
  switch (inspection.kind) {
    case 'growing':
      if (found.state.growing) return { state, refused: null };
      return { state: put(state, { ...meeting, state: { stage: 'preparing', growing: true } }), refused: null };
    case 'recording': {
      const lost = cancelledButMaybeSent(state, meeting, inspection.file);
      if (lost) return { state: put(without(state, id), takenUp(lost, now)), refused: null };
      if (isKnown(state, meeting, inspection.file)) return { state: without(state, id), refused: 'already-queued' };
      return { state: put(state, prepared(meeting, inspection.file)), refused: null };
    }
    case 'refused': {
      if (meeting.attempts === 0) return { state: without(state, id), refused: inspection.reason };
      const reason = blockReason(inspection.reason);
      const blocked = { ...meeting, state: { stage: 'blocked', reason, detail: null } as const };
      return { state: put(state, note(blocked, { at: now, kind: 'blocked', code: reason })), refused: null };
    }
  }
}

function prepared(meeting: MeetingRecord, file: FileIdentity): MeetingRecord {
  const sentBefore = meeting.keyToken !== null && meeting.file !== null;
  if (sentBefore && !sameContent(meeting.file, file)) return decideFileTrouble(meeting, 'file-changed', 'CHANGED');
  return { ...meeting, file, state: { stage: 'queued' } };
}

const sameContent = (a: FileIdentity | null, b: FileIdentity) => a?.size === b.size && a.mtimeMs === b.mtimeMs;

/** The same file, unchanged, is in the list already: sending it again has to be somebody's word (`upload-again`). */
function isKnown(state: AppState, meeting: MeetingRecord, file: FileIdentity): boolean {
  if (meeting.attempts > 0 || meeting.again) return false;
  return state.meetings.some(
    (other) =>
      other.id !== meeting.id &&
      other.path === meeting.path &&
      other.state.stage !== 'cancelled' &&
      other.state.stage !== 'deleted' &&
      sameContent(other.file, file),
  );
}

/** A cancelled send of the same content that may have arrived: only its old key can find the meeting it may have made (L6). */
function cancelledButMaybeSent(state: AppState, meeting: MeetingRecord, file: FileIdentity): MeetingRecord | undefined {
  return state.meetings.find(
    (other) =>
      other.state.stage === 'cancelled' &&
      other.unanswered.length > 0 &&
      other.path === meeting.path &&
      sameContent(other.file, file),
  );
}

function takenUp(meeting: MeetingRecord, now: EpochMs): MeetingRecord {
  return note({ ...meeting, state: { stage: 'queued' } }, { at: now, kind: 'user', code: 'added-again' });
}

function blockReason(reason: RefusalReason): BlockReason {
  switch (reason) {
    case 'not-found':
      return 'file-missing';
    case 'empty-file':
      return 'empty-file';
    case 'not-audio':
      return 'not-audio';
    default:
      return 'file-unreadable';
  }
}

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
  const gates = closedGates(state.gates, now);
  const times = [...gates.map(nextChange), ...state.meetings.map((m) => waitsUntil(m.state))];
  const lookAgainAt = earliest(times.filter((time): time is EpochMs => time !== null && time > now));
  const none = { send: [], lookAgainAt };

  if (state.pausedAll || token === null || context.offline) return none;
  const free = state.settings.parallelUploads - inFlight.size;
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
  return state.stage === 'waiting' ? state.until : null;
}

function earliest(times: readonly EpochMs[]): EpochMs | null {
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Notes that an attempt begins, before its first byte: the key, and the token that sends it, are on disk with this (L15). Leaves the
 * state alone if the meeting may no longer be sent (its user was quicker).
 */
export function startAttempt(state: AppState, id: MeetingId, token: TokenFingerprint, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting || !isUnsent(meeting.state) || state.pausedAll) return state;
  return put(state, {
    ...meeting,
    keyToken: meeting.keyToken ?? token,
    attempts: meeting.attempts + 1,
    state: { stage: 'uploading', since: now, token },
  });
}

/** What an attempt leaves behind: the meeting moved on, the gates that its answer closes or opens. */
export function settleAttempt(
  state: AppState,
  id: MeetingId,
  outcome: Outcome,
  sha256: string | null,
  context: DecisionContext,
): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting) return state;
  const decision = decide(meeting, outcome, context);
  const settled = put(state, { ...decision.meeting, sha256: sha256 ?? decision.meeting.sha256 });
  if (decision.closes) return { ...settled, gates: closeGate(settled.gates, decision.closes, context.now) };
  if (outcome.kind === 'accepted') {
    return takeStrangerNews({ ...settled, gates: opened(settled.gates, meeting, context) }, id, context.now);
  }
  return settled;
}

/** An accepted send proves the token, and its minutes too unless it may have been a repeat, which is answered at any cap (L7). */
function opened(gates: readonly Gate[], before: MeetingRecord, context: DecisionContext): readonly Gate[] {
  const fresh = !before.unanswered.includes(context.token);
  return gates.filter((gate) => {
    switch (gate.gate) {
      case 'unauthorized':
        return false;
      case 'scope-disabled':
        return !mayProbe(gate, context.now);
      case 'needs-minutes':
      case 'daily-limit':
        return !(fresh && mayProbe(gate, context.now));
      case 'daily-cap':
      case 'rate-limited':
        return gate.until > context.now;
      default:
        return gate satisfies never;
    }
  });
}

/** The file could not be opened as it was queued: no attempt was made. */
export function fileTrouble(
  state: AppState,
  id: MeetingId,
  trouble: FileTrouble,
  code: string,
  now: EpochMs,
): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting || !isUnsent(meeting.state)) return state;
  return put(state, note(decideFileTrouble(meeting, trouble, code), { at: now, kind: 'blocked', code: trouble }));
}

/** The file of a `blocked: file-missing` record is back as it was (a drive, a share): it goes on by itself. */
export function fileIsBack(state: AppState, id: MeetingId, now: EpochMs): AppState {
  const meeting = state.meetings.find((m) => m.id === id);
  if (meeting?.state.stage !== 'blocked' || meeting.state.reason !== 'file-missing') return state;
  return put(state, note({ ...meeting, state: { stage: 'queued' } }, { at: now, kind: 'event', code: 'file-is-back' }));
}

/** The network is back: waits for it end at once. What a server asked for is not touched. */
export function networkIsBack(state: AppState): AppState {
  const held = (m: MeetingRecord) => m.state.stage === 'waiting' && m.state.reason === 'network';
  if (!state.meetings.some(held)) return state;
  return { ...state, meetings: state.meetings.map((m) => (held(m) ? { ...m, state: { stage: 'queued' } } : m)) };
}

/**
 * At start: what was `uploading` was cut off by a crash or a kill. Lobbe may have all of it; the same key goes out again (L6, L15).
 */
export function recover(state: AppState, now: EpochMs): AppState {
  if (!state.meetings.some((m) => m.state.stage === 'uploading')) return state;
  const meetings = state.meetings.map((meeting) => {
    if (meeting.state.stage !== 'uploading') return meeting;
    const { token } = meeting.state;
    const unanswered = meeting.unanswered.includes(token) ? meeting.unanswered : [...meeting.unanswered, token];
    const cutOff: MeetingRecord = { ...meeting, unanswered, state: { stage: 'queued' } };
    return note(cutOff, { at: now, kind: 'interrupted', code: 'cut-off', attempt: meeting.attempts });
  });
  return { ...state, meetings };
}

/** The state with this record in place of the one with its id. */
export function put(state: AppState, meeting: MeetingRecord): AppState {
  return { ...state, meetings: state.meetings.map((m) => (m.id === meeting.id ? meeting : m)) };
}

/** The state without this record. */
export function without(state: AppState, id: MeetingId): AppState {
  return { ...state, meetings: state.meetings.filter((m) => m.id !== id) };
}
