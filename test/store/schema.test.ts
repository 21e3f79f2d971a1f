import { describe, expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import type { Gate } from '../../electron/domain/gates';
import type { MeetingRecord, MeetingState } from '../../electron/domain/meeting';
import { migrate, SCHEMA_VERSION } from '../../electron/store/migrations';
import { appState, type gate, type meetingRecord } from '../../electron/store/schema';
import { createStateText } from '../../electron/store/state-text';
import { readTolerantly } from '../../electron/store/tolerant-read';
import { meeting, stateOf } from './builders';

/** A type without `readonly` and without "any other field", all the way down: what schema and domain must agree on. */
type Bare<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Bare<Item>[]
    : { -readonly [Key in keyof T as string extends Key ? never : Key]: Bare<T[Key]> };

const STATES: readonly MeetingState[] = [
  { stage: 'preparing', waits: 'growing', fresh: false },
  { stage: 'queued' },
  { stage: 'uploading' },
  { stage: 'waiting', since: 1, reason: 'rate-limited', until: 6, toldByServer: true },
  { stage: 'paused', wait: null, until: null },
  { stage: 'paused', wait: { reason: 'network', since: 1, until: 7, toldByServer: false }, until: 9 },
  { stage: 'blocked', reason: 'maybe-delivered', detail: null },
  { stage: 'processing', status: 'A_STATUS_OF_TOMORROW' },
  { stage: 'naming' },
  { stage: 'ready', at: 8, unseen: true },
  { stage: 'failed', at: 9, failure: { code: 'X', retryable: true, retries: 2 } },
  { stage: 'deleted', at: 10 },
  {
    stage: 'cancelled',
    at: 11,
    before: { stage: 'cancelled', at: 12, before: { stage: 'queued' }, hidden: true },
    hidden: false,
  },
];

const token = meeting(1).keyToken ?? expect.fail();

const full: AppState = {
  meetings: STATES.map((state, n) => ({
    ...meeting(n, state),
    attempt: { since: 5, token },
    timeline: [
      { at: 1, kind: 'answered', status: 429, code: 'X', until: 3, requestId: 'r', attempt: 2, phase: 'body', sent: 5 },
    ],
  })),
  gates: [
    { gate: 'needs-minutes', closedAt: 1, probeAt: 2, probes: 3, halfOpen: false },
    { gate: 'daily-cap', closedAt: 1, until: 2, token },
    { gate: 'daily-limit', closedAt: 1, probeAt: 2, halfOpen: true },
    { gate: 'rate-limited', closedAt: 1, until: 2, token },
    { gate: 'unauthorized', closedAt: 1, token },
    { gate: 'scope-disabled', closedAt: 1, why: 'forbidden', probeAt: 2, probes: 0, halfOpen: false, token },
  ],
  pausedAll: true,
  pausedUntil: 5,
  lostInARow: 2,
  feed: {
    cursor: 'c',
    lastReadAt: 1,
    toldAt: 3,
    token,
    catchUp: { list: { cursor: null, mark: null, pages: 0 }, open: ['r' as never] },
    notBefore: 2,
    setAside: [{ at: 3, raw: '{}' }],
  },
  elsewhere: [
    {
      kind: 'meeting',
      recordingId: 'r' as never,
      title: null,
      titleIsDue: true,
      token,
      addedAt: 3,
      seenEvents: ['e'],
      state: { stage: 'failed', at: 3, failure: { code: 'X', retryable: false, retries: 0 } },
      timeline: [{ at: 3, kind: 'event', code: 'recording.failed' }],
    },
    { kind: 'hidden', recordingId: 's' as never },
  ],
  scopes: [{ token, read: true, write: null, ask: false }],
  archive: { cleared: true, gone: ['i' as never] },
  news: [
    { about: 'meeting', what: 'ready', id: 'i' as never, name: 'a.m4a' },
    { about: 'account', what: 'daily-cap', until: 5 },
  ],
  watched: [
    {
      id: 'w',
      path: '/zoom',
      since: 4,
      taken: 2,
      noticed: [{ path: 'a/b.m4a', size: 5, mtimeMs: 6.5, ino: 7, bornMs: 8, meeting: 'i' as never }],
    },
  ],
  settings: {
    language: 'fa',
    parallelUploads: 4,
    bandwidth: { limit: 64_000, night: { from: 1380, to: 0, limit: null } },
    proxy: { mode: 'manual', server: 'socks5://127.0.0.1:1080', user: 'sara' },
    certificate: { pem: '-----BEGIN CERTIFICATE-----', name: 'Office' },
    notifications: { ready: false, naming: true, minutes: true, failed: false, elsewhere: true },
  },
};

/** As JSON makes it: what is read from a file. */
const stored = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));

describe('the schema', () => {
  test('has exactly the types of the domain, both ways', () => {
    expectTypeOf<Bare<z.infer<typeof meetingRecord>>>().toEqualTypeOf<Bare<MeetingRecord>>();
    expectTypeOf<Bare<z.infer<typeof gate>>>().toEqualTypeOf<Bare<Gate>>();
    expectTypeOf<Bare<z.infer<typeof appState>>>().toEqualTypeOf<Bare<AppState>>();
  });

  test('takes every stage and every gate', () => {
    expect(appState.safeParse(stored(full)).error).toBeUndefined();
    expect(readTolerantly(stored(full), emptyState)).toEqual({ state: full, damagedParts: 0 });
    expect(readTolerantly(stored(emptyState), emptyState)).toEqual({ state: emptyState, damagedParts: 0 });
  });
});

describe('a tolerant read', () => {
  test('one meeting that cannot be read does not take the others with it', () => {
    const value = stored(full);
    (value.meetings as unknown[])[3] = { id: 'half a record' };
    (value.gates as unknown[])[0] = null;
    const read = readTolerantly(value, emptyState);
    expect(read?.damagedParts).toBe(2);
    expect(read?.state.meetings).toEqual(full.meetings.filter((_, n) => n !== 3));
    expect(read?.state.gates).toEqual(full.gates.slice(1));
    expect(read?.state.feed).toEqual(full.feed);
  });

  test('fields that we do not know stay, at every level: a downgrade loses nothing', async () => {
    const value = stored(full);
    value.later = { a: 1 };
    Object.assign(value.settings as object, { haste: 5 });
    Object.assign((value.settings as { proxy: object }).proxy, { bypass: ['x'] });
    Object.assign(value.feed as object, { page: 6 });
    Object.assign((value.meetings as object[])[0] as object, { speakers: ['x'] });
    const read = readTolerantly(value, emptyState);
    expect(read).toEqual({ state: value, damagedParts: 0 });
    const text = createStateText();
    const state = read?.state ?? expect.fail();
    await text.check(state);
    expect(JSON.parse(Buffer.concat(text.of(state)).toString())).toEqual(value);
    // Also where another part is damaged.
    (value.gates as unknown[])[0] = 'damaged';
    expect(readTolerantly(value, emptyState)?.state).toMatchObject({
      later: { a: 1 },
      settings: { haste: 5, proxy: { bypass: ['x'] } },
      feed: { page: 6 },
    });
  });

  test('parts that are not there come from the fallback and are no damage', () => {
    const fallback: AppState = { ...emptyState, settings: { ...emptyState.settings, parallelUploads: 3 } };
    expect(readTolerantly({ meetings: [] }, fallback)).toEqual({ state: fallback, damagedParts: 0 });
  });

  test('a store from before there were limits, proxies and certificates opens whole, with none of them', () => {
    const value = stored(full);
    value.settings = { language: 'fa', parallelUploads: 4, haste: 5 };
    const read = readTolerantly(value, emptyState);
    expect(read?.damagedParts).toBe(0);
    expect(read?.state.settings).toEqual({ ...emptyState.settings, language: 'fa', parallelUploads: 4, haste: 5 });
    expect(read?.state.meetings).toEqual(full.meetings);
  });

  test('a kind of notification that the file does not know is as it is at first, and the others stay as chosen', () => {
    const value = { ...stored(full), settings: { ...full.settings, notifications: { ready: false, minutes: false } } };
    const read = readTolerantly(value, emptyState);
    expect(read?.damagedParts).toBe(0);
    expect(read?.state.settings.notifications).toEqual({
      ...emptyState.settings.notifications,
      ready: false,
      minutes: false,
    });
  });

  test.each([
    ['settings', { language: 'de', parallelUploads: 99 }, 2],
    ['settings', { bandwidth: { limit: 5, night: null }, proxy: 'x', certificate: { pem: 1 } }, 3],
    ['settings', { bandwidth: { limit: null, night: { from: 0, to: 1440, limit: null } } }, 1],
    ['settings', { notifications: { ready: 'yes' } }, 1],
    [
      'news',
      [
        { about: 'meeting', what: 'odd' },
        { about: 'account', what: 'needs-minutes', until: null },
      ],
      1,
    ],
    ['settings', 'x', 1],
    ['settings', null, 1],
    ['feed', { cursor: 7, lastReadAt: null, notBefore: null, catchUp: [1, 2] }, 2],
    ['elsewhere', [{ kind: 'hidden' }, { kind: 'hidden', recordingId: 's' }], 1],
    ['feed', [], 1],
    ['watched', [{ id: 'w' }, full.watched[0]], 1],
    ['pausedAll', 'yes', 1],
    ['gates', {}, 1],
  ])('%s as %j counts as damage, and the rest is read', (part, value, damagedParts) => {
    const read = readTolerantly({ ...stored(full), [part]: value }, emptyState);
    expect(read?.damagedParts).toBe(damagedParts);
    expect(read?.state.meetings).toEqual(full.meetings);
    expect(appState.safeParse(read?.state).success).toBe(true);
  });

  test.each([
    ['of a kind that we do not know', { proxy: { mode: 'pac', server: null, user: null } }],
    ['that is none', { proxy: 'x' }],
    ['among settings that are none', 'x'],
  ])('case 62: a proxy %s is no way past it: nothing is sent before its user chooses one', (_, damaged) => {
    const read = readTolerantly({ ...stored(full), settings: damaged }, emptyState);
    expect(read?.damagedParts).toBe(1);
    expect(read?.state.settings.proxy).toEqual({ mode: 'manual', server: null, user: null });
  });

  test.each([null, undefined, 7, 'text', [], {}, { meetings: {} }])('%j is no state', (value) => {
    expect(readTolerantly(value, emptyState)).toBeNull();
  });
});

describe('migrations', () => {
  test('a state of this version is left as it is', () => {
    expect(migrate(full, SCHEMA_VERSION)).toBe(full);
  });

  test('1 to 2: files whose ends nobody has looked at are read, and a damaged record stays as it is', () => {
    const { ends: _, ...known } = full.meetings[0]?.file ?? expect.fail();
    const old = { ...full, meetings: [{ ...full.meetings[0], file: known }, { ...full.meetings[1], file: null }, 'x'] };
    const read = readTolerantly(migrate(stored(old), 1), emptyState);
    expect(read?.damagedParts).toBe(1);
    expect(read?.state.meetings.map(({ file }) => file)).toEqual([{ ...known, ends: null }, null]);
    expect(migrate(stored(full), 1, 2)).toEqual(stored(full));
  });

  test('2 to 3: what was to be asked is found out again by the first read, and nothing counts as damaged', () => {
    const { elsewhere: _, scopes: __, ...old } = stored(full) as unknown as Record<string, unknown>;
    const feed = {
      cursor: 'c',
      lastReadAt: 1,
      notBefore: 2,
      toldAt: 3,
      catchUp: ['r'],
      strangers: [{ recordingId: 'r' }],
    };
    const read = readTolerantly(migrate({ ...old, feed }, 2), emptyState);
    expect(read?.damagedParts).toBe(0);
    expect(read?.state).toMatchObject({
      feed: { cursor: 'c', token: null, catchUp: null, setAside: [] },
      elsewhere: [],
    });
    expect(read?.state.feed).not.toHaveProperty('strangers');
  });

  test('3 to 4: what was said to be growing still is, also behind a cancellation', () => {
    const growing = { stage: 'preparing', growing: true, fresh: true };
    const read = { ...growing, growing: false };
    const cancelled = { stage: 'cancelled', at: 1, before: growing, hidden: false };
    const [first] = full.meetings;
    const old = { ...full, meetings: [growing, read, cancelled].map((state) => ({ ...first, state })) };
    const after = readTolerantly(migrate(stored(old as unknown as AppState), 3), emptyState);
    expect(after?.damagedParts).toBe(0);
    const waits = { stage: 'preparing', waits: 'growing', fresh: true };
    expect(after?.state.meetings.map(({ state }) => state)).toEqual([
      waits,
      { ...waits, waits: null },
      { ...cancelled, before: waits },
    ]);
  });

  test('4 to 5: all that was in the queue, and in the archive, was brought by somebody, and no folder is watched', () => {
    const { watched: _, ...old } = full;
    const meetings = full.meetings.map(({ watched: __, ...meeting }) => meeting);
    const before = stored({ ...old, meetings: [...meetings, 'x'] });
    expect(readTolerantly(before, emptyState)?.state.meetings).toEqual([]);
    const read = readTolerantly(migrate(before, 4), emptyState);
    expect(read?.damagedParts).toBe(1);
    expect(read?.state.meetings).toEqual(full.meetings.map((meeting) => ({ ...meeting, watched: false })));
    expect(read?.state.watched).toEqual([]);
    // A month of the archive holds nothing but its meetings.
    expect(migrate({ meetings: before.meetings }, 4)).toEqual({
      meetings: [...(stored({ meetings: read?.state.meetings }).meetings as unknown[]), 'x'],
    });
    expect(migrate(stored(full), 4, 5)).toEqual(stored(full));
  });

  test('go from version to version, each once', () => {
    const steps = { 1: (state: unknown) => [state, 'to 2'], 2: (state: unknown) => [state, 'to 3'] };
    expect(migrate('v1', 1, 3, steps)).toEqual([['v1', 'to 2'], 'to 3']);
    expect(migrate('v2', 2, 3, steps)).toEqual(['v2', 'to 3']);
    expect(() => migrate('v1', 1, 4, steps)).toThrow('no migration from schema version 3');
  });
});

describe('the text of a state', () => {
  test('is what JSON.stringify gives, before and after changes', async () => {
    const text = createStateText();
    let state: AppState = { ...full, ...{ later: ['x', undefined], gone: undefined } };
    for (const change of [
      (s: AppState) => s,
      (s: AppState) => ({ ...s, meetings: s.meetings.toReversed() }),
      (s: AppState) => ({
        ...s,
        meetings: [...s.meetings, { ...meeting(99), name: 'lone \ud800 surrogate "\\\u0000' }],
      }),
      (s: AppState) => ({ ...s, pausedAll: false, settings: { ...s.settings, language: 'en' as const } }),
      (s: AppState) => ({ ...s, meetings: [] }),
    ]) {
      state = change(state);
      await text.check(state);
      expect(Buffer.concat(text.of(state)).toString()).toBe(JSON.stringify(state));
    }
  });

  test('an unchanged record is serialised once, however often the state is', () => {
    const text = createStateText();
    const state = stateOf(3);
    let serialised = 0;
    const counted = {
      ...meeting(7),
      toJSON() {
        serialised += 1;
        return meeting(7);
      },
    };
    for (let n = 0; n < 5; n += 1)
      text.of({ ...state, meetings: [...state.meetings, counted], pausedAll: n % 2 === 0 });
    expect(serialised).toBe(1);
  });

  test.each<[string, (state: AppState) => AppState]>([
    ['NaN for a time', (s) => ({ ...s, feed: { ...s.feed, lastReadAt: Number.NaN } })],
    ['an unknown stage', (s) => ({ ...s, meetings: [{ ...meeting(1), state: { stage: 'lost' } as never }] })],
    ['a missing part', ({ gates: _, ...s }) => s as AppState],
    ['a wrong simple part', (s) => ({ ...s, pausedAll: 'no' as never })],
    ['no meetings', (s) => ({ ...s, meetings: null as never })],
  ])('%s is refused', async (_, change) => {
    const checked = createStateText().check(change(full));
    await expect(checked).rejects.toThrow(expect.objectContaining({ code: 'invalid-state' }));
  });
});
