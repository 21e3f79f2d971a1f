import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The window. Everything it loads comes from its own folder: its policy allows nothing inline and nothing from outside.
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    // Inlined fonts and images would be data: addresses, which the policy does not allow for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
