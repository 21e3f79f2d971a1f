import { copyFileSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nodeDisk, type StoreDisk } from '../../electron/store/disk';
import { readState } from '../../electron/store/state-store';
import { add, folder, numbers, openIn } from './builders';

/** What the disk may still do to content that was written and never forced. */
const LOSSES = ['nothing', 'all of it', 'half of it', 'NUL instead'] as const;
type Loss = (typeof LOSSES)[number];

class PowerCut extends Error {}

/**
 * A disk that loses power after its `last`-th step: what was not forced by then is lost as `loss` says, and a rename whose folder
 * was not forced is undone if `undoRename`.
 */
function failingPower(last: number, loss: Loss, undoRename: boolean): StoreDisk {
  let steps = 0;
  const unforced = new Set<string>();
  let undo: (() => void) | null = null;

  function step(): void {
    steps += 1;
    if (steps < last) return;
    if (steps === last) {
      for (const file of unforced) lose(file, loss);
      if (undoRename) undo?.();
    }
    throw new PowerCut();
  }

  return {
    ...nodeDisk,
    write(file, bytes) {
      if (steps >= last) throw new PowerCut();
      nodeDisk.write(file, bytes);
      unforced.add(file);
      step();
    },
    async syncAndRead(file) {
      if (steps >= last) throw new PowerCut();
      const bytes = await nodeDisk.syncAndRead(file);
      unforced.delete(file);
      step();
      return bytes;
    },
    async rename(from, to) {
      if (steps >= last) throw new PowerCut();
      const kept = `${to}.before`;
      const existed = existsSync(to);
      if (existed) copyFileSync(to, kept);
      await nodeDisk.rename(from, to);
      undo = () => {
        copyFileSync(to, from);
        if (existed) copyFileSync(kept, to);
        else rmSync(to);
      };
      step();
    },
    async syncFolder() {
      if (steps >= last) throw new PowerCut();
      undo = null;
      step();
    },
    // Without power nothing is tidied up either.
    async remove(file) {
      if (steps < last) await nodeDisk.remove(file);
    },
  };
}

function lose(file: string, loss: Loss): void {
  const { size } = statSync(file);
  if (loss === 'all of it') truncateSync(file, 0);
  if (loss === 'half of it') truncateSync(file, size >> 1);
  if (loss === 'NUL instead') writeFileSync(file, Buffer.alloc(size));
}

describe('case 86: a power cut after any step of a commit', () => {
  test.each(LOSSES.flatMap((loss) => [true, false].map((undo) => [loss, undo] as const)))(
    'unforced content loses %s, unforced rename undone: %s: the older or the newer state, never a mix',
    async (loss, undoRename) => {
      // The probe at open is step 1; a commit takes four.
      for (let last = 2; last <= 9; last += 1) {
        const directory = folder();
        const before = await openIn(directory);
        await before.commit(add(1));
        await before.commit(add(2));

        const store = await openIn(directory, { disk: failingPower(last, loss, undoRename) });
        const acknowledged = [1, 2];
        for (const n of [3, 4]) {
          await store.commit(add(n)).then(
            () => acknowledged.push(n),
            () => {},
          );
        }
        const found = numbers(readState(directory)) ?? [];
        expect(found.slice(0, acknowledged.length), `cut after step ${last}`).toEqual(acknowledged);
        // At most what was being written when the power went.
        expect([acknowledged, [...acknowledged, acknowledged.length + 1]], `cut after step ${last}`).toContainEqual(
          found,
        );
        const after = await openIn(directory);
        expect(numbers(after.state())).toEqual(found);
        expect(after.notices()).toEqual([]);
      }
    },
  );
});
