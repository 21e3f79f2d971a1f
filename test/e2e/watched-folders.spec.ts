// A folder whose new recordings are sent by themselves, in the real app.

import fs from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { ended, expect, recordingAs, rowOf, spawnHidden, status, test } from './app';

/** Adds a folder, as its user does: the picker is the one thing that no test can click. */
async function addFolder(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, picked) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [picked] });
  }, folder);
  await page.locator('[data-action="add-watched-folder"]').click();
}

async function openSettings(page: Page): Promise<void> {
  await page.locator('[data-action="settings"]').first().click();
}

test('what is in a folder stays, what comes is sent, also while the app is closed or killed, each once', async ({
  folder,
  lobbe,
  launch,
}) => {
  const zoom = path.join(folder, 'Zoom');
  fs.mkdirSync(zoom);
  recordingAs(zoom, 'old.m4a');
  const { app, page } = await launch();
  await openSettings(page);
  await addFolder(app, page, zoom);
  const row = page.getByTestId('watched-folder');
  await expect(row).toHaveAttribute('data-path', fs.realpathSync(zoom));
  await expect(row).toContainText('Each new recording is sent when it is complete. 1 recording');
  await page.locator('[data-action="back"]').click();

  recordingAs(zoom, 'new.wav', 'speech-fa.wav');
  await expect(rowOf(page, 'new.wav')).toHaveAttribute('data-stage', 'ready', { timeout: 30_000 });
  await app.close();

  // Both forms of one meeting, while nobody looks: one of them.
  const meeting = path.join(zoom, '2026-11-30 10.00.00 Weekly 123');
  fs.mkdirSync(meeting);
  recordingAs(meeting, 'audio1234567890.m4a', 'speech-en-isom.m4a');
  recordingAs(meeting, 'video1234567890.mp4', 'screen-with-voice.mp4');
  const killed = spawnHidden(lobbe, folder);
  await expect.poll(async () => (await status(folder)).meetings.length, { timeout: 30_000 }).toBe(2);
  killed.kill('SIGKILL');
  await ended(killed);

  const again = await launch();
  await expect(rowOf(again.page, 'audio1234567890.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 30_000 });
  recordingAs(zoom, 'last.flac', 'speech-en.flac');
  await expect(rowOf(again.page, 'last.flac')).toHaveAttribute('data-stage', 'ready', { timeout: 30_000 });
  await openSettings(again.page);
  await expect(again.page.getByTestId('watched-folder')).toContainText('3 so far.');
  expect(lobbe.meetings.map(({ title }) => title).sort()).toEqual(['audio1234567890', 'last', 'new']);
  expect((await status(folder)).meetings).toHaveLength(3);
});

test('what was there before is sent if its user says so; a folder that goes says so, and goes on when it is back', async ({
  folder,
  lobbe,
  launch,
}) => {
  const zoom = path.join(folder, 'Zoom');
  fs.mkdirSync(zoom);
  recordingAs(zoom, 'old.m4a');
  const { app, page } = await launch();
  await openSettings(page);
  await addFolder(app, page, zoom);
  await page.locator('[data-action="send-earlier"]').click();
  await expect.poll(() => lobbe.meetings.length, { timeout: 30_000 }).toBe(1);
  await expect(page.locator('[data-action="send-earlier"]')).toHaveCount(0);

  const row = page.getByTestId('watched-folder');
  const look = () => app.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.emit('focus'));
  fs.renameSync(zoom, `${zoom} away`);
  await look();
  await expect(row).toHaveAttribute('data-trouble', 'gone');
  recordingAs(`${zoom} away`, 'meanwhile.wav', 'speech-fa.wav');
  fs.renameSync(`${zoom} away`, zoom);
  await look();
  await expect(row).not.toHaveAttribute('data-trouble');
  await expect.poll(() => lobbe.meetings.length, { timeout: 30_000 }).toBe(2);

  await addFolder(app, page, path.join(folder, 'profile'));
  await expect(page.getByTestId('toast')).toContainText('is the app’s own');
  await row.locator('[data-action="remove-watched-folder"]').click();
  await expect(row).toHaveCount(0);
});

test('of two files of one name, the one of another length is another meeting, and the one of the same length is none', async ({
  folder,
  lobbe,
  launch,
}) => {
  const recorder = path.join(folder, 'Recorder');
  fs.mkdirSync(recorder);
  const { app, page } = await launch();
  await openSettings(page);
  await addFolder(app, page, recorder);
  await page.locator('[data-action="back"]').click();
  recordingAs(recorder, 'REC001.m4a', 'speech-fa.m4a');
  await expect(rowOf(page, 'REC001.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 30_000 });
  recordingAs(recorder, 'REC001.webm', 'speech-fa.webm');
  minutesOfSilence(recordingAs(recorder, 'REC001.wav', 'speech-fa.wav'), 3);
  const look = () => app.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.emit('focus'));
  await expect(async () => {
    await look();
    await expect(rowOf(page, 'REC001.wav')).toHaveAttribute('data-stage', 'ready', { timeout: 1_500 });
  }).toPass({ timeout: 30_000 });
  await look();
  expect(lobbe.meetings.map(({ fileName }) => fileName).sort()).toEqual(['REC001.m4a', 'REC001.wav']);
  await openSettings(page);
  // What is left out is a form for certain: there is nothing to decide.
  await expect(page.getByTestId('watched-folder')).toContainText('2 so far.');
  await expect(page.locator('[data-action="send-earlier"]')).toHaveCount(0);
});

/** Makes a recording of 16 bits so long, and as old as it was. */
function minutesOfSilence(file: string, minutes: number): void {
  const { atime, mtime } = fs.statSync(file);
  const bytes = fs.readFileSync(file);
  const data = bytes.indexOf('data') + 8;
  const size = bytes.readUInt32LE(bytes.indexOf('fmt ') + 16) * 60 * minutes;
  bytes.writeUInt32LE(data + size - 8, 4);
  bytes.writeUInt32LE(size, data - 4);
  fs.writeFileSync(file, bytes.subarray(0, data));
  fs.truncateSync(file, data + size);
  fs.utimesSync(file, atime, mtime);
}
