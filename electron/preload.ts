// The contract, handed to the window: verbs only. This file is bundled to one CommonJS file, as a sandboxed preload can require
// nothing but electron.

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { CommandChannel, EventChannel, LobbeApi, LobbeCommands, LobbeEvents } from './contract/api';

const call =
  <Verb extends keyof LobbeCommands>(verb: Verb) =>
  (...args: Parameters<LobbeCommands[Verb]>): ReturnType<LobbeCommands[Verb]> =>
    ipcRenderer.invoke(`lobbe:${verb}` satisfies CommandChannel, ...args) as ReturnType<LobbeCommands[Verb]>;

const listen =
  <Value>(channel: EventChannel) =>
  (listener: (value: Value) => void): (() => void) => {
    const onMessage = (_event: unknown, value: Value) => listener(value);
    ipcRenderer.on(channel, onMessage);
    return () => void ipcRenderer.off(channel, onMessage);
  };

const commands: LobbeCommands = {
  snapshot: call('snapshot'),
  archived: call('archived'),
  timeline: call('timeline'),
  localFile: call('localFile'),
  copyFact: call('copyFact'),
  pickFiles: call('pickFiles'),
  sendSample: call('sendSample'),
  act: call('act'),
  actAll: call('actAll'),
  answer: call('answer'),
  openGate: call('openGate'),
  buyMinutes: call('buyMinutes'),
  setToken: call('setToken'),
  openLobbe: call('openLobbe'),
  pauseAll: call('pauseAll'),
  pauseFor: call('pauseFor'),
  moveBefore: call('moveBefore'),
  resumeAll: call('resumeAll'),
  retryAll: call('retryAll'),
  clearFinished: call('clearFinished'),
  undoClear: call('undoClear'),
  changeSettings: call('changeSettings'),
  setProxy: call('setProxy'),
  pickCertificate: call('pickCertificate'),
  markSeen: call('markSeen'),
  useSandbox: call('useSandbox'),
  relaunch: call('relaunch'),
  startAtLogin: call('startAtLogin'),
  exportDiagnostics: call('exportDiagnostics'),
  showLogs: call('showLogs'),
  watchFolder: call('watchFolder'),
  unwatchFolder: call('unwatchFolder'),
  sendEarlier: call('sendEarlier'),
  findRecorders: call('findRecorders'),
};

const events: LobbeEvents = {
  onSnapshot: listen('lobbe:on-snapshot'),
  onArchive: listen('lobbe:on-archive'),
  onProgress: listen('lobbe:on-progress'),
  onToast: listen('lobbe:on-toast'),
  onPointed: listen('lobbe:on-pointed'),
};

const api: LobbeApi<File> = {
  ...commands,
  ...events,
  async addDropped(files) {
    // A File that a script made has no path; only the OS gives one.
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    if (paths.length > 0) await ipcRenderer.invoke('lobbe:addDropped' satisfies CommandChannel, paths);
    return paths.length;
  },
};

contextBridge.exposeInMainWorld('lobbe', api);
