import fs from 'node:fs';
import path from 'node:path';
import { makeProfile } from '../bench/profile';
import { expect, rowOf, status, test } from './app';

const OLD = 300;

test('a long history: kept a month to a file, listed, searched, looked into, removed, and there after a restart', async ({
  folder,
  launch,
}) => {
  const account = path.join(folder, 'profile', 'account');
  await makeProfile(account, OLD);
  expect(fs.readdirSync(path.join(account, 'archive')).length).toBeGreaterThan(20);
  expect(fs.statSync(path.join(account, 'state-a.json')).size).toBeLessThan(100_000);

  const first = await launch();
  const { page } = first;
  await expect(page.locator('[data-group="ready"] .count')).toHaveText(String(OLD));
  await page.getByTestId('search').fill('planning 299');
  const oldest = rowOf(page, 'weekly planning 299.m4a');
  await expect(oldest).toHaveAttribute('data-stage', 'ready');
  await oldest.click();
  await expect(page.getByTestId('timeline-item')).toHaveCount(5);
  await page.getByTestId('meeting-details').locator('[data-action="menu"]').click();
  await page.locator('[role="menu"] [data-action="remove"]').click();
  await expect(oldest).toHaveCount(0);
  await expect(page.getByTestId('meeting-details')).toHaveCount(0);
  await page.getByTestId('search').fill('');
  await expect(page.locator('[data-group="ready"] .count')).toHaveText(String(OLD - 1));
  await first.app.close();

  const { meetings } = await status(folder);
  expect(meetings.filter((m) => m.stage === 'ready')).toHaveLength(OLD - 1);
  const second = await launch();
  await expect(second.page.locator('[data-group="ready"] .count')).toHaveText(String(OLD - 1));
});
