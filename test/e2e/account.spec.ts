// The account in the real app: a token is asked about before it is kept, a new start loses nothing, a report tells no secrets.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { startSandbox } from '../../electron/sandbox/server';
import { dropFiles, expect, largeRecording, PACE, recordingAs, rowOf, status, TOKEN, test } from './app';

const NEW = 'lobbe-test-token-0002-canary';
const REFUSED = 'lobbe-test-token-0003-canary';
/** Without a token in the environment the one of the profile counts. */
const noToken = { LOBBE_TOKEN: '' };

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);

async function enterToken(page: Page, token: string, submit = 'set-token'): Promise<void> {
  await page.getByTestId('token').fill(token);
  await action(page, submit).click();
}

/** On a computer without a keyring, for this session. */
async function keepForSession(page: Page): Promise<void> {
  const choice = action(page, 'keep-for-session');
  const stored = page.locator('[data-testid="welcome"]:not([data-step="token"]), [data-testid="toast"]');
  await choice.or(stored).first().waitFor();
  if (await choice.isVisible()) await choice.click();
}

/** Everything that the app wrote, and said. */
function everythingIn(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('');
}

test('the way in: a refused token is told, an accepted one leads on, and the first recording ends it', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { page } = await launch({ env: noToken });
  const welcome = page.getByTestId('welcome');
  await expect(welcome).toHaveAttribute('data-step', 'token');
  await enterToken(page, REFUSED);
  await expect(page.getByRole('alert')).toContainText('Lobbe does not accept this token');
  await expect(page.getByTestId('token')).toBeFocused();
  // As it is pasted from a script.
  await enterToken(page, `Authorization: Bearer “${TOKEN}”`);
  await keepForSession(page);
  await expect(welcome).toHaveAttribute('data-step', 'drop');
  await expect(page.getByTestId('token-check')).toHaveAttribute('data-check', 'accepted');
  // A check is a read, and one read.
  expect(lobbe.requests.filter((r) => r.method === 'POST')).toEqual([]);

  await dropFiles(page, [recordingAs(folder, 'first.m4a')]);
  await expect(welcome).toHaveAttribute('data-step', 'done');
  await expect(rowOf(page, 'first.m4a')).toBeVisible();
  await action(page, 'leave-welcome').click();
  await expect(welcome).toHaveCount(0);
  await expect(rowOf(page, 'first.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 15_000 });
  await page.reload();
  await expect(rowOf(page, 'first.m4a')).toBeVisible();
  expect(lobbe.meetings).toHaveLength(1);
  expect(everythingIn(path.join(folder, 'profile'))).not.toContain(REFUSED);
});

test('a refused token does not take the place of one that works', async ({ folder, lobbe, launch }) => {
  const { app, page } = await launch();
  const said: string[] = [];
  app.process().stderr?.on('data', (chunk) => said.push(String(chunk)));
  await action(page, 'settings').first().click();
  await expect(page.getByTestId('token-state')).toHaveAttribute('data-state', 'accepted');
  await action(page, 'set-token').click();
  await enterToken(page, REFUSED, 'save-token');
  await expect(page.getByRole('dialog')).toContainText('the one before it stays in use');
  await page.keyboard.press('Escape');
  await action(page, 'back').click();
  await dropFiles(page, [recordingAs(folder, 'after.m4a')]);
  await expect(rowOf(page, 'after.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 15_000 });
  await expect(page.getByTestId('gate-banner')).toHaveCount(0);
  expect(lobbe.meetings).toHaveLength(1);
  await app.close();
  expect(said.join('')).not.toContain(REFUSED);
  expect(everythingIn(path.join(folder, 'profile'))).not.toContain(REFUSED);
});

test('a new token opens what a revoked one closed', async ({ folder, launch }) => {
  const twoTokens = await startSandbox({
    tokens: [
      { token: TOKEN, name: 'first' },
      { token: NEW, name: 'second' },
    ],
    pace: PACE,
  });
  try {
    const { page } = await launch({ env: { LOBBE_API_BASE: twoTokens.url } });
    twoTokens.revokeToken('first');
    await dropFiles(page, [recordingAs(folder, 'kept.m4a')]);
    const banner = page.locator('[data-testid="gate-banner"][data-gate="unauthorized"]');
    await action(page, 'set-token').click();
    await enterToken(page, NEW, 'save-token');
    await keepForSession(page);
    await expect(page.getByTestId('toast')).toContainText('Lobbe accepts this token');
    await expect(banner).toHaveCount(0);
    await expect(rowOf(page, 'kept.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 15_000 });
    expect(twoTokens.meetings).toHaveLength(1);
  } finally {
    await twoTokens.close();
  }
});

test('with Lobbe out of reach a token is kept, and asked about when it is back', async ({ lobbe, launch }) => {
  const everyRead = { path: '/events', times: Number.POSITIVE_INFINITY };
  const outage = lobbe.script(everyRead, { kind: 'drop', moment: 'before', how: 'reset' });
  const { page } = await launch({ env: noToken });
  await enterToken(page, TOKEN);
  await keepForSession(page);
  await expect(page.getByTestId('welcome')).toHaveAttribute('data-step', 'drop');
  await expect(page.getByTestId('token-check')).toHaveAttribute('data-check', 'unchecked');
  await outage.hit;
  lobbe.clearScripts();
  await expect(page.getByTestId('token-check')).toHaveAttribute('data-check', 'accepted', { timeout: 20_000 });
});

/** The process that holds the profile; its lock is a link named after it. */
function holderOf(folder: string): number | null {
  try {
    return Number(
      fs
        .readlinkSync(path.join(folder, 'profile', 'SingletonLock'))
        .split('-')
        .at(-1),
    );
  } catch {
    return null;
  }
}

/** Ends the app that was started by the app itself. */
async function endRelaunched(folder: string): Promise<void> {
  const pid = holderOf(folder);
  if (pid !== null) process.kill(pid, 'SIGTERM');
  await expect.poll(() => holderOf(folder), { timeout: 10_000 }).toBeNull();
}

const closed = (app: ElectronApplication) => new Promise<void>((resolve) => app.once('close', () => resolve()));

test('another language in the middle of an upload: the next start sends it on, as the same meeting', async ({
  folder,
  lobbe,
  launch,
}) => {
  // The language is the profile's own here.
  const { app, page } = await launch({ env: { LOBBE_LANG: '' } });
  await action(page, 'settings').first().click();
  await page.getByTestId('language').selectOption('en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await action(page, 'back').click();
  lobbe.throttleAll(2_000_000);
  await dropFiles(page, [largeRecording(folder, 'long.wav', 20_000_000)]);
  const sends = () => lobbe.requests.filter((r) => r.path === '/recordings');
  await expect.poll(() => sends()[0]?.bytesReceived ?? 0).toBeGreaterThan(1_000_000);

  await action(page, 'settings').first().click();
  await page.getByTestId('language').selectOption('fa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const gone = closed(app);
  await page.getByTestId('relaunch-note').locator('[data-action="relaunch"]').click();
  await gone;
  try {
    lobbe.throttleAll(null);
    await expect.poll(() => lobbe.meetings.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await status(folder)).meetings[0]?.stage, { timeout: 20_000 }).toBe('ready');
    const keys = sends().map((request) => request.key);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(lobbe.charges).toHaveLength(1);
  } finally {
    await endRelaunched(folder);
  }
});

test('a name server that says nothing holds up neither a new start nor a quit', async ({ folder, launch }) => {
  const silence = path.join(folder, 'silent-names.so');
  execFileSync('gcc', ['-shared', '-fPIC', '-o', silence, path.join(import.meta.dirname, 'silent-names.c'), '-ldl']);
  const { app, page } = await launch({
    env: { LOBBE_API_BASE: 'https://lobbe.silent.test/api/v1', LD_PRELOAD: silence },
  });
  const first = app.process().pid;
  const isAsking = () => app.evaluate(() => process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap'));
  await expect.poll(isAsking).toBe(true);
  // Not `close`: what it starts may hold on to what Playwright reads from it.
  const gone = new Promise((resolve) => app.process().once('exit', resolve));
  const askedAt = performance.now();
  // It is gone before it can answer.
  await page.evaluate(() => window.lobbe.relaunch()).catch(() => {});
  await gone;
  expect(performance.now() - askedAt).toBeLessThan(2_000);

  // The lock of one that ended so stays behind, until the next takes it.
  await expect.poll(() => holderOf(folder), { timeout: 10_000 }).not.toBe(first);
  const next = holderOf(folder) ?? Number.NaN;
  const stays = () => fs.existsSync(`/proc/${next}/exe`);
  await expect.poll(stays).toBe(true);
  process.kill(next, 'SIGTERM');
  await expect.poll(stays, { timeout: 2_000 }).toBe(false);
});

test('case 111: a report tells support what it needs, and no secret, no name and no home', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { app, page } = await launch();
  const name = 'Layoffs – محرمانه Q4.m4a';
  lobbe.script(
    { path: '/recordings' },
    { kind: 'answer', status: 422, body: { json: { error: { code: 'VALIDATION' } } } },
  );
  await dropFiles(page, [recordingAs(folder, name)]);
  await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'blocked', { timeout: 15_000 });
  await action(page, 'settings').first().click();
  const target = path.join(folder, 'report.txt');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  await action(page, 'export-diagnostics').click();
  await expect(page.getByTestId('toast')).toHaveAttribute('data-kind', 'diagnostics-saved');
  const report = fs.readFileSync(target, 'utf8');
  for (const secret of [TOKEN, name, 'محرمانه', folder, os.homedir()]) expect(report).not.toContain(secret);
  for (const fact of ['recording-1.m4a', 'VALIDATION', '"stage": "blocked"', '== Log', 'electron'])
    expect(report).toContain(fact);

  await action(page, 'report-names').click();
  await action(page, 'export-diagnostics').click();
  await expect.poll(() => fs.readFileSync(target, 'utf8')).toContain(name);
  expect(fs.readFileSync(target, 'utf8')).not.toContain(TOKEN);
});

test('a run from a checkout is not started by the system, and says so', async ({ launch }) => {
  const { page } = await launch();
  await action(page, 'settings').first().click();
  await expect(action(page, 'start-at-login')).toBeDisabled();
  await expect(page.getByTestId('settings')).toContainText('Only the installed app');
});
