import type { AppState } from '../../electron/domain/app-state';
import { StoreError } from '../../electron/store/errors';

/** A store without a disk: commits are kept in order, and can be made to fail. */
export interface MemoryStore {
  state(): AppState;
  commit(change: (state: AppState) => AppState): Promise<AppState>;
  /** Nothing is kept outside of the state. */
  filed(): Promise<readonly never[]>;
  untitled(): readonly never[];
  onCommit(listener: () => void): () => void;
  /** Every state that was committed, oldest first. */
  readonly history: AppState[];
  /** While true, commits that would change something reject. */
  full: boolean;
}

export function memoryStore(initial: AppState): MemoryStore {
  let state = initial;
  const listeners = new Set<() => void>();
  const store: MemoryStore = {
    history: [initial],
    full: false,
    state: () => state,
    filed: async () => [],
    untitled: () => [],
    async commit(change) {
      await Promise.resolve();
      const next = change(state);
      if (next === state) return state;
      if (store.full) throw new StoreError('disk-full', 'ENOSPC');
      state = next;
      store.history.push(state);
      for (const listener of listeners) listener();
      return state;
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;
}
