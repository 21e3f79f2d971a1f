// States, folders and disks for the tests of the store.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import { nodeDisk, type StoreDisk } from '../../electron/store/disk';
import { openStateStore, type StateStore, type StateStoreOptions } from '../../electron/store/state-store';
import { meeting } from './records';

export { meeting };

export function stateOf(count: number): AppState {
  return { ...emptyState, meetings: Array.from({ length: count }, (_, n) => meeting(n)) };
}

/** A change that adds meeting number `n`. */
export function add(n: number): (state: AppState) => AppState {
  return (state) => ({ ...state, meetings: [...state.meetings, meeting(n)] });
}

/** Numbers of the meetings in a state, in their order. */
export function numbers(state: AppState | null): number[] | null {
  return state ? state.meetings.map(({ id }) => Number.parseInt(id.slice(-12), 16)) : null;
}

/** A folder of its own, gone after the test. */
export function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Real files without the fsyncs: for tests that open a store some thousand times and cut no power. */
export const quickDisk: StoreDisk = {
  ...nodeDisk,
  syncAndRead: (file) => readFile(file),
  syncFolder: async () => {},
};

/** Trouble as the system reports it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up for a test`), { code });
}

/** Opens a store on real files; fsyncs and pauses take no time (what is waited for is played by the disk, by number of tries). */
export function openIn(directory: string, options: Partial<StateStoreOptions> = {}): Promise<StateStore> {
  return openStateStore({
    directory,
    initial: emptyState,
    appVersion: '0.1.0',
    disk: quickDisk,
    pause: async () => {},
    ...options,
  });
}

/** Every file below a folder, by its path in it, as bytes. */
export function filesIn(directory: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = path.join(entry.parentPath, entry.name);
    found.set(path.relative(directory, full), readFileSync(full));
  }
  return found;
}

/** What is in quarantine. */
export function quarantined(directory: string): string[] {
  return [...filesIn(directory).keys()].filter((name) => name.startsWith('quarantine')).sort();
}

/** Numbers from a seed (mulberry32): a failing sample can be played again. */
export function seeded(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
