import { fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import type { Snapshot, Toast } from '../../electron/contract/snapshot';
import type { WatchedFolderView } from '../../electron/contract/watched-folders';
import { aSnapshot } from './builders';
import { actionIn, freshWindow, meanwhile, openWindow } from './open-window';

freshWindow();

const id = '20000000-0000-4000-8000-000000000001';
const zoom: WatchedFolderView = { id, path: 'C:\\Users\\Sara\\Documents\\Zoom', taken: 14, earlier: 0, trouble: null };

async function openSettings(folders: Partial<Snapshot['folders']> = {}, language: Snapshot['language'] = 'en') {
  const fake = await openWindow({ language, folders: { watched: [], offers: [], ...folders } });
  fireEvent.click(actionIn(document.body, 'settings'));
  return fake;
}

const row = () => screen.getByTestId('watched-folder');

describe('a watched folder', () => {
  test.each([
    ['fa', 14, 'هر ضبط تازه پس از کامل شدن فرستاده می‌شود. ۱۴ فایل تاکنون.'],
    ['fa', 0, 'هر ضبط تازه پس از کامل شدن فرستاده می‌شود.'],
    ['en', 14, 'Each new recording is sent when it is complete. 14 so far.'],
    ['en', 0, 'Each new recording is sent when it is complete.'],
  ] as const)('says in %s what becomes of its recordings, after %i', async (language, taken, hint) => {
    await openSettings({ watched: [{ ...zoom, taken }] }, language);
    expect(within(row()).getByText(hint)).toBeTruthy();
  });

  test('shows its path as it is: isolated, from left to right, and nothing in it is obeyed', async () => {
    await openSettings({ watched: [{ ...zoom, path: '/جلسه‌ها/\u202eoZ.v2' }] }, 'fa');
    const name = row().querySelector('bdi');
    expect(name?.dir).toBe('ltr');
    // Each folder after the other: digits would go along with a Persian name before them.
    expect(name?.textContent).toBe('/\u200eجلسه‌ها/\u200e[RLO]oZ.v2');
    expect(name?.title).toBe('/جلسه‌ها/[RLO]oZ.v2');
    expect(row().querySelector('.ext')).toBeNull();
  });

  test('is removed by one click, and its button says which', async () => {
    const fake = await openSettings({ watched: [zoom] });
    const remove = actionIn(row(), 'remove-watched-folder');
    expect(remove.getAttribute('aria-label')).toContain(zoom.path);
    fireEvent.click(remove);
    expect(fake.calls).toContainEqual({ verb: 'unwatchFolder', input: [id] });
  });

  test.each([
    ['gone', 'This folder is not there just now. Its recordings are sent when it is back.', false],
    ['no-answer', 'The disk of this folder does not answer. Its recordings are sent when it does.', false],
    ['forbidden', 'We may not read this folder. Allow it in the settings of this computer.', true],
    ['partly', 'We may not read parts of this folder; recordings in them are not sent.', true],
    [
      'too-large',
      'This folder takes too long to look through; some of its new recordings may not be sent. Watch a smaller one.',
      true,
    ],
  ] as const)('that is in trouble (%s) says so, and who can help', async (trouble, text, needsYou) => {
    await openSettings({ watched: [{ ...zoom, trouble }] });
    expect(row().dataset.trouble).toBe(trouble);
    expect(within(row()).getByText(text).className).toBe(needsYou ? 'needs-you' : '');
  });

  test('offers what was there before, once: a double click is one wish', async () => {
    const fake = await openSettings({ watched: [{ ...zoom, taken: 0, earlier: 143 }] }, 'fa');
    expect(row().textContent).toContain('۱۴۳ ضبطی که از پیش اینجاست فرستاده نمی‌شود.');
    const send = actionIn(row(), 'send-earlier');
    fireEvent.click(send, { detail: 1 });
    fireEvent.click(send, { detail: 2 });
    expect(fake.calls.filter(({ verb }) => verb === 'sendEarlier')).toEqual([{ verb: 'sendEarlier', input: [id] }]);
    await meanwhile(() => fake.tell(aSnapshot({ language: 'fa', folders: { watched: [zoom], offers: [] } })));
    expect(row().querySelector('[data-action="send-earlier"]')).toBeNull();
  });
});

test('a folder is added by the picker', async () => {
  const fake = await openSettings();
  fireEvent.click(actionIn(document.body, 'add-watched-folder'));
  expect(fake.calls).toContainEqual({ verb: 'watchFolder', input: [null] });
});

test('recorders are looked for when somebody looks at the settings, and offered', async () => {
  const fake = await openWindow({ language: 'en' });
  // Some systems ask their user about each look.
  expect(fake.looks.recorders).toBe(0);
  fireEvent.click(actionIn(document.body, 'settings'));
  expect(fake.looks.recorders).toBe(1);
  const offers = [
    { recorder: 'zoom', path: '/home/sara/Documents/Zoom' },
    { recorder: 'obs', path: '/home/sara/Videos' },
  ] as const;
  await meanwhile(() => fake.tell(aSnapshot({ folders: { watched: [], offers } })));
  expect(fake.looks.recorders).toBe(1);
  expect(screen.getAllByTestId('offered-folder').map((each) => each.querySelector('bdi')?.title)).toEqual(
    offers.map(({ path }) => path),
  );
  fireEvent.click(actionIn(document.body, 'watch-obs'));
  expect(fake.calls).toContainEqual({ verb: 'watchFolder', input: ['obs'] });
});

test.each(['gone', 'forbidden', 'no-answer', 'too-large', 'own-folder', 'watched-already'] as const)(
  'that a folder is not watched (%s) is told with its name',
  async (reason) => {
    const fake = await openSettings({}, 'fa');
    await meanwhile(() => fake.toast({ kind: 'folder-not-watched', name: 'Zoom', reason } satisfies Toast));
    expect(screen.getByTestId('toast').textContent).toContain('پوشهٔ «\u2068Zoom\u2069»');
  },
);

test('a screen reader finds nothing wrong', async () => {
  await openSettings({
    watched: [zoom, { ...zoom, id: `${id.slice(0, -1)}2`, path: '/x', trouble: 'forbidden', earlier: 0 }],
    offers: [{ recorder: 'zoom', path: '/home/sara/Documents/Zoom' }],
  });
  const section = document.getElementById('section-folders') ?? expect.fail();
  expect((await axe.run(section)).violations).toEqual([]);
});
