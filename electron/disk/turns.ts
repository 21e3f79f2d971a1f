/** Lets so many pieces of work run at the same time; the others wait, first come, first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/**
 * Shared by all inspections, as file descriptors are shared by the whole process: 5,000 dropped files would open more than a
 * system gives (256 on macOS). Twice libuv's four threads keep those busy.
 */
export const turns = new Turns(8);
