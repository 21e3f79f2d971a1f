import type { RateClass, RateLimit } from './options';

/** Sliding windows per token and class (F3). */
export class RateLimiter {
  private readonly limits = new Map<RateClass, RateLimit>();
  private readonly taken = new Map<string, number[]>();

  constructor(limits: Partial<Record<RateClass, RateLimit>> = {}) {
    for (const rateClass of Object.keys(limits) as RateClass[]) this.set(rateClass, limits[rateClass] ?? null);
  }

  /** Sets the limit of a class, or lifts it. */
  set(rateClass: RateClass, limit: RateLimit | null): void {
    if (limit === null) this.limits.delete(rateClass);
    else this.limits.set(rateClass, limit);
  }

  /** Takes one request from the window. Returns the time from which there is room, or null if there was. */
  take(token: string, rateClass: RateClass, now: number): number | null {
    const limit = this.limits.get(rateClass);
    if (limit === undefined) return null;
    const name = `${rateClass} ${token}`;
    const recent = (this.taken.get(name) ?? []).filter((time) => time > now - limit.perMs);
    this.taken.set(name, recent);
    const oldest = recent[recent.length - limit.requests];
    // A refused request takes no room: who waits as told gets in.
    if (oldest !== undefined) return oldest + limit.perMs;
    recent.push(now);
    return null;
  }
}
