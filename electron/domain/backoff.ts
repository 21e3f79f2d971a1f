import type { EpochMs } from '../contract/ids';
import type { Random } from './clock';

/** L16: 2 s, 4, 8, …. The last step is under 10 minutes with its jitter: a laptop that comes back is noticed within a coffee. */
const LAST_STEP_S = 512;

/** Jitter only ever adds, so that no wait is shorter than documented; small, so that a countdown still means something. */
const JITTER = 0.17;

/**
 * When to try again after `failures` (1 or more) attempts in a row that ended in trouble; for ever, as the file is still on disk.
 * Between 2 s and 10 min from `now`.
 */
export function backoff(failures: number, now: EpochMs, random: Random): EpochMs {
  const seconds = Math.min(2 ** Math.max(1, failures), LAST_STEP_S);
  return now + Math.ceil(seconds * 1000 * (1 + JITTER * random()));
}

/** What a Retry-After becomes: never earlier than told; up to a second later, so that a fleet does not come back as one. */
export function afterTold(notBefore: EpochMs, random: Random): EpochMs {
  return notBefore + Math.ceil(1000 * random());
}
