// The app in surroundings that a plain test run does not have: Chromium's sandbox, and a keyring.

import fs from 'node:fs';
import path from 'node:path';
import { _electron } from '@playwright/test';
import { dropFiles, environment, expect, recordingAs, root, rowOf, TOKEN, test } from './app';

const electron = path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron');

test('with Chromium’s sandbox on, as a user without rights, the main job works', async ({ folder, lobbe }) => {
  test.skip(process.getuid?.() !== 0, 'every other test runs so already');
  // The user without rights has to get through to Electron, the built app, the profile and the recording, wherever root keeps them.
  const home = path.join(folder, 'home');
  fs.mkdirSync(home);
  const ownElectron = path.join(folder, 'electron');
  linkTree(path.dirname(electron), ownElectron);
  const ownApp = path.join(folder, 'app');
  for (const part of ['out/main', 'out/preload', 'out/renderer', 'assets', 'package.json']) {
    fs.cpSync(path.join(root, part), path.join(ownApp, part), { recursive: true });
  }
  fs.chownSync(home, 65534, 65534);
  fs.chmodSync(folder, 0o755);
  const file = recordingAs(folder, 'sandboxed.m4a');
  const app = await _electron.launch({
    executablePath: path.join(root, 'test/e2e/as-nobody.sh'),
    chromiumSandbox: true,
    args: [ownApp, `--user-data-dir=${path.join(home, 'profile')}`],
    env: environment(lobbe, {
      LOBBE_E2E_ELECTRON: path.join(ownElectron, 'electron'),
      LOBBE_E2E_HOME: home,
      ELECTRON_DISABLE_SANDBOX: '',
    }),
  });
  try {
    const page = await app.firstWindow();
    await dropFiles(page, [file]);
    await expect(rowOf(page, 'sandboxed.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
    const renderers = fs
      .readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid))
      .map((pid) => readOrNothing(`/proc/${pid}/cmdline`) + readOrNothing(`/proc/${pid}/status`))
      .filter((text) => text.includes('--type=renderer') && text.includes(home));
    expect(renderers.length).toBeGreaterThan(0);
    for (const text of renderers) {
      expect(text).not.toContain('--no-sandbox');
      // Filtered system calls: the mark of the sandbox that the kernel shows.
      expect(text).toMatch(/^Seccomp:\t2$/m);
    }
  } finally {
    await app.close();
  }
});

/** The same files in another folder, without copying what can be linked. */
function linkTree(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    fs.linkSync(source, target);
  } catch {
    fs.copyFileSync(source, target);
  }
}

function readOrNothing(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

test('with a keyring the token is kept encrypted, survives a restart, and is readable nowhere', async ({
  folder,
  lobbe,
}) => {
  const profile = path.join(folder, 'profile');
  const start = () =>
    _electron.launch({
      executablePath: path.join(root, 'test/e2e/with-keyring.sh'),
      args: [root, `--user-data-dir=${profile}`],
      env: environment(lobbe, {
        LOBBE_TOKEN: '',
        LOBBE_E2E_ELECTRON: electron,
        XDG_DATA_HOME: path.join(folder, 'keys'),
      }),
    });
  const first = await start();
  const page = await first.firstWindow();
  await page.getByRole('textbox').first().fill(TOKEN);
  await page.locator('[data-action="set-token"]').last().click();
  await dropFiles(page, [recordingAs(folder, 'kept.m4a')]);
  await expect(rowOf(page, 'kept.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await first.close();

  const stored = JSON.parse(fs.readFileSync(path.join(profile, 'account', 'credentials.json'), 'utf8'));
  expect(stored.storage).toBe('encrypted');
  const everything = fs
    .readdirSync(profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
  expect(everything.join('')).not.toContain(TOKEN);

  const second = await start();
  const again = await second.firstWindow();
  await dropFiles(again, [recordingAs(folder, 'after restart.mp3', 'speech-fa-cbr.mp3')]);
  await expect(rowOf(again, 'after restart.mp3')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await second.close();
});
