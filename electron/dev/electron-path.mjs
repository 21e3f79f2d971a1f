// @ts-check
// `npm run -s electron:path`: the folder of the Electron that this checkout runs on, and nothing else, on stdout.
import { runEntry } from './paths.mjs';
import { setUpElectron } from './set-up.mjs';

await runEntry(async () => {
  process.stdout.write(`${await setUpElectron()}\n`);
  return 0;
});
