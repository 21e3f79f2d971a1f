import type { EpochMs } from '../contract/ids';

/** The part of an `AbortSignal` that waiting needs; this room compiles without Node and DOM types. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Time as an argument. The wall clock in the app; in tests a fake one that moves when there is nothing left but to wait. */
export interface Clock {
  now(): EpochMs;
  /** Resolves when `time` has come, or at once when `signal` aborts (without throwing). */
  until(time: EpochMs, signal: StopSignal): Promise<void>;
}

/** Source of randomness, 0 ≤ x < 1. An argument, so that a decision can be replayed. */
export type Random = () => number;

/** Time servers correct clocks by seconds; more than this is somebody's hand, a dead battery, or another system's time zone. */
const SET_BACK_MS = 60_000;

/** Whether the clock was set back since something was written down with the time `since`. */
export const wasSetBack = (since: EpochMs, now: EpochMs) => now < since - SET_BACK_MS;
