// The icon beside the clock: the state at a glance, and the few things one wants without the window.

import path from 'node:path';
import { Menu, nativeImage, nativeTheme, Tray } from 'electron';
import type { Language } from '../contract/settings';
import type { Snapshot } from '../contract/snapshot';
import type { PauseLength } from '../contract/stage';
import { type Counts, countsOf } from './counts';
import type { Log } from './log';
import { numberIn, textsOf } from './texts';

export interface TrayActions {
  open(): void;
  add(): void;
  pauseAll(length: PauseLength): void;
  resumeAll(): void;
  quit(): void;
}

export interface AppTray {
  update(snapshot: Snapshot): void;
  /** Whether the desktop took the icon; without it, a hidden window could not be brought back by it. */
  readonly present: boolean;
}

type Look = 'idle' | 'busy' | 'needs-you' | 'offline';

/** Creates the icon. A desktop without a tray gets none; the app works all the same. */
export function createTray(images: string, actions: TrayActions, log: Log): AppTray {
  const image = (look: Look) => {
    // macOS paints template images itself; elsewhere the panel's theme is the best guess there is.
    const onDark = process.platform !== 'darwin' && nativeTheme.shouldUseDarkColors ? '-on-dark' : '';
    return nativeImage.createFromPath(path.join(images, `tray-${look}${onDark}.png`));
  };
  let tray: Tray;
  try {
    tray = new Tray(image('idle'));
  } catch (cause) {
    log.error('no tray icon', cause);
    return { update: () => {}, present: false };
  }
  tray.on('click', actions.open);
  let shown = '';

  return {
    present: true,
    update(snapshot) {
      const counts = countsOf(snapshot);
      const look = lookOf(snapshot, counts);
      // Rebuilding a menu closes it under its user's hand: only when it says something else.
      const now = JSON.stringify([
        look,
        counts,
        snapshot.pausedAll,
        snapshot.language,
        nativeTheme.shouldUseDarkColors,
      ]);
      if (now === shown) return;
      shown = now;
      tray.setImage(image(look));
      tray.setToolTip(textsOf(snapshot.language)['app.name']);
      tray.setContextMenu(menuOf(snapshot, counts, actions));
    },
  };
}

function lookOf({ gates }: Snapshot, { uploading, needsYou }: Counts): Look {
  if (gates.some((g) => g.gate === 'offline')) return 'offline';
  const userGate = gates.some(
    (g) => g.gate === 'needs-minutes' || g.gate === 'unauthorized' || g.gate === 'daily-limit',
  );
  if (needsYou > 0 || userGate) return 'needs-you';
  return uploading > 0 ? 'busy' : 'idle';
}

function menuOf({ language, pausedAll }: Snapshot, counts: Counts, actions: TrayActions): Menu {
  const texts = textsOf(language);
  const lines = linesOf(language, counts).map((label) => ({ label, enabled: false }));
  return Menu.buildFromTemplate([
    ...lines,
    { type: 'separator' },
    { label: texts['tray.open'], click: actions.open },
    { label: texts['tray.add'], click: actions.add },
    ...(pausedAll
      ? [{ label: texts['tray.resume'], click: actions.resumeAll }]
      : [
          { label: texts['tray.pause'], click: () => actions.pauseAll('open') },
          { label: texts['tray.pause-hour'], click: () => actions.pauseAll('hour') },
          { label: texts['tray.pause-tomorrow'], click: () => actions.pauseAll('tomorrow') },
        ]),
    { type: 'separator' },
    { label: texts['tray.quit'], click: actions.quit },
  ]);
}

function linesOf(language: Language, { uploading, waiting, needsYou }: Counts): string[] {
  const texts = textsOf(language);
  const count = (value: number) => numberIn(language, value);
  const lines: string[] = [];
  if (uploading > 0) lines.push(texts['tray.uploading'](count(uploading)));
  if (waiting > 0) lines.push(texts['tray.waiting'](count(waiting)));
  if (needsYou > 0) lines.push(texts['tray.needs-you'](count(needsYou)));
  return lines.length > 0 ? lines : [texts['tray.idle']];
}
