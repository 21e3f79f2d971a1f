// The icon beside the clock, on a desktop that has a panel: its menu says how things are, and a click does what it says.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { dropFiles, ended, expect, recordingAs, root, rowOf, test } from './app';

interface Panel {
  /** The labels of the icon's menu. */
  menu(): Promise<readonly string[]>;
  click(label: string): Promise<void>;
  readonly address: string;
  stop(): Promise<void>;
}

/** The next line that a child prints. */
function lines(child: ChildProcessWithoutNullStreams): () => Promise<string> {
  const iterator = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async () => (await iterator.next()).value;
}

async function startPanel(): Promise<Panel> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address']);
  const address = await lines(bus)();
  const host = spawn('/usr/bin/python3', [path.join(root, 'test/e2e/tray-host.py')], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: address },
  });
  const next = lines(host);
  expect(JSON.parse(await next())).toEqual({ up: true });
  const answers = async (command: string): Promise<{ menu?: string[]; trouble?: string }> => {
    host.stdin.write(`${command}\n`);
    for (;;) {
      const answer = JSON.parse(await next());
      if (!('registered' in answer)) return answer;
    }
  };
  return {
    address,
    menu: async () => (await answers('menu')).menu ?? [],
    async click(label) {
      expect((await answers(`click ${label}`)).trouble).toBeUndefined();
    },
    async stop() {
      host.kill();
      bus.kill();
      await Promise.all([ended(host), ended(bus)]);
    },
  };
}

test('the menu opens, pauses, resumes and quits, and tells the counts', async ({ folder, lobbe, launch }) => {
  test.skip(process.platform !== 'linux', 'the panel of this test is a Linux one');
  const panel = await startPanel();
  try {
    const { app, page } = await launch({
      env: { DBUS_SESSION_BUS_ADDRESS: panel.address, XDG_CURRENT_DESKTOP: 'KDE' },
    });
    await expect
      .poll(panel.menu)
      .toEqual([
        'Nothing to send',
        'Open the window',
        'Add files…',
        'Pause all',
        'Pause for an hour',
        'Pause until tomorrow morning',
        'Quit',
      ]);

    await panel.click('Pause all');
    await dropFiles(page, [recordingAs(folder, 'held.m4a')]);
    await expect(rowOf(page, 'held.m4a')).toHaveAttribute('data-reason', 'user');
    await expect.poll(panel.menu).toContain('Resume all');
    expect(await panel.menu()).toContain('1 waiting');
    expect(lobbe.requests.filter((r) => r.path === '/recordings')).toHaveLength(0);

    await panel.click('Resume all');
    await expect(rowOf(page, 'held.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });

    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    const visible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible()));
    await expect.poll(visible).toEqual([false]);
    await panel.click('Open the window');
    await expect.poll(visible).toEqual([true]);

    const gone = ended(app.process());
    await panel.click('Quit');
    await gone;
  } finally {
    await panel.stop();
  }
});
