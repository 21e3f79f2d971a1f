// Where the pictures are taken: starts the app for a scene, arranges each of its states, photographs it in both themes.

import path from 'node:path';
import { type ElectronApplication, type Page, test } from '@playwright/test';
import type { Language } from '../../electron/contract/settings';
import type { Snapshot } from '../../electron/contract/snapshot';
import type { Sandbox } from '../../electron/sandbox/server';
import { openProfile } from '../bench/profile';
import type { LaunchOptions } from '../e2e/app';
import { type Looked, lookAt, overflowing } from './look';
import type { Place, Scene, State, Studio } from './scene';

const USUAL = { width: 980, height: 680 };

export type Theme = 'light' | 'dark';

export interface Taking {
  readonly language: Language;
  readonly themes: readonly Theme[];
  /** The folder for the pictures. */
  readonly out: string;
}

/** What a test of Playwright's brings along. */
export interface Means {
  readonly folder: string;
  readonly lobbe: Sandbox;
  readonly launch: (options?: LaunchOptions) => Promise<{ app: ElectronApplication; page: Page }>;
}

/** Photographs `states` of a scene; returns what was found wrong with them, a line each. */
export async function photograph(
  means: Means,
  scene: Scene,
  states: readonly State[],
  taking: Taking,
): Promise<readonly string[]> {
  const { folder, lobbe, launch } = means;
  const { language } = taking;
  const place: Place = { folder, lobbe, language, account: path.join(folder, 'profile', 'account'), now: Date.now() };
  if (!scene.answersReads) {
    lobbe.script({ method: 'GET', times: Number.POSITIVE_INFINITY }, { kind: 'hold', at: 'before-answer' });
  }
  if (scene.stored) await store(place, scene.stored);
  await scene.prepare?.(place);
  const env = { LOBBE_LANG: language, TZ: zoneOfNoon(place.now), ...scene.env };
  const { app, page } = await launch({ env, ...(scene.args && { args: scene.args }) });
  const studio: Studio = { ...place, app, page };
  const found: string[] = [];
  for (const state of states) {
    await test.step(state.name, async () => {
      found.push(...(await photographState(studio, state, taking)));
    });
  }
  return found;
}

/** As the app stores it: twice, as both generations are there when it has run for a while. */
async function store(place: Place, stored: NonNullable<Scene['stored']>): Promise<void> {
  const { store, archive } = await openProfile(place.account);
  await store.commit(() => stored(place));
  await store.commit((state) => ({ ...state, lostInARow: 0 }));
  await archive.settled();
  await store.settled();
}

async function photographState(studio: Studio, state: State, { themes, out }: Taking): Promise<readonly string[]> {
  const { page, language } = studio;
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', contrast: 'no-preference', ...state.media });
  await page.setViewportSize(state.size ?? USUAL);
  await zoomTo(studio, state.zoom ?? 1);
  // Forgets what was opened, searched for and told in the state before.
  await page.reload();
  await page.getByTestId('drop-target').waitFor();
  // Where it hovers over nothing, and holds nothing.
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await state.arrange?.(studio);
  const found: string[] = [];
  // No state asks for what cannot be done.
  if (await page.locator('[data-testid="toast"][data-kind="failed"]').isVisible()) found.push(`${state.name}: failed`);
  for (const [n, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const name = `${state.name}-${language}-${colorScheme}`;
    await page.screenshot({ path: path.join(out, `${name}.png`), animations: 'disabled' });
    // The themes differ in nothing but their colours.
    const looked = n === 0 ? await everything(page) : await lookAt(page, 'colours');
    found.push(...looked.map(({ rule, what }) => `${name}: ${rule}: ${what}`));
  }
  return found;
}

async function everything(page: Page): Promise<readonly Looked[]> {
  return [...(await overflowing(page)), ...(await lookAt(page, 'everything'))];
}

async function zoomTo({ app }: Studio, factor: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, zoom) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(zoom);
  }, factor);
}

/** Fonts are there, and what they moved has been drawn. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    // Ends what moves once; what never ends (the mark of the current step) the picture stops.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
}

/** A zone in which it is noon now: a picture says “today” and “tomorrow” of the same things whenever it is taken. */
function zoneOfNoon(now: number): string {
  // Zones of this name count westwards.
  const west = new Date(now).getUTCHours() - 12;
  return `Etc/GMT${west < 0 ? west : `+${west}`}`;
}

/** Shows a changed snapshot, for what this machine cannot bring about: files in a cloud, or in use on Windows. */
export async function showSnapshot(studio: Studio, change: (snapshot: Snapshot) => Partial<Snapshot>): Promise<void> {
  const snapshot = await studio.page.evaluate(() =>
    (globalThis as unknown as { lobbe: { snapshot(): Promise<Snapshot> } }).lobbe.snapshot(),
  );
  // Until the next state: no snapshot of the app's own is newer.
  const shown = { ...snapshot, ...change(snapshot), revision: Number.MAX_SAFE_INTEGER };
  await studio.app.evaluate(({ BrowserWindow }, text) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send('lobbe:on-snapshot', text);
  }, JSON.stringify(shown));
}
