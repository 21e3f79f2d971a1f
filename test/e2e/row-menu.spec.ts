import { dropFiles, expect, recordingAs, rowOf, test } from './app';

test('a row’s menu stays open when another row changes its group, and the row with it its place', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { page } = await launch();
  for (const [name, fixture] of [
    ['first.m4a', 'speech-fa.m4a'],
    ['second.mp3', 'speech-fa-cbr.mp3'],
  ] as const) {
    await dropFiles(page, [recordingAs(folder, name, fixture)]);
    await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  }
  await rowOf(page, 'second.mp3').locator('[data-action="menu"]').click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();

  lobbe.advance(lobbe.meetings[0]?.id ?? '', 'NAMING');
  await expect(rowOf(page, 'first.m4a')).toHaveAttribute('data-stage', 'naming');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});

test('a menu that the keyboard opened on a row gives the focus back to the row; one of its button, to the button', async ({
  folder,
  launch,
}) => {
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'keys.m4a')]);
  const row = rowOf(page, 'keys.m4a');
  await expect(row).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await row.focus();
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(row).toBeFocused();
  }
  await row.locator('[data-action="menu"]').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.locator('[data-action="menu"]')).toBeFocused();
});

test('when what has the focus goes away, the keyboard is never nowhere', async ({ folder, launch }) => {
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'only.m4a')]);
  const row = rowOf(page, 'only.m4a');
  await expect(row).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  const toast = page.getByTestId('toast');
  const addFiles = page.locator('.empty [data-action="add-files"]');

  // The details take the place of the list.
  await page.setViewportSize({ width: 360, height: 680 });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('meeting-details')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();

  // The last row goes, comes back, and is cleared.
  await page.keyboard.press('Delete');
  await expect(addFiles).toBeFocused();
  await toast.locator('[data-action="undo"]').focus();
  await page.keyboard.press('Enter');
  await expect(row).toBeFocused();
  await page.locator('[data-action="clear-finished"]').focus();
  await page.keyboard.press('Enter');
  await expect(addFiles).toBeFocused();
  await toast.last().locator('[data-action="dismiss"]').focus();
  await page.keyboard.press('Enter');
  await expect(addFiles).toBeFocused();
});
