// The composition root: reads what the start was asked to do, builds the services from the bottom up, and wires them. The only
// place that reads the environment. It is long for a list, and nothing but one.

import fs from 'node:fs';
import path from 'node:path';
import { app, nativeImage, nativeTheme, powerMonitor, safeStorage, session } from 'electron';
import { v4 as uuid } from 'uuid';
import type { IdempotencyKey, MeetingId } from './contract/ids';
import type { Snapshot, SnapshotText } from './contract/snapshot';
import { wholeOf } from './disk/contents';
import { expandFolder } from './disk/folders';
import { inspect } from './disk/intake';
import { Readers } from './disk/readers';
import { isThere, openRecording } from './disk/recording';
import { takenKinds } from './disk/recording-types';
import type { Sighting } from './disk/stillness';
import { emptyState } from './domain/app-state';
import { networkIsBack } from './domain/attempt';
import { limitAt } from './domain/bandwidth';
import { withNews } from './domain/news';
import { startPoller } from './feed/poller';
import { startQueue } from './queue/loop';
import { createProgress } from './queue/progress';
import { DEFAULT_TOKEN } from './sandbox/options';
import { startSandbox } from './sandbox/server';
import { createArchiveNews } from './shell/archive-news';
import { createCommands } from './shell/commands';
import { createCredentials } from './shell/credentials';
import { createDesktop, setMenu } from './shell/desktop';
import { createHandover } from './shell/handover';
import { answerCommands } from './shell/ipc';
import { createJournal } from './shell/journal';
import { languageOf, setNativeLanguage } from './shell/language';
import { argumentsOf, packFiles, readArguments, readEnvironment, unpackFiles } from './shell/launch';
import { lockDown, refusePermissions } from './shell/lockdown';
import { createLog } from './shell/log';
import { watchNetwork } from './shell/network';
import { noteOf } from './shell/notification-text';
import { startNotifications } from './shell/notifications';
import { createNotifier } from './shell/notifier';
import { createPointing } from './shell/pointing';
import { isInUse, profileOf } from './shell/profile';
import { registerScheme, serveWindow } from './shell/protocol';
import { createProxyPassword } from './shell/proxy-password';
import { createPublisher } from './shell/publisher';
import { createQuestions } from './shell/questions';
import { stopBeforeQuit } from './shell/quitting';
import { createRoots } from './shell/roots';
import { createRoutes } from './shell/routes';
import { createStagePrinter } from './shell/stage-printer';
import { statusJson } from './shell/status-json';
import { createTaskbar } from './shell/taskbar';
import { numberIn, textsOf } from './shell/texts';
import { createToasts } from './shell/toasts';
import { createTray } from './shell/tray';
import { minuteOfDay, wallClock } from './shell/wall-clock';
import { createWindow } from './shell/window';
import { createArchive, readArchive } from './store/archive';
import { appDisk } from './store/disk';
import { openStateStore, readState } from './store/state-store';
import { openVault, PROXY_PASSWORD } from './store/vault';
import { checkBase } from './transport/base-address';
import { createLobbeClient } from './transport/lobbe-client';

/** Lobbe's own address; tests and the sandbox name another. */
const LOBBE_API = 'https://app.lobbe.ai/api/v1';

/** As the installer names the shortcut (electron-builder.yml): Windows shows no notification of an app that it cannot tell. */
const APP_ID = 'ai.lobbe.uploader';

/** F1, F12: about once a minute. */
const POLL_SECONDS = 60;

/** The archive is read after the first picture of the window; that comes within a second or two, if it comes. */
const ARCHIVE_AT_LATEST_MS = 10_000;

/** In the sandbox a minute's wait for the next stage would look like a fault. */
const SANDBOX_POLL_SECONDS = 2;

const args = argumentsOf(process.argv, app.isPackaged ? null : app.getAppPath(), process.cwd());
const launch = readArguments(args, process.cwd(), fs.existsSync);
const { overrides, ignored } = readEnvironment(process.env, app.isPackaged);
if (launch.userDataDir !== null) app.setPath('userData', launch.userDataDir);
const profile = profileOf(app.getPath('userData'));
const assets = path.join(app.getAppPath(), 'assets');
const built = path.join(app.getAppPath(), 'out');
const handed = createHandover();

if (launch.statusJson) void printStatus();
else if (app.requestSingleInstanceLock(packFiles(launch.files))) begin();
// The running instance got the files; there is nothing left to do here.
else app.exit(0);

/**
 * Whether this start is a try-out: asked for, or unpackaged with nothing that says there is an account: no address, no token, and
 * nothing kept of an earlier run.
 */
function inSandbox(): boolean {
  if (launch.sandbox !== null) return launch.sandbox;
  const hasAccount = overrides.apiBase !== null || overrides.token !== null || isInUse(profile.account);
  return !app.isPackaged && !hasAccount;
}

/** `--status-json`: from the disk, whether or not an instance runs, starting nothing. */
async function printStatus(): Promise<void> {
  const directory = inSandbox() && readState(profile.sandbox) !== null ? profile.sandbox : profile.account;
  const state = readState(directory) ?? emptyState;
  const archived = await readArchive(directory, state);
  process.stdout.write(`${statusJson(state, Date.now(), archived)}\n`, () => app.exit(0));
}

/** What has to happen before Electron is ready. */
function begin(): void {
  const log = createLog(path.join(profile.root, 'logs'), !app.isPackaged);
  process.on('uncaughtException', (error) => log.error('a bug', error));
  process.on('unhandledRejection', (reason) => log.error('a bug', reason));
  for (const name of ignored) log.warn(`${name} is ignored by an installed app`);
  const setting = overrides.language ?? readState(profile.account)?.settings.language ?? 'system';
  setNativeLanguage(setting === 'system' ? languageOf('system') : setting);
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
    .then(() => run(log))
    .catch((cause) => {
      log.error('the app could not start', cause);
      app.exit(1);
    });
}

/** The queue keeps what a look saw for the next one, and knows nothing about it. */
async function look(readers: Readers, file: string, seen: unknown) {
  const inspection = await inspect(readers, file, { now: wallClock.now(), seen: seen as Sighting | null });
  return { inspection, seen: inspection.kind === 'later' ? inspection.seen : null };
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
  const crypto = {
    canEncrypt,
    encrypt: (text: string) => safeStorage.encryptString(text),
    decrypt: (bytes: Buffer) => safeStorage.decryptString(bytes),
  };
  const vault = openVault({ directory: profile.account, crypto });
  const tryingOut = inSandbox();
  const sandbox = tryingOut
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
  const directory = tryingOut ? profile.sandbox : profile.account;
  const disk = await appDisk();
  const appVersion = app.getVersion();
  const live = await openStateStore({ directory, initial: emptyState, appVersion, disk });
  const archive = createArchive({ store: live, directory, disk, appVersion });
  // Every change goes through the archive, as it may be about a meeting that is kept there, and leaves what it has to tell.
  const commit: typeof archive.commit = (change, recall) => archive.commit(withNews(change), recall);
  const store = { ...live, commit };
  const language = () => languageOf(overrides.language ?? store.state().settings.language);
  const readers = new Readers(new URL('./reader-thread.js', import.meta.url), (cause) =>
    log.error('a reader thread died', cause),
  );

  // --- the window and its tray
  const window = createWindow({
    built,
    icon: path.join(assets, 'icons', '256.png'),
    title: () => textsOf(language())['app.name'],
    log,
    onFocus: () => {
      commands.focused();
      toasts.shown();
    },
    onReady: () => {
      log.info('the window is up');
      taskbar.renew();
      void archive.load();
    },
    minimizeInstead: () => !tray.present,
  });
  const toasts = createToasts(window.isVisible, (message) => window.send('lobbe:on-toast', message));
  const toast = toasts.tell;
  const pointing = createPointing((id) => window.send('lobbe:on-pointed', id));
  const mark = nativeImage.createFromPath(path.join(assets, 'tray', 'tray-needs-you.png'));
  const taskbar = createTaskbar({
    setProgress: window.setProgress,
    setBadge(count) {
      app.setBadgeCount(count);
      window.setMark(count > 0 ? mark : null, textsOf(language())['tray.needs-you'](numberIn(language(), count)));
    },
  });

  // --- the way to Lobbe
  const proxyPassword = createProxyPassword(
    openVault({ directory, fileName: PROXY_PASSWORD, crypto }),
    canEncrypt,
    (password) => log.hide(password),
  );
  const routes = createRoutes({
    proxy: () => store.state().settings.proxy,
    password: proxyPassword.at,
    resolveSystem: (url) => session.defaultSession.resolveProxy(url),
  });

  // --- sending and listening
  const client = createLobbeClient({
    connection: () => credentials.connection() ?? { base, token: '' },
    now: wallClock.now,
    userAgent: `lobbe-uploader/${app.getVersion()}`,
    routes: routes.to,
    ca: createRoots(() => store.state().settings.certificate?.pem ?? null),
    bytesPerSecond: () => limitAt(store.state().settings.bandwidth, minuteOfDay(wallClock.now())),
  });
  const network = watchNetwork(sandbox?.url ?? base, (offline) => {
    if (!offline) void store.commit(networkIsBack).catch(() => {});
    wake();
  });
  const fresh = { key: () => uuid() as IdempotencyKey, id: () => uuid() as MeetingId };
  const progress = createProgress((current) => {
    window.send('lobbe:on-progress', current);
    taskbar.progress(current);
  });
  const questions = createQuestions(() => publisher.changed());
  const queue = await startQueue({
    store,
    recordings: {
      open: (file, expected) => openRecording(readers, file, expected),
      isThere: (file) => isThere(readers, file),
      inspect: (file, seen) => look(readers, file, seen),
      wholeOf: (file, expected, signal) => wholeOf(readers, file, expected, signal),
    },
    sender: {
      token: credentials.fingerprint,
      send: (request, signal, onTick) => client.upload(request, signal, onTick),
      offline: network.offline,
    },
    clock: wallClock,
    random: Math.random,
    fresh,
    onTick: progress.onTick,
    onRefused: (refusals) => {
      for (const { reason } of refusals) log.info(`refused: ${reason}`);
      toast({ kind: 'refused', refusals });
    },
    onSameAgain: questions.askSameAgain,
    bringFolder: (folder) => commands.addFolder(folder),
    onBug: (cause) => log.error('a bug in an attempt', cause),
  });
  const seconds = overrides.pollSeconds ?? (sandbox ? SANDBOX_POLL_SECONDS : POLL_SECONDS);
  const poller = startPoller({
    store: { ...store, filed: archive.filed },
    reader: { token: credentials.fingerprint, ...client },
    clock: wallClock,
    random: Math.random,
    watched: window.isVisible,
    onRead: () => {
      publisher.changed();
      archive.tend();
    },
    onNote: (line) => log.info(line),
    onBug: (cause) => log.error('a bug in the poller', cause),
    intervalMs: seconds * 1000,
  });
  const wake = () => {
    queue.wake();
    poller.wake();
    publisher.changed();
  };

  // --- what everybody looks at
  const news = createArchiveNews(archive, (change) => window.send('lobbe:on-archive', change));
  const print = sandbox && !app.isPackaged ? createStagePrinter((line) => process.stdout.write(`${line}\n`)) : null;
  const publisher = createPublisher(
    {
      state: store.state,
      notices: () => [...store.notices(), ...archive.notices()],
      questions: questions.list,
      takes: takenKinds,
      inFlight: queue.inFlight,
      account: () => ({
        hasToken: credentials.connection() !== null,
        hint: credentials.hint(),
        storage: credentials.storage(),
        canEncrypt: canEncrypt(),
      }),
      proxyPassword: () => proxyPassword.storage(store.state().settings.proxy),
      token: credentials.fingerprint,
      lastReadAt: () => poller.lastReadAt(),
      feedTrouble: () => poller.trouble(),
      offline: network.offline,
      language,
      now: wallClock.now,
      sandbox: tryingOut,
    },
    (snapshot: Snapshot) => {
      window.send('lobbe:on-snapshot', JSON.stringify(snapshot) satisfies SnapshotText);
      news.afterSnapshot();
      tray.update(snapshot);
      taskbar.update(snapshot);
      print?.(snapshot);
    },
  );
  store.onCommit(publisher.changed);
  store.onCommit(createJournal(store.state(), log));
  store.onNotices(publisher.changed);
  archive.onNotices(publisher.changed);
  nativeTheme.on('updated', publisher.changed);

  // --- what can be asked for
  const desktop = createDesktop(language, log);
  const commands = createCommands({
    state: store.state,
    commit: store.commit,
    past: { find: archive.find, elsewhere: archive.elsewhere, isEmpty: archive.isEmpty, listed: news.listed },
    expandFolder: (folder) => expandFolder(readers, folder),
    questions,
    credentials,
    proxies: { password: proxyPassword, ofSystem: () => routes.systemProxies(base) },
    fresh,
    now: wallClock.now,
    canEncrypt,
    snapshot: () => {
      // Whoever asks for it listens to what follows.
      toasts.ready();
      pointing.ready();
      return publisher.current();
    },
    toast,
    wake,
    insist: network.insist,
    sample: path.join(assets, 'sample-meeting.m4a'),
    sandbox: tryingOut,
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
  app.on('activate', window.show);
  // Closing the window leaves the app in the tray.
  app.on('window-all-closed', () => {});
  powerMonitor.on('resume', wake);
  stopBeforeQuit(
    async () => {
      window.release();
      network.stop();
      publisher.stop();
      const stopped = Promise.all([queue.stop(), poller.stop(), notifications.stop()]);
      // After the attempts were told to stop, and before they are waited for: a dead share would keep them.
      await readers.stop();
      await stopped;
      await archive.settled();
      await store.settled();
      await sandbox?.close();
    },
    readers.haveEnded,
    log,
  );

  // --- begin
  publisher.changed();
  if (!launch.hidden) window.show();
  const notify = createNotifier(log);
  const notifications = startNotifications({
    state: store.state,
    commit: store.commit,
    onCommit: store.onCommit,
    clock: wallClock,
    isLookedAt: window.isFocused,
    show(news) {
      log.info(`told: ${news.map(({ what }) => what).join(', ')}`);
      const note = noteOf(news, language(), process.platform === 'linux');
      notify(note, () => {
        window.show();
        if (note.id !== null) pointing.at(note.id);
      });
    },
  });
  // Without a window, or with one that a broken driver never draws, the past is read too.
  setTimeout(archive.load, launch.hidden ? 0 : ARCHIVE_AT_LATEST_MS).unref();
  handed.add(launch.files, false);
  handed.to((files, toFront) => {
    void commands.addFiles(files);
    if (toFront) window.show();
  });
  if (tryingOut && launch.sandbox === null && launch.files.length === 0) await commands.sendSample();
}
