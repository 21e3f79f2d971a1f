// @ts-check
// `npm run bench [-- start|window|scroll|history|transfer|feed|drop] [--rounds N]`: what a start, an open window, a long history and sending cost,
// mostly as ratios against something that is measured in the same run. Not a test: a loaded machine makes every number larger, and only
// their ratio means something.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchDrop } from './bench-drop.mjs';
import { benchFeed } from './bench-feed.mjs';
import { benchHistory } from './bench-history.mjs';
import { benchScroll } from './bench-scroll.mjs';
import { benchStart } from './bench-start.mjs';
import { benchTransfer } from './bench-transfer.mjs';
import { benchWindow } from './bench-window.mjs';
import { hasDisplay, sandboxEnvironment, startVirtualDisplay } from './display.mjs';
import { electronExecutable } from './electron.mjs';
import { runEntry, SetUpError } from './paths.mjs';
import { onInterrupt } from './run.mjs';
import { setUp } from './set-up.mjs';

/**
 * Where it is measured.
 * @typedef {object} Place
 * @property {string} electron
 * @property {NodeJS.ProcessEnv} env
 * @property {string} folder gone afterwards
 * @property {number} rounds how often what is compared in turns is measured
 */

/** @type {Readonly<Record<string, (place: Place) => Promise<boolean>>>} each says whether its aims were met */
const PARTS = {
  start: benchStart,
  window: benchWindow,
  scroll: benchScroll,
  history: benchHistory,
  transfer: benchTransfer,
  feed: benchFeed,
  drop: benchDrop,
};

await runEntry(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '5' } },
  });
  const parts = Object.entries(PARTS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const unknown = positionals.find((name) => !(name in PARTS));
  if (unknown) throw new SetUpError(`The bench has no part “${unknown}”, but ${Object.keys(PARTS).join(' and ')}.`);
  const dist = await setUp({ virtualDisplay: !hasDisplay() });
  const display = hasDisplay() ? null : await startVirtualDisplay({ endsWithLastWindow: false });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-bench-'));
  const cleanUp = () => {
    display?.stop();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  const stopListening = onInterrupt(cleanUp);
  try {
    const env = {
      ...process.env,
      ...sandboxEnvironment(dist),
      ...(display ? { DISPLAY: display.name } : {}),
      // Nobody answers there: what is measured is this computer.
      LOBBE_API_BASE: 'http://127.0.0.1:9/api/v1',
      LOBBE_TOKEN: 'lobbe-bench-token-0001',
      LOBBE_LANG: 'en',
    };
    let isGood = true;
    for (const [, bench] of parts)
      isGood =
        (await bench({ electron: electronExecutable(dist), env, folder, rounds: Number(values.rounds) })) && isGood;
    return isGood ? 0 : 1;
  } finally {
    stopListening();
    cleanUp();
  }
});
