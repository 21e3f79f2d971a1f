import { describe, expect, test } from 'vitest';
import { type Inspected, inspected, takeIn } from '../../electron/domain/intake';
import type { FileIdentity, MeetingRecord, MeetingState } from '../../electron/domain/meeting';
import type { Comparison } from '../../electron/domain/same-content';
import { atLobbe, idOf, keyOf, meeting, stateOf, T0, token, uploading } from '../builders/meetings';

const content: FileIdentity = { size: 5, mtimeMs: 7, contentType: 'audio/mp4', durationMs: 60_000, ends: 'ends' };
const copy: FileIdentity = { ...content, mtimeMs: 99 };
const brought = { id: idOf(1), key: keyOf(1), path: '/usb/copy of it.m4a', name: 'copy of it.m4a' };

/** What becomes of a copy that is brought while `others` are in the list; each was compared with it, as `compared` says. */
function bring(
  others: readonly MeetingRecord[],
  compared: Comparison | null = 'same',
  { path = brought.path, file = copy, again = false } = {},
): Inspected {
  const taken = takeIn(stateOf(others), [{ ...brought, path, again }], T0);
  const known = new Map(compared === null ? [] : others.map(({ id }) => [id, compared]));
  return inspected(taken, idOf(1), { kind: 'recording', path, file }, T0, known);
}

const cancelled = (before: MeetingState, hidden = false): MeetingState => ({
  stage: 'cancelled',
  at: T0,
  before,
  hidden,
});
const blocked = (reason: Extract<MeetingState, { stage: 'blocked' }>['reason']) =>
  ({ stage: 'blocked', reason, detail: null }) as const;
const wait = { reason: 'network', since: T0, until: T0 + 9, toldByServer: false } as const;
const failure = { code: 'NO_SPEECH', retryable: false, retries: 3 };

describe('the same content again', () => {
  test.each<[string, MeetingRecord]>([
    ['queued', meeting(2, { file: content })],
    ['uploading', uploading(2, { file: content })],
    ['waiting', meeting(2, { file: content, state: { stage: 'waiting', ...wait } })],
    ['paused', meeting(2, { file: content, state: { stage: 'paused', wait: null, until: null } })],
    ['looked at again', meeting(2, { file: content, state: { stage: 'preparing', waits: 'growing', fresh: false } })],
    ['maybe-delivered', meeting(2, { file: content, state: blocked('maybe-delivered') })],
    ['over-daily-cap', meeting(2, { file: content, state: blocked('over-daily-cap') })],
    ['rejected', meeting(2, { file: content, state: blocked('rejected') })],
    ['processing', atLobbe(2, { stage: 'processing', status: 'QUEUED' }, { file: content })],
    ['naming', atLobbe(2, { stage: 'naming' }, { file: content })],
    ['ready', atLobbe(2, { stage: 'ready', at: T0, unseen: true }, { file: content })],
    ['failed', atLobbe(2, { stage: 'failed', at: T0, failure }, { file: content })],
  ])('as that of one that is %s: a question, and nothing is taken in', (_, other) => {
    const { state, sameAs, refused } = bring([other]);
    expect(sameAs).toBe(other);
    expect(refused).toBeNull();
    expect(state.meetings).toEqual([other]);
  });

  test.each(['file-missing', 'file-changed', 'file-unreadable', 'not-audio', 'empty-file'] as const)(
    'as one waits for that is blocked: %s: it goes on with it, under its key',
    (reason) => {
      const other = meeting(2, { file: content, state: blocked(reason), keyToken: token, attempts: 3 });
      const { state, sameAs } = bring([other]);
      expect(sameAs).toBeNull();
      expect(state.meetings).toMatchObject([
        { id: idOf(2), key: keyOf(2), path: brought.path, file: copy, state: { stage: 'queued' } },
      ]);
    },
  );

  test.each([false, true])('L6: a cancelled one (hidden: %s) is taken up with its old key', (hidden) => {
    const other = meeting(2, { file: content, unanswered: [token], state: cancelled({ stage: 'queued' }, hidden) });
    expect(bring([other]).state.meetings).toMatchObject([
      { key: keyOf(2), unanswered: [token], path: brought.path, state: { stage: 'queued' } },
    ]);
  });

  test('one that was sent keeps the name and type that went out with its key; one that was not takes the new', () => {
    const state = cancelled({ stage: 'queued' });
    const file = { ...content, contentType: 'video/mp4' };
    const sent = bring([meeting(2, { name: 'old.m4a', file, keyToken: token, state })]).state.meetings;
    expect(sent).toMatchObject([{ name: 'old.m4a', file: { contentType: 'video/mp4', mtimeMs: copy.mtimeMs } }]);
    const unsent = bring([meeting(2, { name: 'old.m4a', file, state })]).state.meetings;
    expect(unsent).toMatchObject([{ name: brought.name, file: copy }]);
  });

  test('a wait that Lobbe asked for holds for what is taken up', () => {
    const before = {
      stage: 'waiting',
      ...wait,
      reason: 'rate-limited',
      until: T0 + 60_000,
      toldByServer: true,
    } as const;
    const other = meeting(2, { file: content, keyToken: token, state: cancelled(before) });
    expect(bring([other]).state.meetings[0]?.state).toMatchObject({ stage: 'waiting', until: T0 + 60_000 });
  });

  test('L11: one that was deleted at Lobbe is sent anew, without a question', () => {
    const { state, sameAs } = bring([atLobbe(2, { stage: 'deleted', at: T0 }, { file: content })]);
    expect(sameAs).toBeNull();
    expect(state.meetings).toMatchObject([{ id: idOf(2) }, { id: idOf(1), key: keyOf(1), state: { stage: 'queued' } }]);
  });

  test('one that waits for its file comes before one that is asked about, and that before a cancelled one', () => {
    const ready = atLobbe(2, { stage: 'ready', at: T0, unseen: false }, { file: content });
    const missing = meeting(3, { file: content, state: blocked('file-missing') });
    const gone = meeting(4, { file: content, state: cancelled({ stage: 'queued' }) });
    expect(bring([gone, ready, missing]).state.meetings.map((m) => m.state.stage)).toEqual([
      'cancelled',
      'ready',
      'queued',
    ]);
    expect(bring([gone, ready]).sameAs).toBe(ready);
  });

  test('its user’s word is enough', () => {
    const other = atLobbe(2, { stage: 'ready', at: T0, unseen: false }, { file: content });
    const { state, sameAs } = bring([other], null, { again: true });
    expect(sameAs).toBeNull();
    expect(state.meetings[1]).toMatchObject({ key: keyOf(1), state: { stage: 'queued' } });
  });
});

describe('what tells two contents apart', () => {
  const other = meeting(2, { path: '/here/it.m4a', file: content, keyToken: token, sha256: 'sha' });
  const decided = (result: Inspected) => {
    if (result.doubts.length > 0) return 'doubts';
    return result.sameAs ? 'same' : 'other';
  };
  const inPlace = { path: other.path, file: content };

  test.each<[string, ReturnType<typeof bring>, string]>([
    ['another size', bring([other], null, { file: { ...copy, size: 6 } }), 'other'],
    ['other ends', bring([other], null, { file: { ...copy, ends: 'others' } }), 'other'],
    ['the very same file', bring([other], null, inPlace), 'same'],
    ['a copy, not compared yet', bring([other], null), 'doubts'],
    ['a copy, compared', bring([other], 'same'), 'same'],
    ['the same ends around another middle', bring([other], 'different'), 'other'],
    ['a copy of what is gone', bring([other], 'unknown'), 'same'],
    ['saved over in its place', bring([other], null, { ...inPlace, file: copy }), 'doubts'],
    [
      'saved over in its place, nothing left to compare',
      bring([other], 'unknown', { ...inPlace, file: copy }),
      'other',
    ],
  ])('%s: %3$s', (_, result, expected) => {
    expect(decided(result)).toBe(expected);
    if (expected === 'other') expect(result.state.meetings).toHaveLength(2);
  });

  test('case 6: one file under a composed and a decomposed name, as macOS gives both, is one recording', () => {
    const composed = meeting(2, { path: '/a/caf\u00e9.m4a', name: 'caf\u00e9.m4a', file: content });
    const same = { path: '/a/cafe\u0301.m4a', file: content };
    expect(decided(bring([composed], null, same))).toBe('doubts');
    const { state, sameAs } = bring([composed], 'same', same);
    expect(sameAs).toBe(composed);
    expect(state.meetings).toEqual([composed]);
  });

  test('a record of schema version 1, of which no ends are known', () => {
    const old = { ...other, file: { ...content, ends: null } };
    expect(decided(bring([old], null, inPlace))).toBe('same');
    expect(decided(bring([old], null))).toBe('doubts');
    expect(decided(bring([old], 'same'))).toBe('same');
    // One size alone says nothing.
    expect(decided(bring([old], 'unknown'))).toBe('other');
    expect(decided(bring([old], 'unknown', { file: { ...copy, ends: null } }))).toBe('other');
  });

  test('in doubt nothing is decided, and the doubts are named', () => {
    const none = meeting(3);
    const taken = takeIn(stateOf([other, none]), [brought], T0);
    const result = inspected(taken, idOf(1), { kind: 'recording', path: brought.path, file: copy }, T0);
    expect(result.state).toBe(taken);
    expect(result.doubts).toEqual([other]);
  });

  test('two different files of one name are two meetings', () => {
    const named = meeting(2, { name: brought.name, file: { ...content, ends: 'of the other one' } });
    expect(bring([named]).state.meetings).toHaveLength(2);
  });
});
