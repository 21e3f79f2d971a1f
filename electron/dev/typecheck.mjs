// @ts-check
// Types three times: everything; contract and domain without Node or DOM; the main process against the older Electron
// that development machines may run on, so that nothing newer slips in. `npm run typecheck`.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { unpackNpmPackage } from './npm-package.mjs';
import { cacheDir, root, runEntry } from './paths.mjs';
import { tool } from './run.mjs';

const OLDER_ELECTRON = {
  name: 'electron',
  version: '33.2.1',
  integrity: 'sha512-SG/nmSsK9Qg1p6wAW+ZfqU+AV8cmXMTIklUL18NnOKfZLlum4ZsDoVdmmmlL39ZmeCaq27dr7CgslRPahfoVJg==',
};
const olderTypes = path.join(cacheDir, `electron-${OLDER_ELECTRON.version}.d.ts`);
const generatedConfig = path.join(root, 'node_modules', '.cache', 'lobbe-uploader', 'tsconfig.older-electron.json');

/** @type {readonly { name: string, run: () => Promise<number> }[]} */
export const TYPE_CHECKS = [
  { name: 'types', run: () => tsc('tsconfig.json') },
  { name: 'types of contract and domain, without Node or DOM', run: () => tsc('electron/domain/tsconfig.json') },
  { name: `types against Electron ${OLDER_ELECTRON.version}`, run: againstOlderElectron },
];

/** @param {string} config */
async function tsc(config) {
  return (await tool('typescript/bin/tsc', ['--noEmit', '-p', config])).code;
}

async function againstOlderElectron() {
  await ensureOlderTypes();
  fs.mkdirSync(path.dirname(generatedConfig), { recursive: true });
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: {
      paths: { electron: [olderTypes], 'electron/*': [olderTypes] },
      typeRoots: [path.join(root, 'node_modules', '@types')],
    },
    include: [path.join(root, 'electron')],
    exclude: [path.join(root, 'electron', 'dev')],
  };
  fs.writeFileSync(generatedConfig, JSON.stringify(config, null, 2));
  return tsc(generatedConfig);
}

async function ensureOlderTypes() {
  if (fs.existsSync(olderTypes)) return;
  await withLock('older-types', async () => {
    if (fs.existsSync(olderTypes)) return;
    const work = fs.mkdtempSync(path.join(cacheDir, 'types-'));
    try {
      fs.renameSync(path.join(await unpackNpmPackage(OLDER_ELECTRON, work), 'electron.d.ts'), olderTypes);
    } finally {
      fs.rmSync(work, { recursive: true, force: true });
    }
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runEntry(async () => {
    let failed = 0;
    for (const check of TYPE_CHECKS) {
      console.error(`--- ${check.name}`);
      if ((await check.run()) !== 0) failed++;
    }
    return failed === 0 ? 0 : 1;
  });
}
