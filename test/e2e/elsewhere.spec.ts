// Meetings that were sent from elsewhere: listed by themselves, renamed and moved by the feed, taken off by their user.

import { dropFiles, expect, recordingAs, rowOf, test } from './app';

test('F9, F17: what was there before, and what others send, is a group of its own', async ({
  folder,
  lobbe,
  launch,
}) => {
  const old = lobbe.postFromElsewhere({ title: 'Board meeting <b>' });
  lobbe.finish(old.id);
  const { page } = await launch();
  const row = (id: string) => page.locator(`[data-testid="meeting-row"][data-recording-id="${id}"]`);
  await expect(row(old.id)).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await expect(row(old.id)).toHaveAttribute('data-name', 'Board meeting <b>');
  await expect(page.locator('[data-group="elsewhere"]')).toHaveCount(1);

  const { id } = lobbe.postFromElsewhere({ title: 'From the phone' });
  await expect(row(id)).toHaveAttribute('data-name', 'From the phone', { timeout: 20_000 });
  lobbe.advance(id, 'NAMING');
  await expect(row(id)).toHaveAttribute('data-stage', 'naming', { timeout: 20_000 });
  lobbe.finish(id);
  lobbe.rename(id, 'Named anew');
  await expect(row(id)).toHaveAttribute('data-name', 'Named anew', { timeout: 20_000 });

  await row(id).click();
  const details = page.locator('[data-testid="meeting-details"]');
  await expect(details.locator('[data-testid="timeline-item"]').last()).toBeVisible();
  await expect(details).toContainText(id);

  await row(old.id).click({ button: 'right' });
  await page.locator('[role="menu"] [data-action="remove"]').click();
  await expect(row(old.id)).toHaveCount(0);
  lobbe.rename(old.id, 'Renamed after that');

  // One of ours is never among them, however early the feed tells of it.
  await dropFiles(page, [recordingAs(folder, 'ours.m4a')]);
  await expect(rowOf(page, 'ours.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await expect(page.locator('[data-testid="meeting-row"]')).toHaveCount(2);
});
