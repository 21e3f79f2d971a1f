/** What came of waiting: a value, or nothing within the time. */
export type InTime<Value> = { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'late' };

/**
 * Waits no longer than `ms`. A call into a dead share or a file that a cloud moved out may never come back, and cannot be
 * called off: the wait ends, the call is left behind. `work` must not reject; whatever it opens late is its own to close.
 */
export function within<Value>(ms: number, work: Promise<Value>): Promise<InTime<Value>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ kind: 'late' }), ms);
    void work.then((value) => {
      clearTimeout(timer);
      resolve({ kind: 'done', value });
    }, reject);
  });
}

/** Of libuv's four threads, the most that dead files may hold: the store's commits need the others. */
const MOST_LEFT_BEHIND = 2;

/**
 * Work that was left behind, by what it was about. Each piece may hold one of libuv's four threads for ever, so the same file is
 * not touched again before the last call came back, and no file is while too many calls are out.
 */
export class LeftBehind {
  readonly #keys = new Set<string>();

  /** `within`, but late at once while earlier work on `key`, or on too many others, is still out. */
  async within<Value>(key: string, ms: number, begin: () => Promise<Value>): Promise<InTime<Value>> {
    if (this.#keys.has(key) || this.#keys.size >= MOST_LEFT_BEHIND) return { kind: 'late' };
    const work = begin();
    const result = await within(ms, work);
    if (result.kind === 'late') {
      this.#keys.add(key);
      void work.finally(() => this.#keys.delete(key));
    }
    return result;
  }
}

/** Shared by all that touches dropped files, as libuv's threads are shared by the whole process. */
export const hanging = new LeftBehind();
