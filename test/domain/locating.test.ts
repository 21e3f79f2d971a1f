import { describe, expect, test } from 'vitest';
import { actionsOf } from '../../electron/domain/acts';
import { shown } from '../../electron/domain/locating';
import type { FileIdentity, MeetingRecord } from '../../electron/domain/meeting';
import { type Comparison, nothingCompared } from '../../electron/domain/same-content';
import { atLobbe, idOf, keyOf, meeting, stateOf, T0, token } from '../builders/meetings';

const missing = { stage: 'blocked', reason: 'file-missing', detail: 'ENOENT' } as const;
const content: FileIdentity = {
  size: 5,
  mtimeMs: T0 - 60_000,
  contentType: 'audio/mp4',
  durationMs: 60_000,
  ends: 'ends',
};
const picked = { path: '/elsewhere/new.mp3', name: 'new.mp3', file: { ...content, mtimeMs: T0 - 9_000 } };
const sent = (part: Partial<MeetingRecord> = {}) =>
  meeting(1, {
    file: content,
    keyToken: token,
    attempts: 2,
    failures: 2,
    unanswered: [token],
    state: missing,
    ...part,
  });

function show(record: MeetingRecord, file: FileIdentity = picked.file, compared: Comparison | null = null) {
  const known = compared === null ? nothingCompared : new Map([[record.id, compared]]);
  const result = shown(stateOf([meeting(50), record, meeting(51)]), record.id, { ...picked, file }, T0, known);
  return { result, taken: result.kind === 'taken' ? result.state.meetings[1] : null };
}

test.each([
  ['file-missing', 'locate'],
  ['file-unreadable', 'retry'],
] as const)('%s offers to show where the file is, and %s first', (reason, first) => {
  const offered = actionsOf(meeting(1, { state: { stage: 'blocked', reason, detail: null } }));
  expect(offered[0]).toBe(first);
  expect(offered).toContain('locate');
});

describe('a key that was sent belongs to one content (case 23, L8)', () => {
  test.each<[string, FileIdentity, Comparison | null, string]>([
    ['another size', { ...content, size: 6 }, null, 'other-content'],
    ['other ends', { ...content, ends: 'others' }, null, 'other-content'],
    ['the same ends', picked.file, null, 'doubt'],
    ['the same ends, and other bytes between them', picked.file, 'different', 'other-content'],
    ['every byte the same', picked.file, 'same', 'taken'],
    // A moved file leaves nothing to compare with; a copy keeps both ends.
    ['the same ends, and nothing to compare with', picked.file, 'unknown', 'taken'],
    ['ends that nobody knows, and nothing to compare with', { ...content, ends: null }, 'unknown', 'other-content'],
  ])('%s', (_, file, compared, kind) => {
    expect(show(sent(), file, compared).result.kind).toBe(kind);
  });

  test('goes on from its new place, with its key, and with the name and type that went out', () => {
    const { taken } = show(sent({ name: 'old.m4a' }), { ...picked.file, contentType: 'video/mp4' }, 'same');
    expect(taken).toMatchObject({
      key: keyOf(1),
      keyToken: token,
      unanswered: [token],
      path: picked.path,
      name: 'old.m4a',
      file: { contentType: 'audio/mp4', mtimeMs: picked.file.mtimeMs },
      failures: 0,
      state: { stage: 'queued' },
    });
    expect(taken?.timeline.at(-1)).toEqual({ at: T0, kind: 'user', code: 'locate' });
  });
});

test('before any attempt another content may be shown: it is looked at anew, under its own name', () => {
  const { taken } = show(meeting(1, { file: content, state: missing }), { ...content, size: 99, ends: 'others' });
  expect(taken).toMatchObject({
    key: keyOf(1),
    path: picked.path,
    name: picked.name,
    file: null,
    state: { stage: 'preparing', fresh: false },
  });
});

test('others stay as they are', () => {
  const { result } = show(sent(), picked.file, 'same');
  if (result.kind !== 'taken') throw new Error(result.kind);
  expect(result.state.meetings.filter((m) => m.id !== idOf(1))).toEqual([meeting(50), meeting(51)]);
});

test.each([
  ['came back meanwhile', sent({ state: { stage: 'preparing', waits: null, fresh: false } })],
  ['is a meeting already', atLobbe(1, { stage: 'ready', at: T0, unseen: false })],
  ['was refused', sent({ state: { stage: 'blocked', reason: 'rejected', detail: null } })],
])('a recording that %s takes nothing', (_, record) => {
  expect(show(record, picked.file, 'same').result).toEqual({ kind: 'unwanted' });
});
