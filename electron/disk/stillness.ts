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

/**
 * How long a file has to be left alone before it counts as done, by what its own header says. A finished header is written last. One
 * that is still open belongs to a recorder, and those that buffer (64 KiB at the rate of speech) write every few seconds at the
 * least. Where the header cannot tell, in between.
 */
const LEFT_ALONE_MS = { finished: 2_000, unknown: 5_000, open: 12_000 } as const;

/** What a header says of its file's end; null: it cannot tell. */
export function leftAloneMs(finished: boolean | null): number {
  if (finished === null) return LEFT_ALONE_MS.unknown;
  return finished ? LEFT_ALONE_MS.finished : LEFT_ALONE_MS.open;
}

/**
 * Whether a file is done being written, as far as looks can tell. `earlier` is the `seen` of the last answer. Clocks of shares run
 * ahead or behind: a time in the future counts as just now, and a change between two looks counts whatever the time says.
 */
export function stillness(now: Sighting, earlier: Sighting | null, finished: boolean | null): Stillness {
  const unchanged = earlier !== null && earlier.size === now.size && earlier.mtimeMs === now.mtimeMs;
  if (earlier !== null && !unchanged) return { kind: 'moving', seen: now };
  const enough = leftAloneMs(finished);
  if (now.at - now.mtimeMs >= enough) return { kind: 'still' };
  if (earlier === null) return { kind: 'moving', seen: now };
  const held = now.at - earlier.at;
  if (held >= enough) return { kind: 'still' };
  // A clock that was set back would otherwise keep the file waiting for as long as it was wrong.
  return { kind: 'moving', seen: held < 0 ? now : earlier };
}
