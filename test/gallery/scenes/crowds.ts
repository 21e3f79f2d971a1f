// More than usual: long stories, long names, many files.

import fs from 'node:fs';
import path from 'node:path';
import type { TimelineEntry } from '../../../electron/contract/snapshot';
import { dropFiles } from '../../e2e/app';
import { NARROW, open } from '../acts';
import { elsewhereRecordOf } from '../elsewhere';
import { HOUR, lobbes, MINUTE, ours } from '../records';
import type { Place, Scene } from '../scene';
import { listOf } from '../stored';

const STORY = 'مصاحبه با خانم رضایی، بخش دوم.m4a';
const DONE = 'مصاحبه با خانم رضایی، بخش اول.m4a';
const ELSEWHERE = 'تماس با تأمین‌کننده از گوشی';

/** A recording that had every sort of trouble on its way. */
function story(now: number): readonly TimelineEntry[] {
  const at = now - 30 * HOUR;
  const lost = Array.from({ length: 18 }, (_, n): TimelineEntry => {
    return { at: at + HOUR + n * 9 * MINUTE, kind: 'attempt', attempt: n + 2, phase: 'connect', code: 'ECONNREFUSED' };
  });
  return [
    { at, kind: 'added' },
    { at: at + MINUTE, kind: 'attempt', attempt: 1, phase: 'body', sent: 12_400_000, code: 'ECONNRESET' },
    ...lost,
    { at: at + 5 * HOUR, kind: 'interrupted', sent: 21_000_000 },
    { at: at + 6 * HOUR, kind: 'attempt', attempt: 20, phase: 'response', sent: 46_000_000, code: 'ETIMEDOUT' },
    {
      at: at + 7 * HOUR,
      kind: 'answered',
      status: 503,
      code: 'UPLOAD_IN_PROGRESS',
      until: at + 7 * HOUR + 20_000,
      requestId: 'req_01hv3k7t9x',
    },
    { at: at + 8 * HOUR, kind: 'user', code: 'pause', until: now - 6 * HOUR },
    { at: now - 5 * HOUR, kind: 'user', code: 'resume' },
    { at: now - 4 * HOUR, kind: 'answered', status: 402, code: 'INSUFFICIENT_MINUTES', requestId: 'req_01hv3k8a2b' },
    { at: now - 4 * HOUR, kind: 'gate', code: 'needs-minutes' },
    { at: now - 2 * HOUR, kind: 'key' },
    {
      at: now - HOUR,
      kind: 'answered',
      status: 429,
      code: 'RATE_LIMITED',
      until: now + HOUR,
      requestId: 'req_01hv3k8c77',
    },
  ];
}

const long = (part: string, bytes: number, extension: string) => {
  let name = '';
  while (Buffer.byteLength(name + part + extension) <= bytes) name += part;
  return name + extension;
};

const NAMES = {
  persian: long('گزارش نشست مشترک شورای راهبری، ', 255, '.m4a'),
  latin:
    'Quarterly all-hands with questions, answers, appendix and the recording of the second room in full (final v7).m4a',
  mixed: 'کارگاه UX با تیم Design System (EMEA) – نسخهٔ ۲٫۱ final draft برای بازبینی Sara و Ali، بخش ۳ of 4.mp4',
  steering: 'قرارداد \u202egnp.m4a',
  emoji: '🎙️ گفت‌وگو با 👩🏽‍💻 تیم فنی 🇮🇷 – podcast #12 🚀.m4a',
  unbroken: `${'a'.repeat(200)}.m4a`,
} as const;

function oddNames(place: Place) {
  const { now } = place;
  return listOf(
    [
      lobbes(1, NAMES.persian, [72, 68], { stage: 'naming' }),
      ours(2, NAMES.mixed, [54, 51], { stage: 'blocked', reason: 'maybe-delivered', detail: null }),
      ours(3, NAMES.latin, [84, 77], { stage: 'paused', wait: null, until: null }),
      ours(4, NAMES.steering, [31, 29], { stage: 'paused', wait: null, until: now + HOUR }),
      ours(5, NAMES.unbroken, [31, 29], { stage: 'paused', wait: null, until: null }),
      lobbes(6, NAMES.emoji, [41, 39], { stage: 'processing', status: 'GENERATING' }),
      lobbes(7, NAMES.mixed, [41, 39], { stage: 'ready', at: now - 8 * MINUTE, unseen: true }),
      lobbes(8, NAMES.persian, [41, 39], { stage: 'ready', at: now - 9 * MINUTE, unseen: false }),
      lobbes(9, '.m4a', [41, 39], { stage: 'ready', at: now - 10 * MINUTE, unseen: false }),
    ],
    place,
  );
}

export const crowds: readonly Scene[] = [
  {
    name: 'long stories',
    stored: (place) =>
      listOf(
        [
          ours(
            1,
            STORY,
            [49, 46],
            { stage: 'paused', wait: null, until: null },
            { timeline: story(place.now), attempts: 20 },
          ),
          lobbes(2, DONE, [46, 43], { stage: 'ready', at: place.now - 8 * MINUTE, unseen: true }),
        ],
        place,
        { elsewhere: [elsewhereRecordOf('rec_e1', ELSEWHERE, { stage: 'naming' }, place.now)] },
      ),
    states: [
      { name: 'details-long-story', arrange: open(STORY) },
      { name: 'details-long-story-whole', arrange: open(STORY), size: { width: 980, height: 3400 } },
      { name: 'narrow-details-long-story', arrange: open(STORY), size: NARROW },
      { name: 'details-ready', arrange: open(DONE) },
      { name: 'details-elsewhere', arrange: open(ELSEWHERE) },
    ],
  },
  {
    name: 'odd names',
    stored: oddNames,
    states: [
      { name: 'names' },
      { name: 'narrow-names', size: { ...NARROW, height: 900 } },
      { name: 'details-name-persian', arrange: open(NAMES.persian, '[data-stage="naming"]') },
      { name: 'details-name-unbroken', arrange: open(NAMES.unbroken) },
      { name: 'details-name-steering', arrange: open(NAMES.steering) },
      { name: 'narrow-details-name-mixed', arrange: open(NAMES.mixed, '[data-stage="blocked"]'), size: NARROW },
    ],
  },
  {
    name: 'five thousand files',
    stored: (place) => listOf([], place, { pausedAll: true }),
    states: [
      {
        name: 'five-thousand',
        arrange: async ({ page, folder }) => {
          const files = Array.from({ length: 5000 }, (_, n) => path.join(folder, `ضبط ${n}.amr`));
          // Each of its own content; too new to be still, so they are looked at again and again.
          for (const [n, file] of files.entries()) fs.writeFileSync(file, `#!AMR\n${n}`);
          await dropFiles(page, files);
          await page.waitForFunction(
            () => document.querySelector('.group-head .count')?.textContent?.length === 5,
            null,
            {
              timeout: 60_000,
            },
          );
        },
      },
    ],
  },
];
