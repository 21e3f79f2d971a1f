import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../electron/domain/app-state';
import { nodeDisk } from '../../electron/store/disk';
import { storedLanguage } from '../../electron/store/first-look';
import { seal } from '../../electron/store/generation-format';
import { SCHEMA_VERSION } from '../../electron/store/migrations';
import { openStateStore } from '../../electron/store/state-store';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lobbe-first-look-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: 'a' | 'b', state: unknown, revision: number, version = SCHEMA_VERSION): string {
  const file = path.join(folder, `state-${name}.json`);
  writeFileSync(file, seal([Buffer.from(JSON.stringify(state))], revision, '0.0.0', version).bytes);
  return file;
}

const inLanguage = (language: unknown) => ({ settings: { language } });

test('a first run has none', () => {
  expect(storedLanguage(folder)).toBeNull();
  expect(storedLanguage(path.join(folder, 'none'))).toBeNull();
});

test('what the store wrote is what is found', async () => {
  const store = await openStateStore({ directory: folder, initial: emptyState, appVersion: '0.0.0', disk: nodeDisk });
  await store.commit((state) => ({ ...state, settings: { ...state.settings, language: 'fa' } }));
  expect(storedLanguage(folder)).toBe('fa');
  await store.commit((state) => ({ ...state, settings: { ...state.settings, language: 'en' } }));
  expect(storedLanguage(folder)).toBe('en');
});

test('the newer one counts, whichever file it is in; one of a later version too', () => {
  write('a', inLanguage('fa'), 8);
  write('b', inLanguage('en'), 7);
  expect(storedLanguage(folder)).toBe('fa');
  write('b', inLanguage('system'), 9, SCHEMA_VERSION + 1);
  expect(storedLanguage(folder)).toBe('system');
});

test('a damaged one does not count, however new it says it is', () => {
  write('a', inLanguage('fa'), 7);
  const file = write('b', inLanguage('en'), 8);
  writeFileSync(file, '{"schemaVersion":1,"revision":9', { flag: 'r+' });
  expect(storedLanguage(folder)).toBe('fa');
});

test.each([[null], [[]], [{}], [inLanguage('de')], [inLanguage(7)]])('%j names no language', (state) => {
  write('a', state, 1);
  expect(storedLanguage(folder)).toBeNull();
});

test('a folder in the place of a generation is none', () => {
  mkdirSync(path.join(folder, 'state-a.json'));
  write('b', inLanguage('fa'), 1);
  expect(storedLanguage(folder)).toBe('fa');
});
