import type { EpochMs } from '../contract/ids';

/** How a file looked at one time. */
export interface Sighting {
  readonly size: number;
  readonly mtimeMs: number;
  readonly at: EpochMs;
}

export type Stillness =
  | { readonly kind: 'still' }
  /** Ask again later, and bring `seen` along. */
  | { readonly kind: 'moving'; readonly seen: Sighting };

/** Untouched for this long counts as finished at once: recorders write more often than that. */
export const settledMs = 3_000;
/** Touched a moment ago, it must look the same over at least this long. */
export const unchangedMs = 1_000;

/**
 * Whether a file is done being written, as far as two looks can tell. `earlier` is the `seen` of the last answer. Clocks of
 * shares run ahead or behind: a time in the future counts as just now, and a change between two looks counts whatever the
 * time says.
 */
export function stillness(now: Sighting, earlier: Sighting | null): Stillness {
  const unchanged = earlier !== null && earlier.size === now.size && earlier.mtimeMs === now.mtimeMs;
  if (earlier !== null && !unchanged) return { kind: 'moving', seen: now };
  if (now.at - now.mtimeMs >= settledMs) return { kind: 'still' };
  if (earlier === null) return { kind: 'moving', seen: now };
  const held = now.at - earlier.at;
  if (held >= unchangedMs) return { kind: 'still' };
  // A clock that was set back would otherwise keep the file waiting for as long as it was wrong.
  return { kind: 'moving', seen: held < 0 ? now : earlier };
}
