// The composition root: reads what the start was asked to do, builds the services from the bottom up, and wires them. The only
// place that reads the environment. It is long for a list, and nothing but one.

import path from 'node:path';
import { app, nativeTheme, powerMonitor, safeStorage } from 'electron';
import { v4 as uuid } from 'uuid';
import type { IdempotencyKey, MeetingId } from './contract/ids';
import type { Snapshot, Toast } from './contract/snapshot';
import { inspect } from './disk/intake';
import { openRecording } from './disk/recording';
import type { Sighting } from './disk/stillness';
import { emptyState } from './domain/app-state';
import { networkIsBack } from './domain/attempt';
import { startPoller } from './feed/poller';
import { startQueue } from './queue/loop';
import { createProgress } from './queue/progress';
import { DEFAULT_TOKEN } from './sandbox/options';
import { startSandbox } from './sandbox/server';
import { createCommands } from './shell/commands';
import { createCredentials } from './shell/credentials';
import { createDesktop, setMenu } from './shell/desktop';
import { answerCommands } from './shell/ipc';
import { languageOf, setNativeLanguage } from './shell/language';
import { packFiles, readArguments, readEnvironment, unpackFiles } from './shell/launch';
import { lockDown, refusePermissions } from './shell/lockdown';
import { createLog } from './shell/log';
import { watchNetwork } from './shell/network';
import { profileOf } from './shell/profile';
import { registerScheme, serveWindow } from './shell/protocol';
import { createPublisher } from './shell/publisher';
import { stopBeforeQuit } from './shell/quitting';
import { createStagePrinter } from './shell/stage-printer';
import { statusJson } from './shell/status-json';
import { textsOf } from './shell/texts';
import { createTray } from './shell/tray';
import { wallClock } from './shell/wall-clock';
import { createWindow } from './shell/window';
import { openStateStore, readState } from './store/state-store';
import { openVault } from './store/vault';
import { checkBase } from './transport/base-address';
import { createLobbeClient } from './transport/lobbe-client';

/** Lobbe's own address; tests and the sandbox name another. */
const LOBBE_API = 'https://app.lobbe.ai/api/v1';

/** F1, F12: about once a minute. */
const POLL_SECONDS = 60;

/** In the sandbox a minute's wait for the next stage would look like a fault. */
const SANDBOX_POLL_SECONDS = 2;

// Unpackaged, the first argument is the app's folder.
const launch = readArguments(process.argv.slice(app.isPackaged ? 1 : 2), process.cwd());
const { overrides, ignored } = readEnvironment(process.env, app.isPackaged);
if (launch.userDataDir !== null) app.setPath('userData', launch.userDataDir);
const profile = profileOf(app.getPath('userData'));
const assets = path.join(app.getAppPath(), 'assets');
const built = path.join(app.getAppPath(), 'out');

if (launch.statusJson) printStatus();
else if (app.requestSingleInstanceLock(packFiles(launch.files))) begin();
// The running instance got the files; there is nothing left to do here.
else app.exit(0);

/** `--status-json`: from the disk, whether or not an instance runs, starting nothing. */
function printStatus(): void {
  const account = launch.sandbox === true ? null : readState(profile.account);
  const state = account ?? readState(profile.sandbox) ?? emptyState;
  process.stdout.write(`${statusJson(state, Date.now())}\n`, () => app.exit(0));
}

/** What has to happen before Electron is ready. */
function begin(): void {
  const log = createLog(path.join(profile.root, 'logs'), !app.isPackaged);
  process.on('uncaughtException', (error) => log.error('a bug', error));
  process.on('unhandledRejection', (reason) => log.error('a bug', reason));
  for (const name of ignored) log.warn(`${name} is ignored by an installed app`);
  const setting = overrides.language ?? readState(profile.account)?.settings.language ?? 'system';
  setNativeLanguage(setting === 'system' ? languageOf('system') : setting);
  registerScheme();
  lockDown();
  // Not awaited at top level: Electron gets ready only after this module has ended.
  app
    .whenReady()
    .then(() => run(log))
    .catch((cause) => {
      log.error('the app could not start', cause);
      app.exit(1);
    });
}

/** The queue keeps what a look saw for the next one, and knows nothing about it. */
async function look(file: string, seen: unknown) {
  const inspection = await inspect(file, { now: wallClock.now(), seen: seen as Sighting | null });
  return { inspection, seen: inspection.kind === 'growing' ? inspection.seen : null };
}

async function run(log: ReturnType<typeof createLog>): Promise<void> {
  const base = overrides.apiBase ?? LOBBE_API;
  if (checkBase(base) === null) {
    log.error(textsOf(languageOf('system'))['base.bad']);
    app.exit(1);
    return;
  }

  // --- which world: Lobbe, or the built-in sandbox
  const canEncrypt = () =>
    safeStorage.isEncryptionAvailable() &&
    // Linux without a keyring "encrypts" with a key that everybody knows.
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text');
  const vault = openVault({
    directory: profile.account,
    crypto: {
      canEncrypt,
      encrypt: (text) => safeStorage.encryptString(text),
      decrypt: (bytes) => safeStorage.decryptString(bytes),
    },
  });
  const noAccount = overrides.apiBase === null && overrides.token === null && vault.storage() === null;
  const inSandbox = launch.sandbox ?? (!app.isPackaged && noAccount);
  const sandbox = inSandbox
    ? await startSandbox({
        stateFile: path.join(profile.sandbox, 'lobbe.json'),
        onError: (e) => log.error('sandbox', e),
      })
    : null;
  const credentials = createCredentials(
    sandbox?.url ?? base,
    vault,
    sandbox ? DEFAULT_TOKEN : overrides.token,
    (token) => log.hide(token),
  );

  // --- what is on disk
  const store = await openStateStore({
    directory: inSandbox ? profile.sandbox : profile.account,
    initial: emptyState,
    appVersion: app.getVersion(),
  });
  const language = () => languageOf(overrides.language ?? store.state().settings.language);

  // --- the window and its tray
  const window = createWindow({
    built,
    icon: path.join(assets, 'icons', '256.png'),
    title: () => textsOf(language())['app.name'],
    log,
    onFocus: () => commands.focused(),
    minimizeInstead: () => !tray.present,
  });
  const toast = (message: Toast) => window.send('lobbe:on-toast', message);

  // --- sending and listening
  const client = createLobbeClient({
    connection: () => credentials.connection() ?? { base, token: '' },
    now: wallClock.now,
    userAgent: `lobbe-uploader/${app.getVersion()}`,
  });
  const network = watchNetwork(sandbox?.url ?? base, (offline) => {
    if (!offline) void store.commit(networkIsBack).catch(() => {});
    wake();
  });
  const fresh = { key: () => uuid() as IdempotencyKey, id: () => uuid() as MeetingId };
  const progress = createProgress((current) => window.send('lobbe:on-progress', current));
  const queue = await startQueue({
    store,
    recordings: { open: openRecording, inspect: look },
    sender: {
      token: credentials.fingerprint,
      send: (request, signal, onTick) => client.upload(request, signal, onTick),
      offline: network.offline,
    },
    clock: wallClock,
    random: Math.random,
    fresh,
    onTick: progress.onTick,
    onRefused: (refusals) => toast({ kind: 'refused', refusals }),
  });
  const seconds = overrides.pollSeconds ?? (sandbox ? SANDBOX_POLL_SECONDS : POLL_SECONDS);
  const poller = startPoller({
    store,
    reader: { ready: () => credentials.connection() !== null, ...client },
    clock: wallClock,
    random: Math.random,
    watched: window.isVisible,
    intervalMs: seconds * 1000,
  });
  const wake = () => {
    queue.wake();
    poller.wake();
    publisher.changed();
  };

  // --- what everybody looks at
  const print = sandbox && !app.isPackaged ? createStagePrinter((line) => process.stdout.write(`${line}\n`)) : null;
  const publisher = createPublisher(
    {
      state: store.state,
      notices: store.notices,
      inFlight: queue.inFlight,
      account: () => ({
        hasToken: credentials.connection() !== null,
        hint: credentials.hint(),
        storage: credentials.storage(),
        canEncrypt: canEncrypt(),
      }),
      offline: network.offline,
      language,
      now: wallClock.now,
      sandbox: inSandbox,
    },
    (snapshot: Snapshot) => {
      window.send('lobbe:on-snapshot', snapshot);
      tray.update(snapshot);
      print?.(snapshot);
    },
  );
  store.onCommit(publisher.changed);
  store.onNotices(publisher.changed);
  nativeTheme.on('updated', publisher.changed);

  // --- what can be asked for
  const desktop = createDesktop(language, log);
  const commands = createCommands({
    state: store.state,
    commit: store.commit,
    credentials,
    fresh,
    now: wallClock.now,
    canEncrypt,
    snapshot: publisher.current,
    toast,
    wake,
    insist: network.insist,
    sample: path.join(assets, 'sample-meeting.m4a'),
    sandbox: inSandbox,
    desktop,
  });
  const quit = async () => {
    if (await desktop.mayQuit(queue.inFlight().size)) app.quit();
  };
  const tray = createTray(
    path.join(assets, 'tray'),
    {
      open: window.show,
      add: commands.pickFiles,
      pauseAll: commands.pauseAll,
      resumeAll: commands.resumeAll,
      quit,
    },
    log,
  );
  setMenu(language(), quit);

  // --- ways in and out
  refusePermissions();
  serveWindow(path.join(built, 'renderer'));
  answerCommands(commands, commands.addFiles, log);
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    void commands.addFiles(unpackFiles(data));
    window.show();
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    void commands.addFiles([file]);
  });
  app.on('activate', window.show);
  // Closing the window leaves the app in the tray.
  app.on('window-all-closed', () => {});
  powerMonitor.on('resume', wake);
  stopBeforeQuit(async () => {
    window.release();
    network.stop();
    publisher.stop();
    await Promise.all([queue.stop(), poller.stop()]);
    await store.settled();
    await sandbox?.close();
  }, log);

  // --- begin
  publisher.changed();
  if (!launch.hidden) window.show();
  if (launch.files.length > 0) await commands.addFiles(launch.files);
  else if (inSandbox && launch.sandbox === null) await commands.sendSample();
}
