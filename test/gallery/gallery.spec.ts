// `npm run gallery`: every state of the window, in both languages and both themes. The pictures of the README are copies of its `list`.

import path from 'node:path';
import { expect, root, test } from '../e2e/app';
import { scenes } from './all-scenes';
import { photograph } from './studio';

const out = path.join(root, 'out', 'gallery');
const only = process.env.LOBBE_GALLERY_ONLY?.split(',').filter((name) => name !== '') ?? [];
const languages = (['fa', 'en'] as const).filter(
  (language) => language === (process.env.LOBBE_GALLERY_LANG || language),
);

for (const scene of scenes) {
  const states = scene.states.filter(({ name }) => only.length === 0 || only.includes(name));
  if (states.length === 0) continue;
  for (const language of languages) {
    test(`${scene.name}, in ${language}`, async ({ folder, lobbe, launch }) => {
      const taking = { language, themes: ['light', 'dark'], out } as const;
      expect(await photograph({ folder, lobbe, launch }, scene, states, taking)).toEqual([]);
    });
  }
}
