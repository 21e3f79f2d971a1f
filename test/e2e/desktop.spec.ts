// The app as a citizen of the desktop: window, tray, second start, command line, token, language, and what pages may not do.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { startSandbox } from '../../electron/sandbox/server';
import { dropFiles, ended, environment, expect, recordingAs, root, rowOf, spawnHidden, status, test } from './app';

const windows = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));

/** Everything below a folder, as text. */
function everythingIn(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test('closing the window leaves the app running; a second start hands its file over and brings the window back', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { app, page } = await launch();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(async () => (await windows(app)).length).toBe(1);

  const file = recordingAs(folder, 'از خط فرمان 🎧.m4a');
  const second = spawn(
    path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron'),
    [root, `--user-data-dir=${path.join(folder, 'profile')}`, path.basename(file)],
    { env: environment(lobbe), stdio: 'ignore', cwd: folder },
  );
  await ended(second);
  expect(second.exitCode).toBe(0);
  await expect(rowOf(page, 'از خط فرمان 🎧.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  expect(await windows(app)).toEqual([true]);
});

test('files of the command line are queued; --hidden shows no window', async ({ folder, lobbe }) => {
  const app = spawnHidden(lobbe, folder, [recordingAs(folder, 'quiet.m4a')]);
  await expect.poll(() => lobbe.meetings.length, { timeout: 20_000 }).toBe(1);
  app.kill('SIGTERM');
  const asked = Date.now();
  await ended(app);
  expect(Date.now() - asked).toBeLessThan(2000);
  expect(app.exitCode).toBe(0);
});

test('SIGTERM amid an upload: the attempt is aborted and the state is on disk, within 2 s', async ({
  folder,
  lobbe,
}) => {
  const stalled = lobbe.script({ path: '/recordings' }, { kind: 'stall', afterBytes: 100 });
  const app = spawnHidden(lobbe, folder, [recordingAs(folder, 'stopped.m4a')]);
  await stalled.hit;
  app.kill('SIGTERM');
  const asked = Date.now();
  await ended(app);
  expect(Date.now() - asked).toBeLessThan(2000);
  const { meetings } = await status(folder);
  expect(meetings).toMatchObject([{ name: 'stopped.m4a', stage: 'queued', attempts: 1 }]);
});

test('SIGTERM amid the start, when there is a window and nothing behind it yet: the app ends', async ({
  folder,
  lobbe,
}) => {
  const preloaded = path.join(folder, 'ends-early.cjs');
  fs.writeFileSync(
    preloaded,
    "require('electron').app.once('browser-window-created', () => process.kill(process.pid, 'SIGTERM'));",
  );
  const electron = path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron');
  const app = spawn(electron, ['-r', preloaded, root, `--user-data-dir=${path.join(folder, 'profile')}`], {
    env: environment(lobbe),
    stdio: 'ignore',
    timeout: 10_000,
    killSignal: 'SIGKILL',
  });
  await ended(app);
  expect(app.exitCode).toBe(0);
});

test('--status-json tells the state, whether or not the app runs, and never the token', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { app, page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'told.m4a')]);
  await expect(rowOf(page, 'told.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  const [meeting] = lobbe.meetings;
  const running = await status(folder);
  expect(running).toMatchObject({
    gates: [],
    meetings: [
      { name: 'told.m4a', stage: 'ready', reason: null, recordingId: meeting?.id, key: meeting?.key, attempts: 1 },
    ],
  });
  expect(running.feed.cursor).not.toBeNull();
  await app.close();
  expect((await status(folder)).meetings).toEqual(running.meetings);
});

test('the token is asked for; without a keyring its user chooses where it is kept; it is nowhere else', async ({
  folder,
  lobbe,
  launch,
}) => {
  const secret = 'lobbe-test-token-canary-0002';
  const other = await startSandbox({ tokens: [{ token: secret, name: 'entered' }] });
  const env = { LOBBE_API_BASE: other.url, LOBBE_TOKEN: '' };
  const { app, page } = await launch({ env });
  const log: string[] = [];
  app.process().stderr?.on('data', (chunk) => log.push(String(chunk)));
  app.process().stdout?.on('data', (chunk) => log.push(String(chunk)));

  const enter = async () => {
    await page.getByRole('textbox').first().fill(`  ${secret}\n`);
    await page.locator('[data-action="set-token"]').last().click();
  };
  await enter();
  // No keyring in this run: nothing is stored until its user said how.
  await page.locator('[data-action="keep-for-session"]').click();
  await dropFiles(page, [recordingAs(folder, 'with token.m4a')]);
  await expect.poll(() => other.meetings.length, { timeout: 20_000 }).toBe(1);
  expect(other.requests.every((r) => r.token === 'entered')).toBe(true);
  expect(await page.content()).not.toContain(secret);
  await app.close();

  expect(everythingIn(path.join(folder, 'profile'))).not.toContain(secret);
  expect(log.join('')).not.toContain(secret);
  await other.close();
  expect(lobbe.requests).toHaveLength(0);
});

test('the language is switched in the settings, at once and for good', async ({ launch }) => {
  const env = { LOBBE_LANG: '' };
  const { app, page } = await launch({ env });
  await page.locator('[data-action="settings"]').first().click();
  await page.getByRole('combobox').first().selectOption('fa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fa');
  await app.close();
  const again = await launch({ env });
  await expect(again.page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('case 34: what a page may not do: navigate, open, ask for a permission, reach Node, call with junk', async ({
  folder,
  launch,
}) => {
  const { app, page } = await launch();
  const address = page.url();
  const html = path.join(folder, 'evil.html');
  fs.writeFileSync(html, '<script>document.title = "evil"</script>');
  await dropFiles(page, [html]);
  await expect(page.getByTestId('toast')).toContainText('evil.html');
  await page.evaluate(() => {
    location.href = 'https://example.invalid/';
  });
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => window.open('https://example.invalid/'))).toBeNull();
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
  expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined');
  expect(await page.evaluate(() => typeof (globalThis as { process?: unknown }).process)).toBe('undefined');
  const junk = await page.evaluate(async () => {
    const lobbe = (globalThis as unknown as { lobbe: Record<string, (...args: unknown[]) => Promise<unknown>> }).lobbe;
    const results = await Promise.allSettled([
      lobbe.act?.('not-an-id', 'retry'),
      lobbe.act?.('10000000-0000-4000-8000-000000000000', 'format-disk'),
      lobbe.changeSettings?.({ parallelUploads: 99 }),
      lobbe.changeSettings?.({ admin: true }),
      lobbe.setToken?.({ toString: 'x' }, null),
      // A File that a script made has no path, so nothing is queued.
      lobbe.addDropped?.([new File(['x'], '/etc/passwd')]),
    ]);
    return results.map((result) => (result.status === 'fulfilled' ? result.value : 'refused'));
  });
  expect(junk).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 0]);
  const prefs = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    const { sandbox, contextIsolation, nodeIntegration, webSecurity } = contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration, webSecurity };
  });
  expect(prefs).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
});

test('case 105: a reload of the window amid an upload shows the true state, and the upload goes on', async ({
  folder,
  lobbe,
  launch,
}) => {
  const stalled = lobbe.script({ path: '/recordings' }, { kind: 'stall', afterBytes: 100 });
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'steady.m4a')]);
  await stalled.hit;
  await page.reload();
  await expect(rowOf(page, 'steady.m4a')).toHaveAttribute('data-stage', 'uploading');
  stalled.release();
  await expect(rowOf(page, 'steady.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  expect(lobbe.requests.filter((r) => r.path === '/recordings')).toHaveLength(1);
});

test('the built-in sandbox: no account, the sample goes all the way, and the window says that it is one', async ({
  launch,
  lobbe,
}) => {
  const { page } = await launch({ args: ['--sandbox'], env: { LOBBE_API_BASE: '', LOBBE_TOKEN: '' } });
  await expect(page.getByText('nothing leaves this computer')).toBeVisible();
  await page.locator('[data-action="send-sample"]').click();
  await expect(rowOf(page, 'sample-meeting.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 40_000 });
  expect(lobbe.requests).toHaveLength(0);
});
