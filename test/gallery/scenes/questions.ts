// What only its user can decide before something is taken in.

import fs from 'node:fs';
import path from 'node:path';
import { dropFiles, recordingAs, rowOf } from '../../e2e/app';
import { NARROW } from '../acts';
import type { Scene, Studio } from '../scene';
import { listOf } from '../stored';

const FIRST = 'جلسهٔ هیئت‌مدیره ۹ آذر.m4a';

/** Drops copies of what is in the list; those of the state before are asked about again. */
const copies =
  (names: readonly string[]) =>
  async ({ page, folder }: Studio) => {
    if ((await rowOf(page, FIRST).count()) === 0) {
      await dropFiles(page, [recordingAs(folder, FIRST)]);
      await page.locator('[data-stage="processing"]').waitFor();
    }
    await dropFiles(
      page,
      names.map((name) => recordingAs(folder, name)),
    );
    await page.getByTestId('same-again').waitFor();
    if (names.length > 1) await page.getByTestId('same-again').getByRole('checkbox').waitFor();
  };

const one = copies(['Board call (EMEA) – draft agenda review.m4a']);

export const questions: readonly Scene[] = [
  {
    name: 'the same again',
    stored: (place) => listOf([], place),
    states: [
      { name: 'same-again', arrange: one },
      {
        name: 'same-again-many',
        arrange: async (studio) => {
          await copies(['رونوشت ۱.m4a', 'رونوشت ۲.m4a', 'copy 3.m4a'])(studio);
        },
      },
      {
        name: 'narrow-same-again',
        arrange: async ({ page }) => {
          await page.getByTestId('same-again').waitFor();
        },
        size: NARROW,
      },
    ],
  },
  {
    name: 'folders',
    stored: (place) => listOf([], place, { pausedAll: true }),
    states: [
      {
        name: 'folder-question',
        arrange: async ({ page, folder }) => {
          for (const name of ['ضبط‌های آذر', 'Zoom']) {
            const many = path.join(folder, name);
            fs.mkdirSync(many, { recursive: true });
            for (let n = 0; n < 21; n += 1) recordingAs(many, `${n}.m4a`);
          }
          await dropFiles(page, [path.join(folder, 'ضبط‌های آذر'), path.join(folder, 'Zoom')]);
          await page.getByTestId('folder-question').getByRole('checkbox').waitFor();
        },
      },
    ],
  },
];
