import path from 'node:path';
import { build } from 'vite';

/**
 * Makes one plain script of a TypeScript file and all that it imports, and returns where it is. `electron` becomes an empty module:
 * that is what electron-store finds outside Electron, and enough for it as long as it is told a folder.
 */
export async function bundle(entry: string, outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'no-electron',
        enforce: 'pre',
        resolveId: (id) => (id === 'electron' ? '\0electron' : null),
        load: (id) => (id === '\0electron' ? 'export default {};' : null),
      },
    ],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { format: 'es', entryFileNames: 'bundle.mjs' } },
    },
  });
  return path.join(outDir, 'bundle.mjs');
}
