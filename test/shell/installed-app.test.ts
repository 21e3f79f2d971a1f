import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchInstalledApp } from '../../electron/shell/installed-app';

let folder: string;
let archive: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-installed-'));
  archive = path.join(folder, 'app.asar');
  fs.writeFileSync(archive, 'version 1');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function watched(file: string | null) {
  let told = 0;
  const installed = watchInstalledApp(file, fs.statSync, () => {
    told += 1;
  });
  installed.look();
  return { installed, told: () => told };
}

test('the same archive is no news, however often it is looked at', () => {
  const { installed, told } = watched(archive);
  installed.look();
  expect(installed.update()).toBeNull();
  expect(told()).toBe(0);
  installed.stop();
});

test('case 103: in the middle of an installation there is none, and that is not told; the new one is, once', () => {
  const { installed, told } = watched(archive);
  fs.rmSync(archive);
  installed.look();
  expect(installed.update()).toBeNull();
  fs.writeFileSync(archive, 'version 2, which is longer');
  installed.look();
  installed.look();
  expect(installed.update()).toBe('installed');
  expect(told()).toBe(1);
  installed.stop();
});

test('another file of the same size and time is another one', () => {
  const { atime, mtime } = fs.statSync(archive);
  const { installed } = watched(archive);
  const next = path.join(folder, 'next');
  fs.writeFileSync(next, 'version 2');
  fs.utimesSync(next, atime, mtime);
  fs.renameSync(next, archive);
  installed.look();
  expect(installed.update()).toBe('installed');
  installed.stop();
});

test('a run from a checkout is never out of date', () => {
  const { installed, told } = watched(null);
  expect(installed.update()).toBeNull();
  expect(told()).toBe(0);
});
