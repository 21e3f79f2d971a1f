// What pauses more than one recording. Gates are account-wide, kept with absolute times, and shown once.

import type { EpochMs } from '../contract/ids';

/**
 * A closed gate that is on disk. `offline` is not among them: it is what the OS says now.
 * `halfOpen` (the term is that of circuit breakers): one recording may go, to find out whether the gate can open; its answer decides.
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
