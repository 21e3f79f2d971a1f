// A real folder behind a disk that fails on cue, step by step.

import { readFile } from 'node:fs/promises';
import { nodeDisk, type StoreDisk } from '../../electron/store/disk';
import { systemError } from './builders';

export type Step = keyof StoreDisk;

export interface TroubledDisk extends StoreDisk {
  /** From now on, `step` fails with `code`, so often (for ever unless told). */
  fail(step: Step, code: string, times?: number): void;
  /** From now on, a write puts only this many bytes into the file and reports success, as a nearly full disk does. */
  writeOnly(bytes: number | null): void;
  /** From now on, what is written has one byte that is another. */
  lie(on: boolean): void;
  heal(): void;
  /** Steps taken so far, in their order, with the last part of their path. */
  readonly steps: string[];
  /** Called before each step. */
  before: (step: Step) => Promise<void> | void;
}

export function troubledDisk(): TroubledDisk {
  const failures = new Map<Step, { code: string; left: number }>();
  let short: number | null = null;
  let lies = false;

  function enter(step: Step, file: string): void {
    disk.steps.push(
      `${step} ${file
        .replace(/\.next-\d+\.tmp$/, '.next')
        .split('/')
        .at(-1)}`,
    );
    const failure = failures.get(step);
    if (!failure || failure.left <= 0) return;
    failure.left -= 1;
    throw systemError(failure.code);
  }

  const disk: TroubledDisk = {
    ...nodeDisk,
    steps: [],
    before: () => {},
    fail: (step, code, times = Number.POSITIVE_INFINITY) => void failures.set(step, { code, left: times }),
    writeOnly: (bytes) => {
      short = bytes;
    },
    lie: (on) => {
      lies = on;
    },
    heal() {
      failures.clear();
      short = null;
      lies = false;
    },
    write(file, bytes) {
      enter('write', file);
      const content = lies ? Buffer.from(bytes.toString().replace('"gates"', '"gAtes"')) : bytes;
      nodeDisk.write(file, short === null ? content : content.subarray(0, short));
    },
    async syncAndRead(file) {
      await disk.before('syncAndRead');
      enter('syncAndRead', file);
      // Without the real fsync: these tests cut no power.
      return readFile(file);
    },
    async rename(from, to) {
      await disk.before('rename');
      enter('rename', to);
      return nodeDisk.rename(from, to);
    },
    async syncFolder(folder) {
      await disk.before('syncFolder');
      enter('syncFolder', folder);
    },
    async remove(file) {
      enter('remove', file);
      return nodeDisk.remove(file);
    },
  };
  return disk;
}
