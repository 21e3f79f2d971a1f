import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { expect, test } from 'vitest';
import { MultipartError } from '../../electron/sandbox/content-disposition';
import { AudioFormParser, type AudioHead, boundaryOf } from '../../electron/sandbox/multipart';
import { DEFAULT_TOKEN } from '../../electron/sandbox/options';
import { BOUNDARY, FORM, form, formHead, open } from './client';

/** Parses a body that comes in the given pieces. */
function parse(pieces: Iterable<Buffer>, boundary = BOUNDARY): { head: AudioHead | undefined; content: string } {
  const heads: AudioHead[] = [];
  const chunks: Buffer[] = [];
  const parser = new AudioFormParser(boundary, {
    onHead: (head) => heads.push(head),
    onData: (bytes) => chunks.push(Buffer.from(bytes)),
  });
  for (const piece of pieces) parser.write(piece);
  parser.end();
  expect(heads).toHaveLength(1);
  return { head: heads[0], content: Buffer.concat(chunks).toString('latin1') };
}

function* pieces(body: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

/** Everything that looks like the start of a boundary, and is not one. */
const TRICKY = [
  '\r\n',
  '\r',
  '\n',
  '--',
  `--${BOUNDARY}--`,
  `\r\n--${BOUNDARY.slice(0, -1)}`,
  `\r\r\n--${BOUNDARY.slice(0, -1)}\r\n`,
  `\r\n-${BOUNDARY}`,
  `\n--${BOUNDARY}`,
  '\r\n\r\n',
].join('~');

test('a body cut at any one place reads the same', () => {
  const body = form(Buffer.from(TRICKY));
  for (let cut = 0; cut <= body.length; cut += 1) {
    expect(parse([body.subarray(0, cut), body.subarray(cut)]).content).toBe(TRICKY);
  }
});

test.each([1, 2, 3, 5, 7, 16, 64, 1000])('a body in pieces of %i bytes reads the same', (size) => {
  const { head, content } = parse(pieces(form(Buffer.from(TRICKY)), size));
  expect(content).toBe(TRICKY);
  expect(head).toMatchObject({ fileName: 'meeting.m4a', contentType: 'audio/mp4' });
});

test('a boundary whose start repeats itself is found after a false start', () => {
  const boundary = '-----aa';
  const content = '\r\n-----\r\n------aaa\r\n------a';
  const head = formHead().replace(BOUNDARY, boundary);
  const body = Buffer.from(`${head}${content}\r\n--${boundary}--\r\n`);
  for (const size of [1, 2, 3, 4, 5]) expect(parse(pieces(body, size), boundary).content).toBe(content);
});

test('content may be empty, and the last line break may be missing', () => {
  expect(parse([form('')]).content).toBe('');
  expect(parse([form('x').subarray(0, -2)]).content).toBe('x');
});

test.each([
  ['a%22%0D%0AContent-Type: x%0D%0A%0D%0Az.m4a', 'a"\r\nContent-Type: x\r\n\r\nz.m4a'],
  ['100%25 %41.m4a', '100%25 %41.m4a'],
  ['会議🎙️.m4a', '会議🎙️.m4a'],
  ['x\u202ea4m.exe', 'x\u202ea4m.exe'],
  [' .m4a ', ' .m4a '],
  ["a\\b;c='d'.m4a", "a\\b;c='d'.m4a"],
])('the name %j on the wire is %j', (wire, name) => {
  expect(parse([form('x', wire)]).head).toMatchObject({ fileName: name, fileNameOnWire: wire });
});

const head = (lines: string[]) => `--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`;
const DISPOSITION = 'Content-Disposition: form-data; name="audio"; filename="a.m4a"';
const TYPE = 'Content-Type: audio/mp4';

test('header names have no case, and their order does not matter', () => {
  expect(parse([Buffer.from(head([TYPE.toLowerCase(), DISPOSITION.replace('Content-D', 'content-d')]))]).content).toBe(
    'x',
  );
});

test.each([
  ['nothing', ''],
  ['an opening without its line break', `--${BOUNDARY}`],
  ['a preamble', `hello\r\n${form()}`],
  ['another boundary', String(form()).replace(BOUNDARY, 'other')],
  ['no closing boundary', String(form()).slice(0, -BOUNDARY.length - 8)],
  ['a closing boundary that is cut', String(form()).slice(0, -3)],
  ['an epilogue', `${form()}more`],
  ['two line breaks at the end', `${form()}\r\n`],
  ['a second audio', `${String(form()).slice(0, -4)}\r\n${String(form()).slice(BOUNDARY.length + 4)}`],
  ['the boundary in the content', String(form(`a\r\n--${BOUNDARY}b`))],
  ['a space after the boundary', String(form()).replace(`${BOUNDARY}\r\n`, `${BOUNDARY} \r\n`)],
  ['no headers', `--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`],
  ['endless headers', `--${BOUNDARY}\r\nX: ${'x'.repeat(20_000)}`],
  ['bare line feeds', String(form()).replaceAll('\r\n', '\n')],
  ['no Content-Disposition', head([TYPE])],
  ['no Content-Type', head([DISPOSITION])],
  ['an empty Content-Type', head([DISPOSITION, 'Content-Type: '])],
  ['a broken Content-Type', head([DISPOSITION, 'Content-Type: audio mp4'])],
  ['two Content-Types', head([DISPOSITION, TYPE, TYPE])],
  ['a lone line feed in a header', head([DISPOSITION, `${TYPE}\nX: y`])],
  ['a lone carriage return in a header', head([`${DISPOSITION}\rX: y`, TYPE])],
  ['a header without a colon', head([DISPOSITION, TYPE, 'hello'])],
  ['an attachment', head([DISPOSITION.replace('form-data', 'attachment'), TYPE])],
  ['another field', head([DISPOSITION.replace('"audio"', '"file"'), TYPE])],
  ['no name', head([DISPOSITION.replace('name="audio"; ', ''), TYPE])],
  ['no file name', head([DISPOSITION.replace('; filename="a.m4a"', ''), TYPE])],
  ['an empty file name', head([DISPOSITION.replace('a.m4a', ''), TYPE])],
  ['a quote in the file name', head([DISPOSITION.replace('a.m4a', 'a".m4a'), TYPE])],
  ['a backslash escape', head([DISPOSITION.replace('a.m4a', 'a\\".m4a'), TYPE])],
  ['a name without quotes', head([DISPOSITION.replace('"audio"', 'audio'), TYPE])],
  ['two file names', head([`${DISPOSITION}; filename="b.m4a"`, TYPE])],
  ['filename*', head([`${DISPOSITION}; filename*="UTF-8''b.m4a"`, TYPE])],
])('refuses %s', (_, body) => {
  for (const size of [13, 10_000_000]) expect(() => parse(pieces(Buffer.from(body), size))).toThrow(MultipartError);
});

test('refuses a file name that is not UTF-8', () => {
  const body = Buffer.from(String(form()).replace('meeting', 'm\xe9eting'), 'latin1');
  expect(() => parse([body])).toThrow('UTF-8');
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data;boundary="a b c"', 'a b c'],
])('the boundary of %j is %j', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});

test.each([
  [undefined],
  ['application/json'],
  ['multipart/form-data'],
  ['multipart/form-data; boundary='],
  ['multipart/form-data; boundary="a "'],
  ['multipart/form-data; boundary=a;b'],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`],
  ['multipart/mixed; boundary=abc'],
])('refuses the content type %j', (type) => {
  expect(() => boundaryOf(type)).toThrow(MultipartError);
});

// A second or two by itself; the limit is for machines that have other things to do.
test('200 MB go through with flat memory, and with the right digest', { timeout: 30_000 }, async () => {
  const sandbox = await open({ minutesOf: () => 1 });
  const block = Buffer.alloc(1024 * 1024, 'sound\r\n--');
  const blocks = 200;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const measure = () => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  };
  const request = http.request(`${sandbox.url}/recordings`, {
    method: 'POST',
    agent: false,
    headers: {
      ...FORM,
      authorization: `Bearer ${DEFAULT_TOKEN}`,
      'content-length': formHead().length + blocks * block.length + end.length,
    },
  });
  const answered = once(request, 'response');
  const hash = createHash('sha256');
  request.write(formHead());
  for (let i = 0; i < blocks; i += 1) {
    hash.update(block);
    if (!request.write(block)) await once(request, 'drain');
    measure();
  }
  request.end(end);
  const [response] = (await answered) as [http.IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(202);
  expect(sandbox.meetings[0]).toMatchObject({ size: blocks * block.length, sha256: hash.digest('hex') });
  expect(peak).toBeLessThan(64 * 1024 * 1024);
});
