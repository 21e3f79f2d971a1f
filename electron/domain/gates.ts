// What pauses more than one recording. Gates are account-wide, kept with absolute times, and shown once.

import type { EpochMs } from '../contract/ids';
import type { GateName } from '../contract/stage';

/**
 * A closed gate that is on disk. `offline` is not among them: it is what the OS says now. `halfOpen` (the term is that of
 * circuit breakers): one recording may go, to find out whether the gate can open; its answer decides.
 */
export type Gate =
  | {
      readonly gate: 'needs-minutes';
      readonly closedAt: EpochMs;
      readonly probeAt: EpochMs;
      readonly probes: number;
      readonly halfOpen: boolean;
    }
  | { readonly gate: 'daily-cap'; readonly closedAt: EpochMs; readonly until: EpochMs }
  | { readonly gate: 'daily-limit'; readonly closedAt: EpochMs; readonly probeAt: EpochMs; readonly halfOpen: boolean }
  | { readonly gate: 'rate-limited'; readonly closedAt: EpochMs; readonly until: EpochMs }
  | { readonly gate: 'unauthorized'; readonly closedAt: EpochMs }
  | {
      readonly gate: 'scope-disabled';
      readonly closedAt: EpochMs;
      readonly why: 'scope-disabled' | 'forbidden';
      readonly probeAt: EpochMs;
      readonly probes: number;
      readonly halfOpen: boolean;
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

/** The gates with `closing` closed. Closing a closed gate again makes its next probe later, and never ends a wait earlier. */
export function closeGate(gates: readonly Gate[], closing: Closing, now: EpochMs): readonly Gate[] {
  const old = gates.find((g) => g.gate === closing.gate);
  const closedAt = now;
  return [...openGate(gates, closing.gate), closed()];

  function closed(): Gate {
    switch (closing.gate) {
      case 'needs-minutes': {
        const probes = old?.gate === 'needs-minutes' ? old.probes + 1 : 0;
        return {
          gate: closing.gate,
          closedAt,
          probes,
          probeAt: now + doubling(probes, MINUTES_PROBE),
          halfOpen: false,
        };
      }
      case 'scope-disabled': {
        const probes = old?.gate === 'scope-disabled' ? old.probes + 1 : 0;
        const probeAt = now + doubling(probes, SCOPE_PROBE);
        return { gate: closing.gate, closedAt, why: closing.why, probes, probeAt, halfOpen: false };
      }
      case 'daily-limit':
        return { gate: closing.gate, closedAt, probeAt: now + DAILY_PROBE, halfOpen: false };
      case 'unauthorized':
        return { gate: closing.gate, closedAt };
      case 'daily-cap':
      case 'rate-limited': {
        const until = old && 'until' in old ? Math.max(old.until, closing.until) : closing.until;
        return { gate: closing.gate, closedAt, until };
      }
    }
  }
}

/** The gates without `name`. */
export function openGate(gates: readonly Gate[], name: GateName): readonly Gate[] {
  return gates.some((g) => g.gate === name) ? gates.filter((g) => g.gate !== name) : gates;
}

/** The user's word that a gate can be tried. Gates with a stated end and gates that only a new token opens stay as they are. */
export function tryGate(gates: readonly Gate[], name: GateName): readonly Gate[] {
  return gates.map((g) => (g.gate === name && 'halfOpen' in g && !g.halfOpen ? { ...g, halfOpen: true } : g));
}

/** A new token: what was said to the old one no longer counts. Minutes and Lobbe's daily limit are the account's, and stay. */
export function gatesForNewToken(gates: readonly Gate[]): readonly Gate[] {
  return gates
    .filter((g) => g.gate === 'needs-minutes' || g.gate === 'daily-limit')
    .map((g) => ('halfOpen' in g ? { ...g, halfOpen: true } : g));
}

/** The gates that are closed at `now`: those whose stated end has come are open. */
export function closedGates(gates: readonly Gate[], now: EpochMs): readonly Gate[] {
  return gates.filter((g) => !('until' in g) || g.until > now);
}

/** Whether one recording may be sent through this closed gate to find out whether it can open. */
export function mayProbe(gate: Gate, now: EpochMs): boolean {
  return 'halfOpen' in gate && (gate.halfOpen || gate.probeAt <= now);
}

/** When this gate opens by itself, or looks by itself whether it can; null if only its user can open it. */
export function nextChange(gate: Gate): EpochMs | null {
  if ('until' in gate) return gate.until;
  return 'probeAt' in gate ? gate.probeAt : null;
}
