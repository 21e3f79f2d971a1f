// Names of files that broke real uploaders: each arrives as it is, in one part, and nowhere else.

import { afterEach, expect, test } from 'vitest';
import { frameRecording } from '../../electron/transport/multipart';
import { readMultipart } from '../fakes/multipart-reader';
import { accepted, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody, syntheticBytes } from '../fakes/synthetic-body';
import { clientFor, send } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server?.close());

test.each([
  { what: 'case 1: emoji and CJK', name: '会議🎙️.m4a' },
  { what: 'Persian with a ZWNJ', name: 'جلسه‌ی هفتگی.m4a' },
  { what: 'case 2: a right-to-left override', name: 'x\u202ea4m.exe' },
  { what: 'case 3: quotes, CR, LF', name: 'a"\r\nContent-Type: x\r\n\r\nz.m4a' },
  { what: 'case 3: a lone CR and a lone LF', name: 'a\rb\nc.m4a' },
  {
    what: 'case 3: another field',
    name: 'a.m4a"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="id"\r\n\r\n1',
  },
  { what: 'a semicolon and a second filename', name: 'a"; filename="b.m4a' },
  { what: 'a backslash', name: 'a\\"b\\.m4a' },
  { what: 'per cent, also as an escape', name: '100% %22 %0D%0A.m4a' },
  { what: 'case 6: NFC', name: 'é.m4a'.normalize('NFC') },
  { what: 'case 6: NFD', name: 'é.m4a'.normalize('NFD') },
  { what: 'case 8: spaces and dots at its ends', name: ' .foo .m4a. ' },
  { what: 'case 9: HTML', name: '<img src=x onerror=alert(1)>.m4a' },
  { what: '255 bytes', name: `${'ب'.repeat(125)}.m4a!` },
  { what: 'a tab and other controls', name: 'a\tb\u0007c\u007f.m4a' },
  { what: 'an apostrophe', name: "it's.m4a" },
])('transport 11: $what', async ({ name }) => {
  server = await scriptedServer(async (peer) => {
    await peer.body();
    await peer.say(accepted());
  });
  expect((await send(clientFor(server), syntheticBody(1_000), { name })).kind).toBe('accepted');
  const peer = await server.peer(0);
  const head = await peer.head();
  const parts = readMultipart(head.headers.get('content-type') ?? '', await peer.body());
  const escaped = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  expect(parts).toHaveLength(1);
  expect(parts[0]?.headers).toEqual([
    `Content-Disposition: form-data; name="audio"; filename="${escaped}"`,
    'Content-Type: audio/mp4',
  ]);
  expect(parts[0]?.content.equals(syntheticBytes(1_000))).toBe(true);
  // Headers are no place for names: proxies mangle what is not ASCII.
  expect([...head.headers.keys()].sort()).toEqual([
    'accept',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'idempotency-key',
    'user-agent',
  ]);
});

test.each(['audio/mp4\r\nx-evil: 1', 'audio/mp4; name="x"', 'audio', '', 'audio/', 'Audio/MP4 '])(
  'case 4: the content type %j is a bug of the caller, and nothing is sent',
  (contentType) => {
    expect(() => frameRecording('a.m4a', contentType, 1)).toThrow(/^not a content type/);
  },
);

test('every request has a boundary of its own, and an exact length', () => {
  const one = frameRecording('a.m4a', 'audio/mp4', 5 * 1024 ** 3);
  const other = frameRecording('a.m4a', 'audio/mp4', 5 * 1024 ** 3);
  expect(one.contentType).not.toBe(other.contentType);
  expect(one.length).toBe(5 * 1024 ** 3 + one.head.length + one.foot.length);
});
