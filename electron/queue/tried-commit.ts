import type { Recall } from '../domain/archiving';
import type { Store } from './ports';

/** What came of a commit. `refused`: by the disk, which may take it later. `bug`: of the change; it would fail for ever. */
export type Tried = { readonly kind: 'committed' | 'refused' } | { readonly kind: 'bug'; readonly cause: unknown };

/** Commits, and tells the disk's trouble from a bug of the change. Never rejects. */
export async function tryToCommit(
  store: Pick<Store, 'commit'>,
  change: Parameters<Store['commit']>[0],
  recall: Recall = {},
): Promise<Tried> {
  let threw = false;
  try {
    await store.commit((state) => {
      try {
        return change(state);
      } catch (cause) {
        threw = true;
        throw cause;
      }
    }, recall);
    return { kind: 'committed' };
  } catch (cause) {
    return threw || isInvalidState(cause) ? { kind: 'bug', cause } : { kind: 'refused' };
  }
}

const isInvalidState = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'invalid-state';
