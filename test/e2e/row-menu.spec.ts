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
