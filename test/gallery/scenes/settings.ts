// The settings, section by section.

import fs from 'node:fs';
import path from 'node:path';
import { type AppState, emptyState } from '../../../electron/domain/app-state';
import { NARROW, openSettings } from '../acts';
import { token } from '../records';
import type { Scene } from '../scene';
import { listOf } from '../stored';
import { showSnapshot } from '../studio';

/** A folder that was there, and one that is. */
const watched = (folder: string): AppState['watched'] =>
  [path.join(folder, 'Zoom'), path.join(folder, 'ضبط‌های جلسه‌های هفتگی', 'OBS', '2026')].map((each, n) => ({
    id: `10000000-0000-4000-8000-00000000000${n}`,
    path: each,
    since: 0,
    taken: n * 14,
    noticed: [],
  }));

const WHOLE = { width: 980, height: 2000 };

export const settings: readonly Scene[] = [
  {
    name: 'settings as they are at first',
    stored: (place) => listOf([], place),
    states: [
      { name: 'settings', arrange: openSettings('account') },
      { name: 'settings-whole', arrange: openSettings('account'), size: WHOLE },
      {
        name: 'settings-token-dialog',
        arrange: async (studio) => {
          await openSettings('account')(studio);
          await studio.page.getByTestId('settings').locator('[data-action="set-token"]').click();
          await studio.page.getByRole('dialog').waitFor();
        },
      },
      { name: 'narrow-settings', arrange: openSettings('account'), size: NARROW },
      { name: 'narrow-settings-whole', arrange: openSettings('account'), size: { ...NARROW, height: 3000 } },
      { name: 'zoomed-settings', arrange: openSettings('account'), zoom: 2 },
      { name: 'zoomed-settings-speed', arrange: openSettings('speed'), zoom: 2 },
      { name: 'forced-colours-settings', arrange: openSettings('speed'), media: { forcedColors: 'active' } },
      { name: 'more-contrast-settings', arrange: openSettings('speed'), media: { contrast: 'more' } },
    ],
  },
  {
    name: 'settings that were changed',
    prepare: ({ folder }) => void fs.mkdirSync(watched(folder)[1]?.path ?? '', { recursive: true }),
    stored: (place) =>
      listOf([], place, {
        scopes: [{ token, read: false, write: true, ask: false }],
        watched: watched(place.folder),
        settings: {
          ...emptyState.settings,
          parallelUploads: 3,
          bandwidth: { limit: 500_000, night: { from: 23 * 60 + 30, to: 7 * 60, limit: null } },
          proxy: { mode: 'manual', server: 'http://proxy.example.org:8080', user: 'sara' },
          certificate: { pem: '', name: 'Office Root سازمان' },
          notifications: { ready: true, naming: true, minutes: false, failed: true, elsewhere: true },
        },
      }),
    states: [
      { name: 'settings-scopes', arrange: openSettings('account') },
      { name: 'settings-speed', arrange: openSettings('speed') },
      {
        name: 'settings-folders',
        arrange: async (studio) => {
          await openSettings('folders')(studio);
          await studio.page.locator('[data-trouble="gone"]').first().waitFor();
        },
      },
      { name: 'settings-diagnostics', arrange: openSettings('diagnostics') },
      {
        name: 'settings-relaunch',
        arrange: async (studio) => {
          await showSnapshot(studio, ({ app, language }) => ({
            app: { ...app, nativeLanguage: language === 'fa' ? 'en' : 'fa', startsAtLogin: true },
          }));
          await openSettings('language')(studio);
          await studio.page.getByTestId('relaunch-note').waitFor();
        },
      },
      { name: 'settings-notifications', arrange: openSettings('notifications') },
      { name: 'settings-network', arrange: openSettings('network') },
      {
        name: 'settings-network-bad',
        arrange: async (studio) => {
          await openSettings('network')(studio);
          await studio.page.getByTestId('proxy-server').fill('proxy.example.org');
          await studio.page.locator('[data-action="save-proxy"]').click();
          await studio.page.locator('[data-testid="proxy-server"][aria-invalid="true"]').waitFor();
        },
      },
      { name: 'settings-changed-whole', arrange: openSettings('account'), size: WHOLE },
      { name: 'narrow-settings-changed', arrange: openSettings('account'), size: { ...NARROW, height: 3000 } },
    ],
  },
];
