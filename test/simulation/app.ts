// The main process without Electron: what services.ts builds, with the world's ends of the ports plugged in.

import type { IdempotencyKey, MeetingId, TokenFingerprint } from '../../electron/contract/ids';
import type { Question } from '../../electron/contract/question';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import { networkIsBack } from '../../electron/domain/attempt';
import { withNews } from '../../electron/domain/news';
import type { NewsItem } from '../../electron/domain/news-item';
import { startPoller } from '../../electron/feed/poller';
import { startQueue } from '../../electron/queue/loop';
import { type Commands, createCommands } from '../../electron/shell/commands';
import { startNotifications } from '../../electron/shell/notifications';
import { createQuestions } from '../../electron/shell/questions';
import { createArchive } from '../../electron/store/archive';
import { openStateStore } from '../../electron/store/state-store';
import { tokenFingerprint } from '../../electron/store/vault';
import { noFolders } from '../fakes/no-folders';
import { noProxies } from '../fakes/no-proxies';
import type { Chance } from './chance';
import type { SimulatedDisk } from './disk';
import type { SimulatedFiles } from './files';
import type { SimulatedNetwork } from './network';
import type { Life, Time } from './time';

export const PROFILE = '/profile';

/** The vault, which outlives every crash; its own tests prove that. */
export interface TokenPlace {
  token: string | null;
}

export interface Surroundings {
  readonly time: Time;
  readonly chance: Chance;
  readonly disk: SimulatedDisk;
  readonly files: SimulatedFiles;
  readonly network: SimulatedNetwork;
  readonly vault: TokenPlace;
  /** Whether its window is open, and how often it reads the feed. */
  readonly watched: boolean;
  readonly intervalMs: number;
  fresh(kind: 'key' | 'id'): string;
  /** A commit of a command: it belongs to what the user is doing at that moment, or did to this record. */
  commanded(id: string | null, commit: () => Promise<AppState>): Promise<AppState>;
  tokenReplaced(): void;
  onBug(cause: unknown): void;
  onOpened(state: AppState, revision: number): void;
  onCommit(state: AppState, revision: number): void;
  /** Shown to the user, by the system. */
  onTold(news: readonly NewsItem[], state: AppState): void;
}

/** Strangers are told of too: one that turns out to be our own must not be told twice. */
const initial: AppState = {
  ...emptyState,
  settings: {
    ...emptyState.settings,
    notifications: { ...emptyState.settings.notifications, elsewhere: true },
  },
};

export interface App {
  readonly life: Life;
  readonly commands: Commands;
  /** What the window would ask. */
  questions(): readonly Question[];
  state(): AppState;
  /** The laptop woke up. */
  woke(): void;
  networkChanged(offline: boolean): void;
  quit(): Promise<void>;
}

const fingerprints = new Map<string, TokenFingerprint>();

/** Asked for at every plan, and always of the same few. */
function fingerprintOf(token: string): TokenFingerprint {
  const known = fingerprints.get(token) ?? tokenFingerprint(token);
  fingerprints.set(token, known);
  return known;
}

/** Resolves when the app is up; never, if it dies before. */
export async function startApp(life: Life, world: Surroundings): Promise<App> {
  const { time, chance, files, network, vault } = world;
  const clock = time.clockOf(life);
  const disk = world.disk.of(life);
  const pause = (ms: number) => time.operation(life, ms, () => {});
  const live = await openStateStore({
    directory: PROFILE,
    initial,
    appVersion: '0.1.0',
    disk,
    now: () => time.wall(),
    pause,
  });
  world.onOpened(live.state(), live.revision());
  live.onCommit(world.onCommit);
  const archive = createArchive({
    store: live,
    directory: PROFILE,
    disk,
    appVersion: '0.1.0',
    now: () => time.wall(),
    pause,
    breathe: async () => {},
  });
  const commit: typeof archive.commit = (change, recall) => archive.commit(withNews(change), recall);
  const store = { ...live, commit };

  const fresh = {
    key: () => world.fresh('key') as IdempotencyKey,
    id: () => world.fresh('id') as MeetingId,
  };
  const fingerprint = () => (vault.token === null ? null : fingerprintOf(vault.token));
  const questions = createQuestions(() => {});
  const queue = await startQueue({
    store,
    recordings: files.of(life),
    sender: {
      token: fingerprint,
      send: (request, signal, onTick) => network.send(life, vault.token ?? '', request, signal, onTick),
      offline: () => network.hint,
    },
    clock,
    random: chance.next,
    fresh,
    onTick: () => {},
    onBug: world.onBug,
    onRefused: () => {},
    onSameAgain: questions.askSameAgain,
    bringFolder: (folder) => commands.addFolder(folder),
  });
  const poller = startPoller({
    store: { ...store, filed: archive.filed, untitled: archive.untitled },
    reader: { token: fingerprint, ...network.reader(life, () => vault.token) },
    clock,
    random: chance.next,
    watched: () => world.watched,
    onRead: () => {},
    onNote: () => {},
    onBug: world.onBug,
    intervalMs: world.intervalMs,
  });
  const wake = () => {
    queue.wake();
    poller.wake();
  };
  const commands = createCommands({
    state: store.state,
    commit: (change, recall) => world.commanded(recall?.ids?.[0] ?? null, () => store.commit(change, recall)),
    past: {
      find: archive.find,
      elsewhere: archive.elsewhere,
      isEmpty: archive.isEmpty,
      listed: () => ({ revision: 0, meetings: [] }),
    },
    credentials: {
      connection: () => null,
      fingerprint,
      hint: () => null,
      storage: () => null,
      acceptedAt: () => null,
      replace: (token) =>
        time.operation(life, chance.between(1, 30), () => {
          vault.token = token;
          world.tokenReplaced();
        }),
    },
    // Its user does not wait for an answer; the poller finds out.
    checkToken: async () => ({ verdict: { kind: 'unchecked', trouble: null }, notBefore: null }),
    proxies: noProxies,
    expandFolder: noFolders,
    locate: async () => 'unwanted',
    localFile: async () => ({ kind: 'gone' }),
    about: 'Lobbe Uploader in a test',
    questions,
    fresh,
    now: clock.now,
    canEncrypt: () => true,
    // The window is not played: what it would show is derived, and tested where it is.
    snapshot: () => {
      throw new Error('nobody looks');
    },
    toast: () => {},
    wake,
    insist: () => {},
    sample: '/app/sample.m4a',
    sandbox: false,
    desktop: {
      pickFiles: async () => [],
      pickRecording: async () => null,
      pickCertificate: async () => null,
      openPage: async () => {},
      showInFolder: () => {},
      copy: () => {},
      relaunch: () => {},
    },
  });
  const notifications = startNotifications({
    state: store.state,
    commit: store.commit,
    onCommit: store.onCommit,
    clock,
    isLookedAt: () => false,
    show: (news) => world.onTold(news, store.state()),
  });
  // After the first picture of the window.
  time.after(chance.between(100, 2_000), life, () => void archive.load());
  return {
    life,
    commands,
    questions: questions.list,
    state: store.state,
    woke: wake,
    networkChanged(offline) {
      if (!offline) void store.commit(networkIsBack).catch(() => {});
      wake();
    },
    async quit() {
      await Promise.all([queue.stop(), poller.stop(), notifications.stop()]);
      await archive.settled();
      await live.settled();
    },
  };
}
