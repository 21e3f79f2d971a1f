// How long a pause lasts, and the order of sending.

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MeetingView } from '../../electron/contract/snapshot';
import { useStore } from '../../renderer/store';
import { aMeeting, NOON } from './builders';
import { actionIn, freshWindow, openMenu, openWindow, rowOf } from './open-window';

freshWindow();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const button = (action: string) => actionIn(document.body, action);

describe('a pause that ends by itself', () => {
  test.each([
    ['pause-hour', 'hour'],
    ['pause-tomorrow', 'tomorrow'],
  ])('of all: %s', async (action, length) => {
    const fake = await openWindow({ language: 'en', meetings: [aMeeting('queued')] });
    expect(button('pause-menu').getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button('pause-menu'));
    expect(button('pause-menu').getAttribute('aria-expanded')).toBe('true');
    expect([...openMenu().querySelectorAll('[role="menuitem"]')].map((item) => item.textContent)).toEqual([
      'Pause for an hour',
      'Pause until tomorrow morning',
    ]);
    fireEvent.click(actionIn(openMenu(), action));
    expect(fake.calls).toEqual([{ verb: 'pauseAll', input: [length] }]);
    expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
  });

  test.each([
    ['pause-hour', 'hour'],
    ['pause-tomorrow', 'tomorrow'],
  ])('of one meeting, from its row and its details: %s', async (action, length) => {
    const meeting = aMeeting('queued');
    const fake = await openWindow({ language: 'fa', meetings: [meeting] });
    fireEvent.click(actionIn(rowOf(meeting.name), 'menu'));
    fireEvent.click(actionIn(openMenu(), action));
    await act(async () => fireEvent.click(rowOf(meeting.name)));
    fireEvent.click(actionIn(screen.getByTestId('meeting-details'), 'menu'));
    fireEvent.click(actionIn(openMenu(), action));
    const call = { verb: 'pauseFor', input: [[meeting.id], length] };
    expect(fake.calls).toEqual([call, call]);
  });

  test('is not offered where nothing can be paused', async () => {
    const meeting = aMeeting('ready');
    await openWindow({ language: 'en', meetings: [meeting], pausedAll: true });
    expect(document.querySelector('[data-action="pause-menu"]')).toBeNull();
    fireEvent.click(actionIn(rowOf(meeting.name), 'menu'));
    expect(openMenu().querySelector('[data-action^="pause"]')).toBeNull();
  });

  test.each([
    ['en', 'You paused everything. Going on at 13:00.'],
    ['fa', 'همه را متوقف کرده‌اید. ساعت ۱۳:۰۰ از سر گرفته می‌شود.'],
  ] as const)('of all is told apart from one of its own, in %s', async (language, text) => {
    const meeting = aMeeting('paused', { reason: 'user', until: NOON + 3_600_000, actions: ['send-next', 'cancel'] });
    await openWindow({ language, meetings: [meeting], pausedAll: true });
    expect(rowOf(meeting.name).textContent).toContain(text);
  });

  const tomorrow = new Date(2026, 11, 1, 8, 0).getTime();
  test.each([
    ['en', tomorrow, 'Paused by you. Going on tomorrow at 08:00.'],
    ['en', NOON + 3_600_000, 'Paused by you. Going on at 13:00.'],
    ['en', NOON + 20_000, 'Paused by you. Going on in 20 seconds.'],
    ['fa', tomorrow, 'شما متوقفش کرده‌اید. فردا ساعت ۰۸:۰۰ از سر گرفته می‌شود.'],
  ] as const)('says when, in %s', async (language, until, text) => {
    const meeting = aMeeting('paused', { reason: 'user', until });
    await openWindow({ language, meetings: [meeting] });
    expect(rowOf(meeting.name).textContent).toContain(text);
    await act(async () => fireEvent.click(rowOf(meeting.name)));
    expect(screen.getByTestId('meeting-details').textContent).toContain(text);
  });
});

describe('Alt with an arrow', () => {
  const sends = aMeeting('uploading', { name: 'sends' });
  const [a, b, c] = ['a', 'b', 'c'].map((name) => aMeeting('queued', { name })) as [
    MeetingView,
    MeetingView,
    MeetingView,
  ];
  const asks = aMeeting('naming', { name: 'asks' });
  const works = aMeeting('processing', { name: 'works' });
  const done = aMeeting('ready', { name: 'done' });
  // The list shows: asks, sends, a, b, c, works, done. In the order of sending, `works` stands between b and c.
  const meetings = [sends, a, b, works, c, asks, done];

  const press = async (name: string, key: string) => {
    const fake = await openWindow({ language: 'en', meetings });
    await act(async () => useStore.getState().activate(meetings.find((m) => m.name === name)?.id ?? a.id));
    await act(async () => fireEvent.keyDown(rowOf(name), { key, altKey: true }));
    return fake.calls;
  };

  test.each([
    ['b', 'ArrowUp', b, a],
    ['c', 'ArrowUp', c, b],
    ['a', 'ArrowDown', a, works],
    ['b', 'ArrowDown', b, asks],
  ])('moves %s by %s', async (name, key, moving, before) => {
    expect(await press(name, key)).toEqual([{ verb: 'moveBefore', input: [[moving.id], before.id] }]);
  });

  test.each([
    ['a', 'ArrowUp'],
    ['c', 'ArrowDown'],
    ['sends', 'ArrowDown'],
    ['works', 'ArrowUp'],
    ['done', 'ArrowUp'],
    ['asks', 'ArrowDown'],
    ['b', 'ArrowLeft'],
  ])('moves nothing past an end or into another group: %s by %s', async (name, key) => {
    expect(await press(name, key)).toEqual([]);
  });

  test('moves the last but one to the very end', async () => {
    const fake = await openWindow({ language: 'en', meetings: [a, b] });
    rowOf('a').focus();
    await act(async () => fireEvent.keyDown(rowOf('a'), { key: 'ArrowDown', altKey: true }));
    expect(fake.calls).toEqual([{ verb: 'moveBefore', input: [[a.id], null] }]);
  });

  test('passes one that is still being read', async () => {
    const reads = aMeeting('preparing', { name: 'reads' });
    const fake = await openWindow({ language: 'en', meetings: [a, reads, b] });
    rowOf('a').focus();
    await act(async () => fireEvent.keyDown(rowOf('a'), { key: 'ArrowDown', altKey: true }));
    expect(fake.calls).toEqual([{ verb: 'moveBefore', input: [[a.id], b.id] }]);
  });
});
