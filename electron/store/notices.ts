import type { StoreNotice } from '../contract/problem';

/** What the user must be told at the moment, and who wants to know when that changes. */
export interface Notices {
  list(): readonly StoreNotice[];
  set(notice: StoreNotice): void;
  clear(...notices: StoreNotice[]): void;
  listen(listener: (notices: readonly StoreNotice[]) => void): () => void;
}

export function createNotices(): Notices {
  let current: readonly StoreNotice[] = [];
  const listeners = new Listeners<[readonly StoreNotice[]]>();
  const change = (next: readonly StoreNotice[]) => {
    if (next.length === current.length) return;
    current = next;
    listeners.tell(current);
  };
  return {
    list: () => current,
    set: (notice) => change(current.includes(notice) ? current : [...current, notice]),
    clear: (...notices) => change(current.filter((notice) => !notices.includes(notice))),
    listen: (listener) => listeners.add(listener),
  };
}

/** Listeners of one event. One that throws is a bug of its own: it is reported as uncaught, and stops neither the writer nor the others. */
export class Listeners<Args extends unknown[]> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Returns the function that stops listening. */
  add(listener: (...args: Args) => void): () => void {
    // Its own function object, so that the same listener added twice is told twice and can stop once.
    const own = (...args: Args) => listener(...args);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  tell(...args: Args): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(...args);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
