// The list as its users see it, in both languages.

import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
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

const middle = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return box.y + box.height / 2;
};

for (const language of ['fa', 'en'] as const) {
  test(`a row’s menu stands in the middle of it, beside its action, in ${language}`, async ({
    folder,
    lobbe,
    launch,
  }) => {
    const { page } = await launch({ env: { LOBBE_LANG: language } });
    const held = lobbe.script({ path: '/recordings' }, { kind: 'hold', at: 'before-answer' });
    await dropFiles(page, [recordingAs(folder, 'one.m4a')]);
    await held.hit;
    const row = rowOf(page, 'one.m4a');
    await expect(row).toHaveAttribute('data-stage', 'uploading');
    expect(await middle(row.locator('[data-action="menu"] svg'))).toBeCloseTo(await middle(row), 0);
    expect(await middle(row.locator('[data-action="pause"] svg'))).toBeCloseTo(await middle(row), 0);
    held.release();
    // On one line too.
    await expect(row).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });
    expect(await middle(row.locator('[data-action="menu"] svg'))).toBeCloseTo(await middle(row), 0);
  });

  test(`in a narrow window the settings show that there are more sections, and the keyboard gets to each, in ${language}`, async ({
    folder,
    launch,
  }) => {
    const { page } = await launch({ env: { LOBBE_LANG: language } });
    await dropFiles(page, [recordingAs(folder, 'one.m4a')]);
    await rowOf(page, 'one.m4a').waitFor();
    await page.setViewportSize({ width: 360, height: 680 });
    const way = page.locator('[data-action="settings"]');
    await way.focus();
    await page.keyboard.press('Enter');
    const rail = page.locator('.rail');
    await expect(rail).toHaveAttribute('data-more', 'after');
    await page.keyboard.press('Tab');
    const forward = language === 'fa' ? 'ArrowLeft' : 'ArrowRight';
    const sections = await rail.locator('button').all();
    const seen = new Set<string>();
    for (const section of sections) {
      await expect(section).toBeFocused();
      const { x, width } = (await section.boundingBox()) ?? { x: -1, width: 0 };
      // What fades is 48 px wide, on the sides that have more.
      const sides = (await rail.getAttribute('data-more'))?.split(' ') ?? [];
      seen.add(sides.join(' '));
      const [before, after] = [sides.includes('before') ? 47 : 0, sides.includes('after') ? 47 : 0];
      expect(x).toBeGreaterThanOrEqual(language === 'fa' ? after : before);
      expect(x + width).toBeLessThanOrEqual(360 - (language === 'fa' ? before : after));
      await page.keyboard.press(forward);
    }
    await expect(rail).toHaveAttribute('data-more', 'before');
    expect(seen).toContain('before after');
    await page.keyboard.press('Escape');
    await expect(way).toBeFocused();
    await page.keyboard.press('Enter');
    await page.setViewportSize({ width: 980, height: 680 });
    await expect(rail).toHaveAttribute('data-more', '');
  });
}

test('whoever asks for more contrast sees the edges of what is pale', async ({ folder, lobbe, launch }) => {
  const { page } = await launch();
  const held = lobbe.script({ path: '/recordings' }, { kind: 'hold', at: 'before-answer' });
  await dropFiles(page, [recordingAs(folder, 'one.m4a')]);
  await held.hit;
  const edge = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { boxShadow, borderBlockStartWidth } = getComputedStyle(element);
      return boxShadow !== 'none' || borderBlockStartWidth !== '0px';
    });
  const edges = async () => {
    const inList = [await edge('.search'), await edge('.row .bar')];
    await page.locator('[data-action="settings"]').click();
    const inSettings = await edge('.stepper');
    await page.keyboard.press('Escape');
    await page.getByTestId('search').waitFor();
    return [...inList, inSettings];
  };
  expect(await edges()).toEqual([false, false, false]);
  await page.emulateMedia({ contrast: 'more' });
  expect(await edges()).toEqual([true, true, true]);
  held.release();
});
