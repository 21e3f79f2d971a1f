// The bundles that run outside the window: `vite build -c vite.node.config.ts --mode main|preload|bench|reader-thread`.
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

// By prefix as well: Electron's Node may have modules that the building one does not know.
const external = ['electron', 'original-fs', ...builtinModules, /^node:/, /^electron\//];

const readerThread = { 'reader-thread': 'electron/disk/reader-thread.ts' };

const ENTRIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A thread begins with a file of its own; services.ts, which main.ts loads late, looks for it beside itself.
  main: { main: 'electron/main.ts', services: 'electron/services.ts', ...readerThread },
  preload: { preload: 'electron/preload.ts' },
  bench: { bench: 'test/bench/bench.ts' },
  // Alone, for tests: they run from the sources, which a thread of Node cannot.
  'reader-thread': readerThread,
};

export default defineConfig(({ mode }) => {
  const preload = mode === 'preload';
  return {
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Everything else is bundled: the packed app carries no node_modules.
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: `out/${mode}`,
      emptyOutDir: true,
      // The older of the two Electrons that it must run on.
      target: 'node20.18',
      // Readable stack traces in logs are worth more than bytes here.
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: ENTRIES[mode] ?? {},
        external,
        output: preload
          ? // One CommonJS file: a sandboxed preload can require nothing but electron.
            { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false }
          : { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
});
