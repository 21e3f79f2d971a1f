// A real folder behind a disk that ends at its `last`-th step, as a kill or a power cut does.

import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import type { StoreDisk } from '../../electron/store/disk';
import { quickDisk } from './builders';

/**
 * - `before`: the step has no effect; `after`: all of it, and nobody hears of it.
 * - `short`: of a write, half; of any other step, as `before`.
 * - `power`: as `after`, and what was not forced by then is lost: half of the content, and the name.
 */
export const ENDS = ['before', 'short', 'after', 'power'] as const;
export type End = (typeof ENDS)[number];

export class Ended extends Error {}

export interface DyingDisk extends StoreDisk {
  /** Steps that were begun, of those that change something, and whether each was a write. */
  readonly taken: () => readonly { readonly write: boolean }[];
}

export function dyingDisk(last: number, end: End): DyingDisk {
  let steps = 0;
  const taken: { readonly write: boolean }[] = [];
  const unforced = new Set<string>();
  let undo: (() => void) | null = null;

  function lose(): void {
    for (const file of unforced) if (existsSync(file)) truncateSync(file, readFileSync(file).length >> 1);
    undo?.();
  }

  function alive(): void {
    if (steps >= last) throw new Ended();
  }

  function step<Result>(effect: () => Result, short: (() => void) | null = null): Result {
    alive();
    steps += 1;
    taken.push({ write: short !== null });
    if (steps < last) return effect();
    if (end === 'short') short?.();
    if (end === 'after' || end === 'power') effect();
    if (end === 'power') lose();
    throw new Ended();
  }

  /** The same for what takes its time: the effect is there before the end is. */
  async function later(effect: () => Promise<void>, done: () => void): Promise<void> {
    alive();
    if (steps + 1 < last || end === 'after' || end === 'power') await effect();
    step(done);
  }

  return {
    ...quickDisk,
    taken: () => taken,
    write(file, bytes) {
      step(
        () => {
          quickDisk.write(file, bytes);
          unforced.add(file);
        },
        () => quickDisk.write(file, bytes.subarray(0, bytes.length >> 1)),
      );
    },
    async syncAndRead(file) {
      step(() => unforced.delete(file));
      return quickDisk.syncAndRead(file);
    },
    async rename(from, to) {
      const kept = `${to}.before`;
      const existed = existsSync(to);
      if (existed && steps < last) copyFileSync(to, kept);
      await later(
        () => quickDisk.rename(from, to),
        () => {
          undo = () => {
            copyFileSync(to, from);
            if (existed) copyFileSync(kept, to);
            else rmSync(to);
          };
        },
      );
    },
    async remove(file) {
      const content = existsSync(file) ? `${file}.removed` : null;
      if (content !== null && steps < last) copyFileSync(file, content);
      await later(
        () => quickDisk.remove(file),
        () => {
          undo = () => {
            if (content !== null) copyFileSync(content, file);
          };
        },
      );
    },
    async syncFolder() {
      step(() => {
        undo = null;
      });
    },
    async makeFolder(folder) {
      await later(
        () => quickDisk.makeFolder(folder),
        () => {},
      );
    },
    async copy(from, to) {
      await later(
        () => quickDisk.copy(from, to),
        () => {},
      );
    },
    async read(file) {
      alive();
      return quickDisk.read(file);
    },
    async identity(file) {
      alive();
      return quickDisk.identity(file);
    },
    async list(folder) {
      alive();
      return quickDisk.list(folder);
    },
  };
}
