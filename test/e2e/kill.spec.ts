// The promise under kill -9: at any moment, one meeting, one key, the same content.

import { dropFiles, ended, expect, largeRecording, recordingAs, rowOf, sha256, spawnHidden, status, test } from './app';

const MIB = 1024 * 1024;

/** A small generator of even numbers, so that a failing run can be made again from its seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('kill -9 at ten random moments of an upload of 64 MiB: one meeting, one key, the same content', async ({
  folder,
  lobbe,
}) => {
  test.setTimeout(240_000);
  const seed = Date.now() % 1_000_000;
  test.info().annotations.push({ type: 'seed', description: String(seed) });
  const random = seeded(seed);
  const size = 64 * MIB;
  const file = largeRecording(folder, 'جلسهٔ بلند.wav', size);
  lobbe.throttleAll(24 * MIB);

  for (let kill = 0; kill < 10; kill += 1) {
    const before = lobbe.requests.length;
    const app = spawnHidden(lobbe, folder, kill === 0 ? [file] : []);
    // A random amount of this attempt's body: the moment is decided by what arrived, not by a clock.
    // Not in the last quarter, so that a slow machine's kill does not come when all of it is there: kill-cycles has those moments.
    const bytes = Math.floor(random() * 0.75 * size);
    const uploads = () => lobbe.requests.slice(before).filter((r) => r.path === '/recordings');
    await lobbe.until(() => uploads().some((r) => r.bytesReceived >= bytes));
    app.kill('SIGKILL');
    await ended(app);
    const stored = await status(folder);
    expect(stored.meetings).toHaveLength(1);
    await lobbe.until(() => uploads().every((r) => r.connectionLost || r.answered !== null));
  }
  lobbe.throttleAll(null);
  const app = spawnHidden(lobbe, folder);
  await lobbe.until(() => lobbe.meetings.length === 1);
  await expect.poll(async () => (await status(folder)).meetings[0]?.stage, { timeout: 20_000 }).toBe('ready');
  app.kill('SIGTERM');
  await ended(app);

  expect(lobbe.meetings).toHaveLength(1);
  expect(lobbe.charges).toHaveLength(1);
  expect(lobbe.meetings[0]).toMatchObject({ sha256: await sha256(file), size, fileName: 'جلسهٔ بلند.wav' });
  expect(new Set(lobbe.requests.filter((r) => r.path === '/recordings').map((r) => r.key)).size).toBe(1);
});

test('case 47: the answer is lost after the meeting was stored: one meeting, one charge', async ({
  folder,
  lobbe,
  launch,
}) => {
  lobbe.script({ method: 'POST', path: '/recordings' }, { kind: 'drop', moment: 'stored', how: 'reset' });
  const { page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'lost answer.m4a')]);
  await expect(rowOf(page, 'lost answer.m4a')).toHaveAttribute('data-stage', 'waiting');
  await expect(rowOf(page, 'lost answer.m4a')).toHaveAttribute('data-reason', 'network');
  await expect(rowOf(page, 'lost answer.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  expect(lobbe.meetings).toHaveLength(1);
  expect(lobbe.charges).toHaveLength(1);
  expect(lobbe.requests.filter((r) => r.path === '/recordings')).toHaveLength(2);
});

test('case 99: quit right after the drop; the recording is there after the restart, and is sent', async ({
  folder,
  lobbe,
  launch,
}) => {
  const { app, page } = await launch();
  await dropFiles(page, [recordingAs(folder, 'quick.m4a')]);
  await rowOf(page, 'quick.m4a').waitFor();
  await app.close();
  const again = await launch();
  await expect(rowOf(again.page, 'quick.m4a')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  expect(lobbe.meetings).toHaveLength(1);
  expect(lobbe.charges).toHaveLength(1);
});
