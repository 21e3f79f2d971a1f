// The real app against a sandbox on loopback: how tests start it, act on it and look at it (see the README, "Driving it").

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import type { TimedPace } from '../../electron/sandbox/options';
import { type Sandbox, startSandbox } from '../../electron/sandbox/server';

export const root = path.resolve(import.meta.dirname, '../..');
export const recordings = path.join(root, 'test/fixtures/recordings');
export const TOKEN = 'lobbe-test-token-0001';

/** Quick, and still slow enough that each stage is really gone through. */
export const PACE: TimedPace = { queued: 200, transcribing: 200, generating: 200 };

export interface LaunchOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Fixtures {
  /** A folder of this test's own, gone afterwards. */
  folder: string;
  lobbe: Sandbox;
  /** Starts the app on this test's profile, as often as the test likes. */
  launch: (options?: LaunchOptions) => Promise<{ app: ElectronApplication; page: Page }>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs off this pattern
  folder: async ({}, use) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-e2e-'));
    await use(folder);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  lobbe: async ({}, use) => {
    const lobbe = await startSandbox({ tokens: [{ token: TOKEN, name: 'first' }], pace: PACE });
    await use(lobbe);
    await lobbe.close();
  },
  launch: async ({ folder, lobbe }, use) => {
    const running = new Set<ElectronApplication>();
    await use(async ({ args = [], env = {} } = {}) => {
      const app = await _electron.launch({
        args: [root, `--user-data-dir=${path.join(folder, 'profile')}`, ...args],
        env: environment(lobbe, env),
      });
      running.add(app);
      app.once('close', () => running.delete(app));
      const page = args.includes('--hidden') ? (null as unknown as Page) : await app.firstWindow();
      if (page) await page.getByTestId('drop-target').waitFor();
      return { app, page };
    });
    for (const app of running) await app.close();
  },
});

export { expect };

/** The environment of a run against `lobbe`; `env` comes on top. */
export function environment(lobbe: Sandbox, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(inherited),
    LOBBE_API_BASE: lobbe.url,
    LOBBE_TOKEN: TOKEN,
    LOBBE_POLL_SECONDS: '0.25',
    LOBBE_LANG: 'en',
    ...env,
  };
}

/** A drop as the desktop does it: the page gets Files that carry a path. */
export function dropFiles(page: Page, files: readonly string[]): Promise<void> {
  return drag(page, files, ['dragEnter', 'dragOver', 'drop']);
}

/** The steps of a drag, over the middle of the window. */
export async function drag(
  page: Page,
  files: readonly string[],
  steps: readonly ('dragEnter' | 'dragOver' | 'drop')[],
): Promise<void> {
  const box = await page.getByTestId('drop-target').boundingBox();
  if (!box) throw new Error('the drop target is not on the screen');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: files.map((file) => path.resolve(file)), dragOperationsMask: 1 };
  for (const type of steps) await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}

/** The row of a file by its exact name. */
export function rowOf(page: Page, name: string) {
  return page.locator(`[data-testid="meeting-row"][data-name=${JSON.stringify(name)}]`);
}

/** Copies a fixture to a name of its own, old enough to count as written to its end. */
export function recordingAs(folder: string, name: string, fixture = 'speech-fa.m4a'): string {
  const file = path.join(folder, name);
  fs.copyFileSync(path.join(recordings, fixture), file);
  makeOld(file);
  return file;
}

/** A real recording made as large as `bytes`: a fixture with silence behind it (sparse, so it costs no disk). */
export function largeRecording(folder: string, name: string, bytes: number, fixture = 'speech-fa.wav'): string {
  const file = recordingAs(folder, name, fixture);
  fs.truncateSync(file, bytes);
  makeOld(file);
  return file;
}

function makeOld(file: string): void {
  const minuteAgo = new Date(Date.now() - 60_000);
  fs.utimesSync(file, minuteAgo, minuteAgo);
}

export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

const electron = () => path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron');

/** The app without a debugger, for tests that kill it: started hidden, as autostart does. */
export function spawnHidden(
  lobbe: Sandbox,
  folder: string,
  args: readonly string[] = [],
  stdio: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const options = [root, '--hidden', `--user-data-dir=${path.join(folder, 'profile')}`, ...args];
  return spawn(electron(), options, { env: environment(lobbe), stdio });
}

export interface Status {
  readonly gates: readonly { readonly gate: string; readonly until: string | null }[];
  readonly meetings: readonly {
    readonly id: string;
    readonly name: string;
    readonly stage: string;
    readonly reason: string | null;
    readonly recordingId: string | null;
    readonly key: string;
    readonly attempts: number;
  }[];
  readonly feed: { readonly cursor: string | null; readonly lastReadAt: string | null };
}

/** `--status-json` of this test's profile. */
export async function status(folder: string): Promise<Status> {
  const child = spawn(electron(), [root, `--user-data-dir=${path.join(folder, 'profile')}`, '--status-json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text);
}

/** Resolves when the process has ended. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
