// Meetings sent from elsewhere in the window, what keeps news away, and what a token may not do.

import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { Stage } from '../../electron/contract/stage';
import { countMeetings, listItems } from '../../renderer/selectors';
import { aMeeting, NOON } from './builders';
import { actionIn, freshWindow, openWindow, rowOf } from './open-window';

freshWindow();

const elsewhere = (n: number, part: Partial<MeetingView> = {}, stage: Stage = 'ready') =>
  aMeeting(stage, {
    id: `elsewhere:rec_${n}` as never,
    name: `Title ${n}`,
    group: 'elsewhere',
    recordingId: `rec_${n}` as never,
    key: null,
    size: null,
    durationMs: null,
    finishedAt: NOON - n,
    actions: ['open-in-lobbe', 'copy-id', 'remove'],
    ...part,
  });

test('they are a group of their own, last, and are not counted as work of this computer', () => {
  const own = aMeeting('ready', { finishedAt: NOON });
  const meetings = [elsewhere(1, {}, 'naming'), own, elsewhere(2, {}, 'processing')];
  const heads = listItems(meetings, '').flatMap((item) => (item.kind === 'head' ? [item.group] : []));
  expect(heads).toEqual(['ready', 'elsewhere']);
  expect(countMeetings(meetings)).toMatchObject({ ready: 1, processing: 0, needsYou: 0 });
});

test.each([
  ['en', 'Meeting sent from elsewhere'],
  ['fa', 'جلسه‌ای که از جای دیگر فرستاده شده'],
] as const)('one without a title has a neutral name (%s)', async (language, name) => {
  await openWindow({ language, meetings: [elsewhere(1, { name: '' })] });
  const row = screen.getByTestId('meeting-row');
  expect(row.textContent).toContain(name);
  expect(row.dataset.recordingId).toBe('rec_1');
});

test('its title is shown as text, its row opens details without a key or a file', async () => {
  await openWindow({ language: 'en', meetings: [elsewhere(1, { name: '<b>Budget</b>' })] });
  fireEvent.click(rowOf('<b>Budget</b>'));
  const pane = await screen.findByTestId('meeting-details');
  expect(within(pane).getByRole('heading', { level: 2 }).textContent).toBe('<b>Budget</b>');
  expect(pane.textContent).toContain('rec_1');
});

test.each([
  ['stuck', 'Lobbe keeps sending the same news'],
  ['update-needed', 'please update the app'],
] as const)('cases 67 and 73: “%s” is said once, and nothing stands still', async (trouble, text) => {
  await openWindow({ language: 'en', feed: { lastReadAt: NOON, trouble } });
  const notice = screen.getByTestId('feed-notice');
  expect(notice.textContent).toContain(text);
  expect(notice.dataset.who).toBe('self');
});

test('L21: each scope that the token lacks has its own sentence; what is not known has none', async () => {
  const account = {
    hasToken: true,
    hint: 'lob_…Qd7',
    storage: 'encrypted',
    canEncrypt: true,
    acceptedAt: NOON,
  } as const;
  const scopes = { read: false, write: false, ask: null };
  await openWindow({ language: 'en', account: { ...account, scopes } });
  fireEvent.click(actionIn(document.body, 'settings'));
  const settings = await screen.findByTestId('settings');
  const told = [...settings.querySelectorAll<HTMLElement>('[data-scope]')].map((span) => span.dataset.scope);
  expect(told).toEqual(['write', 'read']);
});
