// The poller on a real store with its archive: news of a meeting of the past finds its record.

import { expect, test } from 'vitest';
import { elsewhereViews } from '../../electron/domain/elsewhere-view';
import type { FeedAnswer } from '../../electron/domain/feed-answers';
import { startPoller } from '../../electron/feed/poller';
import { readState } from '../../electron/store/state-store';
import { recordingIdOf, token } from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { archivedNumbers, idOf, NOW, oldOnes, openBoth, prepare, range } from '../store/archive-world';
import { folder } from '../store/builders';
import { event, page } from './world';

test('F13: record and cursor are on disk together, and nothing from elsewhere is made of it', async () => {
  const directory = folder();
  await prepare(directory, oldOnes(30));
  await openBoth(directory);
  // The poller begins before the archive is read.
  const { store, archive } = await openBoth(directory, { load: false });
  const facts = { seriesId: null, occurredAt: null, status: null, change: null, error: null };
  const told: FeedAnswer = {
    kind: 'page',
    events: [
      { ...facts, id: 'e1', type: 'recording.deleted', recordingId: 'rec_25' as never },
      { ...facts, id: 'e2', type: 'recording.ready', recordingId: 'rec_unknown' as never },
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
    store: { state: store.state, commit: archive.commit, filed: archive.filed, untitled: archive.untitled },
    reader: {
      token: () => token,
      readEvents: async () => {
        answers += 1;
        return told;
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

test('what came from elsewhere while nobody looked gets its names when somebody does, also what is in the file by then', async () => {
  const directory = folder();
  const { store, archive } = await openBoth(directory);
  const numbers = range(1, 100);
  const events = numbers.map((n) => event(`e${n}`, 'recording.ready', n));
  /** What the window shows: of a meeting that is in both, the state's row. */
  const names = () => new Map([...archive.views(), ...elsewhereViews(store.state())].map(({ id, name }) => [id, name]));
  const pages = [page('c1', events)];
  const asked: string[] = [];
  const window = { isOpen: false };
  let now = NOW;
  let allNamed = () => {};
  const named = new Promise<void>((resolve) => {
    allNamed = resolve;
  });
  const poller = startPoller({
    store: { state: store.state, commit: archive.commit, filed: archive.filed, untitled: archive.untitled },
    reader: {
      token: () => token,
      readEvents: async (after) => pages.shift() ?? page(after),
      readReady: async () => ({ kind: 'ready', meetings: [], nextCursor: null }),
      readMeeting: async (id) => {
        asked.push(id);
        return { kind: 'meeting', title: `Title of ${id}` };
      },
      readStatus: async () => ({ kind: 'unreachable', code: 'X' }),
      retry: async () => ({ kind: 'unreachable', code: 'X' }),
    },
    // Time passes as fast as the disk takes what it brings.
    clock: {
      now: () => now,
      async until(time) {
        now = Math.max(now, time);
        await archive.settled();
        window.isOpen = store.state().elsewhere.length === 20 || asked.length > 0;
        if (asked.length >= 100) allNamed();
      },
    },
    random: () => 0,
    watched: () => window.isOpen,
    onRead: () => {},
    onNote: () => {},
    onBug: (cause) => expect.fail(String(cause)),
    intervalMs: 60_000,
  });
  await named;
  await poller.stop();
  await archive.settled();
  expect(asked.toSorted()).toEqual(numbers.map(recordingIdOf).toSorted());
  // Those that a window shows first.
  expect(asked.slice(0, 2)).toEqual([recordingIdOf(100), recordingIdOf(99)]);
  expect(new Set(names().values())).toEqual(new Set(numbers.map((n) => `Title of ${recordingIdOf(n)}`)));
  const again = await openBoth(directory);
  expect(again.archive.untitled(5)).toEqual([]);
});
