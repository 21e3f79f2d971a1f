import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readState } from '../../electron/store/state-store';
import { add, folder, numbers, openIn, seeded } from './builders';
import { bundle } from './bundle';

/** Runs the writer on `directory` until it acknowledged some commits, kills it, and returns the last acknowledged revision. */
async function killAfter(script: string, directory: string, acknowledgements: number, turns: number): Promise<number> {
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let said = '';
  let killed = false;
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    said += text;
    if (killed || said.split('\n').length <= acknowledgements) return;
    killed = true;
    // A few turns of our loop later, so that it is hit at any step of a commit and not always at the same.
    const later = (left: number): void => void (left > 0 ? setImmediate(later, left - 1) : child.kill('SIGKILL'));
    later(turns);
  });
  const [, signal] = await exit;
  if (!child.stdout.readableEnded) await once(child.stdout, 'close');
  expect(signal).toBe('SIGKILL');
  return Number(said.trimEnd().split('\n').at(-1));
}

/** Kills and reopens one store again and again. Returns how many half-written files the kills left. */
async function killAndReopen(script: string, seed: number, times: number): Promise<number> {
  const directory = folder();
  const random = seeded(seed);
  let leftovers = 0;
  for (let n = 0; n < times; n += 1) {
    const acknowledgements = 1 + Math.floor(random() * 8);
    const acknowledged = await killAfter(script, directory, acknowledgements, Math.floor(random() * 200));
    leftovers += readdirSync(directory).filter((name) => name.includes('.next-')).length;

    const seen = readState(directory);
    const store = await openIn(directory);
    expect(store.notices()).toEqual([]);
    expect(store.revision()).toBeGreaterThanOrEqual(acknowledged);
    // One write at most was under way.
    expect(store.revision()).toBeLessThanOrEqual(acknowledged + 1);
    expect(numbers(store.state())?.at(-1)).toBe(store.revision());
    expect(seen).toEqual(store.state());
    expect(readdirSync(directory).filter((name) => !/^(state-[ab]|installed)\.json$/.test(name))).toEqual([]);
  }
  return leftovers;
}

describe('case 87: kill -9 in a write loop', () => {
  test('22 times: the store is readable, what was acknowledged is there, leftovers are swept', {
    timeout: 90_000,
  }, async () => {
    const script = await bundle(path.join(import.meta.dirname, 'child-writer.ts'), folder());
    // Two stores at a time: most of it is waiting for processes to start.
    const leftovers = await Promise.all([killAndReopen(script, 87, 11), killAndReopen(script, 9, 11)]);
    // Otherwise no kill ever hit a write, and this test shows nothing.
    expect(Math.max(...leftovers)).toBeGreaterThan(0);
  });

  test('what electron-store itself leaves when killed is swept too, and nothing else', async () => {
    const directory = folder();
    await (await openIn(directory)).commit(add(1));
    for (const name of [
      'state-a.json.tmp-1234567890abcdef',
      'state-b.json.next-4711.tmp',
      'credentials.json.next-4711.tmp',
      'notes.txt',
      'recording.tmp',
    ]) {
      writeFileSync(path.join(directory, name), 'half');
    }
    await openIn(directory);
    expect(readdirSync(directory).sort()).toEqual(['installed.json', 'notes.txt', 'recording.tmp', 'state-a.json']);
  });
});
