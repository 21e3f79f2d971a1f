// @ts-check
// `npm run pack:dir`: the packed app in release/, around the Electron of this checkout. For trying the packed app: a release
// is made around the stock download only.
import { ensureBuilt } from './build.mjs';
import { electronVersion } from './electron.mjs';
import { runEntry, say, secondsSince } from './paths.mjs';
import { tool } from './run.mjs';
import { setUpElectron } from './set-up.mjs';

await runEntry(async () => {
  const dist = await setUpElectron();
  await ensureBuilt();
  const startedAt = performance.now();
  const { code } = await tool('electron-builder/cli.js', [
    '--dir',
    '--publish',
    'never',
    `-c.electronDist=${dist}`,
    `-c.electronVersion=${electronVersion(dist)}`,
    ...process.argv.slice(2),
  ]);
  if (code === 0) say(`packed into release/ in ${secondsSince(startedAt)}`);
  return code;
});
