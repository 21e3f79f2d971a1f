// @ts-check
// electron-builder copies a local Electron as it is; what belongs only to development must not be in a release.
import fs from 'node:fs';
import path from 'node:path';

/** @param {{ appOutDir: string }} context */
export default async function afterPack({ appOutDir }) {
  for (const file of ['resources/default_app.asar', 'version']) {
    fs.rmSync(path.join(appOutDir, file), { force: true });
  }
}
