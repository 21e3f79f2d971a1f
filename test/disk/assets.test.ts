import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inspect } from '../../electron/disk/intake';
import {
  contentTypeOf,
  extensionOf,
  recordingExtensions,
  recordingTypes,
  takenKinds,
} from '../../electron/disk/recording-types';
import { patient, startReaders } from './place';

const assets = fileURLToPath(new URL('../../assets/', import.meta.url));

function pngSize(path: string): [number, number] {
  const bytes = readFileSync(path);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test('the sample meeting is a recording that we take ourselves, short and small', async () => {
  const path = `${assets}sample-meeting.m4a`;
  const inspection = await inspect(startReaders(), path, {
    now: statSync(path).mtimeMs + 60_000,
    budget: patient,
  });
  expect(inspection).toMatchObject({ kind: 'recording', file: { contentType: 'audio/mp4' } });
  const file = inspection.kind === 'recording' ? inspection.file : null;
  expect(file?.size).toBeLessThan(150 * 1024);
  expect(file?.durationMs).toBeGreaterThan(15_000);
  expect(file?.durationMs).toBeLessThan(25_000);
});

test('every icon has the size that its name says', () => {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
    expect(pngSize(`${assets}icons/${size}.png`)).toEqual([size, size]);
  for (const state of ['idle', 'busy', 'needs-you', 'offline']) {
    for (const name of [`tray-${state}`, `tray-${state}-on-dark`]) {
      expect(readdirSync(`${assets}tray`)).toContain(`${name}.svg`);
      expect(pngSize(`${assets}tray/${name}.png`)).toEqual([16, 16]);
      expect(pngSize(`${assets}tray/${name}@1.5x.png`)).toEqual([24, 24]);
      expect(pngSize(`${assets}tray/${name}@2x.png`)).toEqual([32, 32]);
    }
  }
});

test('case 4: no content type of the list could break a header, and no extension stands twice', () => {
  for (const { sound, film } of Object.values(recordingTypes)) {
    for (const type of [sound, film ?? sound]) expect(type).toMatch(/^(audio|video)\/[a-z0-9.+-]+$/);
  }
  expect(new Set(recordingExtensions).size).toBe(recordingExtensions.length);
  // What people read names each kind, and nothing else.
  for (const { soundExtensions, filmExtensions } of Object.values(recordingTypes)) {
    expect([...soundExtensions, ...filmExtensions].some((name) => takenKinds.includes(name))).toBe(true);
  }
  for (const name of takenKinds) expect(recordingExtensions).toContain(name);
});

test('the extension decides only where the tracks could not be counted', () => {
  expect(contentTypeOf('mkv', null, 'mka')).toBe('audio/x-matroska');
  expect(contentTypeOf('mkv', null, 'mkv')).toBe('video/x-matroska');
  expect(contentTypeOf('mkv', false, 'mkv')).toBe('audio/x-matroska');
  expect(contentTypeOf('mp4', null, 'm4a')).toBe('audio/mp4');
  expect(contentTypeOf('mp4', null, 'mp4')).toBe('video/mp4');
  expect(contentTypeOf('ogg', null, 'opus')).toBe('audio/ogg');
});

test('case 8: extensions of odd names', () => {
  expect(['/a.b/c', '/x/.m4a', '/x/foo .M4A ', '/x/a.b.mp3', 'C:\\x.y\\z.wav', '/x/end.'].map(extensionOf)).toEqual([
    '',
    '',
    'm4a',
    'mp3',
    'wav',
    '',
  ]);
});
