// A look by axe-core (WCAG 2.2 AA, and what is known to be good practice), and for what does not fit where it is.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface Looked {
  readonly rule: string;
  /** Which elements, and why. */
  readonly what: string;
}

/** What axe finds wrong in the page as it is. `colours`: only what a theme changes. */
export async function lookAt(page: Page, at: 'everything' | 'colours'): Promise<readonly Looked[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const values = at === 'colours' ? ['color-contrast'] : TAGS;
  const runOnly: axe.RunOnly = { type: at === 'colours' ? 'rule' : 'tag', values };
  const violations = await page.evaluate(async (only) => {
    const { axe: run } = globalThis as unknown as { axe: typeof axe };
    const results = await run.run(document, { runOnly: only, resultTypes: ['violations'] });
    return results.violations.map(({ id, nodes }) => ({
      rule: id,
      nodes: nodes.map(({ target, failureSummary = '' }) => `${target.join(' ')} (${failureSummary})`),
    }));
  }, runOnly);
  return violations.map(({ rule, nodes }) => ({ rule, what: nodes.join('; ').replace(/\s+/g, ' ') }));
}

/** What reaches over the window's edges, words that reach over those of their button, and sentences that are cut. */
export function overflowing(page: Page): Promise<readonly Looked[]> {
  return page.evaluate(() => {
    const name = (element: Element) =>
      `${element.getAttribute('class') ?? element.tagName} “${element.textContent?.slice(0, 40)}”`;
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // What scrolls by itself (the sections of the settings in a narrow window) may be longer than the window.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const isOver = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element);
    };
    const isTight = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
    const shown = [...document.body.querySelectorAll('*:not(svg *)')].filter(isShown);
    return [
      ...(document.documentElement.scrollWidth > innerWidth ? [{ rule: 'scrolls sideways', what: 'the page' }] : []),
      ...shown.filter(isOver).map((element) => ({ rule: 'over the edge', what: name(element) })),
      ...shown
        .filter((element) => element.matches('button, select, label, dt, dd, .row-stage') && isTight(element))
        .map((element) => ({ rule: 'too tight', what: name(element) })),
    ];
  });
}
