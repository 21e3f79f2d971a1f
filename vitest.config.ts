import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/bench/**'],
          globalSetup: 'test/reader-thread.ts',
        },
      },
      {
        plugins: [react()],
        test: { name: 'window', environment: 'jsdom', include: ['test/**/*.test.tsx'], exclude: ['test/e2e/**'] },
      },
    ],
  },
});
