// How much goes to the socket in one write. Each costs the same, whatever its size, and is the grain of the progress.

/** At 100 KB/s still more than one a second. */
const LEAST = 64 * 1024;
/** Measured: larger ones gain nothing, and keep the event loop for longer. */
const MOST = 512 * 1024;
/** A write that takes no longer than this is nothing that anybody could see. */
const QUICK_MS = 20;

/** Large writes while the network takes them at once, small ones otherwise. */
export class WriteSize {
  #bytes = LEAST;

  get bytes(): number {
    return this.#bytes;
  }

  /** A write was taken whole, and that took `ms`. */
  took(ms: number): void {
    this.#bytes = ms <= QUICK_MS ? Math.min(2 * this.#bytes, MOST) : LEAST;
  }
}
