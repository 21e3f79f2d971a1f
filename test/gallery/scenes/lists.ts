// The list as it is most days, and what is opened over it.

import { type AppState, emptyState } from '../../../electron/domain/app-state';
import { NARROW, open, openMenu, scroll, searchFor, select } from '../acts';
import { elsewhereRecordOf } from '../elsewhere';
import { DAY, HOUR, lobbes, MINUTE, ours, sendable, token } from '../records';
import type { Place, Scene, State, Studio } from '../scene';
import { listOf } from '../stored';

const ASKS = 'جلسهٔ هیئت‌مدیره ۹ آذر.m4a';
const WAITS = 'کمیتهٔ فنی ۱۴۰۵-۰۹-۰۸.mp3';
const SENDS = 'Zoom Meeting - Product Weekly 2026-11-30.wav';
const TURN = 'All-hands Q4, final recording with questions and answers from the Isfahan and Tabriz offices.m4a';
const READY = 'مصاحبه با خانم رضایی، بخش اول.m4a';

/** Every group, and what is on its way as most people see it. */
function everyday(place: Place): AppState {
  const { now, folder } = place;
  return listOf(
    [
      lobbes(1, ASKS, [72, 68], { stage: 'naming' }),
      ours(2, 'OBS 2026-11-29 16-05-33.mkv', [54, 1100], { stage: 'blocked', reason: 'file-changed', detail: null }),
      ours(3, 'همایش سالانهٔ فروش، روز اول، ضبط کامل سالن اصلی با پرسش و پاسخ و میزگرد پایانی.wav', [412, 2400], {
        stage: 'blocked',
        reason: 'over-daily-cap',
        detail: null,
      }),
      sendable(folder, 4, SENDS, [58, 90]),
      sendable(folder, 5, 'مصاحبه با خانم رضایی، بخش دوم.wav', [49, 140]),
      ours(6, WAITS, [84, 77], {
        stage: 'waiting',
        reason: 'network',
        since: now,
        until: now + 40 * MINUTE,
        toldByServer: false,
      }),
      ours(7, TURN, [95, 90], {
        stage: 'queued',
      }),
      lobbes(8, 'جلسهٔ هماهنگی با تیم پشتیبانی.m4a', [35, 33], { stage: 'processing', status: 'QUEUED' }),
      lobbes(9, 'Interview – Sara Ahmadi (round 2).m4a', [41, 39], { stage: 'processing', status: 'TRANSCRIBING' }),
      lobbes(10, READY, [46, 43], { stage: 'ready', at: now - 8 * MINUTE, unseen: true }),
      lobbes(11, 'Weekly sync 2026-11-30.m4a', [28, 26], { stage: 'ready', at: now - 2 * HOUR, unseen: true }),
      lobbes(12, 'جلسهٔ معارفهٔ نیروهای تازه، پاییز ۱۴۰۵.mp3', [52, 49], {
        stage: 'ready',
        at: now - 19 * HOUR,
        unseen: false,
      }),
      lobbes(13, 'کارگاه UX با تیم Design System.m4a', [118, 111], {
        stage: 'ready',
        at: now - 3 * DAY,
        unseen: false,
      }),
      lobbes(14, 'Board call (EMEA) – draft agenda review.mp4', [67, 640], {
        stage: 'ready',
        at: now - 6 * DAY,
        unseen: false,
      }),
    ],
    place,
    {
      // As slow as lines are.
      settings: { ...emptyState.settings, bandwidth: { limit: 2_400_000, night: null } },
      elsewhere: [
        elsewhereRecordOf(
          'rec_e1',
          'تماس با تأمین‌کننده از گوشی',
          { stage: 'ready', at: now - 5 * HOUR, unseen: false },
          now,
        ),
        elsewhereRecordOf('rec_e2', 'Sales handover', { stage: 'naming' }, now),
        elsewhereRecordOf('rec_e3', null, { stage: 'processing', status: 'TRANSCRIBING' }, now),
      ],
    },
  );
}

/** As far as makes a bar that can be seen. */
async function sending({ page }: Studio): Promise<void> {
  await page.waitForFunction(
    (name) => {
      const row = document.querySelector<HTMLElement>(`[data-testid="meeting-row"][data-name="${name}"]`);
      return row !== null && Number(row.dataset.progress) >= 5;
    },
    SENDS,
    { timeout: 20_000 },
  );
}

const forced = { forcedColors: 'active' } as const;
const more = { contrast: 'more' } as const;

/** Together, so that the bars are there: an upload comes to its end. */
const sendingStates: readonly State[] = [
  { name: 'list', arrange: sending },
  { name: 'list-whole', arrange: sending, size: { width: 980, height: 1240 } },
  { name: 'list-700', arrange: sending, size: { width: 700, height: 680 } },
  { name: 'narrow-list', arrange: sending, size: NARROW },
  { name: 'zoomed-list', arrange: sending, zoom: 2 },
  { name: 'forced-colours-list', arrange: sending, media: forced },
  { name: 'more-contrast-list', arrange: sending, media: more },
  { name: 'details-uploading', arrange: open(SENDS) },
];

const overStates: readonly State[] = [
  {
    name: 'list-focus',
    arrange: async ({ page }) => {
      await page.getByTestId('search').focus();
      for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'row-menu', arrange: openMenu(WAITS) },
  { name: 'row-menu-ready', arrange: openMenu(READY), size: { width: 980, height: 1240 } },
  { name: 'narrow-menu', arrange: openMenu(ASKS), size: NARROW },
  {
    name: 'pause-menu',
    arrange: async ({ page }) => {
      await page.locator('[data-action="pause-menu"]').click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'searched', arrange: searchFor('رضایی') },
  { name: 'nothing-found', arrange: searchFor('بودجهٔ Q3') },
  { name: 'scrolled', arrange: scroll(420) },
  { name: 'narrow-scrolled', arrange: scroll(640), size: NARROW },
];

const selectedStates: readonly State[] = [
  { name: 'selected', arrange: select([ASKS, WAITS, TURN]) },
  { name: 'narrow-selected', arrange: select([ASKS, 'OBS 2026-11-29 16-05-33.mkv']), size: NARROW },
  { name: 'forced-colours-selected', arrange: select([ASKS, WAITS]), media: forced },
  {
    name: 'selected-menu',
    arrange: async (studio) => {
      await select([ASKS, WAITS])(studio);
      await openMenu(WAITS)(studio);
    },
  },
  {
    name: 'row-lifted',
    arrange: async ({ page }) => {
      const box = await page.locator(`[data-name="${TURN}"]`).boundingBox();
      if (!box) throw new Error('the row is not on the screen');
      const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 20, { steps: 4 });
      await page.mouse.move(x, y - 50, { steps: 4 });
      await page.getByTestId('insertion-line').waitFor();
    },
  },
];

const openStates: readonly State[] = [
  { name: 'details-naming', arrange: open(ASKS) },
  {
    name: 'details-support',
    arrange: async (studio) => {
      await open(ASKS)(studio);
      await studio.page.locator('[data-testid="meeting-details"] [data-action="support"]').click();
      await studio.page.getByTestId('support').waitFor();
    },
  },
  { name: 'narrow-details', arrange: open(ASKS), size: NARROW },
  { name: 'zoomed-details', arrange: open(ASKS), zoom: 2 },
  { name: 'forced-colours-details', arrange: open(ASKS), media: forced },
  { name: 'more-contrast-details', arrange: open(ASKS), media: more },
];

export const lists: readonly Scene[] = [
  { name: 'an ordinary day', stored: everyday, states: sendingStates },
  { name: 'menus and searches', stored: everyday, states: overStates },
  { name: 'several rows', stored: everyday, states: selectedStates },
  { name: 'the details of one', stored: everyday, states: openStates },
  {
    name: 'everything finished',
    stored: (place) =>
      listOf(
        [
          lobbes(1, READY, [46, 43], { stage: 'ready', at: place.now - 8 * MINUTE, unseen: true }),
          lobbes(2, ASKS, [72, 68], { stage: 'ready', at: place.now - 3 * HOUR, unseen: false }),
          lobbes(3, 'Weekly sync 2026-11-30.m4a', [28, 26], {
            stage: 'ready',
            at: place.now - 20 * HOUR,
            unseen: false,
          }),
        ],
        place,
      ),
    states: [
      { name: 'everything-finished' },
      {
        name: 'cleared-toast',
        arrange: async ({ page }) => {
          await page.locator('[data-action="clear-finished"]').click();
          await page.getByTestId('toast').hover();
        },
      },
    ],
  },
  {
    name: 'removed',
    stored: (place) =>
      listOf(
        [
          ours(1, ASKS, [72, 68], { stage: 'paused', wait: null, until: null }),
          ours(2, WAITS, [84, 77], { stage: 'paused', wait: null, until: null }, { unanswered: [token] }),
          lobbes(3, READY, [46, 43], { stage: 'ready', at: place.now - 8 * MINUTE, unseen: true }),
        ],
        place,
      ),
    states: [
      {
        name: 'removed-toasts',
        arrange: async (studio) => {
          for (const [name, action] of [
            [READY, 'remove'],
            [ASKS, 'cancel'],
            [WAITS, 'cancel'],
          ] as const) {
            await openMenu(name)(studio);
            await studio.page.locator(`[role="menu"] [data-action="${action}"]`).click();
            await studio.page.getByRole('menu').waitFor({ state: 'detached' });
          }
          await studio.page.locator('[data-stage="cancelled"]').first().waitFor();
          await openMenu(WAITS)(studio);
          await studio.page.locator('[role="menu"] [data-action="remove"]').click();
          await studio.page.getByTestId('toast').last().hover();
        },
      },
    ],
  },
];
