// Calls to the desktop: the picker, the file manager, the browser. None of them may throw at its caller.

import fs from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, clipboard, dialog, Menu, type OpenDialogOptions, shell } from 'electron';
import type { Language, TrustedCertificate } from '../contract/settings';
import type { CertificateTrouble } from '../contract/snapshot';
import { recordingExtensions } from '../disk/recording-types';
import { readCertificate } from './certificate-file';
import type { Log } from './log';
import { nextArguments, startAfter } from './restart';
import { nameIn, numberIn, textsOf } from './texts';

const CERTIFICATE_EXTENSIONS = ['pem', 'crt', 'cer', 'der'];

/** `appImage`: the file that this run was mounted from, if it was. */
export function createDesktop(language: () => Language, log: Log, appImage: string | null) {
  /** What the next start gets, once there is to be one. */
  let next: string[] | null = null;

  async function pick(options: OpenDialogOptions): Promise<readonly string[]> {
    const parent = BrowserWindow.getAllWindows()[0];
    const picked = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
    return picked.filePaths;
  }

  return {
    pickFiles(): Promise<readonly string[]> {
      const texts = textsOf(language());
      return pick({
        title: texts['pick.title'],
        properties: ['openFile', 'multiSelections'],
        filters: [
          { name: texts['pick.kinds'], extensions: [...recordingExtensions] },
          { name: texts['pick.all'], extensions: ['*'] },
        ],
      });
    },

    /** Where the recording of this name is now; null if nothing was picked. */
    async pickRecording(name: string): Promise<string | null> {
      const texts = textsOf(language());
      const [file] = await pick({
        title: texts['pick.locate'](nameIn(name)),
        properties: ['openFile'],
        filters: [
          { name: texts['pick.kinds'], extensions: [...recordingExtensions] },
          { name: texts['pick.all'], extensions: ['*'] },
        ],
      });
      return file ?? null;
    },

    /** A folder to watch; null if none was picked. */
    async pickFolder(): Promise<string | null> {
      const [folder] = await pick({ title: textsOf(language())['pick.folder'], properties: ['openDirectory'] });
      return folder ?? null;
    },

    /** A certificate to trust, read; null if none was picked. */
    async pickCertificate(): Promise<TrustedCertificate | CertificateTrouble | null> {
      const texts = textsOf(language());
      const [file] = await pick({
        title: texts['pick.certificate'],
        properties: ['openFile'],
        filters: [
          { name: texts['pick.certificates'], extensions: CERTIFICATE_EXTENSIONS },
          { name: texts['pick.all'], extensions: ['*'] },
        ],
      });
      return file === undefined ? null : readCertificate(file);
    },

    /** Opens one of our own pages (lobbe-pages.ts) in the browser. */
    async openPage(address: string): Promise<void> {
      try {
        await shell.openExternal(address);
      } catch (cause) {
        log.error('no browser could be opened', cause);
      }
    },

    showInFolder(file: string): void {
      // Case 10: a NUL would end the path for the desktop, not for us.
      if (!file.includes('\0')) shell.showItemInFolder(file);
    },

    copy: (text: string) => clipboard.writeText(text),

    relaunch(sandbox: boolean): void {
      // Each call would start one more.
      if (next) return;
      next = nextArguments(process.argv, app.isPackaged ? null : app.getAppPath(), sandbox);
      if (appImage === null) app.relaunch({ args: next });
      else startAfter(process.pid, appImage, next);
      app.quit();
    },

    /** To be called before an end that is not in order: with that, what Electron was asked to start does not start. */
    beforeKill(): void {
      if (next && appImage === null && process.platform !== 'win32') startAfter(process.pid, process.execPath, next);
    },

    /** Where to save a text of this name; null if its user left it. */
    async pickTarget(fileName: string): Promise<string | null> {
      const texts = textsOf(language());
      const options = {
        title: texts['save.title'],
        defaultPath: path.join(app.getPath('documents'), fileName),
        filters: [{ name: texts['save.kind'], extensions: ['txt'] }],
      };
      const parent = BrowserWindow.getAllWindows()[0];
      const picked = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
      return picked.filePath || null;
    },

    /** Opens a folder of our own. */
    async openFolder(folder: string): Promise<void> {
      try {
        await fs.promises.mkdir(folder, { recursive: true });
        const trouble = await shell.openPath(folder);
        if (trouble !== '') log.warn(`a folder could not be opened: ${trouble}`);
      } catch (cause) {
        log.error('a folder could not be opened', cause);
      }
    },

    /** Says that the window cannot be shown, and asks whether to try again. */
    async mayTryWindowAgain(): Promise<boolean> {
      const texts = textsOf(language());
      const answer = await dialog.showMessageBox({
        type: 'warning',
        message: texts['window.gone'],
        detail: texts['window.gone-detail'],
        buttons: [texts['window.again'], texts['window.leave']],
        defaultId: 0,
        cancelId: 1,
      });
      return answer.response === 0;
    },

    /** Asks whether to quit although `uploading` recordings are on their way. */
    async mayQuit(uploading: number): Promise<boolean> {
      if (uploading === 0) return true;
      const texts = textsOf(language());
      const answer = await dialog.showMessageBox({
        type: 'question',
        message: texts['quit.ask'](numberIn(language(), uploading)),
        buttons: [texts['quit.yes'], texts['quit.no']],
        defaultId: 1,
        cancelId: 1,
      });
      return answer.response === 0;
    },
  };
}

export type Desktop = ReturnType<typeof createDesktop>;

/** The menu bar: on macOS it is expected; elsewhere it only carries the shortcuts of editing. */
export function setMenu(language: Language, quit: () => void): void {
  const texts = textsOf(language);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: process.platform === 'darwin' ? texts['app.name'] : texts['menu.file'],
        submenu: [
          { role: 'close', label: texts['menu.close'] },
          { label: texts['tray.quit'], accelerator: 'CmdOrCtrl+Q', click: quit },
        ],
      },
      {
        label: texts['menu.edit'],
        submenu: (['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const).map((role) => ({
          role,
          label: texts[`menu.${role}`],
        })),
      },
    ]),
  );
}
