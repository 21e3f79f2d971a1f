// The log that support asks for. Facts of the app, never content, never a secret: whatever looks like one is struck out.

import fs from 'node:fs';
import path from 'node:path';
import { withMarks } from './steering';

export interface Log {
  /** Each message is a line; those of one moment are written in one go. */
  info(...messages: readonly string[]): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
  /** From now on `secret` never reaches the log. One of a few characters would be told by its gaps, and the log unreadable. */
  hide(secret: string): void;
}

/** The log, and what is in its file. */
export interface LogFile extends Log {
  /** A text with every secret that was hidden struck out. */
  withoutSecrets(text: string): string;
  /** The last so many lines, the oldest first; those of the file before it too. */
  recent(lines: number): string;
}

/** Two files of this size are weeks of a quiet app, and still attach to a mail. */
const MAX_BYTES = 1_000_000;

/** More than any stack of calls; an error may quote a whole page of somebody's server. */
const LONGEST_MESSAGE = 10_000;

const SHORTEST_HIDDEN = 4;

/** Logs to `main.log` in `directory` (and to stderr when `echo`). Trouble with the log itself is never in the way of the app. */
export function createLog(directory: string, echo: boolean): LogFile {
  const file = path.join(directory, 'main.log');
  const secrets = new Set<string>();

  function withoutSecrets(text: string): string {
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, '[secret]');
    return shown;
  }

  function read(name: string): string {
    try {
      return fs.readFileSync(name, 'utf8');
    } catch {
      return '';
    }
  }

  function write(level: string, messages: readonly string[]): void {
    if (messages.length === 0) return;
    const head = `${new Date().toISOString()} ${level} `;
    // Struck out as it was given: what is made harmless may not be found any more.
    const text = messages.map((message) => `${head}${harmless(cut(withoutSecrets(message)))}\n`).join('');
    if (echo) process.stderr.write(text);
    try {
      fs.mkdirSync(directory, { recursive: true });
      if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) fs.renameSync(file, `${file}.old`);
      fs.appendFileSync(file, text);
    } catch {
      // A full disk has its banner in the window; the log stays quiet about it.
    }
  }

  return {
    info: (...messages) => write('info', messages),
    warn: (message) => write('warn', [message]),
    error: (message, cause) => write('error', [cause === undefined ? message : `${message}: ${textOf(cause)}`]),
    hide(secret) {
      if (secret.length >= SHORTEST_HIDDEN) secrets.add(secret);
    },
    withoutSecrets,
    recent: (lines) =>
      // What became a secret later is one in old lines too.
      withoutSecrets(read(`${file}.old`) + read(file))
        .split('\n')
        .slice(-lines - 1)
        .join('\n'),
  };
}

function cut(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/**
 * Case 2: an error may quote anything, a file's name too. It must not turn a line around, start one of its own, or talk to the terminal
 * in which somebody reads the log.
 */
function harmless(message: string): string {
  const lines = message.split('\n').map((line) => withMarks(line, (hex) => `\\u${hex}`));
  return lines.join('\n  ');
}
