import fs from 'node:fs';
import { dropFiles, expect, largeRecording, rowOf, test } from './app';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Resident bytes of a process, as the kernel counts them. */
function residentBytes(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) * 1024;
}

test('a recording of 2 GiB goes through, and the main process grows by less than 64 MiB', async ({
  folder,
  lobbe,
  launch,
}) => {
  test.skip(process.platform !== 'linux', 'reads /proc');
  test.setTimeout(180_000);
  lobbe.setMinutes(1_000_000);
  // The same thing small first, so that what every upload loads and allocates once is not counted as growth.
  const { app, page } = await launch();
  await dropFiles(page, [largeRecording(folder, 'small.wav', 16 * MIB)]);
  await expect(rowOf(page, 'small.wav')).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
  const pid = app.process().pid ?? 0;
  const before = residentBytes(pid);

  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 100);
  try {
    await dropFiles(page, [largeRecording(folder, 'two gigabytes.wav', 2 * GIB)]);
    await expect(rowOf(page, 'two gigabytes.wav')).toHaveAttribute('data-stage', 'ready', { timeout: 150_000 });
  } finally {
    clearInterval(watching);
  }

  const meeting = lobbe.meetings.find((m) => m.fileName === 'two gigabytes.wav');
  expect(meeting?.size).toBe(2 * GIB);
  const growth = (most - before) / MIB;
  test.info().annotations.push({ type: 'growth', description: `${growth.toFixed(1)} MiB` });
  process.stdout.write(
    `main process: ${(before / MIB).toFixed(0)} MiB, grew by ${growth.toFixed(1)} MiB at the most\n`,
  );
  expect(growth).toBeLessThan(64);
});
