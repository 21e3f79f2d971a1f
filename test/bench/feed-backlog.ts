// A backlog of the feed, as after a month's holiday: how fast it gets into the records, against nothing but JSON.parse and a zod check
// of the same pages; and how long a page takes with the app's own disk under it, where each commit waits for the drive. Runs as the
// main script of Electron; started by electron/dev/bench-feed.mjs.

import path from 'node:path';
import { app } from 'electron';
import { z } from 'zod';
import type { RecordingId, TokenFingerprint } from '../../electron/contract/ids';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import { changeWithFiled, dueForFile, leaveForFile } from '../../electron/domain/elsewhere';
import type { ElsewhereRecord } from '../../electron/domain/elsewhere-record';
import { startPoller } from '../../electron/feed/poller';
import type { FeedStore } from '../../electron/feed/ports';
import { feedPage } from '../../electron/transport/wire';
import { openProfile } from './profile';

export interface Backlog {
  readonly events: number;
  /** Milliseconds of each round: bare, into records in memory, and into records on the disk. */
  readonly rounds: readonly { readonly bare: number; readonly records: number; readonly disk: number }[];
  readonly pages: number;
  /** Commits of the last round in memory, and on the disk without those that moved records out of the live file. */
  readonly commits: { readonly records: number; readonly disk: number };
}

const EVENTS = 50_000;
const PAGE = 500;
const ROUNDS = 5;
/** What one meeting tells of itself, and how many meetings tell it at the same time: a month of a large organisation. */
const STORY = ['created', 'naming_required', 'ready', 'renamed', 'speakers_renamed'] as const;
const AT_ONCE = 40;
const TOKEN = '0123456789abcdef' as TokenFingerprint;

const bare = z.object({
  schemaVersion: z.number(),
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      recordingId: z.string(),
      seriesId: z.string().nullable(),
      occurredAt: z.string(),
      data: z.object({ status: z.string().optional(), change: z.string().optional() }),
    }),
  ),
  nextCursor: z.string(),
});

/** The pages as they come over the line, by the cursor that asks for them. */
function pagesOf(): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (let from = 0; from < EVENTS; from += PAGE) {
    const events = Array.from({ length: PAGE }, (_, n) => {
      const number = from + n;
      const story = Math.floor(number / (AT_ONCE * STORY.length));
      const what = STORY[Math.floor(number / AT_ONCE) % STORY.length] ?? 'created';
      const isChange = what === 'renamed' || what === 'speakers_renamed';
      const status = { created: 'TRANSCRIBING', naming_required: 'NAMING' }[what as string] ?? 'READY';
      const meeting = story * AT_ONCE + (number % AT_ONCE);
      return {
        id: `evt_${number.toString(36).padStart(12, '0')}`,
        type: isChange ? 'recording.updated' : `recording.${what}`,
        recordingId: `rec_${meeting.toString(36).padStart(12, '0')}`,
        seriesId: null,
        occurredAt: new Date(1_790_000_000_000 + number * 50_000).toISOString(),
        data: isChange ? { status, change: what } : { status },
      };
    });
    pages.set(`c${from}`, JSON.stringify({ schemaVersion: 1, events, nextCursor: `c${from + PAGE}` }));
  }
  return pages;
}

function readBare(pages: ReadonlyMap<string, string>): number {
  const startedAt = performance.now();
  let events = 0;
  for (const text of pages.values()) events += bare.parse(JSON.parse(text)).events.length;
  if (events !== EVENTS) throw new Error('the pages are not as they should be');
  return performance.now() - startedAt;
}

/** Lets the app's poller read all pages; returns how long that took. */
async function readByApp(store: FeedStore, pages: ReadonlyMap<string, string>): Promise<number> {
  const nothing = { kind: 'unreachable', code: 'X' } as const;
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const poller = startPoller({
      store,
      reader: {
        token: () => TOKEN,
        readEvents: async (after, limit) => {
          const text = pages.get(after);
          const page = text === undefined ? null : feedPage(JSON.parse(text), limit);
          return page ?? nothing;
        },
        readReady: async () => nothing,
        readMeeting: async () => nothing,
        readStatus: async () => nothing,
        retry: async () => nothing,
      },
      // The first wait is after the last page.
      clock: {
        now: Date.now,
        until: async () => {
          void poller.stop();
          resolve();
        },
      },
      random: () => 0.5,
      watched: () => false,
      onRead: () => {},
      onNote: () => {},
      onBug: reject,
      intervalMs: 60_000,
    });
  });
  const { cursor } = store.state().feed;
  if (cursor !== `c${EVENTS}`) throw new Error(`read as far as ${cursor}`);
  return performance.now() - startedAt;
}

const atTheBeginning = (state: AppState): AppState => ({
  ...state,
  feed: { ...state.feed, cursor: 'c0', token: TOKEN },
});

/** What the store does, without a disk. */
function inMemory(): FeedStore & { commits(): number } {
  let state = atTheBeginning(emptyState);
  let commits = 0;
  const filed = new Map<RecordingId, ElsewhereRecord>();
  return {
    state: () => state,
    commits: () => commits,
    filed: async () => [...filed.keys()],
    untitled: () => [],
    async commit(change, { recordingIds = [] } = {}) {
      const back = [...new Set(recordingIds)].flatMap((id) => filed.get(id) ?? []);
      const next = changeWithFiled(state, back, change);
      if (next !== state) commits += 1;
      const due = dueForFile(next, filed.size);
      for (const record of due) filed.set(record.recordingId, record);
      state = leaveForFile(next, due);
      return state;
    },
  };
}

async function onDisk(directory: string, pages: ReadonlyMap<string, string>) {
  const { store, archive } = await openProfile(directory);
  await archive.commit(atTheBeginning);
  let commits = 0;
  let cursor: string | null = 'c0';
  store.onCommit((state) => {
    if (state.feed.cursor !== cursor) commits += 1;
    cursor = state.feed.cursor;
  });
  const took = await readByApp(
    { ...store, commit: archive.commit, filed: archive.filed, untitled: archive.untitled },
    pages,
  );
  await archive.settled();
  return { took, commits };
}

async function measure(directory: string): Promise<Backlog> {
  const pages = pagesOf();
  const rounds: { bare: number; records: number; disk: number }[] = [];
  const commits = { records: 0, disk: 0 };
  readBare(pages);
  await readByApp(inMemory(), pages);
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = readBare(pages);
    const memory = inMemory();
    const records = await readByApp(memory, pages);
    // A profile of its own each time: what was read once is known.
    const disk = await onDisk(path.join(directory, `round-${round}`), pages);
    rounds.push({ bare, records, disk: disk.took });
    commits.records = memory.commits();
    commits.disk = disk.commits;
  }
  return { events: EVENTS, rounds, pages: pages.size, commits };
}

measure(process.argv.at(-1) ?? '').then(
  (backlog) => {
    process.stdout.write(`${JSON.stringify(backlog)}\n`);
    app.exit(0);
  },
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    app.exit(1);
  },
);
