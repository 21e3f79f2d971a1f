import { act, fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, test, vi } from 'vitest';
import type { MeetingId } from '../../electron/contract/ids';
import { aGate, aMeeting, aSnapshot, someProgress, unknownScopes } from './builders';
import { actionIn, freshWindow, meanwhile, openWindow, rowOf } from './open-window';

freshWindow();

const noToken = {
  hasToken: false,
  hint: null,
  storage: null,
  canEncrypt: false,
  acceptedAt: null,
  scopes: unknownScopes,
};
const button = (action: string) => actionIn(document.body, action);

describe('banners', () => {
  test('each closed gate has one, those with a button first', async () => {
    const until = Date.now() + 12 * 3_600_000;
    await openWindow({
      language: 'en',
      meetings: [aMeeting('queued')],
      gates: [aGate('offline'), aGate('daily-cap', { until }), aGate('daily-limit')],
    });
    const banners = screen.getAllByTestId('gate-banner');
    expect(banners.map((banner) => banner.dataset.gate)).toEqual(['daily-limit', 'offline', 'daily-cap']);
    expect(banners[2]?.dataset.until).toBe(new Date(until).toISOString());
    expect(banners[2]?.textContent).toContain('12 h');
  });

  test('needs-minutes offers to buy and to go on', async () => {
    const gate = aGate('needs-minutes', { waiting: 5, waitingMs: 327 * 60_000 });
    const fake = await openWindow({ language: 'en', meetings: [aMeeting('queued')], gates: [gate] });
    expect(screen.getByTestId('gate-banner').textContent).toContain(
      '5 recordings (327\u00a0minutes) wait here safely.',
    );
    fireEvent.click(button('buy-minutes'));
    fireEvent.click(button('open-gate'));
    expect(fake.calls).toEqual([
      { verb: 'buyMinutes', input: [] },
      { verb: 'openGate', input: ['needs-minutes'] },
    ]);
  });

  test('a gate that is being tried cannot be tried again', async () => {
    await openWindow({ language: 'en', gates: [aGate('daily-limit', { probing: true })] });
    expect((button('open-gate') as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByTestId('gate-banner').textContent).toContain('Trying with one recording now.');
  });

  test('a missing token is entered from the banner, in a dialog', async () => {
    const fake = await openWindow({
      language: 'en',
      account: noToken,
      meetings: [aMeeting('paused', { reason: 'unauthorized' })],
      gates: [aGate('unauthorized', { why: 'missing-token' })],
    });
    expect(screen.queryByTestId('welcome')).toBeNull();
    fireEvent.click(button('set-token'));
    const dialog = screen.getByRole('dialog', { name: 'Enter a token' });
    fireEvent.change(within(dialog).getByTestId('token'), { target: { value: ' lob_live_1 ' } });
    await act(async () => fireEvent.click(actionIn(dialog, 'save-token')));
    expect(fake.calls).toEqual([{ verb: 'setToken', input: [' lob_live_1 ', null] }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['disk-full', 'restored-older', 'missing', 'newer-version', 'read-only', 'other-writer'] as const)(
    'the store’s notice %s is told',
    async (notice) => {
      await openWindow({ language: 'en', notices: [notice] });
      expect(screen.getByTestId('store-notice').dataset.notice).toBe(notice);
    },
  );
});

describe('drops', () => {
  const recording = new File(['x'], 'جلسه.m4a');
  const drag = (type: string, types = ['Files']) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    const items = [{ kind: 'file' }, { kind: 'file' }];
    Object.assign(event, { dataTransfer: { types, items, files: [recording], dropEffect: '' }, relatedTarget: null });
    act(() => {
      screen.getByTestId('drop-target').dispatchEvent(event);
    });
    return event;
  };

  test('anywhere in the window are handed over, and never navigate', async () => {
    const fake = await openWindow({ language: 'en', account: noToken });
    expect(drag('dragover').defaultPrevented).toBe(true);
    expect(screen.getByText('Drop to send 2 recordings')).toBeTruthy();
    expect(drag('drop').defaultPrevented).toBe(true);
    expect(fake.calls).toEqual([{ verb: 'addDropped', input: [[recording]] }]);
    expect(screen.queryByText('Drop to send 2 recordings')).toBeNull();
  });

  test('of a link are refused without a word', async () => {
    await openWindow({ language: 'en' });
    expect(drag('dragover', ['text/uri-list']).defaultPrevented).toBe(true);
    expect(screen.queryByText(/Drop to send/)).toBeNull();
  });

  test('the overlay goes when the pointer leaves the window', async () => {
    await openWindow({ language: 'en' });
    drag('dragover');
    drag('dragleave');
    expect(screen.queryByText(/Drop to send/)).toBeNull();
  });
});

describe('a window that nobody sees', () => {
  test('keeps the last progress, and shows it when it is seen again', async () => {
    const meeting = aMeeting('uploading');
    const fake = await openWindow({ meetings: [meeting] });
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await meanwhile(() => fake.progress([someProgress(meeting, 0.3)]));
    await meanwhile(() => fake.progress([someProgress(meeting, 0.4)]));
    expect(rowOf(meeting.name).dataset.progress).toBe('0');
    visibility.mockRestore();
    await meanwhile(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(rowOf(meeting.name).dataset.progress).toBe('40');
  });

  test('does not count down', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const ticks = vi.spyOn(globalThis, 'setInterval');
    await openWindow({ meetings: [aMeeting('waiting', { reason: 'network', until: Date.now() + 30_000 })] });
    expect(ticks).not.toHaveBeenCalled();
    visibility.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(ticks).toHaveBeenCalled();
    ticks.mockRestore();
  });
});

describe('toasts', () => {
  test('what was removed can be brought back', async () => {
    const fake = await openWindow({ language: 'en', meetings: [aMeeting('ready')] });
    const id = 'gone' as MeetingId;
    await meanwhile(() => fake.toast({ kind: 'removed', id, name: 'a\u202eb.m4a', maybeSent: false }));
    expect(screen.getByTestId('toast').textContent).toContain('a[RLO]b.m4a');
    fireEvent.click(actionIn(screen.getByTestId('toast'), 'undo'));
    expect(fake.calls).toEqual([{ verb: 'act', input: [id, 'undo'] }]);
    expect(screen.queryByTestId('toast')).toBeNull();
  });

  test('what was refused is told with its reason', async () => {
    const fake = await openWindow({ language: 'fa' });
    const refusals = [{ name: 'صورت‌جلسه.docx', reason: 'not-audio' as const }];
    await meanwhile(() => fake.toast({ kind: 'refused', refusals }));
    const toast = screen.getByTestId('toast');
    expect(toast.textContent).toContain('۱ مورد اضافه نشد');
    expect(toast.textContent).toContain('فایل صوتی نیست');
    // And once, what would be one.
    expect(toast.textContent).toContain('لُب این‌ها را می‌پذیرد: \u2068m4a\u2069، \u2068mp3\u2069');
    await meanwhile(() => fake.toast({ kind: 'refused', refusals: [{ name: 'a.m4a', reason: 'empty-file' }] }));
    expect(screen.getAllByTestId('toast').at(-1)?.textContent).not.toContain('می‌پذیرد');
  });

  test('what was refused of a drop stays when a folder of it is refused a moment later', async () => {
    const fake = await openWindow({ language: 'en' });
    await meanwhile(() => fake.toast({ kind: 'refused', refusals: [{ name: 'notes.txt', reason: 'not-audio' }] }));
    await meanwhile(() => fake.toast({ kind: 'refused', refusals: [{ name: 'Holiday', reason: 'no-recordings' }] }));
    const told = screen.getAllByTestId('toast').map((toast) => toast.querySelector('li')?.textContent);
    expect(told).toEqual(['notes.txtnot a recording', 'Holidayno recordings in it']);
  });

  test('all that was refused is there to scroll through, for long enough', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const fake = await openWindow({ language: 'en' });
      const refusals = Array.from({ length: 13 }, (_, i) => ({ name: `notes ${i}.txt`, reason: 'not-audio' as const }));
      await meanwhile(() => fake.toast({ kind: 'refused', refusals }));
      const list = screen.getByRole('list', { name: 'What could not be added' });
      expect(within(list).getAllByRole('listitem')).toHaveLength(13);
      expect(list.textContent).toContain('notes 12.txt');
      expect(list.tabIndex).toBe(0);
      await act(async () => vi.advanceTimersByTime(19_000));
      expect(screen.queryByTestId('toast')).not.toBeNull();
      await act(async () => vi.advanceTimersByTime(1_500));
      expect(screen.queryByTestId('toast')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('thousands that were refused are counted after the first hundred', async () => {
    const fake = await openWindow({ language: 'en' });
    const refusals = Array.from({ length: 3000 }, (_, i) => ({ name: `${i}.txt`, reason: 'not-audio' as const }));
    await meanwhile(() => fake.toast({ kind: 'refused', refusals }));
    expect(within(screen.getByTestId('toast')).getAllByRole('listitem')).toHaveLength(101);
    expect(screen.getByTestId('toast').textContent).toContain('and 2,900 more');
  });

  test.each([
    ['en', 1, '1 removed from the list'],
    ['en', 12, '12 removed from the list'],
    ['fa', 12, '۱۲ مورد از فهرست برداشته شد'],
  ] as const)('what was cleared can be brought back: %s %i', async (language, count, text) => {
    const fake = await openWindow({ language, meetings: [aMeeting('queued')] });
    await meanwhile(() => fake.toast({ kind: 'cleared', count }));
    const toast = screen.getByTestId('toast');
    expect(toast.querySelector('p')?.textContent).toBe(text);
    fireEvent.click(actionIn(toast, 'undo'));
    expect(fake.calls).toEqual([{ verb: 'undoClear', input: [] }]);
    expect(screen.queryByTestId('toast')).toBeNull();
  });

  test.each([
    ['en', 'There was nothing to remove'],
    ['fa', 'چیزی برای برداشتن نبود'],
  ] as const)('nothing was cleared: %s', async (language, text) => {
    const fake = await openWindow({ language });
    await meanwhile(() => fake.toast({ kind: 'cleared', count: 0 }));
    expect(screen.getByTestId('toast').textContent).toBe(text);
    expect(screen.getByTestId('toast').querySelector('[data-action="undo"]')).toBeNull();
  });

  test('a command that fails says so', async () => {
    const fake = await openWindow({ language: 'en', meetings: [aMeeting('queued')] });
    vi.spyOn(fake.api, 'pauseAll').mockRejectedValue(new Error('gone'));
    await act(async () => fireEvent.click(button('pause-all')));
    expect(screen.getByTestId('toast').dataset.kind).toBe('failed');
  });
});

describe('the line at the foot', () => {
  test.each([
    ['en', '94 minutes of recordings to send'],
    ['fa', '۹۴ دقیقه ضبط در راه'],
  ] as const)('tells how much is to be sent, not how long it takes: %s', async (language, text) => {
    await openWindow({ language, meetings: [aMeeting('queued', { durationMs: 94 * 60_000 })] });
    expect(screen.getByTestId('summary').textContent).toContain(text);
  });
});

describe('the whole list', () => {
  test('is paused, resumed, tried again, cleared', async () => {
    const meetings = [aMeeting('ready'), aMeeting('waiting', { reason: 'network' })];
    const fake = await openWindow({ language: 'en', meetings });
    for (const action of ['pause-all', 'retry-all', 'clear-finished']) fireEvent.click(button(action));
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings, pausedAll: true })));
    fireEvent.click(button('resume-all'));
    expect(document.querySelector('[data-action="pause-all"]')).toBeNull();
    expect(fake.calls.map((call) => call.verb)).toEqual(['pauseAll', 'retryAll', 'clearFinished', 'resumeAll']);
  });

  test.each([
    ['en', 'Sending is paused'],
    ['fa', 'ارسال متوقف است'],
  ] as const)('can be paused and resumed while there is nothing in it, and says so: %s', async (language, text) => {
    const fake = await openWindow({ language });
    fireEvent.click(button('pause-all'));
    await meanwhile(() => fake.tell(aSnapshot({ language, pausedAll: true })));
    expect(screen.getByTestId('summary').textContent).toBe(text);
    fireEvent.click(button('resume-all'));
    await meanwhile(() => fake.tell(aSnapshot({ language })));
    expect(screen.getByTestId('summary').textContent).not.toBe(text);
    expect(fake.calls.map((call) => call.verb)).toEqual(['pauseAll', 'resumeAll']);
  });

  test('keeps the focus where it is paused and resumed, and where the last is tried again', async () => {
    const waiting = aMeeting('waiting', { reason: 'network' });
    const fake = await openWindow({ language: 'en', meetings: [waiting] });
    const tell = (pausedAll: boolean, meeting = waiting) =>
      meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [meeting], pausedAll })));
    button('pause-all').focus();
    fireEvent.click(button('pause-all'));
    await tell(true);
    expect(document.activeElement).toBe(button('resume-all'));
    await tell(false);
    expect(document.activeElement).toBe(button('pause-all'));
    fireEvent.click(button('pause-menu'));
    fireEvent.click(button('pause-hour'));
    await tell(true);
    expect(document.activeElement).toBe(button('resume-all'));
    await tell(false);
    button('retry-all').focus();
    fireEvent.click(button('retry-all'));
    await tell(false, aMeeting('uploading', { id: waiting.id, name: waiting.name }));
    expect(document.activeElement).toBe(rowOf(waiting.name));
  });
});

// axe looks at everything by every rule: seconds on a slow machine.
describe('accessibility', { timeout: 60_000 }, () => {
  const check = async () => {
    const results = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    return results.violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`);
  };

  test('the list with everything in it', async () => {
    const meetings = [aMeeting('naming'), aMeeting('uploading'), aMeeting('processing'), aMeeting('ready')];
    const fake = await openWindow({ meetings, gates: [aGate('needs-minutes')], notices: ['disk-full'] });
    await meanwhile(() => fake.toast({ kind: 'removed', id: 'x' as MeetingId, name: 'x', maybeSent: true }));
    await act(async () => fireEvent.click(rowOf(meetings[3]?.name ?? '')));
    fireEvent.click(actionIn(rowOf(meetings[0]?.name ?? ''), 'menu'));
    expect(await check()).toEqual([]);
  });

  test.each([
    ['the empty list', {}],
    ['the way in', { account: noToken }],
  ])('%s', async (_, part) => {
    await openWindow(part);
    expect(await check()).toEqual([]);
  });

  test('the settings and the token’s dialog', async () => {
    await openWindow({});
    fireEvent.click(button('settings'));
    fireEvent.click(button('set-token'));
    expect(await check()).toEqual([]);
  });

  test('changes of stage are said aloud, in one piece', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const meetings = ['a', 'b'].map((name) => aMeeting('uploading', { name }));
      const fake = await openWindow({ language: 'en', meetings });
      const now = meetings.map((meeting) => ({ ...meeting, stage: 'ready' as const, group: 'ready' as const }));
      await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: now })));
      expect(screen.getByTestId('announcer').textContent).toBe('');
      await act(async () => vi.advanceTimersByTime(1000));
      expect(screen.getByTestId('announcer').textContent).toBe(
        '“\u2068a\u2069”: The minutes are ready\n“\u2068b\u2069”: The minutes are ready',
      );
    } finally {
      vi.useRealTimers();
    }
  });
});
