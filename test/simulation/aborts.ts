// Abort signals as plain as their use here. Node's own are events with finalisers and stacks, which cost a fifth of a seed; what the
// app relies on is this much: listeners once and in order, a signal of several, and nothing after the first abort.

type Listener = () => void;

class PlainSignal {
  aborted = false;
  readonly #listeners = new Set<Listener>();
  readonly #dependants = new Set<PlainSignal>();

  addEventListener(_type: 'abort', listener: Listener): void {
    if (!this.aborted) this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
    for (const dependant of this.#dependants) dependant.abort();
    this.#dependants.clear();
  }

  static any(signals: readonly PlainSignal[]): PlainSignal {
    const either = new PlainSignal();
    if (signals.some(({ aborted }) => aborted)) either.abort();
    else for (const signal of signals) signal.#dependants.add(either);
    return either;
  }
}

class PlainController {
  readonly signal = new PlainSignal();

  abort(): void {
    this.signal.abort();
  }
}

/** Puts the plain ones in the place of Node's; returns what takes that back. Nothing else may run meanwhile. */
export function plainAborts(): () => void {
  const { AbortController, AbortSignal } = globalThis;
  Object.assign(globalThis, { AbortController: PlainController, AbortSignal: PlainSignal });
  return () => void Object.assign(globalThis, { AbortController, AbortSignal });
}
