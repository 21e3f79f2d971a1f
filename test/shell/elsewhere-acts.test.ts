import { expect, test } from 'vitest';
import type { Toast } from '../../electron/contract/snapshot';
import { applyPage } from '../../electron/domain/feed';
import { createElsewhereActs } from '../../electron/shell/elsewhere-acts';
import { recordingIdOf, stateOf, T0, token } from '../builders/meetings';
import { memoryStore } from '../fakes/memory-store';

const id = recordingIdOf(1);

function world() {
  const nothing = { seriesId: null, occurredAt: null, status: 'READY', error: null };
  const events = [{ ...nothing, id: 'e1', type: 'recording.ready', change: null, recordingId: id }];
  const store = memoryStore(applyPage(stateOf([]), { events, unreadable: [], nextCursor: 'c' }, token, T0));
  const done: string[] = [];
  const toasts: Toast[] = [];
  const acts = createElsewhereActs({
    state: store.state,
    commit: (change) =>
      store.commit(change).then(
        () => true,
        () => false,
      ),
    filed: () => null,
    openPage: async (address) => void done.push(address),
    copy: (text) => void done.push(text),
    toast: (toast) => toasts.push(toast),
  });
  return { store, acts, done, toasts };
}

test('a meeting from elsewhere is opened in Lobbe, and its id is copied', async () => {
  const { acts, done, toasts } = world();
  await acts.act(id, 'open-in-lobbe');
  await acts.act(id, 'copy-id');
  expect(done).toEqual([expect.stringContaining(id), id]);
  expect(toasts).toEqual([{ kind: 'copied', what: 'id' }]);
  expect(acts.find(id)?.timeline.map(({ code }) => code)).toEqual(['recording.ready']);
});

test('it is taken off the list, and brought back as it was', async () => {
  const { store, acts, toasts } = world();
  const before = store.state().elsewhere;
  await acts.act(id, 'remove');
  expect(store.state().elsewhere).toEqual([{ kind: 'hidden', recordingId: id }]);
  expect(toasts).toEqual([{ kind: 'removed', id: `elsewhere:${id}`, name: '', maybeSent: false }]);
  await acts.act(id, 'undo');
  expect(store.state().elsewhere).toEqual(before);
});

test('what the disk does not take is not said to be done', async () => {
  const { store, acts, toasts } = world();
  store.full = true;
  await acts.act(id, 'remove');
  expect(toasts).toEqual([]);
});

test('acts that only a file of ours has do nothing', async () => {
  const { store, acts, done } = world();
  for (const action of ['retry', 'pause', 'cancel', 'show-in-folder', 'upload-again'] as const)
    await acts.act(id, action);
  await acts.act(recordingIdOf(404), 'remove');
  expect([store.history.length, done]).toEqual([1, []]);
});
