// What Lobbe may answer, as its user sees it. Nothing hammers, nothing is lost.

import { dropFiles, expect, recordingAs, rowOf, status, test } from './app';

const uploads = (lobbe: { requests: readonly { path: string }[] }) =>
  lobbe.requests.filter((r) => r.path === '/recordings').length;

test('402: the queue pauses under one banner; minutes bought: the original key goes again', async ({
  folder,
  lobbe,
  launch,
}) => {
  lobbe.setMinutes(0);
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'one.m4a'), recordingAs(folder, 'two.mp3', 'speech-fa-cbr.mp3')]);
  const banner = page.locator('[data-testid="gate-banner"][data-gate="needs-minutes"]');
  await banner.waitFor();
  for (const name of ['one.m4a', 'two.mp3']) {
    await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'paused');
    await expect(rowOf(page, name)).toHaveAttribute('data-reason', 'needs-minutes');
  }
  const asked = uploads(lobbe);
  expect(asked).toBeLessThanOrEqual(2);
  lobbe.setMinutes(1000);
  await banner.locator('[data-action="open-gate"]').click();
  for (const name of ['one.m4a', 'two.mp3']) {
    await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  }
  await expect(banner).toHaveCount(0);
  expect(lobbe.meetings).toHaveLength(2);
  const keys = (await status(folder)).meetings.map((m) => m.key).sort();
  expect(lobbe.meetings.map((m) => m.key).sort()).toEqual(keys);
});

test('L17: a daily cap with its end: one banner until then, kept across a restart, and not asked before', async ({
  folder,
  lobbe,
  launch,
}) => {
  lobbe.script(
    { method: 'POST', path: '/recordings', times: 99 },
    {
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '7200' },
      body: { json: { error: { code: 'TOKEN_DAILY_CAP' } } },
    },
  );
  const first = await launch();
  await dropFiles(first.page, [recordingAs(folder, 'capped.m4a')]);
  const banner = '[data-testid="gate-banner"][data-gate="daily-cap"]';
  const until = await first.page.locator(banner).getAttribute('data-until');
  const hours = (Date.parse(until ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(1.9);
  expect(hours).toBeLessThan(2.01);
  await first.app.close();
  const again = await launch();
  await expect(again.page.locator(banner)).toHaveAttribute('data-until', until ?? '');
  await expect(rowOf(again.page, 'capped.m4a')).toHaveAttribute('data-reason', 'daily-cap');
  expect(uploads(lobbe)).toBe(1);
});

test('L18: larger than the cap alone: this one is blocked, the others go on', async ({ folder, lobbe, launch }) => {
  lobbe.script(
    { method: 'POST', path: '/recordings' },
    { kind: 'answer', status: 429, body: { json: { error: { code: 'TOKEN_DAILY_CAP' } } } },
  );
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'huge.m4a')]);
  await expect(rowOf(page, 'huge.m4a')).toHaveAttribute('data-reason', 'over-daily-cap');
  await dropFiles(page, [recordingAs(folder, 'fine.m4a', 'speech-en-isom.m4a')]);
  await expect(rowOf(page, 'fine.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await expect(page.getByTestId('gate-banner')).toHaveCount(0);
});

test('L10, L16: a 503 with Retry-After is waited for; then the same meeting', async ({ folder, lobbe, launch }) => {
  lobbe.script(
    { method: 'POST', path: '/recordings' },
    {
      kind: 'answer',
      status: 503,
      headers: { 'retry-after': '2' },
      body: { json: { error: { code: 'UPLOAD_IN_PROGRESS' } } },
    },
  );
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'storing.m4a')]);
  await expect(rowOf(page, 'storing.m4a')).toHaveAttribute('data-reason', 'upload-in-progress');
  await expect(rowOf(page, 'storing.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  const [first, second] = lobbe.requests.filter((r) => r.path === '/recordings');
  expect(second?.key).toBe(first?.key);
  expect((second?.receivedAt ?? 0) - (first?.answered?.at ?? 0)).toBeGreaterThanOrEqual(2000);
});

test('401: a new token is asked for, and nothing in the queue is lost', async ({ folder, lobbe, launch }) => {
  lobbe.revokeToken('first');
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'later.m4a')]);
  await page.locator('[data-testid="gate-banner"][data-gate="unauthorized"]').waitFor();
  await expect(rowOf(page, 'later.m4a')).toHaveAttribute('data-stage', 'paused');
  // The feed may hear of it first; then nothing is sent at all.
  expect(uploads(lobbe)).toBeLessThanOrEqual(1);
});

test('L20: what Lobbe refuses is blocked with its reason, once', async ({ folder, lobbe, launch }) => {
  lobbe.script(
    { method: 'POST', path: '/recordings' },
    { kind: 'answer', status: 415, body: { json: { error: { code: 'UNSUPPORTED', message: 'No such type' } } } },
  );
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'odd.m4a')]);
  await expect(rowOf(page, 'odd.m4a')).toHaveAttribute('data-reason', 'rejected');
  await expect(rowOf(page, 'odd.m4a')).toContainText('No such type');
  expect(uploads(lobbe)).toBe(1);
});

test('the feed moves rows: naming, ready, failed, deleted', async ({ folder, lobbe, launch }) => {
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'moves.m4a')]);
  const row = rowOf(page, 'moves.m4a');
  await expect(row).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  const id = lobbe.meetings[0]?.id ?? '';
  lobbe.advance(id, 'NAMING');
  await expect(row).toHaveAttribute('data-stage', 'naming');
  lobbe.advance(id, 'FAILED', { code: 'NO_SPEECH', retryable: false });
  await expect(row).toHaveAttribute('data-stage', 'failed');
  await expect(row).toContainText('NO_SPEECH');
  lobbe.deleteMeeting(id);
  await expect(row).toHaveAttribute('data-stage', 'deleted');
});
