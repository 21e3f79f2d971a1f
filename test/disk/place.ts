// A real folder for each test file, and the committed recordings in it under any name.

import { copyFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, inject } from 'vitest';
import type { Budget } from '../../electron/disk/byte-source';
import { type ReaderLimits, Readers, usualReaderLimits } from '../../electron/disk/readers';
import lengths from '../fixtures/recordings/lengths.json';

const recordings = fileURLToPath(new URL('../fixtures/recordings/', import.meta.url));

/** What ffprobe says about each committed recording. */
export const known: Readonly<Record<string, { ms: number | null; audio: boolean; video: boolean }>> = lengths;

/** A time at which every file of `place` has been at rest for long. */
export const now = Date.UTC(2026, 10, 30, 12);
export const longAgo = new Date(now - 60 * 60 * 1000);

/** Bytes and reads as in the app; time enough for a computer that runs all other tests meanwhile. */
export const patient: Budget = { bytes: 4 * 1024 * 1024, reads: 256, ms: 20_000, thinkMs: 20_000 };

/** Threads for one test file. */
export function startReaders(limits: Partial<ReaderLimits> = {}): Readers {
  const onBug = (cause: unknown) => {
    throw cause;
  };
  const readers = new Readers(new URL(inject('readerThread')), onBug, { ...usualReaderLimits, ...limits });
  afterAll(() => readers.stop());
  return readers;
}

export async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'lobbe-disk-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  return {
    folder,
    at,
    /** Writes a file, at rest for long unless `mtime` says otherwise. */
    async put(name: string, bytes: Uint8Array | string, mtime = longAgo): Promise<string> {
      await writeFile(at(name), bytes);
      await utimes(at(name), mtime, mtime);
      return at(name);
    },
    /** A committed recording under another name. */
    async recording(fixture: string, name = fixture, mtime = longAgo): Promise<string> {
      await copyFile(recordings + fixture, at(name));
      await utimes(at(name), mtime, mtime);
      return at(name);
    },
  };
}

export function fixture(name: string): Promise<Buffer> {
  return readFile(recordings + name);
}

/** Numbers in [0, 1) that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes that are the same in every run. */
export function noise(length: number, seed = 1): Uint8Array {
  const next = seeded(seed);
  return Uint8Array.from({ length }, () => Math.floor(next() * 256));
}
