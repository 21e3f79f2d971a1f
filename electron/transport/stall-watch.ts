// When an upload of which nothing is heard is over, and what has stopped.

import type { AttemptPhase } from '../domain/outcome';
import type { Limits } from './limits';
import type { OwnCode } from './outcome';

/** An upload as it is at one look. */
export interface Vitals {
  readonly phase: Extract<AttemptPhase, 'body' | 'flush' | 'response'>;
  /** Bytes that the kernel took: any rise is a sign of life. */
  readonly handed: number;
  /** Everything that was handed to the socket has left it. */
  readonly drained: boolean;
  /** It waits for its turn under the limit that its user has set. */
  readonly throttled: boolean;
}

export class StallWatch {
  readonly #limits: Pick<Limits, 'tickMs' | 'stallMs' | 'answerMs'>;
  /** Looks in a row without a sign of life. Counted, not read from a clock: a sleep of three days is no stall (case 91). */
  #quiet = 0;
  #lastHanded = 0;

  constructor(limits: Pick<Limits, 'tickMs' | 'stallMs' | 'answerMs'>) {
    this.#limits = limits;
  }

  /** Another wait begins, or there was a sign of life that no look can see. */
  restart(): void {
    this.#quiet = 0;
  }

  /** To be asked every `tickMs`. Null while there is hope. */
  look({ phase, handed, drained, throttled }: Vitals): { phase: AttemptPhase; code: OwnCode } | null {
    const { tickMs, stallMs, answerMs } = this.#limits;
    // With bytes still in the socket it is the network that does not move, whatever the limit.
    const alive = handed !== this.#lastHanded || (throttled && drained);
    this.#quiet = alive ? 0 : this.#quiet + 1;
    this.#lastHanded = handed;
    const quietMs = this.#quiet * tickMs;
    if (phase === 'response') return quietMs >= answerMs ? { phase, code: 'NO_ANSWER' } : null;
    if (quietMs < stallMs) return null;
    // A socket that wants more, and gets none: it is the file that does not move (a share that went away, an evicted file).
    return drained ? { phase: 'file', code: 'READ_STALLED' } : { phase, code: 'STALLED' };
  }
}
