import path from 'node:path';
import { expect, test } from 'vitest';
import { recorderFolders } from '../../electron/shell/recorder-folders';

const home = path.resolve('/home/sara');
const at = (name: string) => path.join(home, name);
const folders = { documents: at('Documents'), videos: at('Videos'), appData: at('.config') };
const zoom = { recorder: 'zoom', path: at('Documents/Zoom') };
const obs = { recorder: 'obs', path: at('Videos') };

test.each([
  ['nothing of it', [], []],
  ['the folder of Zoom', ['Documents/Zoom'], [zoom]],
  ['OBS and the folder of videos', ['.config/obs-studio', 'Videos'], [obs]],
  ['videos alone, as everybody has', ['Videos'], []],
  ['OBS without that folder', ['.config/obs-studio'], []],
  ['all of it', ['Documents/Zoom', '.config/obs-studio', 'Videos'], [zoom, obs]],
])('where there is %s', async (_, there, offers) => {
  const isThere = new Set(there.map(at));
  expect(await recorderFolders(folders, async (folder) => isThere.has(folder))).toEqual(offers);
});
