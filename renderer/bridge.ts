// The only place that touches `window.lobbe`. Commands go out here and their effect comes back as the next snapshot.

import type { LobbeApi, ProxyResult } from '../electron/contract/api';
import type { MeetingId } from '../electron/contract/ids';
import type { CopiedFact } from '../electron/contract/local-file';
import type { Answer } from '../electron/contract/question';
import type { ProxySettings, SettingsChange, TokenStorage } from '../electron/contract/settings';
import type { Progress, SnapshotText } from '../electron/contract/snapshot';
import type { BulkAction, GateName, MeetingAction, PauseLength } from '../electron/contract/stage';
import type { Recorder } from '../electron/contract/watched-folders';
import { readSnapshot } from './snapshot-text';
import { useStore } from './store';

declare global {
  interface Window {
    readonly lobbe: LobbeApi<File>;
  }
}

/** Starts listening to main, then asks for the snapshot that is there now. Returns a function that stops listening. */
export function connect(): () => void {
  const { lobbe } = window;
  const { receive, receiveArchived, receiveArchiveNews, receiveProgress, addToast, pointAt } = useStore.getState();
  // Listen first: what is committed between the question and its answer must not be missed. `receive` ignores the older one.
  const stops = [
    lobbe.onSnapshot(receiveText),
    lobbe.onArchive(receiveArchiveNews),
    onProgressWhileSeen(receiveProgress),
    lobbe.onToast(addToast),
    lobbe.onPointed(pointAt),
  ];
  // The past after the first picture of the present: main reads it when it is asked for, and has its hands full until then.
  carry(
    lobbe
      .snapshot()
      .then(receive)
      .then(pictured)
      .then(() => lobbe.archived())
      .then(receiveArchived),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** What cannot be read without what this window missed is asked for; before its first snapshot, that is asked for already. */
function receiveText(text: SnapshotText): void {
  const { snapshot: shown, receive } = useStore.getState();
  const snapshot = readSnapshot(text, shown);
  if (snapshot) receive(snapshot);
  else if (shown) carry(window.lobbe.snapshot().then(receive));
}

/** Resolves after what is in the document now was painted; at once in a window that nobody sees, where nothing is. */
function pictured(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Progress comes ten times a second. A window that nobody sees keeps the last of it, and shows that when it is seen again. */
function onProgressWhileSeen(receive: (progress: readonly Progress[]) => void): () => void {
  const held = new Map<MeetingId, Progress>();
  const isHidden = () => document.visibilityState === 'hidden';
  const stop = window.lobbe.onProgress((list) => {
    if (!isHidden()) return receive(list);
    for (const item of list) held.set(item.id, item);
  });
  const onVisibility = () => {
    if (isHidden()) return;
    receive([...held.values()]);
    held.clear();
  };
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

// A command that could not be carried out says so; nothing else would tell the user that the button did nothing.
function carry(command: Promise<unknown>): void {
  command.catch(() => useStore.getState().addToast({ kind: 'failed' }));
}

/** Commands that answer with nothing: their effect is the next snapshot, their failure a toast. */
export const bridge = {
  act: (id: MeetingId, action: MeetingAction) => carry(window.lobbe.act(id, action)),
  actAll: (ids: readonly MeetingId[], action: BulkAction) => carry(window.lobbe.actAll(ids, action)),
  answer: (questionId: string, answer: Answer, forAll: boolean) =>
    carry(window.lobbe.answer(questionId, answer, forAll)),
  addDropped: (files: readonly File[]) => carry(window.lobbe.addDropped(files)),
  pickFiles: () => carry(window.lobbe.pickFiles()),
  sendSample: () => carry(window.lobbe.sendSample()),
  openGate: (gate: GateName) => carry(window.lobbe.openGate(gate)),
  buyMinutes: () => carry(window.lobbe.buyMinutes()),
  openLobbe: () => carry(window.lobbe.openLobbe()),
  pauseAll: (length: PauseLength) => carry(window.lobbe.pauseAll(length)),
  pauseFor: (ids: readonly MeetingId[], length: PauseLength) => carry(window.lobbe.pauseFor(ids, length)),
  moveBefore: (ids: readonly MeetingId[], before: MeetingId | null) => carry(window.lobbe.moveBefore(ids, before)),
  resumeAll: () => carry(window.lobbe.resumeAll()),
  retryAll: () => carry(window.lobbe.retryAll()),
  clearFinished: () => carry(window.lobbe.clearFinished()),
  undoClear: () => carry(window.lobbe.undoClear()),
  changeSettings: (change: SettingsChange) => carry(window.lobbe.changeSettings(change)),
  pickCertificate: () => carry(window.lobbe.pickCertificate()),
  markSeen: (ids: readonly MeetingId[]) => carry(window.lobbe.markSeen(ids)),
  switchSandbox: (on: boolean) => carry(window.lobbe.useSandbox(on)),
  relaunch: () => carry(window.lobbe.relaunch()),
  startAtLogin: (on: boolean) => carry(window.lobbe.startAtLogin(on)),
  exportDiagnostics: (fileNames: boolean) => carry(window.lobbe.exportDiagnostics(fileNames)),
  showLogs: () => carry(window.lobbe.showLogs()),
  watchFolder: (recorder: Recorder | null) => carry(window.lobbe.watchFolder(recorder)),
  unwatchFolder: (id: string) => carry(window.lobbe.unwatchFolder(id)),
  sendEarlier: (id: string) => carry(window.lobbe.sendEarlier(id)),
  findRecorders: () => carry(window.lobbe.findRecorders()),
  timeline: (id: MeetingId) => window.lobbe.timeline(id),
  localFile: (id: MeetingId) => window.lobbe.localFile(id),
  copyFact: (id: MeetingId, fact: CopiedFact) => carry(window.lobbe.copyFact(id, fact)),
  setProxy: (proxy: ProxySettings, password: string | null): Promise<ProxyResult> =>
    window.lobbe.setProxy(proxy, password).catch(() => ({ kind: 'not-saved' })),
  setToken: (token: string, storage: TokenStorage | null) => window.lobbe.setToken(token, storage),
};
