// The one window. Closing it leaves the app in the tray; a crash of its page shows the true state again.

import path from 'node:path';
import { app, BrowserWindow, type NativeImage, nativeTheme } from 'electron';
import type { EventChannel } from '../contract/api';
import type { Log } from './log';
import { WINDOW_ORIGIN } from './protocol';
import { createReloadLimit } from './reload-limit';

export interface AppWindow {
  /** Creates it if need be, and brings it to the front. */
  show(): void;
  /** Sends a message to the page, if there is one. */
  send(channel: EventChannel, message: unknown): void;
  /** Whether its user can see it. */
  isVisible(): boolean;
  /** Whether its user is in it. */
  isFocused(): boolean;
  /** Its bar in dock and taskbar, 0 to 1; null: none. */
  setProgress(fraction: number | null): void;
  /** A mark on its icon in the taskbar of Windows, where icons have no count; null: none. */
  setMark(image: NativeImage | null, text: string): void;
  /** Its page has its first picture. */
  readonly pictured: Promise<void>;
  /** From now on these hear of it. */
  attend(events: WindowEvents): void;
}

export interface WindowOptions {
  /** Folder of the built app (`out`). */
  readonly built: string;
  readonly icon: string;
  readonly title: string;
  readonly log: Log;
}

export interface WindowEvents {
  readonly onFocus: () => void;
  /** It can be seen, and could not before. */
  readonly onShown: () => void;
  /** True where no tray can bring a hidden window back. */
  readonly minimizeInstead: () => boolean;
  /** Its page dies again and again. Resolves to whether its user wants it tried once more. */
  readonly onGivenUp: () => Promise<boolean>;
}

// The surfaces of tokens.css, painted before the page is there, so that nothing flashes.
const backgroundOf = () => (nativeTheme.shouldUseDarkColors ? '#141918' : '#fbfcfc');

export function createWindow({ built, icon, title, log }: WindowOptions): AppWindow {
  let window: BrowserWindow | null = null;
  // Until there may be a tray, it is not hidden.
  let events: WindowEvents = {
    onFocus() {},
    onShown() {},
    minimizeInstead: () => true,
    onGivenUp: async () => false,
  };
  let onPicture = () => {};
  const pictured = new Promise<void>((resolve) => {
    onPicture = resolve;
  });
  // From then on, closing is closing. Heard from the first: a start that is told to end has nothing else yet that hears of it.
  let quitting = false;
  app.once('before-quit', () => {
    quitting = true;
  });
  const mayReload = createReloadLimit();

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      width: 980,
      height: 680,
      minWidth: 360,
      minHeight: 420,
      show: false,
      title,
      icon,
      backgroundColor: backgroundOf(),
      autoHideMenuBar: true,
      webPreferences: {
        preload: path.join(built, 'preload', 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    opened.on('close', (event) => {
      if (quitting) return;
      event.preventDefault();
      putAway(opened);
    });
    opened.on('closed', () => {
      window = null;
    });
    opened.on('focus', () => events.onFocus());
    opened.on('show', () => events.onShown());
    opened.on('restore', () => events.onShown());
    opened.on('page-title-updated', (event) => event.preventDefault());
    opened.webContents.on('render-process-gone', (_event, details) => {
      log.warn(`the window's page ended: ${details.reason}`);
      if (quitting || details.reason === 'clean-exit') return;
      if (mayReload(performance.now())) opened.webContents.reload();
      else void giveUp(opened);
    });
    opened.once('ready-to-show', onPicture);
    void opened.loadURL(`${WINDOW_ORIGIN}/index.html`);
    return opened;
  }

  function putAway(opened: BrowserWindow): void {
    if (events.minimizeInstead()) opened.minimize();
    else opened.hide();
  }

  /** Only who sees it is asked. Whoever opens it later has it tried again by that. */
  async function giveUp(opened: BrowserWindow): Promise<void> {
    if (!isSeen(opened)) return;
    const again = await events.onGivenUp();
    if (opened.isDestroyed()) return;
    if (again) opened.webContents.reload();
    else putAway(opened);
  }

  return {
    show() {
      if (window) {
        // Given up on before, but now somebody wants to see it.
        if (window.webContents.isCrashed()) window.webContents.reload();
        bringToFront(window);
        return;
      }
      const opened = open();
      window = opened;
      opened.once('ready-to-show', () => bringToFront(opened));
    },
    send(channel, message) {
      if (window && !window.isDestroyed() && !window.webContents.isCrashed()) window.webContents.send(channel, message);
    },
    isVisible: () => window !== null && isSeen(window),
    isFocused: () => window?.isVisible() === true && window.isFocused(),
    // Electron takes the bar away at a negative value.
    setProgress: (fraction) => window?.setProgressBar(fraction ?? -1),
    setMark(image, text) {
      if (process.platform === 'win32') window?.setOverlayIcon(image, text);
    },
    pictured,
    attend(next) {
      events = next;
    },
  };
}

function isSeen(window: BrowserWindow): boolean {
  return window.isVisible() && !window.isMinimized();
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
