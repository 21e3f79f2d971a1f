// The first minutes with the app: the way in, the empty window, the first drop, the sandbox.

import fs from 'node:fs';
import path from 'node:path';
import { drag, dropFiles, recordingAs, TOKEN } from '../../e2e/app';
import { NARROW, openSettings } from '../acts';
import type { Scene, State, Studio } from '../scene';
import { listOf } from '../stored';

const enterToken =
  (text: string, shown: string) =>
  async ({ page }: Studio) => {
    await page.getByTestId('token').fill(text);
    await page.locator('[data-action="set-token"]').last().click();
    await page.locator(shown).waitFor();
  };

const malformed = enterToken('توکن من', '[data-testid="token"][aria-invalid="true"]');
const refused = enterToken('lobbe-test-token-of-nobody', '[data-testid="token"][aria-invalid="true"]');
const choice = enterToken(TOKEN, '[data-testid="token-choice"]');

/** A start of its own for a step after the token: a window that is loaded with one does not begin with them. */
const afterToken = (state: State): Scene => ({
  name: state.name,
  env: { LOBBE_TOKEN: '' },
  answersReads: true,
  states: [
    {
      ...state,
      arrange: async (studio) => {
        const { page } = studio;
        await choice(studio);
        await page.locator('[data-action="keep-for-session"]').click();
        await page.locator('[data-testid="welcome"][data-step="drop"]').waitFor();
        await state.arrange?.(studio);
      },
    },
  ],
});

/** Recordings over the window, and not let go. */
const dragOver = async ({ page, folder }: Studio) => {
  const files = ['a.m4a', 'b.m4a', 'c.m4a'].map((name) => recordingAs(folder, name));
  await drag(page, files, ['dragEnter', 'dragOver']);
  await page.locator('.drop').waitFor();
};

/** One thing for each reason that can be brought about on a plain disk. */
const dropRefused = async ({ page, folder }: Studio) => {
  const put = (name: string, content: string) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, content);
    return file;
  };
  const none = path.join(folder, 'پوشهٔ خالی');
  fs.mkdirSync(none, { recursive: true });
  await dropFiles(page, [
    put('صورت‌جلسهٔ هیئت‌مدیره.pdf', '%PDF-1.7\n'),
    put('IMG_2041.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    put('ضبط ناتمام.m4a', ''),
    path.join(folder, 'gone.m4a'),
    '/dev/null',
    none,
  ]);
  const toast = page.getByTestId('toast');
  await toast.first().waitFor();
  await toast.first().hover();
};

export const firstSteps: readonly Scene[] = [
  {
    name: 'welcome',
    env: { LOBBE_TOKEN: '' },
    answersReads: true,
    states: [
      { name: 'welcome' },
      { name: 'welcome-malformed', arrange: malformed },
      { name: 'welcome-refused', arrange: refused },
      { name: 'welcome-choice', arrange: choice },
      { name: 'narrow-welcome', size: NARROW },
      { name: 'narrow-welcome-choice', arrange: choice, size: NARROW },
      { name: 'zoomed-welcome', zoom: 2 },
      { name: 'forced-colours-welcome', media: { forcedColors: 'active' } },
    ],
  },
  afterToken({ name: 'welcome-drop' }),
  afterToken({ name: 'narrow-welcome-drop', size: NARROW }),
  afterToken({
    name: 'welcome-done',
    arrange: async ({ page, folder }) => {
      await dropFiles(page, [recordingAs(folder, 'جلسهٔ اول.m4a')]);
      await page.locator('[data-testid="welcome"][data-step="done"]').waitFor();
    },
  }),
  {
    name: 'empty',
    stored: (place) => listOf([], place),
    states: [
      { name: 'empty' },
      { name: 'narrow-empty', size: NARROW },
      { name: 'zoomed-empty', zoom: 2 },
      { name: 'drop-over', arrange: dragOver },
      { name: 'drop-refused', arrange: dropRefused },
      { name: 'narrow-drop-refused', arrange: dropRefused, size: NARROW },
    ],
  },
  {
    name: 'empty and paused',
    stored: (place) => listOf([], place, { pausedAll: true }),
    states: [{ name: 'empty-paused' }, { name: 'narrow-empty-paused', size: NARROW }],
  },
  {
    name: 'sandbox',
    args: ['--sandbox'],
    env: { LOBBE_API_BASE: '', LOBBE_TOKEN: '' },
    states: [
      { name: 'sandbox' },
      {
        name: 'sandbox-sample',
        arrange: async ({ page }) => {
          await page.locator('[data-action="send-sample"]').click();
          await page.locator('[data-stage="processing"]').waitFor();
        },
      },
      { name: 'narrow-sandbox', size: NARROW },
      { name: 'settings-sandbox', arrange: openSettings('sandbox') },
    ],
  },
];
