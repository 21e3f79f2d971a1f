import { expect, test } from 'vitest';
import { tryToCommit } from '../../electron/queue/tried-commit';
import { StoreError, type StoreErrorCode } from '../../electron/store/errors';
import { stateOf } from '../builders/meetings';
import { memoryStore } from '../fakes/memory-store';

const refusing = (code: StoreErrorCode) => ({ commit: () => Promise.reject(new StoreError(code, 'a test')) });

test.each(['disk-full', 'read-only', 'io', 'newer-version', 'other-writer'] as const)(
  'case 79: %s is the disk’s trouble',
  async (code) => {
    expect(await tryToCommit(refusing(code), (state) => state)).toEqual({ kind: 'refused' });
  },
);

test('a state that no disk could take is a bug of the change', async () => {
  expect(await tryToCommit(refusing('invalid-state'), (state) => state)).toMatchObject({ kind: 'bug' });
});

test('a change that throws is a bug, and brings its cause', async () => {
  const cause = new TypeError('a bug');
  const store = memoryStore(stateOf([]));
  const tried = tryToCommit(store, () => {
    throw cause;
  });
  expect(await tried).toEqual({ kind: 'bug', cause });
  expect(await tryToCommit(store, (state) => ({ ...state, pausedAll: true }))).toEqual({ kind: 'committed' });
});
