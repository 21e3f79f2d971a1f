// A strict reader of multipart bodies: it takes nothing that a lenient server would guess.

export interface Part {
  /** Each header line as it came, in UTF-8. */
  readonly headers: readonly string[];
  readonly content: Buffer;
}

/** The parts of `body`; throws on anything before, between or after them that does not belong there. */
export function readMultipart(contentType: string, body: Buffer): Part[] {
  const boundary = /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`no boundary in ${contentType}`);
  const parts: Part[] = [];
  let rest = body;
  const take = (text: string) => {
    const bytes = Buffer.from(text, 'latin1');
    if (!rest.subarray(0, bytes.length).equals(bytes)) throw new Error(`expected ${JSON.stringify(text)}`);
    rest = rest.subarray(bytes.length);
  };
  take(`--${boundary}`);
  while (!rest.equals(Buffer.from('--\r\n'))) {
    take('\r\n');
    const blank = rest.indexOf('\r\n\r\n');
    const next = rest.indexOf(`\r\n--${boundary}`, blank + 4);
    if (blank < 0 || next < 0) throw new Error('a part without its end');
    parts.push({
      headers: rest.subarray(0, blank).toString('utf8').split('\r\n'),
      content: rest.subarray(blank + 4, next),
    });
    rest = rest.subarray(next);
    take(`\r\n--${boundary}`);
  }
  return parts;
}
