// @ts-check
// `npm run gallery [-- --only STATE[,STATE…] --lang fa|en]`: pictures of the app in each of its states, with what axe finds in them, and one
// page to look at them all (out/gallery/index.html).
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeContactSheet } from './contact-sheet.mjs';
import { hasDisplay } from './display.mjs';
import { outDir, root, runEntry, SetUpError, say, secondsSince } from './paths.mjs';
import { runPlaywright } from './playwright.mjs';
import { setUp } from './set-up.mjs';

const folder = path.join(outDir, 'gallery');
const report = path.join(outDir, 'reports', 'gallery.json');
const config = path.join(root, 'playwright.gallery.config.ts');

await runEntry(async () => {
  const { only, lang } = readOptions();
  const dist = await setUp({ virtualDisplay: !hasDisplay() });
  const startedAt = performance.now();
  // A picture of a state that is gone would be looked at for nothing.
  if (only === undefined && lang === undefined) fs.rmSync(folder, { recursive: true, force: true });
  const env = { LOBBE_GALLERY_ONLY: only ?? '', LOBBE_GALLERY_LANG: lang ?? '' };
  const { failed } = await runPlaywright(dist, { report, args: ['--config', config], env });
  const pictures = writeContactSheet(folder);
  say(`gallery: ${pictures} pictures in ${secondsSince(startedAt)}: ${path.join(folder, 'index.html')}`);
  return failed === 0 ? 0 : 1;
});

function readOptions() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, lang: { type: 'string' } } });
  if (values.lang !== undefined && values.lang !== 'fa' && values.lang !== 'en') {
    throw new SetUpError(`--lang is fa or en, not “${values.lang}”.`);
  }
  return values;
}
