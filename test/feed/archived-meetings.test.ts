// The poller on a real store with its archive: news of a meeting of the past finds its record.

import { expect, test } from 'vitest';
import type { FeedAnswer } from '../../electron/domain/feed-answers';
import { startPoller } from '../../electron/feed/poller';
import { readState } from '../../electron/store/state-store';
import { token } from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { archivedNumbers, idOf, NOW, oldOnes, openBoth, prepare } from '../store/archive-world';
import { folder } from '../store/builders';

test('F13: record and cursor are on disk together, and nothing from elsewhere is made of it', async () => {
  const directory = folder();
  await prepare(directory, oldOnes(30));
  await openBoth(directory);
  // The poller begins before the archive is read.
  const { store, archive } = await openBoth(directory, { load: false });
  const event = { seriesId: null, occurredAt: null, status: null, change: null, error: null };
  const page: FeedAnswer = {
    kind: 'page',
    events: [
      { ...event, id: 'e1', type: 'recording.deleted', recordingId: 'rec_25' as never },
      { ...event, id: 'e2', type: 'recording.ready', recordingId: 'rec_unknown' as never },
    ],
    unreadable: [],
    nextCursor: 'c1',
    full: false,
    schemaVersion: 1,
  };
  const commits: number[] = [];
  const moved = new Promise<void>((resolve) => {
    store.onCommit((state, revision) => {
      commits.push(revision);
      if (state.feed.cursor === 'c1') resolve();
    });
  });
  let answers = 0;
  const poller = startPoller({
    store: { state: store.state, commit: archive.commit, filed: archive.filed },
    reader: {
      token: () => token,
      readEvents: async () => {
        answers += 1;
        return page;
      },
      readReady: async () => ({ kind: 'unreachable', code: 'X' }),
      readMeeting: async () => ({ kind: 'unreachable', code: 'X' }),
      readStatus: async () => ({ kind: 'unreachable', code: 'X' }),
      retry: async () => ({ kind: 'unreachable', code: 'X' }),
    },
    clock: fakeClock(NOW),
    random: () => 0,
    watched: () => false,
    onRead: () => {},
    onNote: () => {},
    onBug: (cause) => expect.fail(String(cause)),
    intervalMs: 60_000,
  });
  await archive.load();
  await moved;
  await poller.stop();
  expect(answers).toBe(1);
  expect(commits).toHaveLength(1);
  const onDisk = readState(directory);
  expect(onDisk?.feed.cursor).toBe('c1');
  expect(onDisk?.elsewhere.map(({ recordingId }) => recordingId)).toEqual(['rec_unknown']);
  // F17: what is to be caught up with is on disk with the new cursor; what was archived is part of it.
  expect(onDisk?.feed.catchUp?.open).toContain('rec_24');
  expect(onDisk?.meetings.find(({ id }) => id === idOf(25))?.state).toEqual({ stage: 'deleted', at: NOW });
  expect(archivedNumbers(archive)).not.toContain(25);
});
