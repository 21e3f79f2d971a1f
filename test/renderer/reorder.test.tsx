// Rows taken by the pointer, and moved together by keys, in the order of sending.

import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MeetingView } from '../../electron/contract/snapshot';
import { moveByOne, moveTo } from '../../renderer/meetings/sending-order';
import { aMeeting, aSnapshot } from './builders';
import { freshWindow, meanwhile, openWindow, rowOf } from './open-window';

freshWindow();

const sends = aMeeting('uploading', { name: 'sends' });
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => aMeeting('queued', { name })) as [
  MeetingView,
  MeetingView,
  MeetingView,
  MeetingView,
];
const works = aMeeting('processing', { name: 'works' });
const done = aMeeting('ready', { name: 'done' });
const movable = [a, b, c, d];
const sending = [sends, a, b, works, c, d, done];
const ids = (...meetings: MeetingView[]) => new Set(meetings.map(({ id }) => id));
const nameOf = (id: string | null) => sending.find((meeting) => meeting.id === id)?.name ?? null;

describe('where moved rows land', () => {
  test.each([
    [[c], 0, ['c'], 'a', 1],
    [[a], 2, ['a'], 'works', 2],
    [[a], 4, ['a'], 'done', 4],
    [[b, d], 0, ['b', 'd'], 'a', 1],
    [[a, d], 2, ['a', 'd'], 'works', 2],
    [[a, c], 4, ['a', 'c'], 'done', 3],
    [[a, c], 0, ['a', 'c'], 'b', 1],
  ] as const)('case %#', (moving, slot, moved, before, place) => {
    const move = moveTo(movable, ids(...moving), slot, sending);
    expect(move?.ids.map(nameOf)).toEqual(moved);
    expect(nameOf(move?.before ?? null)).toBe(before);
    expect(move).toMatchObject({ place, count: 4 });
  });

  test.each([
    [[a], 0],
    [[a], 1],
    [[b, c], 2],
    [[a, b, c, d], 3],
    [[done], 0],
  ] as const)('case %#: nothing moves', (moving, slot) => {
    expect(moveTo(movable, ids(...moving), slot, sending)).toBeNull();
  });

  test('the last of all goes to the very end', () => {
    expect(moveTo([a, b], ids(a), 2, [a, b])).toMatchObject({ before: null, place: 2 });
  });

  test.each([
    [[b, c], -1, 'a', 1],
    [[b, c], 1, 'done', 3],
    [[a, c], -1, 'b', 1],
    [[b, d], -1, 'a', 1],
  ] as const)('by one place: case %#', (moving, step, before, place) => {
    const move = moveByOne(movable, ids(...moving), step, sending);
    expect([nameOf(move?.before ?? null), move?.place]).toEqual([before, place]);
  });
});

test('Alt with an arrow moves all that is selected, and says where to', async () => {
  const fake = await openWindow({ language: 'en', meetings: sending });
  await act(async () => fireEvent.click(rowOf('b'), { ctrlKey: true }));
  await act(async () => fireEvent.click(rowOf('c'), { ctrlKey: true }));
  await act(async () => fireEvent.click(rowOf('done'), { ctrlKey: true }));
  await act(async () => rowOf('c').focus());
  await act(async () => fireEvent.keyDown(rowOf('c'), { key: 'ArrowUp', altKey: true }));
  expect(fake.calls).toEqual([{ verb: 'moveBefore', input: [[b.id, c.id], a.id] }]);
  expect(screen.getByTestId('said').textContent).toBe('2 recordings moved, the first to place 1 of 4');
});

describe('the pointer', () => {
  /** A frame, in which what is dragged follows the pointer. */
  const frame = () => act(async () => void (await new Promise(requestAnimationFrame)));
  const pointer = (type: string, clientY: number, more: PointerEventInit = {}) => {
    const init = {
      pointerId: 1,
      isPrimary: true,
      pointerType: 'mouse',
      button: 0,
      clientX: 200,
      clientY,
      bubbles: true,
    };
    return new PointerEvent(type, { ...init, ...more });
  };
  const down = (name: string, clientY: number, more: PointerEventInit = {}) =>
    act(async () => void rowOf(name).dispatchEvent(pointer('pointerdown', clientY, more)));
  const send = (type: string, clientY: number, more: PointerEventInit = {}) =>
    act(async () => void window.dispatchEvent(pointer(type, clientY, more)));
  const lifted = () => document.querySelector<HTMLElement>('.row.is-lifted')?.dataset.name;
  const line = () => screen.queryByTestId('insertion-line');
  // jsdom lays nothing out, so a place in the list is a place in the window: the head is 36 px, `sends` 56, the others 36 each.
  const middleOf = (index: number) => 36 + 56 + 36 * index + 18;

  test('takes a row from 5 px on, shows the new place, and drops it there', async () => {
    const fake = await openWindow({ language: 'en', meetings: sending });
    await down('c', middleOf(2));
    await send('pointermove', middleOf(2) - 4);
    expect(lifted()).toBeUndefined();
    await send('pointermove', middleOf(2) - 6);
    expect(lifted()).toBe('c');
    await frame();
    expect(line()?.hidden).toBe(true);
    await send('pointermove', middleOf(0) - 4);
    await frame();
    expect(line()?.hidden).toBe(false);
    await send('pointerup', middleOf(0) - 4);
    expect(fake.calls).toEqual([{ verb: 'moveBefore', input: [[c.id], a.id] }]);
    expect(screen.getByTestId('said').textContent).toBe('Moved to place 1 of 4');
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [sends, c, a, b, works, d, done] })));
    expect(lifted()).toBeUndefined();
    expect(rowOf('c').style.getPropertyValue('translate')).toBe('');
  });

  test('takes all that is selected, in their order', async () => {
    const fake = await openWindow({ language: 'en', meetings: sending });
    for (const name of ['a', 'd', 'done']) await act(async () => fireEvent.click(rowOf(name), { ctrlKey: true }));
    await down('d', middleOf(3));
    await send('pointermove', middleOf(2) - 4);
    await frame();
    expect(rowOf('d').dataset.lifts).toBe('2');
    expect(rowOf('a').className).toContain('goes-along');
    await send('pointerup', middleOf(2) - 4);
    expect(fake.calls).toEqual([{ verb: 'moveBefore', input: [[a.id, d.id], works.id] }]);
  });

  test.each(['pointercancel', 'Escape'])('%s puts it back', async (how) => {
    const fake = await openWindow({ language: 'en', meetings: sending });
    await down('c', middleOf(2));
    await send('pointermove', middleOf(0));
    await frame();
    if (how === 'Escape') await act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }));
    else await send('pointercancel', 0);
    expect(lifted()).toBeUndefined();
    await send('pointerup', middleOf(0));
    expect(fake.calls).toEqual([]);
  });

  test.each([
    ['what is being sent', 'sends', {}],
    ['what is at Lobbe', 'works', {}],
    ['by another button', 'a', { button: 2 }],
    ['what is being selected', 'a', { shiftKey: true }],
  ])('takes nothing of %s', async (_, name, more) => {
    await openWindow({ language: 'en', meetings: sending });
    await down(name, middleOf(0), more);
    await send('pointermove', middleOf(3));
    expect(lifted()).toBeUndefined();
  });

  test('a finger that moves at once scrolls', async () => {
    await openWindow({ language: 'en', meetings: sending });
    await down('a', middleOf(0), { pointerType: 'touch' });
    await send('pointermove', middleOf(2), { pointerType: 'touch' });
    expect(lifted()).toBeUndefined();
  });

  test('what goes out meanwhile is not moved any more; a place is counted among those that are left', async () => {
    const fake = await openWindow({ language: 'en', meetings: sending });
    await down('a', middleOf(0));
    await send('pointermove', middleOf(2));
    await frame();
    const goes = { ...a, ...aMeeting('uploading', { id: a.id, name: 'a' }) };
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [sends, goes, b, works, c, d, done] })));
    await frame();
    expect(lifted()).toBeUndefined();
    await send('pointerup', middleOf(2));
    expect(fake.calls).toEqual([]);
  });
});
