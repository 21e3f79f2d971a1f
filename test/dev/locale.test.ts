// Which locale the app is started with: one that takes every file name.

import { expect, test } from 'vitest';
import { localeEnvironment } from '../../electron/dev/locale.mjs';

test.each(['ANSI_X3.4-1968', 'ISO-8859-1'])('case 1: where names are %s, the app is given UTF-8', (charmap) => {
  expect(localeEnvironment(charmap)).toEqual({ LC_ALL: 'C.UTF-8' });
});

test.each(['UTF-8', 'utf8', null])('where they are %s, the locale stays as it is', (charmap) => {
  expect(localeEnvironment(charmap)).toEqual({});
});
