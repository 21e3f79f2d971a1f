import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../electron/contract/snapshot';
import { createSnapshotTexts } from '../../electron/shell/snapshot-text';
import { readSnapshot } from '../../renderer/snapshot-text';
import { useStore } from '../../renderer/store';
import { aMeeting, aSnapshot } from './builders';
import { freshWindow, openWindow } from './open-window';

const [one, two, three] = [aMeeting('queued'), aMeeting('uploading'), aMeeting('ready')];

describe('texts of snapshots, read in their order', () => {
  test.each<[string, readonly Snapshot['meetings'][]]>([
    [
      'that differ in nothing',
      [
        [one, two],
        [one, two],
      ],
    ],
    [
      'that differ in a row',
      [
        [one, two],
        [one, { ...two, stage: 'processing' }],
        [one, two],
      ],
    ],
    [
      'that differ in their order',
      [
        [one, two, three],
        [three, one, two],
      ],
    ],
    ['of which one has more', [[], [one], [one, two, three]]],
    ['of which one has less', [[one, two, three], [two], [two, three]]],
  ])('%s mean what main had', (_, lists) => {
    const texts = createSnapshotTexts();
    let shown: Snapshot | null = null;
    for (const [n, meetings] of lists.entries()) {
      const snapshot = aSnapshot({ revision: n + 1, meetings });
      shown = readSnapshot(texts.next(snapshot), shown);
      expect(shown).toEqual(snapshot);
    }
  });

  test('case 89: a row that is as it was is its id', () => {
    const texts = createSnapshotTexts();
    texts.next(aSnapshot({ meetings: [one, two] }));
    const { meetings } = JSON.parse(texts.next(aSnapshot({ meetings: [one, { ...two, attempts: 1 }] })));
    expect(meetings).toEqual([one.id, { ...two, attempts: 1 }]);
  });

  test('one that goes back to what it was is told again', () => {
    const texts = createSnapshotTexts();
    const lists = [[one], [{ ...one, stage: 'paused' as const }], [one]];
    const [, , last = ''] = lists.map((meetings) => texts.next(aSnapshot({ meetings })));
    expect(JSON.parse(last).meetings).toEqual([one]);
  });

  test('after the window asked, a text builds on nothing', () => {
    const texts = createSnapshotTexts();
    const snapshot = aSnapshot({ meetings: [one, two] });
    texts.next(snapshot);
    texts.beginAnew();
    expect(readSnapshot(texts.next(snapshot), null)).toEqual(snapshot);
  });
});

describe('a window that missed a text', () => {
  freshWindow();

  test('asks for all', async () => {
    const fake = await openWindow({ revision: 1, meetings: [one] });
    const missed = aSnapshot({ revision: 2, meetings: [one, two] });
    await act(async () => fake.miss(missed));
    expect(useStore.getState().snapshot?.meetings).toHaveLength(1);
    const next = aSnapshot({ revision: 3, meetings: [one, two, three] });
    await act(async () => fake.tell(next));
    expect(useStore.getState().snapshot?.meetings).toEqual(next.meetings);
  });

  test('asks for all, also if it knows each row by what it was before', async () => {
    const fake = await openWindow({ revision: 1, meetings: [one, two] });
    await act(async () => fake.tell(aSnapshot({ revision: 2, meetings: [one, two] })));
    const changed = { ...two, attempts: 7 };
    await act(async () => fake.miss(aSnapshot({ revision: 3, meetings: [one, changed] })));
    await act(async () => fake.tell(aSnapshot({ revision: 4, meetings: [one, changed] })));
    expect(useStore.getState().snapshot?.meetings).toEqual([one, changed]);
  });
});
