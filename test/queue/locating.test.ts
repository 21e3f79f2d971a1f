import { expect, test } from 'vitest';
import type { Inspection } from '../../electron/domain/intake';
import type { MeetingRecord } from '../../electron/domain/meeting';
import { createLocating } from '../../electron/queue/locating';
import { idOf, meeting, stateOf, T0, token } from '../builders/meetings';
import { fakeClock } from '../fakes/clock';
import { memoryStore } from '../fakes/memory-store';

const place = '/elsewhere/a.m4a';
const missing = { stage: 'blocked', reason: 'file-missing', detail: 'ENOENT' } as const;
const sent = meeting(1, { keyToken: token, attempts: 1, sha256: 'sha', state: missing });
const found = (part: Partial<NonNullable<MeetingRecord['file']>> = {}): Inspection => {
  if (sent.file === null) throw new Error('it has a file');
  return { kind: 'recording', path: place, file: { ...sent.file, mtimeMs: T0 - 9000, ...part } };
};

function world(looks: readonly Inspection[], sha256: string | null = 'sha') {
  const clock = fakeClock(T0);
  const store = memoryStore(stateOf([sent]));
  const stopping = new AbortController();
  let looked = 0;
  const locate = createLocating({
    store,
    clock,
    stopping: stopping.signal,
    recordings: {
      async inspect() {
        const inspection = looks[Math.min(looked++, looks.length - 1)];
        if (inspection === undefined) throw new Error('nothing to look at');
        return { inspection, seen: null };
      },
      wholeOf: async () => sha256,
    },
  });
  return { clock, store, stopping, looked: () => looked, locate: () => locate(idOf(1), place, 'a.m4a') };
}

test('the same content goes on from where it is now', async () => {
  const { locate, store } = world([found()]);
  expect(await locate()).toBe('taken');
  expect(store.state().meetings).toMatchObject([{ path: place, state: { stage: 'queued' } }]);
});

test('another content changes nothing, however alike its ends are', async () => {
  const { locate, store } = world([found()], 'another sha');
  expect(await locate()).toBe('other-content');
  expect(store.history).toHaveLength(1);
});

test.each<[Inspection, string]>([
  [{ kind: 'refused', reason: 'not-audio' }, 'not-a-recording'],
  [{ kind: 'refused', reason: 'folder' }, 'not-a-recording'],
  [{ kind: 'refused', reason: 'unreadable' }, 'not-now'],
  [{ kind: 'refused', reason: 'not-found' }, 'not-now'],
  [{ kind: 'later', why: 'no-answer' }, 'not-now'],
  [{ kind: 'later', why: 'in-cloud' }, 'not-now'],
])('%o changes nothing: %s', async (inspection, kind) => {
  const { locate, store, looked } = world([inspection]);
  expect(await locate()).toBe(kind);
  expect(looked()).toBe(1);
  expect(store.history).toHaveLength(1);
});

const grows: Inspection = { kind: 'later', why: 'growing' };

test('case 20: a copy that was made a moment ago is waited for', async () => {
  const { locate, clock } = world([grows, grows, found()]);
  const located = locate();
  for (let second = 0; second < 2; second++) {
    await clock.asleep();
    await clock.advance(1_000);
  }
  expect(await located).toBe('taken');
});

test('case 20: one that is being recorded is not waited for', async () => {
  const { locate, clock, looked } = world([grows]);
  const located = locate();
  for (let second = 0; second < 8; second++) {
    await clock.asleep();
    await clock.advance(1_000);
  }
  expect(await located).toBe('not-now');
  expect(looked()).toBe(7);
});

test('what a quit cuts off is not taken for the same', async () => {
  const { locate, store, stopping } = world([found()]);
  stopping.abort();
  expect(await locate()).toBe('not-now');
  expect(store.history).toHaveLength(1);
});

test('case 79: a full disk is told to whoever asked', async () => {
  const { locate, store } = world([found()]);
  store.full = true;
  await expect(locate()).rejects.toThrow('disk-full');
});
