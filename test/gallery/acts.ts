// What is done to the window to bring it into a state.

import type { Studio } from './scene';

/** As narrow as the window gets. */
export const NARROW = { width: 360, height: 680 };

/** The first row of that name, of those that `which` selects. */
const row = ({ page }: Studio, name: string, which = '') =>
  page.locator(`[data-testid="meeting-row"][data-name=${JSON.stringify(name)}]${which}`).first();

/** Opens the menu of a row. */
export const openMenu = (name: string) => async (studio: Studio) => {
  await row(studio, name).locator('[data-action="menu"]').click();
  await studio.page.getByRole('menu').waitFor();
};

/** Selects several rows, as Ctrl and a click does. */
export const select = (names: readonly string[]) => async (studio: Studio) => {
  for (const name of names) await row(studio, name).click({ position: { x: 200, y: 12 }, modifiers: ['Control'] });
  await studio.page.getByTestId('selection-bar').waitFor();
};

/** Narrows the list. */
export const searchFor =
  (text: string) =>
  async ({ page }: Studio) => {
    await page.getByTestId('search').fill(text);
  };

/** Opens the details of a meeting. */
export const open =
  (name: string, which = '') =>
  async (studio: Studio) => {
    await row(studio, name, which).click({ position: { x: 200, y: 12 } });
    await studio.page.getByTestId('timeline-item').first().waitFor();
  };

/** Scrolls the list, until a head sticks. */
export const scroll =
  (by: number) =>
  async ({ page }: Studio) => {
    await page.locator('.list').hover();
    await page.mouse.wheel(0, by);
    await page.locator('.group-head.is-stuck').waitFor();
  };

/** Opens the settings at a section. */
export const openSettings =
  (section: string) =>
  async ({ page }: Studio) => {
    await page.locator('[data-action="settings"]').first().click();
    await page.getByTestId('settings').waitFor();
    await page.locator(`.rail [data-section="${section}"]`).click();
  };
