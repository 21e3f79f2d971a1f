import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nextArguments, startAfter } from '../../electron/shell/restart';

test('an installed app keeps its switches, and leaves its files behind: they are in the queue', () => {
  const argv = ['/opt/app', '--user-data-dir=/p', '--hidden', '/a/b.m4a', '--', '--odd name.m4a'];
  expect(nextArguments(argv, null, false)).toEqual(['--user-data-dir=/p', '--account']);
});

test('into the sandbox and out of it again', () => {
  expect(nextArguments(['/opt/app', '--account'], null, true)).toEqual(['--sandbox']);
  expect(nextArguments(['/opt/app', '--sandbox'], null, false)).toEqual(['--account']);
});

test('a checkout is named again, wherever it was among the arguments; Node’s own switches are not', () => {
  const argv = ['electron', '-r', '/tools/loader.js', '--proxy-server=x', '/checkout', '--user-data-dir=/p'];
  expect(nextArguments(argv, '/checkout', false)).toEqual([
    '/checkout',
    '--proxy-server=x',
    '--user-data-dir=/p',
    '--account',
  ]);
});

test.skipIf(process.platform === 'win32')(
  'case 102: the next one starts when this one is gone, not before',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-restart-'));
    const told = path.join(folder, "it's told");
    const program = path.join(folder, 'the next one.sh');
    const lines = [
      '#!/bin/sh',
      'kill -0 "$2" 2>/dev/null && found=running || found=gone',
      'printf "%s %s" "$found" "$3" > "$1.new" && mv "$1.new" "$1"',
    ];
    fs.writeFileSync(program, lines.join('\n'), { mode: 0o755 });
    const changes = fs.promises.watch(folder);
    const running = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(running, 'spawn');
    const pid = running.pid ?? 0;
    startAfter(pid, program, [told, String(pid), '--user-data-dir=/a b/$HOME']);
    running.stdin.end();
    await once(running, 'exit');
    for await (const _ of changes) if (fs.existsSync(told)) break;
    expect(fs.readFileSync(told, 'utf8')).toBe('gone --user-data-dir=/a b/$HOME');
    fs.rmSync(folder, { recursive: true });
  },
);
