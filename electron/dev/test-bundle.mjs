// @ts-check
// Parts of `test/` that run outside the test runner: in a plain Node, or as the main script of Electron.
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { outDir, root, SetUpError } from './paths.mjs';

/** Each run has bundles of its own, gone at its end, so that two of them never mix. */
/** @type {string[]} */
const made = [];
process.once('exit', () => {
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true });
});

/**
 * Bundles entries, with all that they need but Node and Electron.
 * @param {string} name of the folder below `out/`
 * @param {Readonly<Record<string, string>>} entries name of the script, without `.mjs` → its source
 * @param {readonly import('vite').Plugin[]} [plugins]
 * @returns {Promise<string>} the folder
 */
export async function bundleOfTests(name, entries, plugins = []) {
  if (!fs.existsSync(path.join(root, 'node_modules')))
    throw new SetUpError('Run `npm test` once: it sets up everything.');
  const folder = path.join(outDir, `${name}-${process.pid}`);
  made.push(folder);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [...plugins, filesWhereTheyAre],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20.18',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([key, file]) => [key, path.join(root, file)])),
        external: ['electron', /^electron-store/, ...builtinModules, /^node:/],
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return folder;
}

/** Fixtures are read from beside the source, which a bundle is not. */
/** @type {import('vite').Plugin} */
const filesWhereTheyAre = {
  name: 'files-where-they-are',
  transform: (code, id) =>
    id.includes('/test/') ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) : null,
};
