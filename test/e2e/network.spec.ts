// What its user sets about the network, in the real app: each counts at once, also for what is under way.

import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Sandbox, startSandbox } from '../../electron/sandbox/server';
import { relayProxy } from '../fakes/proxy-relay';
import { testKey } from '../fakes/scripted-server';
import { dropFiles, expect, largeRecording, PACE, recordingAs, root, rowOf, TOKEN, test } from './app';

const fixtures = path.join(root, 'test/fixtures/tls');
const MB = 1_000_000;

async function openSettings(page: Page): Promise<void> {
  await page.locator('[data-action="settings"]').first().click();
}

async function leaveSettings(page: Page): Promise<void> {
  await page.locator('[data-action="back"]').click();
}

/** When so many bytes of the first upload had arrived. */
async function arrived(lobbe: Sandbox, bytes: number): Promise<{ at: number; bytes: number }> {
  const received = () => lobbe.requests.find((r) => r.path === '/recordings')?.bytesReceived ?? 0;
  await expect.poll(received, { intervals: [20], timeout: 30_000 }).toBeGreaterThanOrEqual(bytes);
  return { at: performance.now(), bytes: received() };
}

const rate = (from: { at: number; bytes: number }, to: { at: number; bytes: number }) =>
  ((to.bytes - from.bytes) / (to.at - from.at)) * 1000;

test('a speed limit holds, and is changed while an upload is under way', async ({ folder, lobbe, launch }) => {
  const { page } = await launch();
  await openSettings(page);
  await page.getByTestId('limit').selectOption('1000000');
  await leaveSettings(page);
  await dropFiles(page, [largeRecording(folder, 'long.wav', 60 * MB)]);

  const first = await arrived(lobbe, MB);
  const held = rate(first, await arrived(lobbe, 5 * MB));
  expect(held).toBeGreaterThan(0.9 * MB);
  expect(held).toBeLessThan(1.1 * MB);

  await openSettings(page);
  await page.getByTestId('limit').selectOption('own');
  await page.getByTestId('limit-own').fill('۴۰۰۰');
  await page.getByTestId('limit-own').press('Enter');
  const from = lobbe.requests.find((r) => r.path === '/recordings')?.bytesReceived ?? 0;
  const second = await arrived(lobbe, from + MB);
  const raised = rate(second, await arrived(lobbe, from + 13 * MB));
  expect(raised).toBeGreaterThan(3.6 * MB);
  expect(raised).toBeLessThan(4.4 * MB);

  await page.getByTestId('limit').selectOption('none');
  await leaveSettings(page);
  await expect(rowOf(page, 'long.wav')).toHaveAttribute('data-stage', 'ready', { timeout: 10_000 });
  // All of it was one upload.
  expect(lobbe.requests.filter((r) => r.path === '/recordings')).toHaveLength(1);
});

test('cases 55, 61, 62: through the system’s proxy that asks for a password, under an organisation’s root', async ({
  folder,
  launch,
}) => {
  const secret = 'proxy-canary-0001';
  const key = testKey;
  const cert = fs.readFileSync(path.join(fixtures, 'lobbe.cert.pem'), 'utf8');
  const office = await startSandbox({ tokens: [{ token: TOKEN, name: 'first' }], pace: PACE, tls: { key, cert } });
  const leadsTo = (asked: string) => (asked === 'lobbe.test:443' ? Number(new URL(office.url).port) : null);
  const proxy = await relayProxy({ kind: 'http', leadsTo, admits: { user: 'sara', password: secret } });
  const route = proxy.route();
  if (route.kind === 'direct') throw new Error('a proxy is no direct way');
  try {
    const { app, page } = await launch({
      // Chromium's own switch takes the place of the system's settings.
      args: [`--proxy-server=http://127.0.0.1:${route.port}`],
      env: { LOBBE_API_BASE: `https://lobbe.test${new URL(office.url).pathname}` },
    });
    // Also on a machine without any network: the name is one that only the proxy knows.
    await app.evaluate(({ net }) => {
      net.isOnline = () => true;
    });
    const log: string[] = [];
    app.process().stderr?.on('data', (chunk) => log.push(String(chunk)));
    await dropFiles(page, [recordingAs(folder, 'office.m4a')]);
    const row = rowOf(page, 'office.m4a');
    await expect(row).toContainText('The proxy asks for a name and a password. Enter them in Settings.', {
      timeout: 15_000,
    });
    await expect(row).toHaveAttribute('data-reason', 'network');
    await expect(page.getByTestId('gate-banner')).toHaveCount(0);

    await openSettings(page);
    await page.locator('[data-action="proxy-credentials"]').click();
    await page.getByTestId('proxy-user').fill('sara');
    await page.getByTestId('proxy-password').fill(secret);
    await page.locator('[data-action="save-proxy"]').click();
    await expect(page.getByTestId('proxy-form')).toContainText('Saved.');
    await leaveSettings(page);
    // At once, not when its time had come.
    await expect(row).toContainText('The connection has a certificate that is not trusted here.');
    expect(office.requests).toHaveLength(0);

    await openSettings(page);
    const picked = path.join(fixtures, 'office-root.cert.pem');
    await app.evaluate(({ dialog }, file) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] });
    }, picked);
    await page.locator('[data-action="pick-certificate"]').click();
    await expect(page.getByTestId('settings')).toContainText('Office Root');
    await leaveSettings(page);
    await expect(row).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
    expect(office.meetings).toHaveLength(1);
    expect(new Set(proxy.asked)).toEqual(new Set(['lobbe.test:443']));
    // The token and what was said to Lobbe was for Lobbe alone.
    expect(proxy.heard()).not.toContain(TOKEN);

    expect(await page.content()).not.toContain(secret);
    await app.close();
    const everything = fs
      .readdirSync(path.join(folder, 'profile'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
    expect(everything.join('')).not.toContain(secret);
    expect(log.join('')).not.toContain(secret);
  } finally {
    await proxy.close();
    await office.close();
  }
});
