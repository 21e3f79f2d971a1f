import { describe, expect, onTestFinished, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import type { AppState } from '../../electron/domain/app-state';
import { withNews } from '../../electron/domain/news';
import { startNotifications } from '../../electron/shell/notifications';
import { atLobbe, idOf, stateOf, T0 } from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { memoryStore } from '../fakes/memory-store';

const processing = (count: number) =>
  stateOf(Array.from({ length: count }, (_, n) => atLobbe(n + 1, { stage: 'processing', status: 'QUEUED' })));

/** Meeting `n` gets ready. */
const ready = (n: number) =>
  withNews((state: AppState) => ({
    ...state,
    meetings: state.meetings.map((m) =>
      m.id === idOf(n) ? { ...m, state: { stage: 'ready', at: T0, unseen: true } as const } : m,
    ),
  }));

function world(initial: AppState) {
  const clock = fakeClock(T0);
  const store = memoryStore(initial);
  const eye = { isHere: false };
  const shown: string[][] = [];
  /** What was on disk when something was shown. */
  const onDisk: AppState[] = [];
  const start = () => {
    const notifications = startNotifications({
      state: store.state,
      commit: store.commit,
      onCommit: store.onCommit,
      clock,
      isLookedAt: () => eye.isHere,
      show(news) {
        shown.push(news.map((item) => (item.about === 'meeting' ? item.name : item.what)));
        onDisk.push(store.state());
      },
    });
    onTestFinished(notifications.stop);
    return notifications;
  };
  /** As a computer's clock does it: not in leaps. */
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 500) await clock.advance(500);
  };
  return { clock, store, eye, shown, onDisk, start, pass };
}

describe('news', () => {
  test('are told after a moment, and leave the disk before they are shown', async () => {
    const { clock, store, shown, onDisk, start } = world(processing(1));
    start();
    await store.commit(ready(1));
    await clock.advance(1_999);
    expect(shown).toEqual([]);
    await clock.advance(1);
    expect(shown).toEqual([['meeting 1.m4a']]);
    expect(onDisk[0]?.news).toEqual([]);
    await store.commit(ready(1));
    await clock.advance(60_000);
    expect(shown).toHaveLength(1);
    expect(clock.next()).toBeNull();
  });

  test('that come within a moment are one notification', async () => {
    const { store, shown, start, pass } = world(processing(3));
    start();
    for (const n of [1, 2, 3]) {
      await store.commit(ready(n));
      await pass(1_500);
    }
    await pass(4_000);
    expect(shown).toEqual([['meeting 1.m4a', 'meeting 2.m4a', 'meeting 3.m4a']]);
  });

  test('that never cease are told all the same', async () => {
    const { clock, store, shown, start } = world(processing(40));
    start();
    for (let n = 1; n <= 20; n += 1) {
      await store.commit(ready(n));
      await clock.advance(1_000);
    }
    expect(shown.length).toBeGreaterThanOrEqual(1);
    expect(shown.length).toBeLessThanOrEqual(2);
  });

  test('of what its user is looking at are not told, neither now nor later', async () => {
    const { clock, store, eye, shown, start } = world(processing(2));
    eye.isHere = true;
    start();
    await store.commit(ready(1));
    await clock.asleep();
    expect(store.state().news).toEqual([]);
    eye.isHere = false;
    await clock.advance(60_000);
    expect(shown).toEqual([]);
    // Came to the window before it was told.
    await store.commit(ready(2));
    await clock.asleep();
    eye.isHere = true;
    await clock.advance(2_000);
    expect(shown).toEqual([]);
    expect(store.state().news).toEqual([]);
  });

  test('that were not told before the end are told by the next start, once', async () => {
    const { clock, store, shown, start, pass } = world(processing(2));
    const first = start();
    await store.commit(ready(1));
    await clock.asleep();
    await first.stop();
    expect(shown).toEqual([]);
    start();
    await store.commit(ready(2));
    await pass(4_000);
    expect(shown).toEqual([['meeting 1.m4a', 'meeting 2.m4a']]);
  });

  test('F17: do not wait for a plan of catching up that has not moved for long', async () => {
    const initial = processing(1);
    const feed = { ...initial.feed, catchUp: { list: null, open: ['rec_9' as RecordingId] } };
    const { clock, store, shown, start, pass } = world({ ...initial, feed });
    start();
    await clock.advance(600_000);
    await store.commit(ready(1));
    await pass(4_000);
    expect(shown).toEqual([['meeting 1.m4a']]);
  });

  test('case 71: wait for a disk that takes them', async () => {
    const { clock, store, shown, start } = world(processing(1));
    start();
    await store.commit(ready(1));
    await clock.asleep();
    store.full = true;
    await clock.advance(10_000);
    expect(shown).toEqual([]);
    store.full = false;
    await clock.advance(30_000);
    await clock.advance(4_000);
    expect(shown).toEqual([['meeting 1.m4a']]);
  });

  test('F17: wait while Lobbe is asked for more of them, but not for ever', async () => {
    const { clock, store, shown, start } = world(processing(2));
    const catchingUp = (open: readonly string[] | null) => (state: AppState) => ({
      ...state,
      feed: { ...state.feed, catchUp: open && { list: null, open: open as never } },
    });
    start();
    await store.commit(catchingUp(['r']));
    await store.commit(ready(1));
    for (let s = 0; s < 60; s += 2) await clock.advance(2_000);
    expect(shown).toEqual([]);
    await store.commit(ready(2));
    await store.commit(catchingUp(null));
    await clock.advance(2_000);
    await clock.advance(2_000);
    expect(shown).toEqual([['meeting 1.m4a', 'meeting 2.m4a']]);
  });

  test('F17: a Lobbe that does not answer keeps them for some minutes only', async () => {
    const { clock, store, shown, start } = world(processing(1));
    start();
    await store.commit((state) => ({
      ...state,
      feed: { ...state.feed, catchUp: { list: null, open: ['r' as never] } },
    }));
    await store.commit(ready(1));
    for (let minute = 0; minute < 11; minute += 1) await clock.advance(60_000);
    expect(shown).toEqual([['meeting 1.m4a']]);
  });

  test('are told also if the clock was set back meanwhile', async () => {
    const { clock, store, shown, start } = world(processing(1));
    start();
    await store.commit(ready(1));
    await clock.asleep();
    await clock.goTo(T0 - 3_600_000);
    await clock.goTo(T0 + 2_000);
    expect(shown).toEqual([['meeting 1.m4a']]);
  });
});
