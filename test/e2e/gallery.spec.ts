// Some states of the gallery (test/gallery), in one language for each theme: that it can be made, and what axe finds in them.

import type { Language } from '../../electron/contract/settings';
import { scenes } from '../gallery/all-scenes';
import { photograph } from '../gallery/studio';
import { expect, test } from './app';

const shown: readonly (readonly [language: Language, theme: 'light' | 'dark', states: readonly string[]])[] = [
  ['fa', 'light', ['welcome', 'list', 'gate-needs-minutes']],
  ['en', 'dark', ['rows-blocked', 'details-long-story', 'settings-network']],
];

for (const [language, theme, names] of shown) {
  for (const name of names) {
    test(`${name}, in ${language}, ${theme}`, async ({ folder, lobbe, launch }, { outputDir }) => {
      const scene = scenes.find(({ states }) => states.some((state) => state.name === name));
      if (!scene) throw new Error(`the gallery has no ${name}`);
      const states = scene.states.filter((state) => state.name === name);
      const options = { language, themes: [theme], out: outputDir } as const;
      expect(await photograph({ folder, lobbe, launch }, scene, states, options)).toEqual([]);
    });
  }
}
