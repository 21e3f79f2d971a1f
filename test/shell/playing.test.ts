import { describe, expect, test } from 'vitest';
import type { MeetingId } from '../../electron/contract/ids';
import type { Stretch } from '../../electron/disk/excerpt';
import type { FileTrouble } from '../../electron/domain/outcome';
import { createPlaying } from '../../electron/shell/playing';
import { atLobbe, idOf, meeting, T0 } from '../builders/meetings';
import { noise } from '../disk/place';

const SIZE = 1_000_000;
const content = noise(SIZE);
const file = { size: SIZE, mtimeMs: T0, contentType: 'audio/mp4', durationMs: 60_000, ends: null };
const ready = { stage: 'ready', at: T0, unseen: false } as const;
const records = [
  atLobbe(1, ready, { path: '/recordings/a.m4a', file }),
  atLobbe(2, ready, { path: '/recordings/b.wma', file: { ...file, contentType: 'audio/x-ms-wma' } }),
  atLobbe(3, ready, { path: '/recordings/c.m4a', file: { ...file, contentType: 'text/html' } }),
  meeting(4, { file: null, state: { stage: 'preparing', waits: null, fresh: true } }),
];

function world() {
  const read: (Stretch & { readonly path: string })[] = [];
  const disk: { trouble: FileTrouble | null; readonly hold: Promise<void>[] } = { trouble: null, hold: [] };
  const playing = createPlaying({
    find: async (id) => records.find((record) => record.id === id) ?? null,
    async read(path, _expected, stretch) {
      read.push({ path, ...stretch });
      await disk.hold.shift();
      if (disk.trouble !== null) return { kind: 'trouble', trouble: disk.trouble, code: 'X' };
      const { position, length } = stretch;
      return { kind: 'bytes', bytes: content.slice(position, position + length) as Uint8Array<ArrayBuffer> };
    },
  });
  const ask = (address: string, init: RequestInit = {}) => playing.answer(new Request(address, init));
  const range = (value: string) => ask(`app://recording/${idOf(1)}`, { headers: { range: value } });
  return { playing, read, disk, ask, range };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('ranges', () => {
  test.each<[string, number, number]>([
    ['bytes=0-', 0, SIZE],
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=999999-', SIZE - 1, SIZE],
    ['bytes=300000-999999999', 300_000, SIZE],
    ['bytes=-500', SIZE - 500, SIZE],
    ['bytes=-99999999', 0, SIZE],
  ])('%s', async (value, start, end) => {
    const answer = await world().range(value);
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${SIZE}`);
    expect(answer.headers.get('content-length')).toBe(String(end - start));
    expect((await bytesOf(answer)).equals(content.subarray(start, end))).toBe(true);
  });

  test.each(['bytes=1000000-', 'bytes=1000000-1000001', 'bytes=-0'])('%s is outside', async (value) => {
    const answer = await world().range(value);
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${SIZE}`);
    expect(answer.body).toBeNull();
  });

  test.each(['', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=1e3-'])(
    '%j is none: all of it',
    async (value) => {
      const answer = await world().range(value);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-length')).toBe(String(SIZE));
      expect(answer.headers.get('accept-ranges')).toBe('bytes');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );
});

test('is read in parts, each only when it is wanted', async () => {
  const { ask, read } = world();
  const answer = await ask(`app://recording/${idOf(1)}`);
  // The look whether it is there reads nothing of it.
  expect(read).toEqual([{ path: '/recordings/a.m4a', position: 0, length: 0 }]);
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.read();
  expect(read.slice(1).map(({ position, length }) => [position, length])).toEqual([
    [0, 262_144],
    [262_144, 262_144],
  ]);
});

test('whoever leaves early is not read for, nor is a part that was on its way', async () => {
  const { ask, read, disk } = world();
  const answer = await ask(`app://recording/${idOf(1)}`);
  let goOn = () => {};
  disk.hold.push(
    new Promise((resolve) => {
      goOn = resolve;
    }),
  );
  const reader = answer.body?.getReader();
  const pending = reader?.read();
  await reader?.cancel();
  goOn();
  expect(await pending).toEqual({ done: true, value: undefined });
  expect(read).toHaveLength(2);
});

test('case 23: a file that changes while it is played ends the answer as broken, never as whole', async () => {
  const { ask, disk } = world();
  const answer = await ask(`app://recording/${idOf(1)}`);
  const reader = answer.body?.getReader();
  await reader?.read();
  disk.trouble = 'file-changed';
  await expect(reader?.read()).rejects.toThrow('file-changed');
});

describe('a page gets no other file', () => {
  test.each([
    'app://recording/',
    'app://recording/etc/passwd',
    'app://recording//etc/passwd',
    'app://recording/../main/index.html',
    'app://recording/%2e%2e/%2e%2e/etc/passwd',
    'app://recording/..%2f..%2fetc%2fpasswd',
    `app://recording/${idOf(1)}/../../etc/passwd`,
    `app://recording/${idOf(1)}/`,
    `app://recording/${idOf(1)}?path=/etc/passwd`,
    `app://recording/${idOf(1)}%00`,
    `app://recording/${idOf(1).toUpperCase().replace('1', 'A')}`,
    'app://recording/elsewhere:rec_1',
    'app://recording/file:///etc/passwd',
    `app://other/${idOf(1)}`,
    `app://recording/${idOf(99)}`,
    `app://recording/${idOf(4)}`,
  ])('%s', async (address) => {
    const { ask, read } = world();
    const answer = await ask(address);
    expect(answer.status).toBe(404);
    expect(answer.body).toBeNull();
    expect(read).toEqual([]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('nor by %s', async (method) => {
    const { ask, read } = world();
    expect((await ask(`app://recording/${idOf(1)}`, { method })).status).toBe(405);
    expect(read).toEqual([]);
  });

  test('nor under a type that a page could make something of', async () => {
    const answer = await world().ask(`app://recording/${idOf(3)}`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test.each<[FileTrouble | null, MeetingId, object]>([
  [null, idOf(1), { kind: 'playable', address: `app://recording/${idOf(1)}` }],
  [null, idOf(2), { kind: 'other-kind' }],
  [null, idOf(4), { kind: 'gone' }],
  [null, idOf(99), { kind: 'gone' }],
  ['file-missing', idOf(1), { kind: 'gone' }],
  ['file-changed', idOf(1), { kind: 'changed' }],
])('%s: %s is %o', async (trouble, id, expected) => {
  const { playing, disk, ask } = world();
  disk.trouble = trouble;
  expect(await playing.localFile(id)).toEqual(expected);
  if (!('address' in expected)) expect((await ask(`app://recording/${id}`)).status).toBe(404);
});
