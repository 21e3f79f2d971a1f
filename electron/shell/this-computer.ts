// The app as this system has it: what starts it at login, the archive it runs from, its log, and the report on all of it.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { app } from 'electron';
// Electron's own `fs` looks into archives, and says of one that it is a folder.
import originalFs from 'original-fs';
import type { Language } from '../contract/settings';
import type { MeetingView, Snapshot, Toast } from '../contract/snapshot';
import type { AppState } from '../domain/app-state';
import { type Computer, createComputer } from './computer-commands';
import type { Desktop } from './desktop';
import { watchInstalledApp } from './installed-app';
import type { LogFile } from './log';
import { reportText } from './report';
import { reportNames } from './report-names';
import { startByAutostart, startByLoginItem } from './start-at-login';
import { textsOf } from './texts';

/** Some days of a quiet app, some hours of a busy one. */
const LINES = 2_000;

export interface ThisComputerServices {
  readonly nativeLanguage: Language;
  readonly sandbox: boolean;
  /** The file that this run was mounted from, if it was. */
  readonly appImage: string | null;
  readonly profile: string;
  readonly logs: string;
  readonly log: LogFile;
  readonly desktop: Pick<Desktop, 'relaunch' | 'pickTarget' | 'openFolder'>;
  state(): AppState;
  snapshot(): Snapshot;
  archived(): readonly MeetingView[];
  toast(toast: Toast): void;
  changed(): void;
}

/** What the window can ask of this computer, for the app that runs. */
export function createThisComputer(services: ThisComputerServices): Computer {
  const { nativeLanguage, sandbox, appImage, profile, logs, log, desktop, changed } = services;
  const archive = appImage ?? app.getAppPath();

  async function writeReport(file: string, fileNames: boolean): Promise<void> {
    const [state, snapshot, archived] = [services.state(), services.snapshot(), services.archived()];
    const person = { home: os.homedir(), user: os.userInfo().username };
    const elsewhere = [...snapshot.meetings, ...archived].map(({ name }) => ({ name, path: null }));
    const folders = state.watched.map(({ path: folder }, n) => [`‹folder ${n + 1}›`, folder] as const);
    const places = { '‹profile›': profile, '‹app›': app.getAppPath(), ...Object.fromEntries(folders) };
    const names = reportNames([...state.meetings, ...elsewhere], person, places, fileNames);
    const { withoutSecrets } = log;
    const recent = log.recent(LINES);
    const sources = { now: Date.now(), facts: facts(), state, snapshot, archived, log: recent, withoutSecrets };
    await fs.promises.writeFile(file, reportText(sources, names));
  }

  return createComputer({
    nativeLanguage,
    loginStart: app.isPackaged ? loginStart(appImage ?? process.execPath) : null,
    installed: watchInstalledApp(app.isPackaged ? archive : null, originalFs.statSync, changed),
    relaunch: () => desktop.relaunch(sandbox),
    pickTarget: desktop.pickTarget,
    writeReport,
    openLogs: () => desktop.openFolder(logs),
    log,
    toast: services.toast,
    changed,
  });
}

function loginStart(program: string) {
  if (process.platform !== 'linux') return startByLoginItem(app, program);
  return startByAutostart({
    // Electron's own place for it is the user's folder of configuration, wherever they have it.
    folder: path.join(app.getPath('appData'), 'autostart'),
    program,
    names: (['en', 'fa'] as const).map((language) => [language, textsOf(language)['app.name']] as const),
  });
}

function facts() {
  const { electron, chrome, node } = process.versions;
  return {
    version: app.getVersion(),
    packaged: app.isPackaged,
    electron: electron ?? null,
    chrome: chrome ?? null,
    node,
    system: `${process.platform} ${process.arch} ${process.getSystemVersion()}`,
    locale: app.getLocale(),
    upMinutes: Math.round(process.uptime() / 60),
    memoryMegabytes: Math.round(process.memoryUsage.rss() / 1e6),
  };
}
