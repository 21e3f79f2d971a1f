// The same content again, and folders: what only its user can decide is asked, whatever the files are called and however old it is.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { IdempotencyKey, MeetingId, RecordingId } from '../../electron/contract/ids';
import type { MeetingRecord } from '../../electron/domain/meeting';
import { openProfile } from '../bench/profile';
import { dropFiles, expect, recordingAs, root, rowOf, test } from './app';

const screens = path.join(root, 'out', 'screens');
const DAY = 86_400_000;

const question = (page: Page) => page.getByTestId('same-again');
const answer = (page: Page, action: string) => question(page).locator(`[data-action="${action}"]`).click();

for (const language of ['fa', 'en'] as const) {
  test(`a copy under another name is asked about, in ${language}: left, opened, sent again, all at once`, async ({
    folder,
    lobbe,
    launch,
  }) => {
    const { page } = await launch({ env: { LOBBE_LANG: language } });
    const first = 'جلسهٔ هیئت‌مدیره ۹ آذر.m4a';
    await dropFiles(page, [recordingAs(folder, first)]);
    await expect(rowOf(page, first)).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });

    const copy = recordingAs(folder, 'Board call (EMEA) – draft agenda review.m4a');
    await dropFiles(page, [copy]);
    await question(page).waitFor();
    await expect(question(page).locator('[data-action="open-in-lobbe"]')).toBeFocused();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(screens, `same-again-${language}.png`) });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: path.join(screens, `same-again-${language}-dark.png`), animations: 'disabled' });
    await page.emulateMedia({ colorScheme: null });
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(page.getByTestId('meeting-row')).toHaveCount(1);

    await dropFiles(page, [copy]);
    await answer(page, 'upload-again');
    await expect(rowOf(page, path.basename(copy))).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
    expect(lobbe.meetings).toHaveLength(2);
    expect(new Set(lobbe.meetings.map(({ key }) => key)).size).toBe(2);

    const more = ['a', 'b', 'c'].map((name) => recordingAs(folder, `${name}.m4a`));
    await dropFiles(page, more);
    await expect(question(page).getByRole('checkbox')).toBeVisible({ timeout: 20_000 });
    await page.screenshot({ path: path.join(screens, `same-again-many-${language}.png`) });
    await question(page).getByRole('checkbox').check();
    await answer(page, 'leave');
    await expect(question(page)).toHaveCount(0);
    expect(lobbe.meetings).toHaveLength(2);
  });
}

test('three copies at once are one meeting and two questions', async ({ folder, lobbe, launch }) => {
  const { page } = await launch();
  await dropFiles(
    page,
    ['a', 'b', 'c'].map((name) => recordingAs(folder, `${name}.m4a`)),
  );
  await expect(page.locator('[data-testid="meeting-row"][data-stage="ready"]')).toHaveCount(1, { timeout: 20_000 });
  await expect(question(page).getByText('Also for the other duplicate')).toBeVisible();
  await answer(page, 'leave');
  await expect(question(page).getByRole('checkbox')).toHaveCount(0);
  await answer(page, 'open-in-lobbe');
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByTestId('meeting-details')).toBeVisible();
  expect(lobbe.meetings).toHaveLength(1);
});

test('is recognised after a restart, and when its meeting is long in the archive', async ({
  folder,
  lobbe,
  launch,
}) => {
  const first = await launch();
  await dropFiles(first.page, [recordingAs(folder, 'first.m4a')]);
  await expect(rowOf(first.page, 'first.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await first.app.close();

  const second = await launch();
  await dropFiles(second.page, [recordingAs(folder, 'second.m4a')]);
  await answer(second.page, 'leave');
  await second.app.close();

  const account = path.join(folder, 'profile', 'account');
  const { archive, store } = await openProfile(account);
  await store.commit((state) => ({
    ...state,
    meetings: [...state.meetings.map(longAgo), ...others(state.meetings[0])],
  }));
  await archive.load();
  await archive.settled();
  expect(store.state().meetings.some(({ name }) => name === 'first.m4a')).toBe(false);
  await store.settled();
  fs.rmSync(path.join(folder, 'first.m4a'));

  const third = await launch();
  await dropFiles(third.page, [recordingAs(folder, 'third.m4a')]);
  await expect(question(third.page)).toContainText('In the list as “\u2068first.m4a\u2069”');
  await answer(third.page, 'leave');
  expect(lobbe.meetings).toHaveLength(1);
});

/** A meeting that was ready more than a year ago. */
function longAgo(meeting: MeetingRecord): MeetingRecord {
  if (meeting.state.stage !== 'ready') return meeting;
  return { ...meeting, state: { ...meeting.state, at: meeting.state.at - 400 * DAY } };
}

/** Enough newer ones that it is none of the first screen. */
function others(like: MeetingRecord | undefined): readonly MeetingRecord[] {
  if (!like?.file) throw new Error('nothing was sent');
  const { file } = like;
  return Array.from({ length: 30 }, (_, n) => ({
    ...like,
    id: randomUUID() as MeetingId,
    key: randomUUID() as IdempotencyKey,
    recordingId: `rec_other_${n}` as RecordingId,
    name: `other ${n}.m4a`,
    path: `/gone/other ${n}.m4a`,
    file: { ...file, size: file.size + n + 1, ends: `${n}` },
    state: { stage: 'ready', at: Date.now() - (n + 2) * DAY, unseen: false },
  }));
}

test('case 29: a folder with few recordings is taken in, one with many is asked about, one without says so', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { page } = await launch();
  const few = path.join(folder, 'few');
  const many = path.join(folder, 'ضبط‌های آذر');
  const none = path.join(folder, 'none');
  for (const each of [few, path.join(few, 'deeper'), many, none]) fs.mkdirSync(each);
  different(few, 'one.m4a', 1);
  different(path.join(few, 'deeper'), 'two.m4a', 2);
  fs.writeFileSync(path.join(few, 'notes.txt'), 'no recording');
  for (let n = 0; n < 21; n += 1) different(many, `${n}.m4a`, 10 + n);

  await dropFiles(page, [few, many, none]);
  await expect(rowOf(page, 'two.m4a')).toBeVisible();
  await expect(page.getByTestId('toast')).toContainText('no recordings in it');
  const asked = page.getByTestId('folder-question');
  await expect(asked).toContainText('This folder has 21 recordings. Add them all?');
  await page.screenshot({ path: path.join(screens, 'folder-question-en.png') });
  await expect(page.getByTestId('meeting-row')).toHaveCount(2);
  await asked.locator('[data-action="add-folder"]').click();
  await expect.poll(() => lobbe.meetings.length, { timeout: 30_000 }).toBe(23);
  await expect(page.getByTestId('same-again')).toHaveCount(0);
});

/** A recording whose content is no other one's: silence of its own length behind it. */
function different(folder: string, name: string, bytes: number): void {
  const file = recordingAs(folder, name, 'speech-fa-cbr.mp3');
  fs.appendFileSync(file, Buffer.alloc(bytes));
  const minuteAgo = new Date(Date.now() - 60_000);
  fs.utimesSync(file, minuteAgo, minuteAgo);
}
