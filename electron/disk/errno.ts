import { constants } from 'node:os';
import type { FileWait } from '../contract/stage';
import type { FileTrouble } from '../domain/outcome';

/**
 * What an operating system's error says about a file.
 * `gone`: not there, or its disk or share is not. `forbidden`: there, but not for us. `later`: busy now, fine another time.
 * `broken`: anything else.
 */
export type ErrnoClass = 'gone' | 'forbidden' | 'later' | 'broken';

const classes: Readonly<Record<string, ErrnoClass>> = {
  ENOENT: 'gone',
  ENOTDIR: 'gone',
  ENODEV: 'gone',
  ENXIO: 'gone',
  ELOOP: 'gone',
  ENAMETOOLONG: 'gone',
  // A share that went away answers with whatever its transport felt like; all of it comes back with the share.
  ESTALE: 'gone',
  ENOTCONN: 'gone',
  EHOSTDOWN: 'gone',
  EHOSTUNREACH: 'gone',
  ENETDOWN: 'gone',
  ENETUNREACH: 'gone',
  ECONNABORTED: 'gone',
  ECONNREFUSED: 'gone',
  ECONNRESET: 'gone',
  EPIPE: 'gone',
  ETIMEDOUT: 'gone',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  // Windows: a recorder holds the file for itself.
  EBUSY: 'later',
  ETXTBSY: 'later',
  EAGAIN: 'later',
  // macOS: a file that iCloud moved out, and the process may not bring it back by itself.
  EDEADLK: 'later',
  CLOUD_AWAY: 'later',
  // Too much open at once is our trouble or the computer's, never the file's.
  EMFILE: 'later',
  ENFILE: 'later',
  ENOMEM: 'later',
};

/** Sorts an error code; codes that nobody thought of count as `broken`. */
export function classifyErrno(code: string): ErrnoClass {
  return classes[code] ?? 'broken';
}

/** What a file waits for, by an error code that is `later`. */
export function waitOf(code: string): FileWait {
  switch (code) {
    case 'CLOUD_AWAY':
    case 'EDEADLK':
      return 'in-cloud';
    case 'EBUSY':
    case 'ETXTBSY':
    case 'EAGAIN':
      return 'in-use';
    default:
      return 'no-answer';
  }
}

/** What an error code means for a recording that is to be sent. */
export function troubleOf(code: string): FileTrouble {
  switch (classifyErrno(code)) {
    case 'gone':
      return 'file-missing';
    case 'later':
      return 'file-busy';
    case 'forbidden':
    case 'broken':
      return 'file-unreadable';
  }
}

/**
 * The code of an error about the bytes of a file that is there. Windows has two for a file whose cloud keeps the bytes while the
 * program that would bring them (OneDrive) is not running: EINVAL, or a number that libuv has no name for (case 25).
 */
export function codeOfBytes(error: unknown): string {
  const code = codeOf(error);
  return code === 'EINVAL' || code === 'UNKNOWN' ? 'CLOUD_AWAY' : code;
}

/** The code of a thrown value: `ENOENT`, …; `UNKNOWN` where there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined) return 'UNKNOWN';
  // libuv has no name for some numbers, ESTALE among them, and then makes "Unknown system error -116" the code.
  if (code.startsWith('Unknown system error') && errno !== undefined) {
    const named = Object.entries(constants.errno).find(([, number]) => number === -errno);
    return named?.[0] ?? `ERRNO${errno}`;
  }
  return code;
}
