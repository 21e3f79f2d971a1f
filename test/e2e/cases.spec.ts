// Cases from the field that only the real app can show: what the desktop hands over, and what its user sees of it.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { recordingExtensions } from '../../electron/disk/recording-types';
import type { Fault } from '../../electron/sandbox/faults';
import type { Sandbox } from '../../electron/sandbox/server';
import { makeProfile, openProfile } from '../bench/profile';
import { dropFiles, expect, recordingAs, rowOf, status, test } from './app';

const uploads = (lobbe: Sandbox) => lobbe.requests.filter((r) => r.path === '/recordings');

/** A recording whose content is no other one's. */
function different(folder: string, name: string, n: number): string {
  const file = recordingAs(folder, name, 'speech-fa.amr');
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(n + 1);
  fs.appendFileSync(file, tail);
  const minuteAgo = new Date(Date.now() - 60_000);
  fs.utimesSync(file, minuteAgo, minuteAgo);
  return file;
}

/** Names and stages of the rows that are in the document; a selector could not hold every name. */
const rows = (page: Page) =>
  page
    .getByTestId('meeting-row')
    .evaluateAll((all) => all.map(({ dataset }) => ({ name: dataset.name, stage: dataset.stage })));

/** What the page made of a name that it should only have shown: elements, and characters that steer. */
const obeyed = (page: Page) =>
  page.evaluate(() => {
    // What isolates a name within a sentence is ours: U+2066, U+2068, U+2069.
    const steering = /(?![\t\n\r])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2067]/u;
    const texts = [...document.body.querySelectorAll('*')].flatMap((element) => [
      ...[...element.attributes]
        .filter(({ name }) => name !== 'data-name')
        .map(({ name, value }) => `${name}: ${value}`),
      ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue ?? ''),
    ]);
    return {
      elements: document.querySelectorAll('img, b, script[src*="alert"], [onerror]').length,
      steering: texts.filter((text) => steering.test(text)),
    };
  });
const nothing = { elements: 0, steering: [] };

test('cases 1 to 3, 6, 8, 9: names and titles go out as they are, and are shown, never obeyed, wherever they appear', async ({
  folder,
  lobbe,
  launch,
}) => {
  const names = [
    'x\u202ea4m.exe',
    '<img src=x onerror=alert(1)>.m4a',
    'a"\r\nContent-Type: x\r\n\r\nz.m4a',
    ' .foo .m4a. ',
    'cafe\u0301.m4a',
    '\u2067a\u2069\u001b[31m\u0007.m4a',
    '会議🎙️.m4a',
  ];
  const title = '<img src=x onerror=alert(2)> \u202eexe';
  lobbe.finish(lobbe.postFromElsewhere({ title }).id);
  const { app, page } = await launch();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('dialog', (dialog) => asked.push(dialog.message()));
  await app.evaluate(({ Menu }) => {
    const build = Menu.buildFromTemplate;
    const labels: string[] = [];
    Object.assign(globalThis, { labels });
    Menu.buildFromTemplate = (template) => {
      labels.push(...template.map(({ label }) => label ?? ''));
      return build.call(Menu, template);
    };
  });

  const files = names.map((name, n) => different(folder, name, n));
  await dropFiles(page, files);
  const sent = () => lobbe.meetings.filter((m) => m.sentBy === 'first').map((m) => m.fileName);
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(names.length);
  expect(sent().sort()).toEqual([...names].sort());
  await expect.poll(async () => (await rows(page)).map(({ name }) => name).sort()).toEqual([...names, title].sort());
  for (const file of files) expect(fs.existsSync(file)).toBe(true);
  expect(await obeyed(page)).toEqual(nothing);
  expect(await page.getByTestId('meeting-row').allInnerTexts()).toContainEqual(expect.stringContaining('x[RLO]a4m'));

  // The details, a question, what was refused, what was removed.
  await rowOf(page, '<img src=x onerror=alert(1)>.m4a').click();
  await expect(page.getByTestId('meeting-details')).toContainText('<img src=x onerror=alert(1)>');
  expect(await obeyed(page)).toEqual(nothing);
  const copy = path.join(folder, '\u202e<b>copy.m4a');
  fs.copyFileSync(files[1] ?? '', copy);
  const refused = path.join(folder, '<b>\u202epage.m4a');
  fs.writeFileSync(refused, '<!doctype html><title>none</title>');
  await dropFiles(page, [copy, refused]);
  await expect(page.getByTestId('same-again')).toContainText('[RLO]<b>copy', { timeout: 20_000 });
  await expect(page.getByTestId('toast')).toContainText('<b>[RLO]page');
  expect(await obeyed(page)).toEqual(nothing);
  await page.getByTestId('same-again').locator('[data-action="leave"]').click();
  await page.getByTestId('meeting-details').locator('[data-action="menu"]').click();
  await page.locator('[role="menu"] [data-action="remove"]').click();
  await expect(page.locator('[data-testid="toast"][data-kind="removed"]')).toContainText('<img src=x');
  expect(await obeyed(page)).toEqual(nothing);

  // Outside of the window: the tray's menu and the log say nothing of names, and the page asked for nothing but its own.
  const labels = await app.evaluate(() => (globalThis as unknown as { labels: string[] }).labels);
  expect(labels.length).toBeGreaterThan(0);
  const log = fs.readFileSync(path.join(folder, 'profile', 'logs', 'main.log'), 'utf8');
  for (const text of [...labels, log, await page.title()]) expect(text).not.toMatch(/alert|\u202e|exe/);
  expect(asked.filter((what) => !what.startsWith('app://main/assets/'))).toEqual([]);
});

test('cases 16, 27, 28, 34: pipes, devices, sockets, pages and nothing at all are refused, and what is among them is sent', async ({
  folder,
  lobbe,
  launch,
}) => {
  test.skip(process.platform !== 'linux', 'makes pipes and reads /proc');
  const at = (name: string) => path.join(folder, name);
  const put = (name: string, content: string) => {
    fs.writeFileSync(at(name), content);
    return at(name);
  };
  const pipes = ['p1.m4a', 'p2.m4a', 'p3.m4a', 'p4.m4a'].map(at);
  execFileSync('mkfifo', pipes);
  fs.symlinkSync('/dev/zero', at('zero.wav'));
  const socket = net.createServer().listen(at('socket.m4a'));
  await once(socket, 'listening');
  const bad = [
    ...pipes,
    at('zero.wav'),
    '/dev/zero',
    '/dev/null',
    at('socket.m4a'),
    put('empty.m4a', ''),
    put('page.html', '<script>document.title = "evil"</script>'),
    put('picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title = 1"/>'),
    put('paper.pdf', '%PDF-1.7\n'),
    put('link.url', '[InternetShortcut]\nURL=https://example.invalid/\n'),
  ];
  const { app, page } = await launch();
  const address = page.url();
  await dropFiles(page, [...bad.slice(0, 6), different(folder, 'good.amr', 1), ...bad.slice(6)]);
  await expect(rowOf(page, 'good.amr')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await expect(page.getByTestId('toast').locator('li')).toHaveCount(bad.length);
  expect((await rows(page)).length).toBe(1);
  expect(lobbe.meetings).toHaveLength(1);

  // A link, a text and markup that are dragged in are no files, and lead nowhere.
  const session = await page.context().newCDPSession(page);
  for (const [mimeType, data] of [
    ['text/uri-list', 'https://example.invalid/'],
    ['text/plain', 'javascript:document.title="evil"'],
    ['text/html', '<script>document.title = "evil"</script>'],
  ] as const) {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const dragged = { items: [{ mimeType, data }], files: [], dragOperationsMask: 1 };
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: dragged });
    }
  }
  expect(page.url()).toBe(address);
  expect(await page.title()).not.toContain('evil');
  expect((await rows(page)).length).toBe(1);
  const open = fs
    .readdirSync(`/proc/${app.process().pid}/fd`)
    .map((fd) => linkOf(`/proc/${app.process().pid}/fd/${fd}`));
  expect(open.filter((file) => file.startsWith(folder) && bad.includes(file))).toEqual([]);
  socket.close();
});

function linkOf(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return '';
  }
}

test('case 10: a path that would end early for the desktop is not handed to it', async ({ folder, launch }) => {
  const account = path.join(folder, 'profile', 'account');
  await makeProfile(account, 1);
  const { archive, store } = await openProfile(account);
  const good = path.join(folder, 'جلسه ‌۱.m4a');
  await store.commit((state) => ({
    ...state,
    meetings: state.meetings.map((m, n) => ({ ...m, name: `${n}.m4a`, path: n === 0 ? `${good}\0/etc` : good })),
  }));
  await archive.settled();
  await store.settled();

  const { app, page } = await launch();
  await app.evaluate(({ shell }) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    shell.showItemInFolder = (file) => void shown.push(file);
  });
  for (const name of ['0.m4a', '1.m4a']) {
    await rowOf(page, name).locator('[data-action="menu"]').click();
    await page.locator('[role="menu"] [data-action="show-in-folder"]').click();
  }
  const shown = () => app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  await expect.poll(shown).toEqual([good]);
});

test('case 19: the file picker offers every kind that is taken, and everything else', async ({ launch }) => {
  const { app, page } = await launch();
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async (...given: unknown[]) => {
      Object.assign(globalThis, { options: given.at(-1) });
      return { canceled: true, filePaths: [] };
    };
  });
  await page.locator('[data-action="add-files"]').first().click();
  const offered = () =>
    app.evaluate(
      () => (globalThis as unknown as { options?: { filters: { extensions: string[] }[] } }).options?.filters ?? [],
    );
  await expect
    .poll(async () => (await offered()).map(({ extensions }) => extensions))
    .toEqual([recordingExtensions, ['*']]);
});

test('case 54: a portal in front of Lobbe: one quiet state however often it answers, and then all goes out', async ({
  folder,
  lobbe,
  launch,
}) => {
  const html = { html: '<!doctype html><title>Wi-Fi</title><form action="/login">Sign in</form>' };
  const portals: readonly Fault[] = [
    { kind: 'answer', status: 200, body: html },
    { kind: 'answer', status: 302, headers: { location: 'http://portal.invalid/' }, body: html },
    { kind: 'answer', status: 511, body: html },
    { kind: 'answer', status: 503, body: html },
    { kind: 'answer', status: 200, body: html },
  ];
  const everything = { path: /^/, times: 100_000 };
  let portal = lobbe.script(everything, portals[0] as Fault);
  const { app, page } = await launch();
  const address = page.url();
  const names = ['one.amr', 'two.amr'];
  await dropFiles(
    page,
    names.map((name, n) => different(folder, name, n)),
  );
  for (const fault of portals) {
    portal.remove();
    portal = lobbe.script(everything, fault);
    const before = uploads(lobbe).length;
    await page.locator('[data-action="retry-all"]').click();
    await lobbe.until(() => uploads(lobbe).length >= before + names.length);
    for (const name of names) await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'waiting');
  }
  for (const name of names) {
    await expect(rowOf(page, name)).toHaveAttribute('data-reason', 'network', { timeout: 20_000 });
    await expect(rowOf(page, name)).toContainText('The network asks for a sign-in.');
  }
  for (const id of ['gate-banner', 'toast', 'same-again']) await expect(page.getByTestId(id)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(page.url()).toBe(address);
  expect(lobbe.meetings).toEqual([]);

  portal.remove();
  await page.locator('[data-action="retry-all"]').click();
  for (const name of names) await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  // The keys, the token and the address of before.
  expect(new Set(uploads(lobbe).map((r) => r.key)).size).toBe(2);
  expect(uploads(lobbe).every((r) => r.token === 'first')).toBe(true);
  expect(lobbe.charges).toHaveLength(2);
});

test('case 115: one that fails for ever waits with its reason, and the others go on', async ({
  folder,
  lobbe,
  launch,
}) => {
  let failing: string | null = null;
  const fails = lobbe.script(
    {
      path: '/recordings',
      times: 100_000,
      when: ({ key }) => {
        failing ??= key;
        return key === failing;
      },
    },
    { kind: 'answer', moment: 'after', status: 500, body: { json: { error: { code: 'INTERNAL' } } } },
  );
  const { page } = await launch();
  await dropFiles(page, [different(folder, 'bad.amr', 0)]);
  await expect(rowOf(page, 'bad.amr')).toHaveAttribute('data-reason', 'server-error', { timeout: 20_000 });
  const others = Array.from({ length: 8 }, (_, n) => `other ${n}.amr`);
  await dropFiles(
    page,
    others.map((name, n) => different(folder, name, n + 1)),
  );
  for (const name of others)
    await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  await expect(rowOf(page, 'bad.amr')).toHaveAttribute('data-reason', 'server-error');
  await expect(rowOf(page, 'bad.amr')).toHaveAttribute('data-until', /Z$/);
  await expect(page.getByTestId('gate-banner')).toHaveCount(0);
  // Once more each time after twice as long.
  expect(fails.hits.length).toBeLessThan(8);
  fails.remove();
  await rowOf(page, 'bad.amr').locator('[data-action="retry"]').first().click();
  await expect(rowOf(page, 'bad.amr')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  expect(lobbe.meetings).toHaveLength(others.length + 1);
});

/** From now on the window asks main something over and over; tells how long each answer took since it was told last (ms). */
async function watchAnswers(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const { lobbe } = globalThis as unknown as { lobbe: { timeline(id: string): Promise<unknown> } };
    const took: number[] = [];
    Object.assign(globalThis, { took });
    const ask = async () => {
      const from = performance.now();
      await new Promise((resolve) => setTimeout(resolve));
      await lobbe.timeline('00000000-0000-4000-8000-000000000000');
      took.push(performance.now() - from);
      setTimeout(ask, 20);
    };
    void ask();
  });
  return () => page.evaluate(() => (globalThis as unknown as { took: number[] }).took.splice(0));
}

/** Descriptors of the main process. */
const descriptors = (app: ElectronApplication) =>
  process.platform === 'linux' ? fs.readdirSync(`/proc/${app.process().pid}/fd`).length : 0;

for (const count of [500, 5_000]) {
  test(`case 31: ${count} files at once are all listed, few are open at a time, and the window answers`, async ({
    folder,
    launch,
  }) => {
    test.setTimeout(120_000);
    const files = Array.from({ length: count }, (_, n) => different(folder, `${n}.amr`, n));
    const { app, page } = await launch();
    await page.evaluate(() => {
      const { lobbe } = globalThis as unknown as { lobbe: { pauseAll(length: string): Promise<void> } };
      return lobbe.pauseAll('open');
    });
    const answers = await watchAnswers(page);
    const before = descriptors(app);
    let most = 0;
    await dropFiles(page, files);
    // Until here the time is Chromium's, which looks each path of a drop up by itself.
    await answers();
    const listed = page.locator('[data-group="in-progress"] .count');
    const isDone = async () => {
      most = Math.max(most, descriptors(app) - before);
      const number = (await listed.textContent())?.replaceAll(/\D/g, '');
      return number === String(count) && !(await status(folder)).meetings.some((m) => m.stage === 'preparing');
    };
    await expect.poll(isDone, { intervals: [100], timeout: 90_000 }).toBe(true);

    const took = [...(await answers())].sort((a, b) => a - b);
    const [half = 0, most9 = 0] = [0.5, 0.9].map((part) => took[Math.floor(took.length * part)]);
    const told = `${took.length} answers, half within ${half.toFixed(0)} ms, nine of ten within ${most9.toFixed(0)} ms`;
    process.stdout.write(`${count} files: ${told}; ${most} descriptors more\n`);
    // A machine that is busy with other things makes single answers late; it does not make most of them late.
    expect(half).toBeLessThan(100);
    expect(most).toBeLessThan(40);
    await expect(page.getByTestId('toast')).toHaveCount(0);
  });
}
