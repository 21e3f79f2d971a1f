import type { Readers } from './readers';
import { openRecording } from './recording';

const chunkBytes = 1024 * 1024;

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
    const chunk = new Uint8Array(Math.min(chunkBytes, recording.size));
    for (let position = 0; position < recording.size; ) {
      const got = signal.aborted ? 0 : await recording.read(chunk, position);
      if (got === 0) return null;
      position += got;
    }
    return (await recording.verify()) === null ? recording.digest() : null;
  } finally {
    await recording.close();
  }
}
