// What holds up sending: each gate, two at once, and what a long time without a network looks like.

import type { AppState } from '../../../electron/domain/app-state';
import type { Gate } from '../../../electron/domain/gates';
import type { MeetingState } from '../../../electron/domain/meeting';
import { NARROW } from '../acts';
import { DAY, HOUR, lobbes, MINUTE, ours, sendable, token } from '../records';
import type { Place, Scene, State, Studio } from '../scene';
import { listOf } from '../stored';

/** Nobody is there: all that is asked ends on this computer. */
const AWAY = { args: ['--proxy-server=http://127.0.0.1:9'], env: { LOBBE_API_BASE: 'https://lobbe.test/api/v1' } };

function held(place: Place, gates: readonly Gate[], unsent: MeetingState = { stage: 'queued' }): AppState {
  return listOf(
    [
      lobbes(1, 'جلسهٔ هیئت‌مدیره ۹ آذر.m4a', [72, 68], { stage: 'naming' }),
      ours(2, 'مصاحبه با خانم رضایی، بخش دوم.m4a', [49, 46], unsent),
      ours(3, 'Zoom Meeting - Product Weekly 2026-11-30.mp4', [58, 412], unsent),
      ours(4, 'کمیتهٔ فنی ۱۴۰۵-۰۹-۰۸.mp3', [84, 77], unsent),
      lobbes(5, 'Interview – Sara Ahmadi (round 2).m4a', [41, 39], { stage: 'processing', status: 'TRANSCRIBING' }),
      lobbes(6, 'Weekly sync 2026-11-30.m4a', [28, 26], { stage: 'ready', at: place.now - 2 * HOUR, unseen: true }),
    ],
    place,
    { gates },
  );
}

const minutes = (now: number): Gate => ({
  gate: 'needs-minutes',
  closedAt: now - HOUR,
  probeAt: now + HOUR,
  probes: 1,
  halfOpen: false,
});
const cap = (now: number): Gate => ({
  gate: 'daily-cap',
  closedAt: now - HOUR,
  until: now + 12 * HOUR - MINUTE,
  token,
});
const scope = (now: number, why: 'scope-disabled' | 'forbidden'): Gate => ({
  gate: 'scope-disabled',
  closedAt: now - HOUR,
  why,
  probeAt: now + 3 * HOUR,
  probes: 1,
  halfOpen: false,
  token,
});

const banner = async ({ page }: Studio) => {
  await page.getByTestId('gate-banner').first().waitFor();
};

const gate = (name: string, gates: (now: number) => readonly Gate[], more: readonly State[] = []): Scene => ({
  name: `gate: ${name}`,
  stored: (place) => held(place, gates(place.now)),
  states: [{ name: `gate-${name}`, arrange: banner }, ...more],
});

const offline = async ({ app, page }: Studio) => {
  await app.evaluate(({ net }) => {
    net.isOnline = () => false;
  });
  await page.locator('[data-gate="offline"]').waitFor();
};

/** Not tried before the picture is taken. */
const lineIsDown = ({ now }: Place): MeetingState => ({
  stage: 'waiting',
  reason: 'network',
  since: now,
  until: now + HOUR,
  toldByServer: false,
});

export const gates: readonly Scene[] = [
  gate('needs-minutes', (now) => [minutes(now)], [
    { name: 'narrow-gate', arrange: banner, size: NARROW },
    { name: 'zoomed-gate', arrange: banner, zoom: 2 },
    { name: 'forced-colours-gate', arrange: banner, media: { forcedColors: 'active' } },
  ]),
  {
    name: 'gate: needs-minutes, probing',
    stored: (place) => {
      const state = held(place, [{ ...minutes(place.now), halfOpen: true } as Gate]);
      return { ...state, meetings: [...state.meetings, sendable(place.folder, 9, 'کوتاه.wav', [3, 1])] };
    },
    prepare: ({ lobbe }) => void lobbe.script({ path: '/recordings' }, { kind: 'hold', at: 'before-answer' }),
    states: [
      {
        name: 'gate-needs-minutes-probing',
        arrange: async ({ page }) => {
          await page.locator('[data-action="open-gate"][disabled]').waitFor();
        },
      },
    ],
  },
  gate('daily-cap', (now) => [cap(now)], [{ name: 'narrow-gate-daily-cap', arrange: banner, size: NARROW }]),
  gate('daily-limit', (now) => [
    { gate: 'daily-limit', closedAt: now - HOUR, probeAt: now + 20 * HOUR, halfOpen: false },
  ]),
  gate('rate-limited', (now) => [{ gate: 'rate-limited', closedAt: now, until: now + 4 * MINUTE, token }]),
  gate('unauthorized', (now) => [{ gate: 'unauthorized', closedAt: now - HOUR, token }], [
    {
      name: 'token-dialog',
      arrange: async ({ page }) => {
        await page.locator('[data-testid="gate-banner"] [data-action="set-token"]').click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ]),
  {
    name: 'gate: no token',
    stored: (place) => held(place, []),
    env: { LOBBE_TOKEN: '' },
    states: [{ name: 'gate-unauthorized-missing', arrange: banner }],
  },
  gate('scope-disabled', (now) => [scope(now, 'scope-disabled')]),
  gate('forbidden', (now) => [scope(now, 'forbidden')]),
  gate('two', (now) => [cap(now), minutes(now)], [{ name: 'narrow-gate-two', arrange: banner, size: NARROW }]),
  {
    name: 'offline',
    ...AWAY,
    stored: (place) => held(place, [], lineIsDown(place)),
    states: [{ name: 'gate-offline', arrange: offline }],
  },
  {
    name: 'offline for days',
    ...AWAY,
    stored: (place) => {
      const { now } = place;
      const state = held(place, [minutes(now)], lineIsDown(place));
      const meetings = state.meetings.map((meeting) =>
        meeting.state.stage === 'waiting'
          ? { ...meeting, addedAt: now - 4 * DAY, attempts: 31, failures: 31 }
          : meeting,
      );
      return { ...state, meetings, feed: { ...state.feed, lastReadAt: now - 3 * DAY } };
    },
    states: [{ name: 'offline-for-days', arrange: offline }],
  },
];
