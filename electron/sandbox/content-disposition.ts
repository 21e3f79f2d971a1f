// Strict reading of the header lines of a multipart part: what our own client must never get wrong is refused, not repaired.

/** The body is not the multipart form that was announced (L2). */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
}

/** What a part says about itself. */
export interface PartHead {
  readonly name: string;
  /** With `%22`, `%0D` and `%0A` decoded; null: no `filename` at all. */
  readonly fileName: string | null;
  /** Exactly as it stood between the quotes. */
  readonly fileNameOnWire: string | null;
  readonly contentType: string | null;
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const MEDIA_TYPE = /^[!#$&^_.+\-0-9A-Za-z]+\/[!#$&^_.+\-0-9A-Za-z]+(?:\s*;\s*[!#$&^_.+\-0-9A-Za-z]+=[^\s;"]+)*$/;
/** The HTML standard's form: no backslash escapes, a quote is `%22`; so a bare quote ends the value. */
const PARAMETER = /\s*;\s*([A-Za-z*]+)="([^"]*)"/y;

/** Reads the header block of a part, without the empty line that ends it. */
export function parsePartHead(block: Buffer): PartHead {
  const headers = parseHeaderLines(decodeUtf8(block));
  const disposition = headers.get('content-disposition');
  if (disposition === undefined) throw new MultipartError('a part without Content-Disposition');
  const parameters = parseDisposition(disposition);
  const name = parameters.get('name');
  if (name === undefined) throw new MultipartError('a part without a name');
  const fileNameOnWire = parameters.get('filename') ?? null;
  const contentType = headers.get('content-type') ?? null;
  if (contentType !== null && !MEDIA_TYPE.test(contentType))
    throw new MultipartError('a part with a broken Content-Type');
  return {
    name: decodePercentEscapes(name),
    fileName: fileNameOnWire === null ? null : decodePercentEscapes(fileNameOnWire),
    fileNameOnWire,
    contentType,
  };
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MultipartError('part headers that are not UTF-8');
  }
}

function parseHeaderLines(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    // A lone CR or LF starts a new line for lenient readers: that is how a file name injects a header.
    if (/[\r\n\0]/.test(line)) throw new MultipartError('a line break or NUL within a part header');
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!HEADER_NAME.test(name)) throw new MultipartError('a part header without a name');
    if (headers.has(name)) throw new MultipartError(`two ${name} headers in one part`);
    headers.set(name, line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, ''));
  }
  return headers;
}

function parseDisposition(value: string): Map<string, string> {
  const type = /^form-data/i.exec(value);
  if (type === null) throw new MultipartError('a part that is not form-data');
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = type[0].length;
  while (PARAMETER.lastIndex < value.length) {
    const match = PARAMETER.exec(value);
    if (match === null) throw new MultipartError('a broken Content-Disposition');
    const name = (match[1] ?? '').toLowerCase();
    if (name !== 'name' && name !== 'filename') throw new MultipartError(`${name} does not belong in form-data`);
    if (parameters.has(name)) throw new MultipartError(`two ${name} parameters in one part`);
    parameters.set(name, match[2] ?? '');
  }
  return parameters;
}

/** The three escapes of the HTML standard and no other: a `%` in a file name is an ordinary character. */
function decodePercentEscapes(value: string): string {
  return value.replace(/%(22|0D|0A)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
