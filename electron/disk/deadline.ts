/** What came of waiting: a value, or nothing within the time. */
export type InTime<Value> = { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'late' };

/**
 * Waits no longer than `ms`. What it waited for cannot be called off: the wait ends, the rest is left behind. `work` must not
 * reject.
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
