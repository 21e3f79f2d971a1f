// What is selected, by pointer and by keyboard, and what is done to it.

import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MeetingId } from '../../electron/contract/ids';
import type { MeetingView } from '../../electron/contract/snapshot';
import { useStore } from '../../renderer/store';
import { aMeeting, aSnapshot } from './builders';
import { actionIn, freshWindow, meanwhile, openMenu, openWindow, rowOf } from './open-window';

freshWindow();

const MINUTES = 60_000;
// Shown in this order: asks, sends, a, b, c, done.
const asks = aMeeting('blocked', { name: 'asks', reason: 'rejected', actions: ['retry', 'remove'] });
const sends = aMeeting('uploading', { name: 'sends', durationMs: 30 * MINUTES });
const a = aMeeting('queued', { name: 'a', durationMs: 10 * MINUTES });
const b = aMeeting('queued', { name: 'b', durationMs: 5 * MINUTES });
const c = aMeeting('paused', { name: 'c', reason: 'user', durationMs: null });
const done = aMeeting('ready', { name: 'done' });
const meetings = [sends, a, b, c, asks, done];

const open = (list: readonly MeetingView[] = meetings) => openWindow({ language: 'en', meetings: list });
const selected = () =>
  screen
    .getAllByTestId('meeting-row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.dataset.name);
const click = (name: string, keys: MouseEventInit = {}) => act(async () => fireEvent.click(rowOf(name), keys));
const press = (key: string, keys: KeyboardEventInit = {}, element = document.activeElement ?? document.body) =>
  act(async () => {
    fireEvent.keyDown(element, { key, ...keys });
    await new Promise(requestAnimationFrame);
  });
const focus = (name: string) => act(async () => rowOf(name).focus());
const bar = () => screen.queryByTestId('selection-bar');
const offered = () => [...(bar()?.querySelectorAll('.btn') ?? [])].map((button) => button.textContent);

describe('the pointer', () => {
  test('a click is for one row: it opens its details and ends the selection', async () => {
    await open();
    await click('a');
    expect(selected()).toEqual(['a']);
    expect(screen.getByTestId('meeting-details').textContent).toContain('a');
    expect(bar()).toBeNull();
    await click('b', { ctrlKey: true });
    expect(selected()).toEqual(['a', 'b']);
    await click('c');
    expect(selected()).toEqual(['c']);
    expect(bar()).toBeNull();
  });

  test.each(['ctrlKey', 'metaKey'] as const)('%s adds a row, and takes it away again', async (key) => {
    await open();
    await click('a', { [key]: true });
    await click('done', { [key]: true });
    expect(selected()).toEqual(['a', 'done']);
    expect(screen.queryByTestId('meeting-details')).toBeNull();
    await click('a', { [key]: true });
    expect(selected()).toEqual(['done']);
  });

  test('Shift goes from where the last one began, to either side; with Ctrl beside what is selected', async () => {
    await open();
    await click('b', { ctrlKey: true });
    await click('sends', { shiftKey: true });
    expect(selected()).toEqual(['sends', 'a', 'b']);
    await click('c', { shiftKey: true });
    expect(selected()).toEqual(['b', 'c']);
    await click('asks', { ctrlKey: true });
    await click('sends', { shiftKey: true, ctrlKey: true });
    expect(selected()).toEqual(['asks', 'sends', 'b', 'c']);
  });

  test('a button of a row acts on that row alone', async () => {
    const fake = await open();
    await click('a', { ctrlKey: true });
    await click('b', { ctrlKey: true });
    await act(async () => fireEvent.click(actionIn(rowOf('sends'), 'pause')));
    expect(fake.calls).toEqual([{ verb: 'act', input: [sends.id, 'pause'] }]);
    expect(selected()).toEqual(['a', 'b']);
  });
});

describe('the keyboard', () => {
  test('Shift extends by arrows, pages and to the ends; an arrow alone ends the selection', async () => {
    await open();
    await focus('a');
    await press('ArrowDown', { shiftKey: true });
    expect(selected()).toEqual(['a', 'b']);
    await press('End', { shiftKey: true });
    expect(selected()).toEqual(['a', 'b', 'c', 'done']);
    await press('Home', { shiftKey: true });
    expect(selected()).toEqual(['asks', 'sends', 'a']);
    await press('ArrowDown');
    expect(selected()).toEqual([]);
    expect(document.activeElement).toBe(rowOf('sends'));
  });

  test('Ctrl moves without selecting, and Ctrl with Space selects', async () => {
    const fake = await open();
    await focus('a');
    await press(' ', { ctrlKey: true });
    await press('ArrowDown', { ctrlKey: true });
    await press('ArrowDown', { ctrlKey: true });
    expect(selected()).toEqual(['a']);
    await press(' ', { ctrlKey: true });
    expect(selected()).toEqual(['a', 'c']);
    expect(fake.calls).toEqual([]);
  });

  test('Ctrl+A selects what is shown, from anywhere but a field', async () => {
    await open();
    await press('a', { code: 'KeyA', ctrlKey: true }, screen.getByTestId('search'));
    expect(selected()).toEqual([]);
    await press('ش', { code: 'KeyA', ctrlKey: true });
    expect(selected()).toHaveLength(6);
    expect(document.activeElement).toBe(rowOf('asks'));
    expect(screen.getByTestId('said').textContent).toBe('6 selected');
  });

  test('Esc ends the selection first, then closes the details, then the search', async () => {
    await open();
    await act(async () => useStore.getState().searchFor('a'));
    await click('a');
    await click('asks', { ctrlKey: true });
    await press('Escape');
    expect(selected()).toEqual(['a']);
    expect(screen.queryByTestId('meeting-details')).not.toBeNull();
    await press('Escape');
    expect(screen.queryByTestId('meeting-details')).toBeNull();
    expect(useStore.getState().search).toBe('a');
    await press('Escape');
    expect(useStore.getState().search).toBe('');
  });

  test('Delete takes off all that is selected, and the focus goes on to a row that stays', async () => {
    const fake = await open();
    await focus('a');
    await press('ArrowDown', { shiftKey: true });
    await press('Delete');
    expect(fake.calls).toEqual([{ verb: 'actAll', input: [[a.id, b.id], 'remove'] }]);
    expect(selected()).toEqual([]);
    expect(document.activeElement).toBe(rowOf('c'));
  });

  test('Space pauses those that can be paused; where none can, it goes on with them', async () => {
    const fake = await open();
    await focus('b');
    await press('ArrowDown', { shiftKey: true });
    await press(' ');
    await click('c', { ctrlKey: true });
    await click('b', { ctrlKey: true });
    await click('c', { ctrlKey: true });
    await press(' ', {}, rowOf('c'));
    expect(fake.calls).toEqual([
      { verb: 'actAll', input: [[b.id, c.id], 'pause'] },
      { verb: 'actAll', input: [[c.id], 'resume'] },
    ]);
  });

  test('Alt+Home sends next: the row, or all that is selected', async () => {
    const fake = await open();
    await focus('b');
    await press('Home', { altKey: true });
    await press('ArrowUp', { shiftKey: true });
    await press('Home', { altKey: true });
    expect(fake.calls).toEqual([
      { verb: 'act', input: [b.id, 'send-next'] },
      { verb: 'actAll', input: [[a.id, b.id], 'send-next'] },
    ]);
  });

  test('Shift+F10 opens the menu of the row, with its keys beside what they do', async () => {
    await open();
    await focus('a');
    await press('F10', { shiftKey: true });
    const keys = [...openMenu().querySelectorAll('[role="menuitem"]')].flatMap((item) => {
      const key = item.getAttribute('aria-keyshortcuts');
      return key === null ? [] : [[(item as HTMLElement).dataset.action, key, item.querySelector('kbd')?.textContent]];
    });
    expect(keys).toEqual([
      ['send-next', 'Alt+Home', 'Alt+Home'],
      ['pause', 'Space', 'Space'],
      ['details', 'Enter', 'Enter'],
      ['cancel', 'Delete', 'Del'],
    ]);
  });
});

describe('the bar', () => {
  test('tells how many, how long of it is still to send, and what can be done to any of them', async () => {
    const fake = await open();
    for (const name of ['asks', 'sends', 'a', 'c']) await click(name, { ctrlKey: true });
    expect(bar()?.textContent).toContain('4 selected');
    expect(bar()?.textContent).toContain('40 minutes of recordings to send');
    expect(offered()).toEqual(['Try again (1)', 'Go on (1)', 'Pause (2)', 'Send next (1)', 'Remove']);
    expect(screen.queryByTestId('summary')).toBeNull();
    await act(async () => fireEvent.click(actionIn(bar() as HTMLElement, 'pause')));
    const ids = [asks.id, sends.id, a.id, c.id];
    expect(fake.calls).toEqual([{ verb: 'actAll', input: [ids, 'pause'] }]);
    expect(selected()).toHaveLength(4);
    await act(async () => fireEvent.click(actionIn(bar() as HTMLElement, 'remove')));
    expect(fake.calls[1]).toEqual({ verb: 'actAll', input: [ids, 'remove'] });
    expect(bar()).toBeNull();
    expect(screen.queryByTestId('summary')).not.toBeNull();
  });

  test('in Persian', async () => {
    await openWindow({ language: 'fa', meetings });
    for (const name of ['a', 'done']) await click(name, { ctrlKey: true });
    expect(bar()?.textContent).toContain('۲ انتخاب‌شده');
    expect(offered()).toEqual(['توقف (۱)', 'ارسال زودتر از بقیه (۱)', 'برداشتن']);
  });

  test.each(['fa', 'en'] as const)('calls sending next what the row and its menu call it: %s', async (language) => {
    await openWindow({ language, meetings });
    const onRow = actionIn(rowOf('b'), 'send-next').textContent;
    fireEvent.click(actionIn(rowOf('b'), 'menu'));
    expect(actionIn(openMenu(), 'send-next').querySelector('span')?.textContent).toBe(onRow);
    await press('Escape', {}, openMenu());
    await click('b', { ctrlKey: true });
    expect(actionIn(bar() as HTMLElement, 'send-next').textContent).toBe(onRow);
  });

  test.each([
    ['en', 'Keep paused', 'Pause'],
    ['fa', 'متوقف بماند', 'توقف'],
  ] as const)('a pause of what is held up already says what it is for: %s', async (language, held, other) => {
    const first = aMeeting('paused', { name: 'first', reason: 'user', actions: ['send-next', 'pause', 'cancel'] });
    const second = aMeeting('paused', { name: 'second', reason: 'offline', actions: ['send-next', 'pause', 'cancel'] });
    await openWindow({ language, meetings: [first, second, a] });
    fireEvent.click(actionIn(rowOf('first'), 'menu'));
    expect(actionIn(openMenu(), 'pause').querySelector('span')?.textContent).toBe(held);
    expect(openMenu().querySelector('[data-action="pause-hour"]')).toBeNull();
    await press('Escape', {}, openMenu());
    for (const name of ['first', 'second']) await click(name, { ctrlKey: true });
    expect(actionIn(bar() as HTMLElement, 'pause').textContent).toBe(held);
    await click('a', { ctrlKey: true });
    expect(actionIn(bar() as HTMLElement, 'pause').textContent).toBe(other);
  });

  test('offers nothing that spends minutes again', async () => {
    await open([done, aMeeting('deleted', { name: 'gone' })]);
    await press('a', { code: 'KeyA', ctrlKey: true });
    expect(offered()).toEqual(['Remove']);
  });

  test('keeps the focus when its button goes, and gives it back to the list when it goes itself', async () => {
    const fake = await open([a, b, done]);
    await click('a', { ctrlKey: true });
    await click('b', { ctrlKey: true });
    await act(async () => actionIn(bar() as HTMLElement, 'send-next').focus());
    const paused = (meeting: MeetingView) => ({
      ...meeting,
      ...aMeeting('paused', { id: meeting.id, name: meeting.name }),
    });
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [paused(a), paused(b), done] })));
    expect(bar()?.contains(document.activeElement)).toBe(true);
    await act(async () => fireEvent.click(actionIn(bar() as HTMLElement, 'clear-selection')));
    expect(bar()).toBeNull();
    expect(document.activeElement?.getAttribute('data-testid')).toBe('meeting-row');
  });
});

describe('the menu of a row', () => {
  test('is about the selection if the row is selected, and says so', async () => {
    const fake = await open();
    await click('a', { ctrlKey: true });
    await click('c', { ctrlKey: true });
    await act(async () => fireEvent.contextMenu(rowOf('c')));
    expect(openMenu().getAttribute('aria-label')).toBe('What can be done to the 2 selected');
    expect(openMenu().textContent).toContain('2 selected');
    await act(async () => fireEvent.click(actionIn(openMenu(), 'pause-hour')));
    await act(async () => fireEvent.click(actionIn(rowOf('a'), 'menu')));
    await act(async () => fireEvent.click(actionIn(openMenu(), 'remove')));
    expect(fake.calls).toEqual([
      { verb: 'pauseFor', input: [[a.id, c.id], 'hour'] },
      { verb: 'actAll', input: [[a.id, c.id], 'remove'] },
    ]);
    expect(selected()).toEqual([]);
  });

  test('is about the row alone if that is not selected, and ends the selection', async () => {
    await open();
    await click('a', { ctrlKey: true });
    await click('b', { ctrlKey: true });
    await act(async () => fireEvent.contextMenu(rowOf('done')));
    expect(openMenu().getAttribute('aria-label')).toContain('done');
    expect(selected()).toEqual([]);
  });
});

describe('what is selected', () => {
  test('survives snapshots, and drops what is gone', async () => {
    const fake = await open();
    for (const name of ['a', 'b', 'done']) await click(name, { ctrlKey: true });
    const sent = { ...b, ...aMeeting('processing', { id: b.id, name: 'b' }) };
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [sends, sent, c, asks, done] })));
    expect(selected()).toEqual(['b', 'done']);
    expect([...useStore.getState().selected]).toEqual([b.id, done.id]);
    expect(bar()?.textContent).toContain('2 selected');
  });

  test('ends where a search hides it: nothing is done to a row that cannot be seen', async () => {
    const fake = await open();
    await press('a', { code: 'KeyA', ctrlKey: true });
    await act(async () => fireEvent.change(screen.getByTestId('search'), { target: { value: 'don' } }));
    expect(bar()?.textContent).toContain('1 selected');
    await act(async () => fireEvent.click(actionIn(bar() as HTMLElement, 'remove')));
    expect(fake.calls).toEqual([{ verb: 'actAll', input: [[done.id], 'remove'] }]);
    await act(async () => useStore.getState().searchFor(''));
    expect(selected()).toEqual([]);
  });

  test('a removal of many is one message with one undo', async () => {
    const fake = await open();
    const ids = ['x', 'y'] as unknown as readonly MeetingId[];
    await meanwhile(() => fake.toast({ kind: 'removed-many', ids, maybeSent: false }));
    await meanwhile(() => fake.toast({ kind: 'removed-many', ids, maybeSent: true }));
    const toasts = screen.getAllByTestId('toast');
    expect(toasts.map((toast) => toast.querySelector('p')?.textContent)).toEqual([
      '2 removed',
      '2 removed. Some of them may already be meetings in Lobbe.',
    ]);
    await act(async () => fireEvent.click(actionIn(toasts[0] as HTMLElement, 'undo')));
    expect(fake.calls).toEqual([{ verb: 'actAll', input: [ids, 'undo'] }]);
  });
});

describe('the search', () => {
  const untitled = aMeeting('ready', { name: '', group: 'elsewhere' });

  test.each([
    ['en', 'sent from'],
    ['fa', 'جاي ديگر'],
  ] as const)('finds a meeting without a title by what it is shown as: %s', async (language, query) => {
    await openWindow({ language, meetings: [a, untitled] });
    await act(async () => useStore.getState().searchFor(query));
    expect(screen.getAllByTestId('meeting-row').map((row) => row.dataset.id)).toEqual([untitled.id]);
    expect(screen.getByTestId('meeting-row').querySelector('mark')).not.toBeNull();
  });

  test('finds one by its id at Lobbe, whole', async () => {
    await open();
    await act(async () => useStore.getState().searchFor(` ${done.recordingId} `));
    expect(screen.getAllByTestId('meeting-row').map((row) => row.dataset.name)).toEqual(['done']);
    await act(async () => useStore.getState().searchFor('rec_'));
    expect(screen.queryByTestId('meeting-row')).toBeNull();
  });

  test('marks each place, also in the extension and across it', async () => {
    await open([aMeeting('ready', { name: 'm4 جلسهٔ م4ا.m4a' })]);
    const marks = async (query: string) => {
      await act(async () => useStore.getState().searchFor(query));
      return [...screen.getByTestId('meeting-row').querySelectorAll('mark')].map((mark) => mark.textContent);
    };
    expect(await marks('m4')).toEqual(['m4', 'm4']);
    expect(await marks('ا.m')).toEqual(['ا', '.m']);
    expect(await marks('جلسه م')).toEqual(['جلسهٔ م']);
  });
});
