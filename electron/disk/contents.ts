import type { Readers } from './readers';
import { openRecording } from './recording';

/**
 * SHA-256 (hex) of the whole file, if it is the one that is expected and stays so. Null if it is not, if it cannot be read, or after
 * `signal`. Never throws.
 */
export async function wholeOf(
  readers: Readers,
  path: string,
  expected: { readonly size: number; readonly mtimeMs: number },
  signal: AbortSignal,
): Promise<string | null> {
  const opened = await openRecording(readers, path, expected);
  if (opened.kind === 'trouble') return null;
  const { recording } = opened;
  try {
    // Hashed where it is read: nothing of it is looked at here.
    for (let left = recording.size; left > 0; ) {
      const got = signal.aborted ? 0 : (await recording.next()).length;
      if (got === 0) return null;
      left -= got;
    }
    return (await recording.verify()) === null ? recording.digest() : null;
  } finally {
    await recording.close();
  }
}
