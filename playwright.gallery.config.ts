import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/gallery',
  timeout: 240_000,
  globalTimeout: 20 * 60_000,
  // Pictures need neither the tray nor the focus.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'out/reports/gallery.json' }]],
  outputDir: 'out/gallery-failures',
  use: { trace: 'off' },
});
