// The log that support asks for. Facts of the app, never content, never a secret: whatever looks like the token is struck out.

import fs from 'node:fs';
import path from 'node:path';

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
  /** From now on `secret` never reaches the log. */
  hide(secret: string): void;
}

/** Two files of this size are weeks of a quiet app, and still attach to a mail. */
const MAX_BYTES = 1_000_000;

/** Logs to `main.log` in `directory` (and to stderr when `echo`). Trouble with the log itself is never in the way of the app. */
export function createLog(directory: string, echo: boolean): Log {
  const file = path.join(directory, 'main.log');
  const secrets = new Set<string>();

  function write(level: string, message: string): void {
    let line = `${new Date().toISOString()} ${level} ${message}`;
    for (const secret of secrets) line = line.replaceAll(secret, '[token]');
    if (echo) process.stderr.write(`${line}\n`);
    try {
      fs.mkdirSync(directory, { recursive: true });
      if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) fs.renameSync(file, `${file}.old`);
      fs.appendFileSync(file, `${line}\n`);
    } catch {
      // A full disk has its banner in the window; the log stays quiet about it.
    }
  }

  return {
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message, cause) => write('error', cause === undefined ? message : `${message}: ${textOf(cause)}`),
    hide: (secret) => void secrets.add(secret),
  };
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
