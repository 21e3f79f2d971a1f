// What the gallery is made of: scenes, each one start of the app, and the states that it is put into.

import type { ElectronApplication, Page } from '@playwright/test';
import type { Language } from '../../electron/contract/settings';
import type { AppState } from '../../electron/domain/app-state';
import type { Sandbox } from '../../electron/sandbox/server';

/** Before the app starts. */
export interface Place {
  /** For recordings; the profile is in it too. */
  readonly folder: string;
  /** Where the account's store is. */
  readonly account: string;
  readonly language: Language;
  readonly lobbe: Sandbox;
  readonly now: number;
}

/** The app as it runs. */
export interface Studio extends Place {
  readonly app: ElectronApplication;
  readonly page: Page;
}

export interface State {
  readonly name: string;
  /** Brings a window that was just loaded into the state. */
  readonly arrange?: (studio: Studio) => Promise<void>;
  /** 980 × 680 unless told otherwise. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Chromium's own zoom, 1 unless told otherwise. */
  readonly zoom?: number;
  readonly media?: { readonly forcedColors?: 'active'; readonly contrast?: 'more' };
}

export interface Scene {
  readonly name: string;
  /** What is on disk at the start; nothing at all if absent. */
  readonly stored?: (place: Place) => AppState;
  /** What is done to disk and server besides, before the start. */
  readonly prepare?: (place: Place) => Promise<void> | void;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Lobbe answers what it is asked, which it does not otherwise: what is stored stays as it is. */
  readonly answersReads?: boolean;
  readonly states: readonly State[];
}
