// A store with its archive on real files, for the tests of the archive.

import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { MeetingId } from '../../electron/contract/ids';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import { type Archive, createArchive } from '../../electron/store/archive';
import { archiveFiles, type MonthReading } from '../../electron/store/archive-file';
import type { StoreDisk } from '../../electron/store/disk';
import type { StateStore } from '../../electron/store/state-store';
import { openIn, quickDisk } from './builders';
import { meeting } from './records';

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 10, 30, 9);

/** Record `n`, ready since so many days. */
export function ready(n: number, daysAgo: number): MeetingRecord {
  const at = NOW - daysAgo * DAY;
  return { ...meeting(n, { stage: 'ready', at, unseen: false }), recordingId: `rec_${n}` as never };
}

/** All whole numbers between two, both of them in it. */
export const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

export const idOf = (n: number) => meeting(n).id;
export const numberOf = (id: MeetingId) => Number.parseInt(id.slice(-12), 16);

export interface ArchiveWorld {
  readonly clock: { at: number };
  readonly store: StateStore;
  readonly archive: Archive;
}

/** Opens both on a folder. The archive is read and what is due is moved, unless told otherwise. */
export async function openBoth(
  directory: string,
  { disk = quickDisk, load = true, at = NOW }: { disk?: StoreDisk; load?: boolean; at?: number } = {},
): Promise<ArchiveWorld> {
  const clock = { at };
  const now = () => clock.at;
  const store = await openIn(directory, { disk, now });
  const options = { appVersion: '0.1.0', now, pause: async () => {}, breathe: async () => {} };
  const archive = createArchive({ store, directory, disk, ...options });
  if (load) await settle(archive);
  return { store, archive, clock };
}

export async function settle(archive: Archive): Promise<void> {
  await archive.load();
  await archive.settled();
}

/** A folder whose live file has these. */
export async function prepare(directory: string, meetings: readonly MeetingRecord[]): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const store = await openIn(directory);
  await store.commit(() => ({ ...emptyState, meetings }));
}

/** So many old meetings, of which the first screen's stay live and the others are due. */
export function oldOnes(count: number, from = 1): MeetingRecord[] {
  return Array.from({ length: count }, (_, i) => ready(from + i, 40 + i));
}

export function liveNumbers(state: AppState): number[] {
  return state.meetings.map(({ id }) => numberOf(id)).sort((a, b) => a - b);
}

export function archivedNumbers(archive: Archive): number[] {
  return archive
    .views()
    .map(({ id }) => numberOf(id))
    .sort((a, b) => a - b);
}

/** Numbers of the records that the files of the archive hold, by month. */
export async function inFiles(directory: string): Promise<Record<string, number[]>> {
  const files = archiveFiles(directory, quickDisk, '', async () => {});
  const found: Record<string, number[]> = {};
  for (const month of await files.months()) {
    const reading: MonthReading = await files.read(month);
    if (reading.kind === 'sound') found[month] = reading.meetings.map(({ id }) => numberOf(id)).sort((a, b) => a - b);
  }
  return found;
}

export function monthFiles(directory: string): string[] {
  return readdirSync(path.join(directory, 'archive')).sort();
}

/** A minute passes: the poller makes a commit that changes nothing of the meetings. */
export function tick({ archive, clock }: ArchiveWorld): Promise<AppState> {
  clock.at += 60_000;
  return archive.commit((state) => ({
    ...state,
    feed: { ...state.feed, lastReadAt: (state.feed.lastReadAt ?? 0) + 1 },
  }));
}
