import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { copyFile, rm, stat, utimes } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { wholeOf } from '../../electron/disk/contents';
import { endsOf } from '../../electron/disk/ends';
import { inspect } from '../../electron/disk/intake';
import { fixture, longAgo, noise, now, patient, place, startReaders } from './place';

const files = await place();
const readers = startReaders();
const KIB = 1024;

const ends = (bytes: Uint8Array, size = bytes.length) =>
  endsOf((into, offset, length, position) => {
    const part = bytes.subarray(position, position + length);
    into.set(part, offset);
    return part.length;
  }, size);

function changed(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe('both ends of a file', () => {
  const size = 300 * KIB;
  const bytes = noise(size);

  test.each([
    ['its first byte', 0, true],
    ['the last of the first 64 KiB', 64 * KIB - 1, true],
    ['what follows', 64 * KIB, false],
    ['the middle', 150 * KIB, false],
    ['what is before the last 64 KiB', size - 64 * KIB - 1, false],
    ['the first of them', size - 64 * KIB, true],
    ['its last byte', size - 1, true],
  ])('tell of a change in %s', (_, at, tells) => {
    expect(ends(changed(bytes, at)) !== ends(bytes)).toBe(tells);
  });

  test.each([0, 1, 100, 64 * KIB, 64 * KIB + 1, 100 * KIB, 128 * KIB])('are all of a file of %i bytes', (length) => {
    const small = noise(length);
    const places = [0, Math.floor(length / 2), length - 1].filter((at) => at >= 0 && at < length);
    for (const at of places) expect(ends(changed(small, at))).not.toBe(ends(small));
    expect(ends(small)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('of silence differ by its length', () => {
    expect(ends(new Uint8Array(200 * KIB))).not.toBe(ends(new Uint8Array(200 * KIB + 1)));
  });

  test('come together from short reads', () => {
    const slow = endsOf((into, offset, length, position) => {
      const part = bytes.subarray(position, position + Math.min(length, 1000));
      into.set(part, offset);
      return part.length;
    }, size);
    expect(slow).toBe(ends(bytes));
  });

  test('are not there if the file ends before its size', () => {
    expect(ends(bytes, size + 1)).toBeNull();
  });

  test('are known of what was looked at: the same of a copy, whatever its name, time and place', async () => {
    const path = await files.recording('speech-fa.m4a', 'جلسه.m4a');
    const copy = files.at('copy.dat');
    await copyFile(path, copy);
    const later = new Date(longAgo.getTime() + 60_000);
    await utimes(copy, later, later);
    const [one, other] = await Promise.all(
      [path, copy].map((each) => inspect(readers, each, { now, budget: patient })),
    );
    const expected = ends(await fixture('speech-fa.m4a'));
    expect(one).toMatchObject({ kind: 'recording', file: { ends: expected, mtimeMs: longAgo.getTime() } });
    expect(other).toMatchObject({ kind: 'recording', file: { ends: expected, mtimeMs: later.getTime() } });
  });
});

describe('the whole of a file', () => {
  const bytes = noise(3 * 1024 * KIB + 7);
  const sha = createHash('sha256').update(bytes).digest('hex');
  const never = new AbortController().signal;
  const whole = async (path: string, signal = never) => wholeOf(readers, path, await stat(path), signal);

  test('is its SHA-256', async () => {
    expect(await whole(await files.put('whole.bin', bytes))).toBe(sha);
    expect(await whole(await files.put('one.bin', 'x'))).toBe(createHash('sha256').update('x').digest('hex'));
  });

  test('case 23: is not known of a file that is not what was expected, or is not there', async () => {
    const path = await files.put('other.bin', bytes);
    const { size, mtimeMs } = await stat(path);
    expect(await wholeOf(readers, path, { size: size + 1, mtimeMs }, never)).toBeNull();
    expect(await wholeOf(readers, path, { size, mtimeMs: mtimeMs + 5 }, never)).toBeNull();
    await rm(path);
    expect(await wholeOf(readers, path, { size, mtimeMs }, never)).toBeNull();
  });

  test('case 22: is not known of a file that was written to while it was read', async () => {
    const path = await files.put('written.bin', bytes);
    const { size, mtimeMs } = await stat(path);
    let chunks = 0;
    // Asked before each chunk.
    const meanwhile = {
      get aborted() {
        chunks += 1;
        if (chunks === 2) writeFileSync(path, changed(bytes, 5));
        return false;
      },
    } as AbortSignal;
    expect(await wholeOf(readers, path, { size, mtimeMs }, meanwhile)).toBeNull();
    // It was written to; on a slow machine that is seen with the very next piece.
    expect(chunks).toBeGreaterThanOrEqual(2);
  });

  test('is given up when nobody wants it any more', async () => {
    expect(await whole(await files.put('left.bin', bytes), AbortSignal.abort())).toBeNull();
  });
});

test('whatever came of it, its thread is free again', async () => {
  const own = startReaders({ idleMs: 1 });
  const path = await files.put('free-again.m4a', noise(100_000));
  const { size, mtimeMs } = await stat(path);
  const aborted = AbortSignal.abort();
  expect(await wholeOf(own, path, { size, mtimeMs }, new AbortController().signal)).toMatch(/^[0-9a-f]{64}$/);
  expect(await wholeOf(own, path, { size, mtimeMs }, aborted)).toBeNull();
  while (!own.haveEnded()) await new Promise((resolve) => setImmediate(resolve));
});
