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

/**
 * Work that was left behind, by what it was about. Each piece may hold one of libuv's four threads for ever, so the same file is
 * not looked at again before the last look came back; four looks at one dead file would stop every other file of the app.
 */
export class LeftBehind {
  readonly #keys = new Set<string>();

  /** `within`, but late at once while earlier work on `key` is still out. */
  async within<Value>(key: string, ms: number, begin: () => Promise<Value>): Promise<InTime<Value>> {
    if (this.#keys.has(key)) return { kind: 'late' };
    const work = begin();
    const result = await within(ms, work);
    if (result.kind === 'late') {
      this.#keys.add(key);
      void work.finally(() => this.#keys.delete(key));
    }
    return result;
  }
}
