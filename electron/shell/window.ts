// The one window. Closing it leaves the app in the tray; a crash of its page shows the true state again.

import path from 'node:path';
import { BrowserWindow, type NativeImage, nativeTheme } from 'electron';
import type { EventChannel } from '../contract/api';
import type { Log } from './log';
import { WINDOW_ORIGIN } from './protocol';

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
  /** From now on, closing is closing: the app quits. */
  release(): void;
}

export interface WindowOptions {
  /** Folder of the built app (`out`). */
  readonly built: string;
  readonly icon: string;
  readonly title: () => string;
  readonly log: Log;
  readonly onFocus: () => void;
  /** Its page has its first picture. */
  readonly onReady: () => void;
  /** True where no tray can bring a hidden window back. */
  readonly minimizeInstead: () => boolean;
}

/**
 * A page that dies at once each time (a broken GPU driver) must not be reloaded for ever (case 106); one that dies once in some weeks
 * always is.
 */
const RELOADS = 3;
const WITHIN_MS = 600_000;

// The surfaces of tokens.css, painted before the page is there, so that nothing flashes.
const backgroundOf = () => (nativeTheme.shouldUseDarkColors ? '#141918' : '#fbfcfc');

export function createWindow({ built, icon, title, log, onFocus, onReady, minimizeInstead }: WindowOptions): AppWindow {
  let window: BrowserWindow | null = null;
  let released = false;
  /** When its page was reloaded. */
  let reloads: number[] = [];

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      width: 980,
      height: 680,
      minWidth: 360,
      minHeight: 420,
      show: false,
      title: title(),
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
      if (released) return;
      event.preventDefault();
      if (minimizeInstead()) opened.minimize();
      else opened.hide();
    });
    opened.on('closed', () => {
      window = null;
    });
    opened.on('focus', onFocus);
    opened.on('page-title-updated', (event) => event.preventDefault());
    opened.webContents.on('render-process-gone', (_event, details) => {
      log.warn(`the window's page ended: ${details.reason}`);
      const now = performance.now();
      reloads = reloads.filter((at) => now - at < WITHIN_MS);
      if (released || details.reason === 'clean-exit' || reloads.length >= RELOADS) return;
      reloads.push(now);
      opened.webContents.reload();
    });
    opened.once('ready-to-show', onReady);
    void opened.loadURL(`${WINDOW_ORIGIN}/index.html`);
    return opened;
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
    isVisible: () => window?.isVisible() === true && !window.isMinimized(),
    isFocused: () => window?.isVisible() === true && window.isFocused(),
    // Electron takes the bar away at a negative value.
    setProgress: (fraction) => window?.setProgressBar(fraction ?? -1),
    setMark(image, text) {
      if (process.platform === 'win32') window?.setOverlayIcon(image, text);
    },
    release() {
      released = true;
    },
  };
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
