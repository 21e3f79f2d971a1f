// What weeks in the tray must not add up to.

import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, recordingAs, spawnHidden, test } from './app';

/** How many listeners the main process has, by what they listen to. */
function listeners(app: ElectronApplication): Promise<Record<string, number>> {
  return app.evaluate(({ app, BrowserWindow, ipcMain, nativeTheme, powerMonitor }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('there is no window');
    const { webContents } = window;
    const of = { app, window, webContents, ipcMain, nativeTheme, powerMonitor, process };
    return Object.fromEntries(
      Object.entries(of).map(([name, emitter]) => {
        const each = emitter as NodeJS.EventEmitter;
        return [name, each.eventNames().reduce((sum, event) => sum + each.listenerCount(event), 0)];
      }),
    );
  });
}

test('a window that is closed, opened and loaded anew many times leaves nothing behind', async ({ launch }) => {
  const { app, page } = await launch();
  const reload = async () => {
    await page.reload();
    await page.getByTestId('drop-target').waitFor();
  };
  await reload();
  const before = await listeners(app);
  await app.evaluate(async ({ app, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('there is no window');
    for (let n = 0; n < 50; n += 1) {
      window.close();
      app.emit('activate');
    }
  });
  for (let n = 0; n < 5; n += 1) await reload();
  expect(await listeners(app)).toEqual(before);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('whoever read what the app prints goes away: it sends on, and its log is no flood', async ({ folder, lobbe }) => {
  const child = spawnHidden(lobbe, folder, [recordingAs(folder, 'weekly.wav', 'speech-fa.wav')], 'pipe');
  const ended = once(child, 'exit');
  const printed = child.stderr;
  if (!printed) throw new Error('nothing is printed');
  // Chromium prints too: from its first line on, the app is about to.
  await once(printed, 'data');
  printed.destroy();
  child.stdout?.destroy();
  await expect.poll(() => lobbe.meetings.map(({ status }) => status), { timeout: 20_000 }).toEqual(['READY']);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const log = fs.readFileSync(path.join(folder, 'profile/logs/main.log'), 'utf8');
  expect(log).toContain('"kind":"added"');
  expect(log).not.toContain('EPIPE');
});
