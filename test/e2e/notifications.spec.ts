// What the system tells while nobody looks at the window: on a desktop that shows notifications, and says what it was asked to show.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { dropFiles, ended, expect, recordingAs, root, rowOf, test } from './app';

interface Shown {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

interface Desktop {
  /** All that was shown, oldest first. */
  readonly shown: readonly Shown[];
  readonly address: string;
  click(id: number): void;
  stop(): Promise<void>;
}

async function startDesktop(): Promise<Desktop> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address']);
  const address = (await createInterface(bus.stdout)[Symbol.asyncIterator]().next()).value;
  const host = spawn('/usr/bin/python3', [path.join(root, 'test/e2e/notification-host.py')], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: address },
  });
  const shown: Shown[] = [];
  const lines = createInterface(host.stdout);
  const up = new Promise<void>((resolve) => lines.once('line', () => resolve()));
  await up;
  lines.on('line', (line) => shown.push(JSON.parse(line)));
  return {
    shown,
    address,
    click: (id) => host.stdin.write(`click ${id}\n`),
    async stop() {
      host.kill();
      bus.kill();
      await Promise.all([ended(host), ended(bus)]);
    },
  };
}

const named = (name: string) => `\u2068${name}\u2069`;
const isReady = (page: Page, name: string) =>
  expect(rowOf(page, name)).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });

test('each event is told once, over restarts; many are one summary; a click leads to the meeting', async ({
  folder,
  lobbe,
  launch,
}) => {
  test.skip(process.platform !== 'linux', 'the desktop of this test is a Linux one');
  const desktop = await startDesktop();
  try {
    const env = { DBUS_SESSION_BUS_ADDRESS: desktop.address };
    const titles = () => desktop.shown.map(({ title }) => title);
    const { app, page } = await launch({ env });
    const hide = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    const visible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

    const first = 'جلسه <b>& co.m4a';
    await dropFiles(page, [recordingAs(folder, first)]);
    await hide();
    await isReady(page, first);
    await expect.poll(titles).toEqual([`“${named(first)}” is ready`]);

    desktop.click(desktop.shown[0]?.id ?? 0);
    await expect.poll(visible).toBe(true);
    await expect(rowOf(page, first)).toBeFocused();

    await hide();
    const id = (name: string) => lobbe.meetings.find((m) => m.fileName === name)?.id ?? '';
    await dropFiles(page, [
      recordingAs(folder, 'second.mp3', 'speech-fa-cbr.mp3'),
      recordingAs(folder, 'third.wav', 'speech-fa.wav'),
    ]);
    await expect(rowOf(page, 'third.wav')).not.toHaveAttribute('data-recording-id', '');
    lobbe.advance(id(first), 'NAMING');
    await isReady(page, 'second.mp3');
    await isReady(page, 'third.wav');
    await expect.poll(titles).toHaveLength(2);
    expect(desktop.shown[1]?.title).toBe('2 ready, 1 needs you');
    // As markup this is what the name says.
    expect(desktop.shown[1]?.body).toContain(`“${named('جلسه &lt;b&gt;&amp; co.m4a')}” waits for speaker names`);

    await app.close();
    lobbe.finish(id(first));
    const again = await launch({ args: ['--hidden'], env });
    await expect.poll(titles).toHaveLength(3);
    expect(desktop.shown[2]?.title).toBe(`“${named(first)}” is ready`);
    await again.app.close();
    // Longer than anything is held back: a third start has nothing to tell.
    const third = await launch({ args: ['--hidden'], env });
    const reads = lobbe.requests.length;
    await lobbe.until(() => lobbe.requests.length > reads + 10);
    await third.app.close();
    expect(desktop.shown).toHaveLength(3);
  } finally {
    await desktop.stop();
  }
});

test('nothing is told of what its user is looking at, or has switched off', async ({ folder, lobbe, launch }) => {
  test.skip(process.platform !== 'linux', 'the desktop of this test is a Linux one');
  const desktop = await startDesktop();
  try {
    const { app, page } = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: desktop.address } });
    // Without a window manager nothing gives the window its focus.
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused()))
      .toBe(true);
    await dropFiles(page, [recordingAs(folder, 'seen.m4a')]);
    await isReady(page, 'seen.m4a');

    await page.locator('[data-action="settings"]').click();
    await page.locator('[data-action="notify-ready"]').click();
    await expect(page.locator('[data-action="notify-ready"]')).toHaveAttribute('aria-checked', 'false');
    await page.locator('[data-action="back"]').click();
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await dropFiles(page, [recordingAs(folder, 'off.mp3', 'speech-fa-cbr.mp3')]);
    await isReady(page, 'off.mp3');

    lobbe.setMinutes(0);
    await dropFiles(page, [recordingAs(folder, 'out.wav', 'speech-fa.wav')]);
    await expect.poll(() => desktop.shown.map(({ title }) => title)).toEqual(['Your account is out of minutes']);
    expect(desktop.shown[0]?.body).toBe('Your recordings wait here safely.');
  } finally {
    await desktop.stop();
  }
});
