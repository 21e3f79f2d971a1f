// The start: reads what was asked for (nothing else reads the environment), does what has to happen before Electron is ready, and opens
// the window. All the rest is services.ts, which is loaded while the window's process starts.

import fs from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { Language } from './contract/settings';
import { createHandover } from './shell/handover';
import { answerCommands } from './shell/ipc';
import { languageOf, setNativeLanguage } from './shell/language';
import { argumentsOf, packFiles, readArguments, readEnvironment, unpackFiles } from './shell/launch';
import { lockDown, refusePermissions } from './shell/lockdown';
import { createLog, type LogFile } from './shell/log';
import { profileOf } from './shell/profile';
import { registerScheme, serveWindow } from './shell/protocol';
import { wasStartedAtLogin } from './shell/start-at-login';
import { textsOf } from './shell/texts';
import { createWindow } from './shell/window';
import { storedLanguage } from './store/first-look';
import { checkBase } from './transport/base-address';

/** Lobbe's own address; tests and the sandbox name another. */
const LOBBE_API = 'https://app.lobbe.ai/api/v1';

/** As the installer names the shortcut (electron-builder.yml): Windows shows no notification of an app that it cannot tell. */
const APP_ID = 'ai.lobbe.uploader';

const args = argumentsOf(process.argv, app.isPackaged ? null : app.getAppPath(), process.cwd());
const launch = readArguments(args, process.cwd(), fs.existsSync);
const { overrides, remarks } = readEnvironment(process.env, app.isPackaged);
if (launch.userDataDir !== null) app.setPath('userData', launch.userDataDir);
const profile = profileOf(app.getPath('userData'));
const assets = path.join(app.getAppPath(), 'assets');
const built = path.join(app.getAppPath(), 'out');
const logs = path.join(profile.root, 'logs');
/** Set by the AppImage that runs the app: the app's own path is gone with its end. */
const appImage = app.isPackaged ? (process.env.APPIMAGE ?? null) : null;
const handed = createHandover();

if (launch.statusJson) void printStatus();
else if (app.requestSingleInstanceLock(packFiles(launch.files))) begin();
// The running instance got the files; there is nothing left to do here.
else app.exit(0);

/** `--status-json`: from the disk, whether or not an instance runs, starting nothing. */
async function printStatus(): Promise<void> {
  const { readStatus } = await import('./shell/read-status');
  process.stdout.write(`${await readStatus(launch, overrides, profile)}\n`, () => app.exit(0));
}

/** What has to happen before Electron is ready. */
function begin(): void {
  const log = createLog(logs, !app.isPackaged);
  // Whoever read along has gone. Were that a bug, telling it there would be the next one, and so on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (error) => log.error('a bug', error));
  process.on('unhandledRejection', (reason) => log.error('a bug', reason));
  for (const remark of [...launch.remarks, ...remarks]) log.warn(remark);
  const nativeLanguage = languageOf(overrides.language ?? storedLanguage(profile.account) ?? 'system');
  setNativeLanguage(nativeLanguage);
  app.setAppUserModelId(APP_ID);
  registerScheme();
  lockDown();
  app.on('second-instance', (_event, _argv, _cwd, data) => handed.add(unpackFiles(data), true));
  // macOS hands over the file that started the app before it is ready.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    handed.add([file], false);
  });
  // Not awaited at top level: Electron gets ready only after this module has ended.
  app
    .whenReady()
    .then(() => run(log, nativeLanguage))
    .catch((cause) => {
      log.error('the app could not start', cause);
      app.exit(1);
    });
}

/** The window first: its process takes longer to start than the services take to load and to open what is on disk. */
async function run(log: LogFile, nativeLanguage: Language): Promise<void> {
  const base = overrides.apiBase ?? LOBBE_API;
  if (checkBase(base) === null) {
    log.error(textsOf(languageOf('system'))['base.bad']);
    app.exit(1);
    return;
  }
  refusePermissions();
  serveWindow(path.join(built, 'renderer'), async (request) => (await services).playing.answer(request));
  const icon = path.join(assets, 'icons', '256.png');
  const window = createWindow({ built, icon, title: textsOf(nativeLanguage)['app.name'], log });
  const hidden = launch.hidden || wasStartedAtLogin(app);
  if (!hidden) window.show();
  const start = {
    launch,
    overrides,
    base,
    profile,
    assets,
    logs,
    appImage,
    nativeLanguage,
    hidden,
    handed,
    log,
    window,
  };
  const services = import('./services').then(({ startServices }) => startServices(start));
  answerCommands(
    services.then(({ commands }) => commands),
    log,
  );
  await services;
}
