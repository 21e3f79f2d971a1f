// The list as its users see it, in both languages.

import path from 'node:path';
import type { Page } from '@playwright/test';
import { dropFiles, expect, recordingAs, root, rowOf, test } from './app';

const screens = path.join(root, 'out', 'screens');

const names = [
  'جلسهٔ هیئت‌مدیره ۹ آذر.m4a',
  'Zoom Meeting - Product Weekly 2026-11-30.mp4',
  'مصاحبه با خانم رضایی، بخش اول.mp3',
  'کارگاه UX با تیم Design System.ogg',
  'Interview – Sara Ahmadi (round 2).m4a',
  'کمیتهٔ فنی ۱۴۰۵-۰۹-۰۸.wav',
] as const;
const fixtures = [
  'speech-fa.m4a',
  'screen-with-voice.mp4',
  'speech-fa-cbr.mp3',
  'speech-en-vorbis.ogg',
  'speech-en-isom.m4a',
  'speech-fa.wav',
];

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(screens, `${name}.png`) });
}

for (const language of ['fa', 'en'] as const) {
  test(`the list, the empty window and a gate, in ${language}`, async ({ folder, lobbe, launch }) => {
    const { page } = await launch({ env: { LOBBE_LANG: language } });
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'fa' ? 'rtl' : 'ltr');
    await picture(page, `empty-${language}`);

    const files = names.map((name, i) => recordingAs(folder, name, fixtures[i]));
    // One that Lobbe refuses, one whose upload stands still, two that wait behind them.
    lobbe.script(
      { path: '/recordings', nth: 4 },
      { kind: 'answer', status: 429, body: { json: { error: { code: 'TOKEN_DAILY_CAP' } } } },
    );
    await dropFiles(page, files.slice(0, 4));
    await expect(rowOf(page, names[0])).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
    await expect(rowOf(page, names[1])).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
    await expect(rowOf(page, names[2])).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
    const first = lobbe.meetings.find((m) => m.fileName === names[0]);
    lobbe.advance(first?.id ?? '', 'NAMING');
    await expect(rowOf(page, names[0])).toHaveAttribute('data-stage', 'naming');
    const stalled = lobbe.script({ path: '/recordings' }, { kind: 'hold', at: 'before-answer' });
    await dropFiles(page, files.slice(4, 5));
    await stalled.hit;
    await expect(rowOf(page, names[4])).toHaveAttribute('data-stage', 'uploading');
    lobbe.setMinutes(0);
    await picture(page, `list-${language}`);

    await dropFiles(page, files.slice(5));
    await page.locator('[data-testid="gate-banner"][data-gate="needs-minutes"]').waitFor();
    await picture(page, `gate-${language}`);
    stalled.release();
    await page.setViewportSize({ width: 400, height: 680 });
    await picture(page, `narrow-${language}`);
  });
}
