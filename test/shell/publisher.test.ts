import { expect, test } from 'vitest';
import type { Snapshot } from '../../electron/contract/snapshot';
import { createPublisher, type Sources } from '../../electron/shell/publisher';
import { meeting, stateOf, T0 } from '../builders/meetings';

function world(onTell: (clock: { now: number }) => void, state = stateOf([meeting(1)])) {
  const clock = { now: T0 };
  const told: { snapshot: Snapshot; at: number }[] = [];
  let heard = () => {};
  const sources: Sources = {
    state: () => state,
    notices: () => [],
    questions: () => [],
    inFlight: () => new Set(),
    account: () => ({ hasToken: true, hint: null, storage: null, canEncrypt: true, acceptedAt: null }),
    app: () => ({ nativeLanguage: 'en', startsAtLogin: null, update: null }),
    folders: () => ({ watched: [], offers: [] }),
    proxyPassword: () => null,
    token: () => null,
    feedTrouble: () => null,
    lastReadAt: () => null,
    offline: () => false,
    language: () => 'en',
    now: () => clock.now,
    sandbox: false,
    takes: ['m4a'],
  };
  const publisher = createPublisher(sources, (snapshot) => {
    told.push({ snapshot, at: performance.now() });
    onTell(clock);
    heard();
  });
  /** Something changes; resolves, to how long that took (ms), when the window is told. */
  async function change(): Promise<number> {
    const from = performance.now();
    const next = new Promise<void>((resolve) => {
      heard = resolve;
    });
    publisher.changed();
    await next;
    return performance.now() - from;
  }
  return { clock, told, publisher, change };
}

test('a hundred changes in a row are one snapshot, and a newer one each time', async () => {
  const w = world(() => {});
  for (let n = 0; n < 100; n += 1) w.publisher.changed();
  await w.change();
  await w.change();
  expect(w.told).toHaveLength(2);
  expect((w.told[1]?.snapshot.revision ?? 0) > (w.told[0]?.snapshot.revision ?? 0)).toBe(true);
  w.publisher.stop();
});

test('case 31: after a snapshot that took its time comes a rest; after the rest, a change is told at once', async () => {
  // Takes 40 ms by the clock.
  const w = world((clock) => {
    clock.now += 40;
  });
  await w.change();
  expect(await w.change()).toBeGreaterThan(350);
  w.clock.now += 9 * 40;
  expect(await w.change()).toBeLessThan(300);
  w.publisher.stop();
});

test('case 31: thousands of rows take the window its time, so the rest is longer', async () => {
  const many = stateOf(Array.from({ length: 5_000 }, (_, n) => meeting(n)));
  const w = world(() => {}, many);
  await w.change();
  expect(await w.change()).toBeGreaterThan(400);
  w.publisher.stop();
});

test('a clock that was set while one was made holds nothing up', async () => {
  const w = world((clock) => {
    clock.now += 10 * 365 * 86_400_000;
  });
  await w.change();
  expect(await w.change()).toBeLessThan(2_000);
  w.publisher.stop();
});
