// A streaming, strict reader of the one form that `POST /recordings` takes (L2): exactly one part, `audio`, with a file name and
// a content type. Content is handed on as it comes, so memory stays flat however large the recording.

import { MultipartError, type PartHead, parsePartHead } from './content-disposition';

/** The head of the `audio` part, complete. */
export type AudioHead = { readonly [Field in keyof PartHead]: NonNullable<PartHead[Field]> };

/** What the parser tells while it reads. `onData` must be done with the bytes when it returns. */
export interface AudioSink {
  onHead(head: AudioHead): void;
  onData(bytes: Buffer): void;
}

/** Enough for a 255-byte name in which every byte is escaped, several times over; a bound against endless heads. */
export const MAX_HEAD_BYTES = 16 * 1024;

const CRLF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const CLOSE = Buffer.from('--');
const EMPTY = Buffer.alloc(0);

/** The boundary of a `multipart/form-data` content type. Throws a `MultipartError` for anything else. */
export function boundaryOf(contentType: string | undefined): string {
  const match = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]+)"|([^\s;",]+))\s*$/i.exec(contentType ?? '');
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw new MultipartError('the body is not multipart/form-data with a boundary');
  // RFC 2046: 1 to 70 of these, and no space at the end.
  if (!/^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)) {
    throw new MultipartError('a boundary that RFC 2046 does not allow');
  }
  return boundary;
}

/** Most bytes that a body has besides its content: tells early how large a recording is at least. */
export const FRAMING_AT_MOST = MAX_HEAD_BYTES + 2 * (70 + 8);

/** One use per body: `write` every chunk, then `end`. Throws a `MultipartError` at the first byte that is wrong. */
export class AudioFormParser {
  private state: 'opening' | 'head' | 'data' | 'delimiter' | 'epilogue' = 'opening';
  private pending: Buffer = EMPTY;
  private readonly opening: Buffer;
  private readonly delimiter: Buffer;
  private readonly sink: AudioSink;

  constructor(boundary: string, sink: AudioSink) {
    this.opening = Buffer.from(`--${boundary}\r\n`);
    this.delimiter = Buffer.from(`\r\n--${boundary}`);
    this.sink = sink;
  }

  /** Reads one chunk of the body; chunks may be cut anywhere. */
  write(chunk: Buffer): void {
    let rest: Buffer | null = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    this.pending = EMPTY;
    while (rest !== null && rest.length > 0) rest = this.step(rest);
  }

  /** The body is over. Throws if it ended before its closing boundary. */
  end(): void {
    if (this.state !== 'epilogue') throw new MultipartError('the body ends before its closing boundary');
    if (this.pending.length > 0 && !this.pending.equals(CRLF))
      throw new MultipartError('bytes after the closing boundary');
  }

  /** Returns what is left to read, or null if more bytes are needed. */
  private step(bytes: Buffer): Buffer | null {
    switch (this.state) {
      case 'opening':
        return this.readOpening(bytes);
      case 'head':
        return this.readHead(bytes);
      case 'data':
        return this.readData(bytes);
      case 'delimiter':
        return this.readDelimiterEnd(bytes);
      case 'epilogue':
        // RFC 2046 allows any epilogue; form-data has none but the line break that some clients end with.
        if (!CRLF.subarray(0, bytes.length).equals(bytes)) throw new MultipartError('bytes after the closing boundary');
        return this.wait(bytes);
      default:
        throw new Error(this.state satisfies never);
    }
  }

  private readOpening(bytes: Buffer): Buffer | null {
    const length = Math.min(bytes.length, this.opening.length);
    if (!bytes.subarray(0, length).equals(this.opening.subarray(0, length))) {
      throw new MultipartError('the body does not start with its boundary');
    }
    if (length < this.opening.length) return this.wait(bytes);
    this.state = 'head';
    return bytes.subarray(length);
  }

  private readHead(bytes: Buffer): Buffer | null {
    if (bytes.subarray(0, 2).equals(CRLF)) throw new MultipartError('a part without headers');
    const end = bytes.indexOf(HEAD_END);
    if (end > MAX_HEAD_BYTES || (end < 0 && bytes.length > MAX_HEAD_BYTES + HEAD_END.length)) {
      throw new MultipartError('part headers are too long');
    }
    if (end < 0) return this.wait(bytes);
    this.sink.onHead(audioHead(parsePartHead(bytes.subarray(0, end))));
    this.state = 'data';
    return bytes.subarray(end + HEAD_END.length);
  }

  private readData(bytes: Buffer): Buffer | null {
    const found = bytes.indexOf(this.delimiter);
    if (found >= 0) {
      if (found > 0) this.sink.onData(bytes.subarray(0, found));
      this.state = 'delimiter';
      return bytes.subarray(found + this.delimiter.length);
    }
    const kept = this.delimiterStartAtEnd(bytes);
    if (kept < bytes.length) this.sink.onData(bytes.subarray(0, bytes.length - kept));
    return this.wait(bytes.subarray(bytes.length - kept));
  }

  /** How many bytes at the end may be the start of the delimiter; only those are held back for the next chunk. */
  private delimiterStartAtEnd(bytes: Buffer): number {
    for (let length = Math.min(bytes.length, this.delimiter.length - 1); length > 0; length -= 1) {
      if (bytes.subarray(bytes.length - length).equals(this.delimiter.subarray(0, length))) return length;
    }
    return 0;
  }

  private readDelimiterEnd(bytes: Buffer): Buffer | null {
    if (bytes.length < 2) return this.wait(bytes);
    const next = bytes.subarray(0, 2);
    if (next.equals(CRLF)) throw new MultipartError('more than one part');
    if (!next.equals(CLOSE)) throw new MultipartError('the boundary occurs in the content');
    this.state = 'epilogue';
    return bytes.subarray(2);
  }

  private wait(bytes: Buffer): null {
    // A copy: a slice would keep the whole chunk of the socket alive.
    this.pending = Buffer.from(bytes);
    return null;
  }
}

function audioHead(head: PartHead): AudioHead {
  const { name, fileName, fileNameOnWire, contentType } = head;
  if (name !== 'audio') throw new MultipartError('the field is not named audio');
  if (fileName === null || fileNameOnWire === null || fileName === '')
    throw new MultipartError('audio has no file name');
  if (contentType === null) throw new MultipartError('audio has no content type');
  return { name, fileName, fileNameOnWire, contentType };
}
