import { describe, expect, test, vi } from 'vitest';
import type { MeetingView } from '../../electron/contract/snapshot';
import { milliseconds, movedAlone } from '../../renderer/meetings/glide';
import { listItems } from '../../renderer/selectors';
import { aMeeting, aSnapshot } from './builders';
import { freshWindow, meanwhile, openWindow, rowOf } from './open-window';

freshWindow();

const [a, b, c] = ['a', 'b', 'c'].map((name) => aMeeting('processing', { name })) as [
  MeetingView,
  MeetingView,
  MeetingView,
];
const ready = (meeting: MeetingView): MeetingView => ({ ...meeting, stage: 'ready', group: 'ready' });
const failed = (meeting: MeetingView): MeetingView => ({ ...meeting, stage: 'failed', group: 'needs-you' });

describe('a row glides', () => {
  const moved = (before: readonly MeetingView[], after: readonly MeetingView[]) =>
    movedAlone(listItems(before, ''), listItems(after, ''));

  test('if it alone changed its group', () => {
    expect(moved([a, b, c], [a, ready(b), c])).toBe(b.id);
    expect(moved([a, b, ready(c)], [a, b, failed(c)])).toBe(c.id);
  });

  test.each([
    ['two changed it', [ready(a), ready(b), c]],
    ['another changed its stage, and with it its height', [{ ...a, stage: 'uploading' as const }, ready(b), c]],
    ['another came', [a, ready(b), c, aMeeting('queued')]],
    ['another left', [ready(b), c]],
    ['others changed their places', [c, ready(b), a]],
    ['none did', [b, a, c]],
  ])('not if %s', (_, after) => {
    expect(moved([a, b, c], after)).toBeNull();
  });
});

test.each([
  ['280ms', 280],
  [' .28s', 280],
  ['0s', 0],
  ['', 0],
])('%j of a style sheet is %i ms', (time, ms) => {
  expect(milliseconds(time)).toBe(ms);
});

describe('in the window', () => {
  const gliding = () => [...document.querySelectorAll<HTMLElement>('.row.glides')].map((row) => row.dataset.name);

  test('one row glides to its group, and is done after a moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const fake = await openWindow({ meetings: [a, b, c] });
      expect(gliding()).toEqual([]);
      await meanwhile(() => fake.tell(aSnapshot({ meetings: [a, ready(b), c] })));
      expect(gliding()).toEqual(['b']);
      await meanwhile(() => vi.advanceTimersByTime(400));
      expect(gliding()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('nothing glides while one change follows the other', async () => {
    const fake = await openWindow({ meetings: [a, b, c] });
    await meanwhile(() => fake.tell(aSnapshot({ meetings: [ready(a), b, c] })));
    await meanwhile(() => fake.tell(aSnapshot({ meetings: [ready(a), ready(b), c] })));
    expect(gliding()).toEqual([]);
    expect(rowOf('b').dataset.stage).toBe('ready');
  });
});
