import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../electron/sandbox/server';
import { call, open, send, sent } from './client';

const KEY = 'dddddddd-4444-4444-8444-444444444444';

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'lobbe-sandbox-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test('meetings, keys, charges, events, cursors, minutes and switches are there after a restart', async () => {
  const stateFile = path.join(await folder(), 'deep', 'lobbe.json');
  const first = await open({ stateFile, minutes: 50, minutesOf: () => 1 });
  expect(first.loaded).toBe('fresh');
  const id = await sent(first, { key: KEY });
  const { nextCursor } = (await call(first, 'GET', '/events')).json;
  first.finish(id);
  first.switchOn('asking', false);
  const state = structuredClone(first.account());
  await first.close();

  const second = await open({ stateFile, minutes: 50 });
  expect(second.loaded).toBe('restored');
  expect(second.account()).toEqual(state);
  expect((await send(second, { key: KEY })).json).toEqual({ id, status: 'READY' });
  const feed = (await call(second, 'GET', `/events?after=${nextCursor}`)).json;
  expect(feed.events).toMatchObject([{ type: 'recording.ready', recordingId: id }]);
  expect(second.charges).toHaveLength(1);
  expect(await readdir(path.dirname(stateFile))).toEqual(['lobbe.json']);
});

test('a paced meeting goes on after a restart', async () => {
  let now = 0;
  const stateFile = path.join(await folder(), 'lobbe.json');
  const pace = { queued: 1000, transcribing: 1000, generating: 1000 };
  const first = await open({ stateFile, pace, now: () => now });
  const id = await sent(first);
  await first.close();
  now = 2500;
  const second = await open({ stateFile, pace, now: () => now });
  expect((await call(second, 'GET', `/recordings/${id}/status`)).json.status).toBe('GENERATING');
});

test('ids stay unique after a restart with the same seed', async () => {
  const stateFile = path.join(await folder(), 'lobbe.json');
  const options = { stateFile, random: () => 0.5 };
  const first = await open(options);
  const ids = [await sent(first), await sent(first)];
  await first.close();
  const second = await open(options);
  ids.push(await sent(second));
  expect(new Set(ids).size).toBe(3);
  expect(new Set(second.events.map((event) => event.id)).size).toBe(3);
});

test.each([
  ['nothing', ''],
  ['NUL bytes', '\0'.repeat(100)],
  ['half a file', '{"version":1,"accounts":{"main":{"meetings":[{"id'],
  ['another format', '{"version":99}'],
  ['something else', '[]'],
  ['an account that is none', '{"version":1,"accounts":{"main":{"meetings":7}}}'],
])('a state file that holds %s is moved aside, and the sandbox starts empty', async (_, text) => {
  const directory = await folder();
  const stateFile = path.join(directory, 'lobbe.json');
  await writeFile(stateFile, text);
  await writeFile(`${stateFile}.tmp`, 'left over');
  const sandbox = await open({ stateFile });
  expect(sandbox.loaded).toBe('damaged');
  expect(sandbox.meetings).toEqual([]);
  expect(await readFile(`${stateFile}.damaged`, 'utf8')).toBe(text);
  expect((await readdir(directory)).sort()).toEqual(['lobbe.json', 'lobbe.json.damaged']);
});

test('a state file of an earlier version gets defaults for what it does not have', async () => {
  const stateFile = path.join(await folder(), 'lobbe.json');
  await writeFile(stateFile, '{"version":1,"accounts":{"main":{"minutes":5,"meetings":[],"events":[]}}}');
  const sandbox = await open({ stateFile, minutesOf: () => 1 });
  expect(sandbox.loaded).toBe('restored');
  await sent(sandbox);
  expect(sandbox.account()).toMatchObject({ minutes: 4, questions: [], features: { sending: true } });
});

// Builds once and starts three processes: the limit is for machines that have other things to do.
test('kill -9 at any moment: what was answered is there, and every key makes one meeting', {
  timeout: 30_000,
}, async () => {
  const directory = await folder();
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: path.resolve('electron/sandbox/server.ts'), outDir: directory, emptyOutDir: false },
  });
  const stateFile = path.join(directory, 'lobbe.json');
  const script = path.join(directory, 'serve.mjs');
  await writeFile(
    script,
    `import { startSandbox } from './server.js';
     const { port } = await startSandbox({ stateFile: ${JSON.stringify(stateFile)}, pace: 'manual', minutes: 10_000 });
     console.log(port);`,
  );
  await writeFile(path.join(directory, 'package.json'), '{"type":"module"}');

  const keys = Array.from({ length: 30 }, () => randomUUID());
  const accepted = new Map<string, string>();
  for (let round = 0; round < 3; round += 1) {
    const { child, sandbox } = await serve(script);
    const killAfter = accepted.size + 4;
    const all = Promise.allSettled(
      keys.map(async (key) => {
        const { status, json } = await send(sandbox, { key });
        if (status !== 202) return;
        expect(json.id).toBe(accepted.get(key) ?? json.id);
        accepted.set(key, json.id);
        if (accepted.size === killAfter) child.kill('SIGKILL');
      }),
    );
    const results = await all;
    child.kill('SIGKILL');
    const broken = results.find((result) => result.status === 'rejected' && result.reason.name === 'AssertionError');
    expect(broken).toBeUndefined();
  }

  const sandbox = await open({ stateFile });
  for (const [key, id] of accepted) expect(sandbox.meeting(id).key).toBe(key);
  for (const key of keys) await sent(sandbox, { key });
  expect(sandbox.meetings).toHaveLength(keys.length);
  expect(sandbox.charges).toHaveLength(keys.length);
});

/** Runs the built sandbox in a process of its own. */
async function serve(script: string): Promise<{ child: ChildProcess; sandbox: Sandbox }> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [port] = await once(createInterface(child.stdout), 'line');
  return { child, sandbox: { url: `http://127.0.0.1:${port}/api/v1` } as Sandbox };
}
