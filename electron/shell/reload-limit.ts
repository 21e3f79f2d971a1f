/**
 * A page that dies at once each time (a broken GPU driver) must not be reloaded for ever (case 106); one that dies once in some weeks
 * always is.
 */
const RELOADS = 3;
const WITHIN_MS = 600_000;

/** Whether a page that died at `now` (milliseconds of a clock that only goes forward) may be reloaded by itself; counts it if so. */
export function createReloadLimit(): (now: number) => boolean {
  let reloads: readonly number[] = [];
  return (now) => {
    reloads = reloads.filter((at) => now - at < WITHIN_MS);
    if (reloads.length >= RELOADS) return false;
    reloads = [...reloads, now];
    return true;
  };
}
