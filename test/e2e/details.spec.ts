// The details pane in the real app: the recording plays from its own file, ids reach the clipboard, and a file that moved is shown.

import fs from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { dropFiles, expect, recordingAs, root, rowOf, test } from './app';

const screens = path.join(root, 'out', 'screens');
const MINUTES = 5;

/** One of each kind that people bring and Chromium decodes. */
const PLAYED = [
  'speech-fa.m4a',
  'speech-fa-cbr.mp3',
  'speech-fa-opus.ogg',
  'speech-en.flac',
  'screen-with-voice.mp4',
  'screen-with-voice.mov',
  'screen-with-voice.mkv',
  'screen-with-voice.webm',
];

/** A recording of some minutes: a hum, as 16 bit PCM. */
function longRecording(folder: string, name: string): string {
  const rate = 8_000;
  const samples = Buffer.alloc(MINUTES * 60 * rate * 2);
  for (let at = 0; at < samples.length / 2; at++) samples.writeInt16LE(Math.round(3000 * Math.sin(at / 9)), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  const file = path.join(folder, name);
  fs.writeFileSync(file, Buffer.concat([head, samples]));
  const minuteAgo = new Date(Date.now() - 60_000);
  fs.utimesSync(file, minuteAgo, minuteAgo);
  return file;
}

const pane = (page: Page) => page.getByTestId('meeting-details');
const player = (page: Page) => page.getByTestId('player');
const press = (page: Page, action: string) => pane(page).locator(`[data-action="${action}"]`).first().click();
const playedTo = (page: Page) =>
  player(page)
    .locator('audio')
    .evaluate((audio: HTMLAudioElement) => audio.currentTime);
const clipboard = (app: ElectronApplication) => app.evaluate(({ clipboard }) => clipboard.readText());

async function openReady(page: Page, file: string): Promise<string> {
  const row = rowOf(page, path.basename(file));
  await dropFiles(page, [file]);
  await expect(row).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await row.click();
  await pane(page).waitFor();
  return (await row.getAttribute('data-id')) ?? '';
}

for (const language of ['fa', 'en'] as const) {
  test(`plays a recording from its file, from any place in it, until the pane closes (${language})`, async ({
    folder,
    launch,
  }) => {
    const { app, page } = await launch({ env: { LOBBE_LANG: language } });
    const file = longRecording(folder, 'جلسهٔ هیئت‌مدیره ۹ آذر.wav');
    await openReady(page, file);
    await press(page, 'play');
    await expect.poll(() => playedTo(page), { timeout: 10_000 }).toBeGreaterThan(0.3);
    await expect(player(page)).toHaveAttribute('data-playing', 'true');

    const position = player(page).locator('[data-action="play-position"]');
    await position.fill(String(MINUTES * 60 - 40));
    await expect.poll(() => playedTo(page), { timeout: 10_000 }).toBeGreaterThan(MINUTES * 60 - 40 + 0.3);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(screens, `player-${language}.png`) });

    const open = () => fs.readdirSync(`/proc/${app.process().pid}/fd`).map((fd) => linkOf(app, fd));
    const element = await player(page).locator('audio').elementHandle();
    await press(page, 'close-details');
    expect(await element?.evaluate((audio) => (audio as HTMLAudioElement).paused)).toBe(true);
    if (process.platform === 'linux') expect(open()).not.toContain(file);
  });
}

function linkOf(app: ElectronApplication, fd: string): string {
  try {
    return fs.readlinkSync(`/proc/${app.process().pid}/fd/${fd}`);
  } catch {
    return '';
  }
}

for (const fixture of PLAYED) {
  test(`plays ${fixture}`, async ({ folder, launch }) => {
    const { page } = await launch();
    await openReady(page, recordingAs(folder, fixture, fixture));
    await press(page, 'play');
    await expect.poll(() => playedTo(page), { timeout: 10_000 }).toBeGreaterThan(0.2);
  });
}

test('a kind that no browser plays is said to be one, and is shown in its folder', async ({ folder, launch }) => {
  const { page } = await launch();
  await openReady(page, recordingAs(folder, 'speech-en.wma', 'speech-en.wma'));
  await expect(page.getByTestId('player-note')).toHaveAttribute('data-reason', 'other-kind');
  await expect(player(page)).toHaveCount(0);
});

test('a page reads no file by the player’s way: neither that of a meeting nor any other', async ({
  folder,
  launch,
}) => {
  const { page } = await launch();
  const id = await openReady(page, recordingAs(folder, 'a.m4a'));
  const tries = [
    `app://recording/${id}`,
    'app://recording/../../etc/passwd',
    'app://recording/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'app://recording//etc/passwd',
    'app://main/../../../../etc/passwd',
    'app://main/%2e%2e%2f%2e%2e%2fmain%2fmain.js',
    'file:///etc/passwd',
  ];
  const answers = await page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map((address) =>
          fetch(address).then(
            (answer) => answer.status,
            () => 'refused',
          ),
        ),
      ),
    tries,
  );
  expect(answers).toEqual(['refused', 'refused', 'refused', 'refused', 404, 404, 'refused']);

  // What may be played is told by the same list.
  const played = await page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map(
          (address) =>
            new Promise((resolve) => {
              const audio = new Audio(address);
              audio.onloadedmetadata = () => resolve('played');
              audio.onerror = () => resolve('refused');
            }),
        ),
      ),
    tries,
  );
  expect(played).toEqual(['played', ...Array(tries.length - 1).fill('refused')]);
});

test('id, key, request and all for support are copied, and said once', async ({ folder, lobbe, launch }) => {
  const { app, page } = await launch();
  const file = recordingAs(folder, 'board call.m4a');
  await openReady(page, file);
  const [meeting] = lobbe.meetings;
  await press(page, 'copy-id');
  await expect.poll(() => clipboard(app)).toBe(meeting?.id);
  await pane(page).locator('[data-action="support"]').click();
  await press(page, 'copy-key');
  await expect.poll(() => clipboard(app)).toBe(meeting?.key);
  await press(page, 'copy-support');
  await expect.poll(() => clipboard(app)).toContain(`recording: ${meeting?.id}\nkey: ${meeting?.key}`);
  const text = await clipboard(app);
  expect(text).not.toContain('board call');
  expect(text).not.toContain(folder);
  expect(text).not.toContain('lobbe-test-token');
  await expect(page.locator('[data-testid="toast"][data-kind="copied"]')).toHaveCount(1);
});

test('a recording that moved goes on from where its user shows it, with its key', async ({ folder, lobbe, launch }) => {
  lobbe.setMinutes(0);
  const { app, page } = await launch();
  const file = recordingAs(folder, 'moved.m4a');
  await dropFiles(page, [file]);
  const row = page.getByTestId('meeting-row');
  await expect(row).toHaveAttribute('data-reason', 'needs-minutes', { timeout: 20_000 });
  const other = recordingAs(folder, 'other.mp3', 'speech-fa-cbr.mp3');
  const elsewhere = path.join(folder, 'in-another-folder.m4a');
  fs.renameSync(file, elsewhere);
  lobbe.addMinutes(60);
  await page.locator('[data-action="open-gate"]').click();
  await expect(row).toHaveAttribute('data-reason', 'file-missing', { timeout: 20_000 });
  await page.screenshot({ path: path.join(screens, 'locate-en.png') });

  const pick = (picked: string) =>
    app.evaluate(({ dialog }, file) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] });
    }, picked);
  await pick(other);
  await row.locator('[data-action="locate"]').click();
  await expect(page.getByTestId('toast')).toContainText('is not the recording that was sent');
  await expect(row).toHaveAttribute('data-reason', 'file-missing');

  await pick(elsewhere);
  await row.locator('[data-action="locate"]').click();
  await expect(row).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await expect(page.getByTestId('meeting-row')).toHaveCount(1);
  expect(lobbe.meetings).toHaveLength(1);
  expect(new Set(lobbe.requests.flatMap(({ key }) => key ?? []))).toEqual(new Set([lobbe.meetings[0]?.key]));
});
