import { act, fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import type { FolderQuestion, SameAgainQuestion } from '../../electron/contract/question';
import type { MeetingView } from '../../electron/contract/snapshot';
import { useStore } from '../../renderer/store';
import { aGate, aMeeting, aSnapshot } from './builders';
import { actionIn, freshWindow, meanwhile, openWindow } from './open-window';

freshWindow();

const YESTERDAY = new Date();
YESTERDAY.setDate(YESTERDAY.getDate() - 1);
YESTERDAY.setHours(10, 30, 0, 0);

let made = 0;

function same(meeting: MeetingView, part: Partial<SameAgainQuestion> = {}): SameAgainQuestion {
  made += 1;
  const { id, name, stage, recordingId } = meeting;
  const sentAt = recordingId === null ? null : YESTERDAY.getTime();
  const of = { id, name, stage, sentAt };
  return { kind: 'same-again', id: `q${made}`, name, size: 540e6, durationMs: 67 * 60_000, of, ...part };
}

const folder = (part: Partial<FolderQuestion> = {}): FolderQuestion => ({
  kind: 'folder',
  came: false,
  id: 'folder',
  name: 'ضبط‌ها',
  count: 143,
  more: false,
  ...part,
});

const dialog = () => screen.getByTestId('same-again');
const ready = () => aMeeting('ready', { name: 'Board call.mp4' });
const click = (action: string) =>
  act(async () => fireEvent.click(actionIn(document.body.querySelector('dialog') ?? document.body, action)));

test('Esc within a question is not taken for the details behind it as well', async () => {
  const meeting = ready();
  await openWindow({ language: 'en', meetings: [meeting], questions: [same(meeting)] });
  act(() => useStore.getState().openDetails(meeting.id));
  await act(async () => fireEvent.keyDown(actionIn(dialog(), 'leave'), { key: 'Escape' }));
  expect(screen.getByTestId('meeting-details')).toBeTruthy();
});

describe('the same content again', () => {
  test('is asked in words, with what is known and what it costs', async () => {
    const meeting = ready();
    await openWindow({ language: 'en', meetings: [meeting], questions: [same(meeting)] });
    expect(screen.getByRole('dialog', { name: 'You already sent this recording yesterday at 10:30.' })).toBe(dialog());
    expect(dialog().textContent).toContain('67 min·540 MB·The minutes are ready');
    expect(actionIn(dialog(), 'open-in-lobbe').textContent).toBe('Open that meeting');
    expect(actionIn(dialog(), 'upload-again').textContent).toBe('Send again as a new meeting (about 67\u00a0minutes)');
    expect(actionIn(dialog(), 'leave').textContent).toBe('Leave it');
    expect(within(dialog()).queryByRole('checkbox')).toBeNull();
  });

  test('in Persian, with Persian digits', async () => {
    const meeting = ready();
    await openWindow({ language: 'fa', meetings: [meeting], questions: [same(meeting)] });
    expect(screen.getByRole('dialog').getAttribute('aria-labelledby')).not.toBeNull();
    expect(dialog().textContent).toContain('این فایل را دیروز ساعت ۱۰:۳۰ فرستاده‌اید.');
    expect(actionIn(dialog(), 'upload-again').textContent).toBe(
      'ارسال دوباره به‌عنوان جلسه‌ای جدید (حدود ۶۷\u00a0دقیقه)',
    );
  });

  test.each([
    [null, 'Send again as a new meeting'],
    [12_000, 'Send again as a new meeting (about 1\u00a0minute)'],
  ])('of %s ms costs: %s', async (durationMs, label) => {
    const meeting = ready();
    await openWindow({ language: 'en', meetings: [meeting], questions: [same(meeting, { durationMs })] });
    expect(actionIn(dialog(), 'upload-again').textContent).toBe(label);
  });

  test('as one that Lobbe does not have yet: it is in the list, and is shown there', async () => {
    const meeting = aMeeting('paused', { reason: 'needs-minutes' });
    const fake = await openWindow({
      language: 'en',
      meetings: [meeting],
      gates: [aGate('needs-minutes')],
      questions: [same(meeting)],
    });
    useStore.setState({ search: 'nothing like it', screen: 'settings' });
    expect(screen.getByRole('dialog', { name: 'This recording is already in the list.' })).toBe(dialog());
    expect(actionIn(dialog(), 'open-in-lobbe').textContent).toBe('Show it in the list');
    await click('open-in-lobbe');
    expect(fake.calls).toMatchObject([{ verb: 'answer', input: [expect.any(String), 'open', false] }]);
    expect(useStore.getState()).toMatchObject({ detailsId: meeting.id, search: '', screen: 'meetings' });
  });

  test('under another name says which one it is; neither name is obeyed', async () => {
    const meeting = aMeeting('ready', { name: 'a\u202eb.mp4' });
    await openWindow({ language: 'en', meetings: [meeting], questions: [same(meeting, { name: '<b>copy</b>.mp4' })] });
    expect(within(dialog()).getByTitle('<b>copy</b>.mp4')).toBeTruthy();
    expect(dialog().textContent).toContain('In the list as');
    expect(dialog().textContent).toContain('a[RLO]b.mp4');
  });

  test('of a meeting that the window does not know (the past is not read yet) can be answered all the same', async () => {
    const fake = await openWindow({ language: 'en', questions: [same(ready())] });
    expect(dialog().textContent).toContain('67 min·540 MB');
    await click('upload-again');
    expect(fake.calls).toMatchObject([{ verb: 'answer', input: [expect.any(String), 'again', false] }]);
  });

  test('one at a time, and none twice while its answer is on its way', async () => {
    const meeting = ready();
    const [first, second] = [same(meeting), same(meeting, { name: 'second.mp4' })];
    const fake = await openWindow({ language: 'en', meetings: [meeting], questions: [first, second] });
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(within(dialog()).getByText('Also for the other duplicate')).toBeTruthy();
    await click('leave');
    // Main may not have heard of it yet.
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [meeting], questions: [first, second] })));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(within(dialog()).getByTitle('second.mp4')).toBeTruthy();
    expect(within(dialog()).queryByRole('checkbox')).toBeNull();
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [meeting], questions: [] })));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.calls).toEqual([{ verb: 'answer', input: [first.id, 'leave', false] }]);
  });

  test('an answer for all of them', async () => {
    const meeting = ready();
    const questions = [same(meeting), same(meeting), same(meeting), folder()];
    const fake = await openWindow({ language: 'en', meetings: [meeting], questions });
    fireEvent.click(within(dialog()).getByRole('checkbox', { name: 'Also for the 2 other duplicates' }));
    await click('upload-again');
    expect(fake.calls).toEqual([{ verb: 'answer', input: [questions[0]?.id, 'again', true] }]);
  });

  test('the second half of a double click is no answer to the question that comes next', async () => {
    const meeting = ready();
    const fake = await openWindow({ language: 'en', meetings: [meeting], questions: [same(meeting)] });
    fireEvent.click(actionIn(dialog(), 'upload-again'), { detail: 2 });
    fireEvent.click(actionIn(dialog(), 'leave'), { detail: 2 });
    expect(fake.calls).toEqual([]);
    fireEvent.click(actionIn(dialog(), 'upload-again'), { detail: 1 });
    expect(fake.calls).toHaveLength(1);
  });

  test('Esc leaves it, and closes nothing else', async () => {
    const meeting = ready();
    const fake = await openWindow({ language: 'en', meetings: [meeting], questions: [same(meeting)] });
    act(() => useStore.getState().openDetails(meeting.id));
    const cancel = new Event('cancel', { cancelable: true });
    await act(async () => void dialog().dispatchEvent(cancel));
    expect(cancel.defaultPrevented).toBe(true);
    expect(fake.calls.filter(({ verb }) => verb === 'answer')).toMatchObject([
      { input: [expect.any(String), 'leave', false] },
    ]);
    expect(useStore.getState().detailsId).toBe(meeting.id);
  });

  test('waits until a token was entered: there is one dialog at a time', async () => {
    const meeting = ready();
    await openWindow({ language: 'en', meetings: [meeting], questions: [] });
    act(() => useStore.getState().askForToken(true));
    await meanwhile(() =>
      useStore.getState().receive(aSnapshot({ language: 'en', meetings: [meeting], questions: [same(meeting)] })),
    );
    expect(screen.queryByTestId('same-again')).toBeNull();
    act(() => useStore.getState().askForToken(false));
    expect(dialog()).toBeTruthy();
  });
});

describe('case 29: a folder with many recordings', () => {
  test.each([
    [folder(), 'This folder has 143 recordings. Add them all?'],
    [folder({ came: true }), '143 new recordings came into this folder. Add them all?'],
    [folder({ count: 5_000, more: true }), 'This folder has 5,000 recordings or more. Add the first 5,000?'],
  ])('is asked about', async (question, title) => {
    const fake = await openWindow({ language: 'en', questions: [question] });
    expect(screen.getByRole('dialog', { name: title })).toBe(screen.getByTestId('folder-question'));
    expect(within(screen.getByTestId('folder-question')).getByTitle('ضبط‌ها')).toBeTruthy();
    await click('add-folder');
    expect(fake.calls).toEqual([{ verb: 'answer', input: ['folder', 'add', false] }]);
  });

  test('is left', async () => {
    const fake = await openWindow({ language: 'fa', questions: [folder()] });
    expect(screen.getByRole('dialog', { name: 'این پوشه ۱۴۳ فایل ضبط‌شده دارد. همه افزوده شوند؟' })).toBeTruthy();
    await click('leave');
    expect(fake.calls).toEqual([{ verb: 'answer', input: ['folder', 'leave', false] }]);
  });
});

// axe looks at everything by every rule: seconds on a slow machine.
test.each(['fa', 'en'] as const)('questions in %s can be used by everybody', { timeout: 60_000 }, async (language) => {
  const meeting = ready();
  const fake = await openWindow({ language, meetings: [meeting], questions: [same(meeting), same(meeting)] });
  const options = { rules: { 'color-contrast': { enabled: false } } };
  expect((await axe.run(document.body, options)).violations.map(({ id }) => id)).toEqual([]);
  await meanwhile(() => fake.tell(aSnapshot({ language, meetings: [meeting], questions: [folder()] })));
  expect(screen.getByTestId('folder-question')).toBeTruthy();
  expect((await axe.run(document.body, options)).violations.map(({ id }) => id)).toEqual([]);
});
