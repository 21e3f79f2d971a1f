// Large recordings: every byte counted by another process, and the memory of this one.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { frameRecording } from '../../electron/transport/multipart';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, send } from '../fakes/transport-world';

let counter: ChildProcess;
afterEach(async () => {
  counter.disconnect();
  await once(counter, 'exit');
});

test('transport 1, case 14: 1 GiB arrives byte for byte, and this process grows by less than 64 MB', async () => {
  counter = fork(new URL('../fakes/counting-server.mjs', import.meta.url));
  const [{ port }] = await once(counter, 'message');
  const client = clientFor({ base: `http://127.0.0.1:${port}/api/v1` });
  // What is loaded and compiled once is not what is measured.
  const warm = once(counter, 'message');
  await send(client, syntheticBody(8 * 1024 * 1024));
  await warm;

  const size = 1024 ** 3;
  const before = process.memoryUsage.rss();
  let most = before;
  const counted = once(counter, 'message');
  const outcome = await send(client, syntheticBody(size), {
    onTick: () => {
      most = Math.max(most, process.memoryUsage.rss());
    },
  });
  most = Math.max(most, process.memoryUsage.rss());
  expect(outcome.kind).toBe('accepted');
  const [{ count, announced }] = await counted;
  expect(count).toBe(announced);
  // Head and foot: two lines of the part, its boundary twice.
  expect(announced - size).toBeGreaterThan(150);
  expect(announced - size).toBeLessThan(400);
  expect(most - before).toBeLessThan(64 * 1024 * 1024);
}, 60_000);

test('transport 1, case 14: of 5 GiB exactly their size and the framing arrive', async () => {
  counter = fork(new URL('../fakes/counting-server.mjs', import.meta.url));
  const [{ port }] = await once(counter, 'message');
  const size = 5 * 1024 ** 3;
  const counted = once(counter, 'message');
  const outcome = await send(clientFor({ base: `http://127.0.0.1:${port}/api/v1` }), syntheticBody(size));
  expect(outcome.kind).toBe('accepted');
  const [{ count, announced }] = await counted;
  expect(count).toBe(announced);
  expect(announced).toBe(frameRecording('meeting.m4a', 'audio/mp4', size).length);
}, 120_000);
