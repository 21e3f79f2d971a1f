// The framing of the one part that an upload has (L2).

import { randomBytes } from 'node:crypto';

export interface MultipartFrame {
  /** Value of the request's Content-Type. */
  readonly contentType: string;
  /** What goes out before the file. */
  readonly head: Buffer;
  /** What goes out after it: only with it is the request complete. */
  readonly foot: Buffer;
  /** Exact Content-Length. Never chunked: some servers and proxies refuse that (case 37). */
  readonly length: number;
}

/**
 * A file name inside `filename="…"`, the way browsers write it: only what would end the value or the line is escaped, so that
 * everything else, `%` too, arrives byte for byte (cases 1 to 3).
 */
export function escapeFileName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * Frames `size` bytes of a recording as the field `audio`.
 * Throws on a content type that could not be a header's value (case 4): types come from our own list, so that is a bug.
 */
export function frameRecording(name: string, contentType: string, size: number): MultipartFrame {
  if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(contentType))
    throw new Error(`not a content type: ${JSON.stringify(contentType)}`);
  // 128 random bits: no recording holds this line by chance, and nobody can make one that does.
  const boundary = `----lobbe-${randomBytes(16).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="audio"; filename="${escapeFileName(name)}"\r\n` +
      `Content-Type: ${contentType}\r\n\r\n`,
    'utf8',
  );
  const foot = Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1');
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head,
    foot,
    length: head.length + size + foot.length,
  };
}
