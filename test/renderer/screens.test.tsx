import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aMeeting, aSnapshot, NOON } from './builders';
import { actionIn, freshWindow, meanwhile, openMenu, openWindow, rowOf } from './open-window';

freshWindow();

const button = (action: string) => actionIn(document.body, action);

describe('details', () => {
  const meeting = aMeeting('ready', { name: 'a.m4a', unseen: true });
  const timelines = {
    [meeting.id]: [
      { at: NOON - 9000, kind: 'added' },
      { at: NOON - 8000, kind: 'attempt', attempt: 1, phase: 'body', code: 'ECONNRESET', sent: 31_000_000 },
      { at: NOON - 7000, kind: 'answered', attempt: 2, status: 503, code: 'UPLOAD_IN_PROGRESS', until: NOON },
      { at: NOON - 6000, kind: 'answered', attempt: 3, status: 202 },
      { at: NOON - 5000, kind: 'event', code: 'recording.ready' },
    ],
  } as const;

  test('tell the timeline, and make a new meeting a seen one', async () => {
    const fake = await openWindow({ language: 'en', meetings: [meeting] }, { timelines });
    await act(async () => fireEvent.click(rowOf('a.m4a')));
    const items = within(screen.getByTestId('meeting-details')).getAllByTestId('timeline-item');
    expect(items.map((item) => item.dataset.kind)).toEqual(['added', 'attempt', 'answered', 'answered', 'event']);
    expect(items.map((item) => item.querySelector('.what')?.textContent)).toEqual([
      'Added to the queue',
      'Try 1: cut off after 31 MB',
      'Lobbe was still storing an earlier try',
      'Lobbe took it: one meeting, charged once',
      'The minutes are ready',
    ]);
    expect(items[2]?.querySelector('.ans')?.textContent).toBe('503 UPLOAD_IN_PROGRESS');
    expect(fake.calls).toEqual([{ verb: 'markSeen', input: [[meeting.id]] }]);
  });

  test.each([
    ['queued', {}, 'send-next', 'btn-soft'],
    ['waiting', { reason: 'rate-limited', actions: ['pause', 'cancel'] }, 'pause', 'btn-soft'],
    ['uploading', {}, 'pause', 'btn-soft'],
    ['ready', {}, 'open-in-lobbe', 'btn-soft'],
    ['blocked', { reason: 'not-audio', actions: ['remove', 'retry'] }, 'remove', 'btn-soft'],
    ['blocked', { reason: 'file-missing' }, 'retry', 'btn-solid'],
    ['naming', {}, 'open-in-lobbe', 'btn-solid'],
  ] as const)('have a solid button only for what must be done: %s %o', async (stage, part, action, manner) => {
    const asked = aMeeting(stage, part);
    await openWindow({ language: 'en', meetings: [asked] });
    await act(async () => fireEvent.click(rowOf(asked.name)));
    expect(actionIn(screen.getByTestId('meeting-details'), action).className).toBe(`btn ${manner}`);
  });

  test('open from the menu, close by Esc', async () => {
    await openWindow({ language: 'en', meetings: [meeting] }, { timelines });
    fireEvent.click(actionIn(rowOf('a.m4a'), 'menu'));
    await act(async () => fireEvent.click(actionIn(openMenu(), 'details')));
    expect(screen.getByTestId('meeting-details')).toBeTruthy();
    await act(async () => fireEvent.keyDown(window, { key: 'Escape' }));
    expect(screen.queryByTestId('meeting-details')).toBeNull();
  });
});

describe('the keyboard', () => {
  test('takes nothing away by Del on the button of a head, whichever row it was on before', async () => {
    const fake = await openWindow({ language: 'en', meetings: [aMeeting('ready', { name: 'a' })] });
    rowOf('a').focus();
    fireEvent.keyDown(actionIn(document.body, 'clear-finished'), { key: 'Delete' });
    expect(fake.calls).toEqual([]);
    fireEvent.keyDown(actionIn(rowOf('a'), 'menu'), { key: 'Delete' });
    expect(fake.calls).toMatchObject([{ verb: 'act', input: [expect.anything(), 'remove'] }]);
  });

  test('moves through the rows and acts on them', async () => {
    const meetings = ['a', 'b', 'c'].map((name) => aMeeting('queued', { name }));
    const fake = await openWindow({ language: 'en', meetings });
    rowOf('a').focus();
    const press = async (key: string) => {
      await act(async () => {
        fireEvent.keyDown(document.activeElement ?? document.body, { key });
        await new Promise(requestAnimationFrame);
      });
    };
    await press('ArrowDown');
    expect(document.activeElement).toBe(rowOf('b'));
    await press(' ');
    await press('End');
    expect(document.activeElement).toBe(rowOf('c'));
    await press('Delete');
    expect(fake.calls).toEqual([
      { verb: 'act', input: [meetings[1]?.id, 'pause'] },
      { verb: 'act', input: [meetings[2]?.id, 'cancel'] },
    ]);
    // The keyboard goes on to a row that stays.
    expect(document.activeElement).toBe(rowOf('b'));
    await press('Enter');
    expect(screen.getByTestId('meeting-details').textContent).toContain('b');
    fireEvent.keyDown(window, { key: 'f', code: 'KeyF', ctrlKey: true });
    expect(document.activeElement).toBe(screen.getByTestId('search'));
  });
});

describe('language', () => {
  test('changes live: words, digits and direction', async () => {
    const meetings = [aMeeting('queued', { durationMs: 95 * 60_000 })];
    const fake = await openWindow({ language: 'fa', meetings });
    expect(document.documentElement.dir).toBe('rtl');
    expect(document.title).toBe('بارگذار لُب');
    expect(document.body.textContent).toContain('۹۵ دقیقه');
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings })));
    expect(document.documentElement.dir).toBe('ltr');
    expect(document.documentElement.lang).toBe('en');
    expect(document.body.textContent).toContain('95 min');
  });

  test('and the number of uploads are set in the settings', async () => {
    const fake = await openWindow({ language: 'en' });
    fireEvent.click(button('settings'));
    fireEvent.change(screen.getByTestId('language'), { target: { value: 'fa' } });
    fireEvent.click(within(screen.getByTestId('parallel-uploads')).getByLabelText('4'));
    fireEvent.click(button('use-sandbox'));
    expect(fake.calls).toEqual([
      { verb: 'changeSettings', input: [{ language: 'fa' }] },
      { verb: 'changeSettings', input: [{ parallelUploads: 4 }] },
      { verb: 'useSandbox', input: [true] },
    ]);
    fireEvent.click(button('back'));
    expect(screen.queryByTestId('settings')).toBeNull();
  });
});
