// What pauses more than one recording. Gates are account-wide, kept with absolute times, and shown once.

import type { EpochMs, TokenFingerprint } from '../contract/ids';
import type { GateName } from '../contract/stage';
import { wasSetBack } from './clock';
import type { Attempt } from './meeting';

/**
 * A closed gate that is on disk. `offline` is not among them: it is what the OS says now. `closedAt`: since when it is as it is.
 * `halfOpen` (the term is that of circuit breakers): one recording may go, to find out whether the gate can open; its answer
 * decides. `token`: what was said to one token says nothing to another; gates without it are the account's.
 */
export type Gate =
  | {
      readonly gate: 'needs-minutes';
      readonly closedAt: EpochMs;
      readonly probeAt: EpochMs;
      readonly probes: number;
      readonly halfOpen: boolean;
    }
  | {
      readonly gate: 'daily-cap';
      readonly closedAt: EpochMs;
      readonly until: EpochMs;
      readonly token: TokenFingerprint;
    }
  | { readonly gate: 'daily-limit'; readonly closedAt: EpochMs; readonly probeAt: EpochMs; readonly halfOpen: boolean }
  | {
      readonly gate: 'rate-limited';
      readonly closedAt: EpochMs;
      readonly until: EpochMs;
      readonly token: TokenFingerprint;
    }
  | { readonly gate: 'unauthorized'; readonly closedAt: EpochMs; readonly token: TokenFingerprint }
  | {
      readonly gate: 'scope-disabled';
      readonly closedAt: EpochMs;
      readonly why: 'scope-disabled' | 'forbidden';
      readonly probeAt: EpochMs;
      readonly probes: number;
      readonly halfOpen: boolean;
      readonly token: TokenFingerprint;
    };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Slow probes cost uplink for nothing most of the time: half an hour, doubling to six. */
const MINUTES_PROBE = { first: 30 * MINUTE, longest: 6 * HOUR };
/** Lobbe switches features on account by account (L21), in days rather than minutes. */
const SCOPE_PROBE = { first: HOUR, longest: 12 * HOUR };
/** The limit is a daily one (L18). */
const DAILY_PROBE = 24 * HOUR;

const doubling = (probes: number, pace: { first: number; longest: number }) =>
  Math.min(pace.first * 2 ** Math.min(probes, 16), pace.longest);

/** What an answer closes, before it is known how often it was closed before. */
export type Closing =
  | { readonly gate: 'needs-minutes' | 'daily-limit' | 'unauthorized' }
  | { readonly gate: 'daily-cap' | 'rate-limited'; readonly until: EpochMs }
  | { readonly gate: 'scope-disabled'; readonly why: 'scope-disabled' | 'forbidden' };

/**
 * The gates with `closing` closed by the answer to an attempt. An attempt that began before the gate got to be as it is knows
 * nothing new: of four uploads in the air that all get 402, one closes the gate, and none takes back its user's word.
 */
export function closeGate(gates: readonly Gate[], closing: Closing, attempt: Attempt, now: EpochMs): readonly Gate[] {
  const { since, token } = attempt;
  const found = gates.find((g) => g.gate === closing.gate && isOf(g, token));
  const old = found && gateAsOf(found, now);
  if (old && since < old.closedAt && !('until' in closing)) return gates;
  // What was said to another token stays: it may be the one in use, and this the late answer to the one before.
  return [...gates.filter((g) => g !== found), closed()];

  function closed(): Gate {
    const { gate } = closing;
    const closedAt = now;
    switch (gate) {
      case 'needs-minutes': {
        const probes = old?.gate === gate ? old.probes + 1 : 0;
        return { gate, closedAt, probes, probeAt: now + doubling(probes, MINUTES_PROBE), halfOpen: false };
      }
      case 'scope-disabled': {
        const probes = old?.gate === gate ? old.probes + 1 : 0;
        const probeAt = now + doubling(probes, SCOPE_PROBE);
        return { gate, closedAt, why: closing.why, probes, probeAt, halfOpen: false, token };
      }
      case 'daily-limit':
        return { gate, closedAt, probeAt: now + DAILY_PROBE, halfOpen: false };
      case 'unauthorized':
        return { gate, closedAt, token };
      case 'daily-cap':
      case 'rate-limited': {
        // Never earlier than any of the answers said.
        const until = old && 'until' in old ? Math.max(old.until, closing.until) : closing.until;
        return { gate, closedAt, until, token };
      }
    }
  }
}

/** The gate as of `now`: deadlines keep their distance when the clock was set back. */
export function gateAsOf(gate: Gate, now: EpochMs): Gate {
  if (gate.closedAt <= now) return gate;
  // Set back a little: what is stated stands, but a send that begins now must not look older than the gate (`closeGate`).
  if (!wasSetBack(gate.closedAt, now)) return { ...gate, closedAt: now };
  const shift = now - gate.closedAt;
  if ('until' in gate) return { ...gate, closedAt: now, until: gate.until + shift };
  if ('probeAt' in gate) return { ...gate, closedAt: now, probeAt: gate.probeAt + shift };
  return { ...gate, closedAt: now };
}

function isOf(gate: Gate, token: TokenFingerprint): boolean {
  return !('token' in gate) || gate.token === token;
}

/** The user's word that a gate can be tried. Gates with a stated end and gates that only a new token opens stay as they are. */
export function tryGate(gates: readonly Gate[], name: GateName, now: EpochMs): readonly Gate[] {
  if (!gates.some((g) => g.gate === name && 'halfOpen' in g && !g.halfOpen)) return gates;
  return gates.map((g) => (g.gate === name && 'halfOpen' in g ? { ...g, halfOpen: true, closedAt: now } : g));
}

/**
 * A token was entered. It may be another account's: what is closed for the account is worth a try. `accepted`: Lobbe has just accepted
 * this one, whatever it said of it before.
 */
export function gatesForNewToken(
  gates: readonly Gate[],
  accepted: TokenFingerprint | null,
  now: EpochMs,
): readonly Gate[] {
  const left = gates.filter((g) => !(g.gate === 'unauthorized' && g.token === accepted));
  return tryGate(tryGate(left, 'needs-minutes', now), 'daily-limit', now);
}

/** The gates that are closed to `token` at `now`: those whose stated end has come are open. `token` null: to any. */
export function closedGates(gates: readonly Gate[], now: EpochMs, token: TokenFingerprint | null): readonly Gate[] {
  return gates.filter((g) => (token === null || isOf(g, token)) && !('until' in g && g.until <= now));
}

/**
 * Whether a stated wait is over and nothing has been accepted since (case 45): then one recording goes first, so that fifty do not
 * run into the next refusal together.
 */
export function hasEnded(gates: readonly Gate[], now: EpochMs, token: TokenFingerprint): boolean {
  return gates.some((g) => 'until' in g && g.until <= now && isOf(g, token));
}

/** Whether one recording may be sent through this closed gate to find out whether it can open. */
export function mayProbe(gate: Gate, now: EpochMs): boolean {
  return 'halfOpen' in gate && (gate.halfOpen || gate.probeAt <= now);
}

/** When this gate opens by itself, or looks by itself whether it can; null if only its user can open it, or if that time is here. */
export function nextChange(gate: Gate, now: EpochMs): EpochMs | null {
  const at = 'until' in gate ? gate.until : 'probeAt' in gate ? gate.probeAt : null;
  return at !== null && at > now ? at : null;
}
