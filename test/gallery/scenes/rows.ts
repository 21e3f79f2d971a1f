// Each stage and each reason as a row, as in the design's own sheet.

import type { MeetingState } from '../../../electron/domain/meeting';
import { NARROW, open, openMenu } from '../acts';
import { HOUR, lobbes, MINUTE, ours, sendable } from '../records';
import type { Scene, Studio } from '../scene';
import { listOf } from '../stored';
import { showSnapshot } from '../studio';

const NAME = 'جلسهٔ هفتگی محصول.m4a';
const OTHER = 'Product weekly.m4a';
/** Every other one Latin, so that each direction has each sort. */
const nameOf = (n: number) => (n % 2 === 0 ? OTHER : NAME);
const TALL = { width: 980, height: 900 };
const NARROW_TALL = { ...NARROW, height: 1500 };

type Blocked = Extract<MeetingState, { stage: 'blocked' }>;
const blocked = (reason: Blocked['reason'], detail: string | null = null): Blocked => ({
  stage: 'blocked',
  reason,
  detail,
});

const reasons: readonly Blocked[] = [
  blocked('file-missing'),
  blocked('file-changed'),
  blocked('file-unreadable'),
  blocked('not-audio'),
  blocked('empty-file'),
  blocked('over-daily-cap'),
  blocked('maybe-delivered'),
  blocked('rejected'),
  blocked('rejected', '413'),
  blocked('rejected', 'UNSUPPORTED_MEDIA_TYPE'),
];

/** What this machine has no clouds, no locks and no dead disks for. */
const filesWait = (studio: Studio) =>
  showSnapshot(studio, ({ meetings }) => ({
    pausedAll: false,
    meetings: meetings.map((meeting, n) => {
      const fileWait = ([null, 'growing', 'in-use', 'in-cloud', 'no-answer'] as const)[n];
      if (fileWait === undefined) return { ...meeting, stage: 'queued', reason: null, until: null };
      const known = fileWait === null ? { size: null, durationMs: null } : { durationMs: null };
      const actions = ['cancel', 'show-in-folder'] as const;
      return { ...meeting, ...known, stage: 'preparing', reason: null, until: null, fileWait, actions };
    }),
  }));

export const rows: readonly Scene[] = [
  {
    name: 'rows on their way',
    stored: (place) => {
      const { now, folder } = place;
      const waiting = (reason: 'network' | 'server-error' | 'upload-in-progress' | 'rate-limited', ms: number) =>
        ({ stage: 'waiting', reason, since: now, until: now + ms, toldByServer: reason !== 'network' }) as const;
      const attempt = (code: string) => ({
        timeline: [{ at: now - MINUTE, kind: 'attempt', attempt: 1, phase: 'connect', code } as const],
      });
      return listOf(
        [
          sendable(folder, 1, 'منتظر پاسخ.wav', [44, 2]),
          ours(2, NAME, [44, 41], waiting('network', 42 * MINUTE)),
          ours(3, OTHER, [44, 41], waiting('network', 3 * HOUR), attempt('PROXY_AUTHENTICATION')),
          ours(4, NAME, [44, 41], waiting('network', 20 * HOUR), attempt('ENOTFOUND')),
          ours(5, OTHER, [44, 41], waiting('server-error', 8 * MINUTE)),
          ours(6, NAME, [44, 41], waiting('upload-in-progress', 20 * MINUTE)),
          ours(7, OTHER, [44, 41], waiting('rate-limited', 5 * MINUTE)),
          ours(8, NAME, [44, 41], { stage: 'paused', wait: null, until: null }),
          ours(9, OTHER, [44, 41], { stage: 'paused', wait: null, until: now + HOUR }),
        ],
        place,
      );
    },
    prepare: ({ lobbe }) => void lobbe.script({ path: '/recordings', times: 9 }, { kind: 'hold', at: 'before-answer' }),
    states: [
      {
        name: 'rows-on-their-way',
        size: TALL,
        arrange: async ({ page }) => {
          await page.locator('[data-testid="meeting-row"][data-progress="100"]').waitFor();
        },
      },
      { name: 'narrow-rows-on-their-way', size: NARROW_TALL },
    ],
  },
  {
    name: 'rows of files that are not ready',
    stored: (place) =>
      listOf(
        [
          ...[1, 2, 3].map((n) => ours(n, nameOf(n), [44, 41], { stage: 'queued' })),
          ...[4, 5, 6].map((n) => ours(n, nameOf(n), [44, 41], { stage: 'paused', wait: null, until: null })),
        ],
        place,
        { pausedAll: true },
      ),
    states: [
      { name: 'rows-files', arrange: filesWait },
      { name: 'narrow-rows-files', arrange: filesWait, size: NARROW },
      { name: 'paused-by-you' },
      { name: 'narrow-paused-by-you', size: NARROW },
      { name: 'paused-row-menu', arrange: openMenu(OTHER) },
    ],
  },
  {
    name: 'rows that need you',
    stored: (place) =>
      listOf(
        reasons.map((state, n) => ours(n + 1, nameOf(n), [44, 41], state)),
        place,
      ),
    states: [
      { name: 'rows-blocked', size: { width: 980, height: 960 } },
      { name: 'narrow-rows-blocked', size: { ...NARROW, height: 1700 } },
      {
        name: 'details-blocked',
        arrange: async (studio) => {
          await studio.page.locator('[data-reason="maybe-delivered"]').click({ position: { x: 200, y: 12 } });
          await studio.page.getByTestId('timeline-item').first().waitFor();
        },
      },
      {
        name: 'details-not-audio',
        arrange: async (studio) => {
          await studio.page.locator('[data-reason="not-audio"]').click({ position: { x: 200, y: 12 } });
          await studio.page.getByTestId('takes').waitFor();
        },
      },
    ],
  },
  {
    name: 'rows at Lobbe',
    stored: (place) => {
      const { now } = place;
      const failed = (code: string, retryable: boolean): MeetingState => ({
        stage: 'failed',
        at: now - 3 * HOUR,
        failure: { code, retryable, retries: retryable ? 1 : 3 },
      });
      return listOf(
        [
          lobbes(1, NAME, [44, 41], { stage: 'processing', status: 'QUEUED' }),
          lobbes(2, OTHER, [44, 41], { stage: 'processing', status: 'TRANSCRIBING' }),
          lobbes(3, NAME, [44, 41], { stage: 'processing', status: 'GENERATING' }),
          lobbes(4, OTHER, [44, 41], { stage: 'processing', status: 'TRANSLATING' }),
          lobbes(5, NAME, [44, 41], { stage: 'naming' }),
          lobbes(6, OTHER, [44, 41], failed('TRANSCRIBE_FAILED', true)),
          lobbes(7, NAME, [44, 41], failed('NO_SPEECH', false)),
          lobbes(8, OTHER, [44, 41], { stage: 'ready', at: now - 8 * MINUTE, unseen: true }),
          lobbes(9, NAME, [44, 41], { stage: 'ready', at: now - 20 * HOUR, unseen: false }),
          lobbes(10, OTHER, [44, 41], { stage: 'deleted', at: now - 21 * HOUR }),
          ours(11, NAME, [44, 41], {
            stage: 'cancelled',
            at: now - 22 * HOUR,
            before: { stage: 'queued' },
            hidden: false,
          }),
        ],
        place,
      );
    },
    states: [
      { name: 'rows-at-lobbe', size: TALL },
      { name: 'narrow-rows-at-lobbe', size: NARROW_TALL },
      { name: 'details-failed', arrange: open(NAME, '[data-stage="failed"]') },
    ],
  },
];
