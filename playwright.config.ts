import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  timeout: 60_000,
  // A hang must end as a failure with a report, well before whoever runs `.ci/run` gives up.
  globalTimeout: 12 * 60_000,
  // One app at a time: they share the machine's tray, notifications and focus, and time matters to them.
  workers: 1,
  // A test that passes only on its second try hides a race that a user will meet.
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'out/reports/e2e.json' }]],
  outputDir: 'out/e2e',
  use: { trace: 'off' },
});
