// Several rows at once: selected, paused, resumed, removed and brought back, moved by a real pointer.

import path from 'node:path';
import type { Page } from '@playwright/test';
import type { LobbeCommands } from '../../electron/contract/api';
import type { MeetingId } from '../../electron/contract/ids';
import { makeProfile } from '../bench/profile';
import { dropFiles, expect, recordingAs, rowOf, status, test } from './app';

const names = ['a.m4a', 'b.m4a', 'c.m4a', 'd.m4a', 'e.m4a'] as const;
const contents = ['speech-fa.m4a', 'speech-en-isom.m4a', 'speech-fa.aac', 'speech-fa-cbr.mp3', 'speech-en-vorbis.ogg'];

const shown = (page: Page) =>
  page.getByTestId('meeting-row').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.name));
const bar = (page: Page) => page.getByTestId('selection-bar');
const barButton = (page: Page, action: string) => bar(page).locator(`[data-action="${action}"]`);
const stages = (page: Page) =>
  page.getByTestId('meeting-row').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.stage));

/** Five recordings that were read and wait, as everything is paused: from the start, so that none goes out before. */
async function waiting(page: Page, folder: string): Promise<void> {
  await page.evaluate(() => (window as unknown as { lobbe: LobbeCommands }).lobbe.pauseAll('open'));
  await dropFiles(
    page,
    names.map((name, index) => recordingAs(folder, name, contents[index])),
  );
  await expect.poll(() => stages(page)).toEqual(names.map(() => 'paused'));
}

/** Takes a row by the mouse and lets it go over another one, a quarter of its height from its upper edge. */
async function drag(page: Page, name: string, onto: string): Promise<void> {
  const [from, to] = [await rowOf(page, name).boundingBox(), await rowOf(page, onto).boundingBox()];
  if (!from || !to) throw new Error('the rows are not on the screen');
  await page.mouse.move(from.x + 200, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 200, from.y + from.height / 2 - 8, { steps: 2 });
  await page.mouse.move(to.x + 200, to.y + to.height / 4, { steps: 8 });
  await expect(page.getByTestId('insertion-line')).toBeVisible();
  await page.mouse.up();
}

const act = (page: Page, action: string) => page.locator(`.toolbar [data-action="${action}"]`).click();

test('all that is shown is paused and resumed at once, and the selection stays', async ({ folder, lobbe, launch }) => {
  const { page } = await launch();
  await waiting(page, folder);
  await rowOf(page, 'a.m4a').focus();
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('5 selected');
  await page.keyboard.press('Space');
  await act(page, 'resume-all');
  // Paused one by one now, so the end of the pause of all lets nothing go.
  await expect(barButton(page, 'resume')).toBeVisible();
  await expect
    .poll(async () => (await status(folder)).meetings.map(({ stage }) => stage))
    .toEqual(names.map(() => 'paused'));
  expect(lobbe.meetings).toEqual([]);

  await page.getByTestId('search').fill('.m4a');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.getByTestId('search').fill('');
  await rowOf(page, 'b.m4a').click({ modifiers: ['Control'] });
  await rowOf(page, 'd.m4a').click({ modifiers: ['Shift'] });
  await barButton(page, 'resume').click();
  await expect(rowOf(page, 'd.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await expect.poll(() => lobbe.meetings.map(({ fileName }) => fileName).sort()).toEqual(['b.m4a', 'c.m4a', 'd.m4a']);
  await expect(bar(page)).toContainText('3 selected');
  await expect(rowOf(page, 'a.m4a')).toHaveAttribute('data-stage', 'paused');
});

test('many are removed by one key, and brought back by one undo; one that vanishes is selected no longer', async ({
  folder,
  launch,
}) => {
  const { page } = await launch();
  await dropFiles(
    page,
    names.map((name, index) => recordingAs(folder, name, contents[index])),
  );
  await expect.poll(() => stages(page), { timeout: 30_000 }).toEqual(names.map(() => 'ready'));
  const before = await shown(page);
  const [gone, ...others] = (await status(folder)).meetings;
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('5 selected');
  await page.evaluate(
    (id) => (window as unknown as { lobbe: LobbeCommands }).lobbe.act(id as MeetingId, 'remove'),
    gone?.id ?? '',
  );
  await expect(bar(page)).toContainText('4 selected');

  await page.keyboard.press('Delete');
  await expect(page.getByTestId('meeting-row')).toHaveCount(0);
  await expect(page.locator('[data-testid="toast"][data-kind="removed-many"]')).toHaveCount(1);
  expect((await status(folder)).meetings).toEqual([]);
  await page.locator('[data-kind="removed-many"] [data-action="undo"]').click();
  await expect.poll(() => shown(page)).toEqual(before.filter((name) => name !== gone?.name));
  expect((await status(folder)).meetings).toEqual(others);
});

test('a row taken by the mouse is sent next', async ({ folder, lobbe, launch }) => {
  const { page } = await launch();
  await waiting(page, folder);
  expect(await shown(page)).toEqual([...names]);
  await drag(page, 'e.m4a', 'a.m4a');
  await expect.poll(() => shown(page)).toEqual(['e.m4a', 'a.m4a', 'b.m4a', 'c.m4a', 'd.m4a']);
  await expect(page.getByTestId('said')).toHaveText('Moved to place 1 of 5');
  await expect(page.getByTestId('insertion-line')).toHaveCount(0);
  // Its end is no click.
  await expect(page.getByTestId('meeting-details')).toHaveCount(0);

  await rowOf(page, 'c.m4a').click({ modifiers: ['Control'] });
  await rowOf(page, 'd.m4a').click({ modifiers: ['Control'] });
  await drag(page, 'd.m4a', 'a.m4a');
  await expect.poll(() => shown(page)).toEqual(['e.m4a', 'c.m4a', 'd.m4a', 'a.m4a', 'b.m4a']);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => shown(page)).toEqual(['c.m4a', 'd.m4a', 'e.m4a', 'a.m4a', 'b.m4a']);
  await expect(rowOf(page, 'd.m4a')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => shown(page)).toEqual(['e.m4a', 'c.m4a', 'd.m4a', 'a.m4a', 'b.m4a']);
  await expect(rowOf(page, 'd.m4a')).toBeFocused();

  // Two at a time: the two in front go out first.
  const held = [1, 2].map((nth) => lobbe.script({ path: '/recordings', nth }, { kind: 'hold', at: 'before-answer' }));
  await act(page, 'resume-all');
  await Promise.all(held.map(({ hit }) => hit));
  for (const name of ['e.m4a', 'c.m4a']) await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'uploading');
  for (const each of held) each.release();
  await expect.poll(() => lobbe.meetings.length, { timeout: 20_000 }).toBe(5);
});

test('Esc puts a row back that is being moved', async ({ folder, launch }) => {
  const { page } = await launch({ env: { LOBBE_LANG: 'fa' } });
  await waiting(page, folder);
  const [from, to] = [await rowOf(page, 'e.m4a').boundingBox(), await rowOf(page, 'a.m4a').boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 300, (from?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 300, to?.y ?? 0, { steps: 8 });
  await expect(page.locator('.row.is-lifted')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('.row.is-lifted')).toHaveCount(0);
  await page.mouse.up();
  expect(await shown(page)).toEqual([...names]);
});

test('a row is taken to where the list has to scroll for it, and stays at the pointer', async ({ folder, launch }) => {
  await makeProfile(path.join(folder, 'profile', 'account'), 3, 60);
  const { page } = await launch();
  const waits = page.locator('[data-testid="meeting-row"][data-stage="paused"]');
  const first = (await waits.first().getAttribute('data-name')) ?? '';
  const from = await rowOf(page, first).boundingBox();
  const list = await page.locator('.list').boundingBox();
  if (!from || !list) throw new Error('the list is not on the screen');
  await page.mouse.move(from.x + 200, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 200, list.y + list.height - 4, { steps: 5 });
  await expect(rowOf(page, 'weekly planning 61.m4a')).toBeVisible();
  const held = await rowOf(page, first).boundingBox();
  expect(Math.abs((held?.y ?? 0) + 10 - (list.y + list.height - 4))).toBeLessThan(3);
  await page.mouse.up();
  const order = async () =>
    (await status(folder)).meetings.filter(({ stage }) => stage === 'paused').map(({ name }) => name);
  await expect.poll(async () => (await order()).indexOf(first)).toBeGreaterThan(20);
});
