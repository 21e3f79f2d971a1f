// The window's page may end at any moment: what it shows comes back as it was, and the uploads never notice.

import type { ElectronApplication, Page } from '@playwright/test';
import type { Sandbox } from '../../electron/sandbox/server';
import { dropFiles, expect, largeRecording, rowOf, status, test } from './app';

const MIB = 1024 * 1024;
const NAME = 'جلسهٔ بلند.wav';
const SIZE = 48 * MIB;
/** Slow enough that the upload is under way for as long as a test looks at it. */
const RATE = MIB;

const uploads = (lobbe: Sandbox) => lobbe.requests.filter((r) => r.path === '/recordings');

/** Starts an upload that is some way along, and looks at its row. */
async function startUpload(folder: string, lobbe: Sandbox, page: Page): Promise<void> {
  lobbe.setMinutes(100_000);
  await page.evaluate((limit) => window.lobbe.changeSettings({ bandwidth: { limit, night: null } }), RATE);
  await dropFiles(page, [largeRecording(folder, NAME, SIZE)]);
  await expect(rowOf(page, NAME)).toHaveAttribute('data-stage', 'uploading');
  await expect.poll(() => progressOf(page)).toBeGreaterThan(5);
}

async function progressOf(page: Page): Promise<number> {
  return Number(await rowOf(page, NAME).getAttribute('data-progress'));
}

interface Row {
  readonly stage: string;
  readonly progress: number;
}

/** The row of the upload; null while there is none. Asked through the main process: Playwright is done with a page that crashed. */
function rowIn(app: ElectronApplication): Promise<Row | null> {
  return app.evaluate(async ({ BrowserWindow }, name) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed()) return null;
    const row = `document.querySelector('[data-testid="meeting-row"][data-name=${JSON.stringify(name)}]')`;
    const read = `(({ stage, progress }) => ({ stage, progress: Number(progress) }))(${row}.dataset)`;
    // Rejects while there is no such row.
    return contents.executeJavaScript(read).catch(() => null);
  }, NAME);
}

/** The row is as it was, and moves on; nothing is sent twice; the meeting is the only one. */
async function goesOn(folder: string, lobbe: Sandbox, app: ElectronApplication, before: number): Promise<void> {
  await expect.poll(() => rowIn(app), { timeout: 20_000 }).not.toBeNull();
  const back = await rowIn(app);
  expect(back).toMatchObject({ stage: 'uploading' });
  await expect.poll(async () => (await rowIn(app))?.progress).toBeGreaterThan(Math.max(before, back?.progress ?? 0));
  expect((await status(folder)).meetings).toMatchObject([{ name: NAME, stage: 'uploading', attempts: 1 }]);
  await app.evaluate(async ({ BrowserWindow }) => {
    const unlimited = 'window.lobbe.changeSettings({ bandwidth: { limit: null, night: null } })';
    await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(unlimited);
  });
  await expect.poll(async () => (await rowIn(app))?.stage, { timeout: 20_000 }).toBe('ready');
  expect(uploads(lobbe)).toHaveLength(1);
  expect(lobbe.meetings).toMatchObject([{ fileName: NAME, size: SIZE }]);
}

function crash(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) throw new Error('there is no window');
    return new Promise((resolve) => {
      contents.once('render-process-gone', () => resolve());
      contents.forcefullyCrashRenderer();
    });
  });
}

test('a page that is reloaded in the middle of an upload shows the same again', async ({ folder, lobbe, launch }) => {
  const { app, page } = await launch();
  await startUpload(folder, lobbe, page);
  const before = await progressOf(page);
  await page.reload();
  await goesOn(folder, lobbe, app, before);
});

test('a page that crashes in the middle of an upload comes back by itself, and the upload never notices', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { app, page } = await launch();
  await startUpload(folder, lobbe, page);
  const before = await progressOf(page);
  await crash(app);
  await goesOn(folder, lobbe, app, before);
});

test('a window that nobody sees is told nothing, and shows how far it is once it is seen again', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { app, page } = await launch();
  await startUpload(folder, lobbe, page);
  const arrived = () => Math.max(...uploads(lobbe).map((r) => r.bytesReceived));
  const more = (bytes: number) => {
    const before = arrived();
    return lobbe.until(() => arrived() > before + bytes);
  };
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  // What was on its way to the page is there by then.
  await more(MIB);
  const held = await progressOf(page);
  await more(6 * MIB);
  expect(await progressOf(page)).toBe(held);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect.poll(() => progressOf(page)).toBeGreaterThan(held + 8);
});

test('case 106: a page that crashes again and again is given up on in words, sends on, and comes back when asked for', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { app, page } = await launch();
  await startUpload(folder, lobbe, page);
  const before = await progressOf(page);
  // What its user would be asked, and answers: first to leave it, then to try again.
  await app.evaluate(({ dialog }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { message } = args.at(-1) as { message: string };
      asked.push(message);
      return { response: asked.length === 1 ? 1 : 0, checkboxChecked: false };
    };
  });
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  const isSeen = () =>
    app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      return window?.isVisible() === true && !window.isMinimized();
    });

  for (let n = 0; n < 3; n += 1) {
    await crash(app);
    await expect.poll(() => rowIn(app), { timeout: 20_000 }).not.toBeNull();
  }
  expect(await asked()).toEqual([]);
  await crash(app);
  await expect.poll(isSeen).toBe(false);
  expect(await asked()).toEqual(['The window cannot be shown: it ended several times in a row.']);
  expect(await rowIn(app)).toBeNull();

  // Opening it is asking for it.
  await app.evaluate(({ app }) => app.emit('activate'));
  await expect.poll(isSeen).toBe(true);
  await expect.poll(() => rowIn(app), { timeout: 20_000 }).not.toBeNull();
  await crash(app);
  await expect.poll(asked).toHaveLength(2);
  await goesOn(folder, lobbe, app, before);
});
