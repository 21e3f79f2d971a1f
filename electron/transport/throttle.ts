// The limit on the uplink that its user has set: one bucket of bytes, for all uploads of a client.

/** What is not used within this time is lost: after a stall nothing bursts out. Long enough for timers that come late. */
const CATCH_UP_MS = 250;
/** Nobody sleeps longer without asking whether the limit is still the same. */
const LOOK_MS = 200;
/** A piece of the file lasts about this long, so that uploads take turns often and progress is smooth. */
const GRAIN_MS = 50;
/** Below this size the framing of TLS and TCP would be worth more than the bytes. */
const SMALLEST_GRAIN = 1024;

/** Time that never jumps back, and waiting. */
export interface Timing {
  nowMs(): number;
  /** Calls `wake` after `ms`, unless the function that it returns is called before. */
  after(ms: number, wake: () => void): () => void;
}

const realTiming: Timing = {
  nowMs: () => performance.now(),
  after(ms, wake) {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};

/** One upload's place at the bucket. It asks again only when it was answered. */
export interface Lane {
  /** It waits for its turn. */
  readonly waiting: boolean;
  /** How many of `wanted` bytes may go out now: at least one, or 0 if it was closed. A promise only if it has to wait. */
  take(wanted: number): number | Promise<number>;
  /** Ends a wait, and gives the place free. */
  close(): void;
}

interface Turn {
  readonly wanted: number;
  readonly lane: Lane;
  give(bytes: number): void;
}

/** Shares out the bytes that `limit` (a second; null, or nothing above zero: no limit) allows, in turns. */
export class Throttle {
  readonly #limit: () => number | null;
  readonly #timing: Timing;
  readonly #lanes = new Set<Lane>();
  /** First come, first served: who was served stands at the end again. */
  #queue: Turn[] = [];
  #cancelTimer: () => void = () => {};
  /** Bytes that may go out at once, as of `#at`. */
  #saved = 0;
  #at = 0;

  constructor(limit: () => number | null, timing: Timing = realTiming) {
    this.#limit = limit;
    this.#timing = timing;
  }

  lane(): Lane {
    let closed = false;
    const lane: Lane & { waiting: boolean } = {
      waiting: false,
      take: (wanted) => {
        if (closed) return 0;
        this.#enter(lane);
        // Whoever waits already goes first.
        const now = this.#queue.length === 0 ? this.#grant(wanted) : 0;
        if (now > 0) return now;
        lane.waiting = true;
        return new Promise((resolve) => {
          const give = (bytes: number) => {
            lane.waiting = false;
            resolve(bytes);
          };
          this.#queue.push({ wanted, lane, give });
          if (this.#queue.length === 1) this.#sleep();
        });
      },
      close: () => {
        closed = true;
        this.#leave(lane);
      },
    };
    return lane;
  }

  #enter(lane: Lane): void {
    // Nothing is saved up while nobody sends: an upload does not begin with a burst.
    if (this.#lanes.size === 0) {
      this.#saved = 0;
      this.#at = this.#timing.nowMs();
    }
    this.#lanes.add(lane);
  }

  #leave(lane: Lane): void {
    this.#lanes.delete(lane);
    const left = this.#queue.filter((turn) => turn.lane === lane);
    this.#queue = this.#queue.filter((turn) => turn.lane !== lane);
    for (const turn of left) turn.give(0);
    if (this.#queue.length === 0) this.#cancelTimer();
  }

  get #rate(): number | null {
    const limit = this.#limit();
    return limit !== null && limit > 0 && Number.isFinite(limit) ? limit : null;
  }

  /** How many of `wanted` bytes may go out now; 0 if it is too early for a whole grain. */
  #grant(wanted: number): number {
    const rate = this.#rate;
    const now = this.#timing.nowMs();
    const passedMs = Math.max(0, now - this.#at);
    this.#at = now;
    if (rate === null) {
      this.#saved = 0;
      return wanted;
    }
    const bytes = grain(wanted, rate);
    // What a low limit gives in this time is less than a grain: there has to be room for one.
    const most = Math.max(bytes, (rate * CATCH_UP_MS) / 1000);
    this.#saved = Math.min(most, this.#saved + (rate * passedMs) / 1000);
    if (this.#saved < bytes) return 0;
    this.#saved -= bytes;
    return bytes;
  }

  #sleep(): void {
    const [next] = this.#queue;
    const rate = this.#rate;
    if (!next) return;
    const ms = rate === null ? 0 : ((grain(next.wanted, rate) - this.#saved) / rate) * 1000;
    this.#cancelTimer = this.#timing.after(Math.min(LOOK_MS, Math.max(1, Math.ceil(ms))), () => this.#serve());
  }

  #serve(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const bytes = this.#grant(next.wanted);
      if (bytes === 0) break;
      this.#queue.shift();
      next.give(bytes);
    }
    this.#sleep();
  }
}

function grain(wanted: number, rate: number): number {
  return Math.min(wanted, Math.max(SMALLEST_GRAIN, Math.ceil((rate * GRAIN_MS) / 1000)));
}
