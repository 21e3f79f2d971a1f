// What the window can ask of the app itself, and of the computer that it runs on; and what it is shown of both.

import type { LobbeCommands } from '../contract/api';
import type { Language } from '../contract/settings';
import type { AppView, Toast } from '../contract/snapshot';
import type { InstalledApp } from './installed-app';
import type { Log } from './log';
import type { StartAtLogin } from './start-at-login';

export type ComputerCommands = Pick<LobbeCommands, 'relaunch' | 'startAtLogin' | 'exportDiagnostics' | 'showLogs'>;

export interface ComputerServices {
  readonly nativeLanguage: Language;
  /** Null: a run from a checkout. */
  readonly loginStart: StartAtLogin | null;
  readonly installed: InstalledApp;
  relaunch(): void;
  /** Where to save a file of this name; null if its user left it. */
  pickTarget(fileName: string): Promise<string | null>;
  /** Writes the report to where its user wants it. */
  writeReport(file: string, fileNames: boolean): Promise<void>;
  openLogs(): Promise<void>;
  readonly log: Log;
  toast(toast: Toast): void;
  /** What `view` shows may be another. */
  changed(): void;
}

export interface Computer extends ComputerCommands {
  view(): AppView;
  /** Its user is here: what the system has may have been changed there. */
  look(): void;
}

const REPORT = 'lobbe-uploader-report.txt';

export function createComputer(services: ComputerServices): Computer {
  const { loginStart, installed, log, toast } = services;
  let startsAtLogin = isOn();

  function isOn(): boolean | null {
    try {
      return loginStart?.isOn() ?? null;
    } catch (cause) {
      log.error('the system does not say whether the app is started at login', cause);
      return false;
    }
  }

  function look(): void {
    const now = isOn();
    if (now !== startsAtLogin) services.changed();
    startsAtLogin = now;
    installed.look();
  }

  return {
    view: () => ({ nativeLanguage: services.nativeLanguage, startsAtLogin, update: installed.update() }),
    look,
    relaunch: async () => services.relaunch(),
    async startAtLogin(on) {
      if (loginStart === null) return;
      try {
        loginStart.set(on);
      } catch (cause) {
        log.error('the system did not take whether the app is started at login', cause);
      }
      // Some systems take it without a word and do nothing.
      look();
      if (startsAtLogin !== on) toast({ kind: 'start-at-login-failed' });
    },
    async exportDiagnostics(fileNames) {
      const file = await services.pickTarget(REPORT);
      if (file === null) return;
      try {
        await services.writeReport(file, fileNames);
        toast({ kind: 'diagnostics-saved' });
      } catch (cause) {
        log.error('the report could not be written', cause);
        toast({ kind: 'diagnostics-not-saved' });
      }
    },
    showLogs: services.openLogs,
  };
}
