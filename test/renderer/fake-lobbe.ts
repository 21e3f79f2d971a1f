// A `window.lobbe` for tests of the window: answers with what it was given, remembers what it was asked, and lets the test play
// main's part of telling the window what happened.

import type { LobbeApi, ProxyResult, TokenResult } from '../../electron/contract/api';
import type { MeetingId } from '../../electron/contract/ids';
import type { LocalFile } from '../../electron/contract/local-file';
import type { ProxySettings } from '../../electron/contract/settings';
import type {
  ArchivedMeetings,
  ArchiveNews,
  Progress,
  Snapshot,
  SnapshotText,
  TimelineEntry,
  Toast,
} from '../../electron/contract/snapshot';
import { createSnapshotTexts } from '../../electron/shell/snapshot-text';

export interface Call {
  readonly verb: string;
  readonly input: readonly unknown[];
}

export interface FakeLobbe {
  readonly api: LobbeApi<File>;
  /** What the window asked for, oldest first, without the questions it asks by itself. */
  readonly calls: Call[];
  /** How often it looked by itself. */
  readonly looks: { recorders: number };
  tell(snapshot: Snapshot): void;
  /** Main told of this one, and the window did not hear it. */
  miss(snapshot: Snapshot): void;
  archiveNews(news: ArchiveNews): void;
  progress(list: readonly Progress[]): void;
  toast(toast: Toast): void;
  pointAt(id: MeetingId): void;
}

interface FakeAnswers {
  readonly snapshot: Snapshot;
  readonly archived?: ArchivedMeetings;
  readonly timelines?: Readonly<Record<MeetingId, readonly TimelineEntry[]>>;
  readonly localFiles?: Readonly<Record<MeetingId, LocalFile>>;
  /** By storage: what `setToken` answers. */
  readonly setToken?: (token: string, storage: string | null) => TokenResult;
  readonly setProxy?: (proxy: ProxySettings) => ProxyResult;
}

/** Makes one. Its events reach the listeners at once, as they do over IPC once a message is there. */
export function makeFakeLobbe({
  snapshot,
  archived,
  timelines = {},
  localFiles = {},
  setToken,
  setProxy,
}: FakeAnswers): FakeLobbe {
  const calls: Call[] = [];
  const listeners = {
    snapshot: new Set<(snapshot: SnapshotText) => void>(),
    archive: new Set<(news: ArchiveNews) => void>(),
    progress: new Set<(progress: readonly Progress[]) => void>(),
    toast: new Set<(toast: Toast) => void>(),
    pointed: new Set<(id: MeetingId) => void>(),
  };
  const verb =
    <Input extends readonly unknown[]>(name: string) =>
    async (...input: Input): Promise<void> => {
      calls.push({ verb: name, input });
    };
  const on =
    <Message>(set: Set<(message: Message) => void>) =>
    (listener: (message: Message) => void) => {
      set.add(listener);
      return () => set.delete(listener);
    };
  let current = snapshot;
  const texts = createSnapshotTexts();
  const looks = { recorders: 0 };
  return {
    calls,
    looks,
    tell(next) {
      current = next;
      const text = texts.next(next);
      for (const listener of listeners.snapshot) listener(text);
    },
    miss(next) {
      current = next;
      texts.next(next);
    },
    archiveNews: (news) => {
      for (const listener of listeners.archive) listener(news);
    },
    progress: (list) => {
      for (const listener of listeners.progress) listener(list);
    },
    toast: (toast) => {
      for (const listener of listeners.toast) listener(toast);
    },
    pointAt: (id) => {
      for (const listener of listeners.pointed) listener(id);
    },
    api: {
      async snapshot() {
        texts.beginAnew();
        return current;
      },
      archived: async () => archived ?? { revision: 0, meetings: [] },
      timeline: async (id) => timelines[id] ?? [],
      localFile: async (id) => localFiles[id] ?? { kind: 'gone' },
      copyFact: verb('copyFact'),
      pickFiles: verb('pickFiles'),
      sendSample: verb('sendSample'),
      act: verb('act'),
      actAll: verb('actAll'),
      answer: verb('answer'),
      openGate: verb('openGate'),
      buyMinutes: verb('buyMinutes'),
      openLobbe: verb('openLobbe'),
      pauseAll: verb('pauseAll'),
      pauseFor: verb('pauseFor'),
      moveBefore: verb('moveBefore'),
      resumeAll: verb('resumeAll'),
      retryAll: verb('retryAll'),
      clearFinished: verb('clearFinished'),
      undoClear: verb('undoClear'),
      changeSettings: verb('changeSettings'),
      pickCertificate: verb('pickCertificate'),
      async setProxy(proxy, password) {
        calls.push({ verb: 'setProxy', input: [proxy, password] });
        return setProxy?.(proxy) ?? { kind: 'stored' };
      },
      markSeen: verb('markSeen'),
      useSandbox: verb('useSandbox'),
      relaunch: verb('relaunch'),
      startAtLogin: verb('startAtLogin'),
      exportDiagnostics: verb('exportDiagnostics'),
      showLogs: verb('showLogs'),
      watchFolder: verb('watchFolder'),
      unwatchFolder: verb('unwatchFolder'),
      sendEarlier: verb('sendEarlier'),
      async findRecorders() {
        looks.recorders += 1;
      },
      async setToken(token, storage) {
        calls.push({ verb: 'setToken', input: [token, storage] });
        const check = { kind: 'accepted' } as const;
        return setToken?.(token, storage) ?? { kind: 'stored', storage: storage ?? 'encrypted', check };
      },
      async addDropped(files) {
        calls.push({ verb: 'addDropped', input: [files] });
        return files.length;
      },
      onSnapshot: on(listeners.snapshot),
      onArchive: on(listeners.archive),
      onProgress: on(listeners.progress),
      onToast: on(listeners.toast),
      onPointed: on(listeners.pointed),
    },
  };
}
