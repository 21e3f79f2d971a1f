// How the app starts itself again: what the next start gets of this one's command line, and who starts it.

import { spawn } from 'node:child_process';

/** Said anew each time, or only of the start that they were given to. */
const OF_ONE_START = new Set(['--sandbox', '--account', '--hidden', '--status-json']);

/**
 * The arguments of the next start. `argv` as the process got it. `appPath`: of a run from a checkout, which Electron has to be told
 * again; null if packaged. Files stay behind: they are in the queue.
 */
export function nextArguments(argv: readonly string[], appPath: string | null, sandbox: boolean): string[] {
  const end = argv.indexOf('--');
  // What has one dash is Node's own, and may have a value behind it that would look like a file.
  const switches = argv.slice(1, end < 0 ? undefined : end).filter((arg) => arg.startsWith('--'));
  return [
    ...(appPath === null ? [] : [appPath]),
    ...switches.filter((arg) => !OF_ONE_START.has(arg)),
    sandbox ? '--sandbox' : '--account',
  ];
}

const WAIT_AND_START = 'while kill -0 "$1" 2>/dev/null; do sleep 0.2; done; shift; exec "$@"';

/**
 * Starts `program` when the process `pid` is gone, however it goes. For an end that is not in order, with which Electron's own way does
 * not begin; and for an AppImage: there that waits in a process that runs from the mount, which goes together with the app.
 */
export function startAfter(pid: number, program: string, args: readonly string[]): void {
  const shell = spawn('/bin/sh', ['-c', WAIT_AND_START, 'sh', String(pid), program, ...args], {
    detached: true,
    stdio: 'ignore',
  });
  shell.unref();
}
