// What can keep a commit from the disk, as one code per class of trouble.

/**
 * - `disk-full`: no room. The same commit works again when there is.
 * - `read-only`: this profile cannot be written (rights, a read-only file system, a file that may not be replaced).
 * - `io`: any other trouble with the disk, also a file that does not hold what was just written to it.
 * - `newer-version`: a newer version of the app wrote this store; nothing is written here.
 * - `other-writer`: somebody else wrote to this store while we had it open; nothing more is written.
 * - `invalid-state`: the change made a state that a later start could not read. A bug of the change, not of the disk.
 * - `no-encryption`: the vault was asked to encrypt where the OS offers nothing for it.
 */
export type StoreErrorCode =
  | 'disk-full'
  | 'read-only'
  | 'io'
  | 'newer-version'
  | 'other-writer'
  | 'invalid-state'
  | 'no-encryption';

/** The only error that leaves this room. Its message is for logs, and never holds anything that was being stored. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

/** Whether it is trouble with the disk, which may be over later: anything else that is thrown is a bug. */
export function isDiskTrouble(error: unknown): boolean {
  return error instanceof StoreError && error.code !== 'invalid-state';
}

/** The system's own code of an error (`ENOSPC`), or null. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/**
 * Sorts trouble with the disk. Only the system's code is taken over: the message of a foreign error may quote paths or, from a
 * parser, content.
 */
export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = systemCode(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT': // a full quota looks like a full disk to the person in front of it
      return new StoreError('disk-full', code);
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new StoreError('read-only', code);
    default:
      return new StoreError('io', code ?? (error instanceof Error ? error.name : 'unknown trouble'));
  }
}
