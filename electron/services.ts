// The composition root: builds the services from the bottom up, and wires them. It is long for a list, and nothing but one.

import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { app, nativeImage, nativeTheme, powerMonitor } from 'electron';
import { v4 as uuid } from 'uuid';
import type { IdempotencyKey, MeetingId } from './contract/ids';
import type { Language } from './contract/settings';
import type { Snapshot } from './contract/snapshot';
import { wholeOf } from './disk/contents';
import { expandFolder } from './disk/folders';
import { inspect } from './disk/intake';
import { Readers } from './disk/readers';
import { isThere, openRecording, readExcerpt } from './disk/recording';
import { takenKinds } from './disk/recording-types';
import type { Sighting } from './disk/stillness';
import { emptyState } from './domain/app-state';
import { networkIsBack } from './domain/attempt';
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
import type { Handover } from './shell/handover';
import type { PageCommands } from './shell/ipc';
import { createJournal } from './shell/journal';
import { languageOf } from './shell/language';
import type { Launch, Overrides } from './shell/launch';
import type { LogFile } from './shell/log';
import { watchNetwork } from './shell/network';
import { noteOf } from './shell/notification-text';
import { startNotifications } from './shell/notifications';
import { createNotifier } from './shell/notifier';
import { osEncryption } from './shell/os-encryption';
import { createPlaying, type Playing } from './shell/playing';
import { createPointing } from './shell/pointing';
import type { Profile } from './shell/profile';
import { createPublisher } from './shell/publisher';
import { createQuestions } from './shell/questions';
import { stopBeforeQuit } from './shell/quitting';
import { createSnapshotTexts } from './shell/snapshot-text';
import { createStagePrinter } from './shell/stage-printer';
import { createTaskbar } from './shell/taskbar';
import { numberIn, textsOf } from './shell/texts';
import { createThisComputer } from './shell/this-computer';
import { createToasts } from './shell/toasts';
import { createTray } from './shell/tray';
import { isTryOut } from './shell/try-out';
import { wallClock } from './shell/wall-clock';
import { watchFolders } from './shell/watching';
import { wayToLobbe } from './shell/way-to-lobbe';
import type { AppWindow } from './shell/window';
import { createArchive } from './store/archive';
import { appDisk } from './store/disk';
import { openStateStore } from './store/state-store';
import { openVault } from './store/vault';

/** F1, F12: about once a minute. */
const POLL_SECONDS = 60;

/** The first picture of the window comes within a second or two, if it comes. */
const PICTURE_AT_LATEST_MS = 10_000;

/** In the sandbox a minute's wait for the next stage would look like a fault. */
const SANDBOX_POLL_SECONDS = 2;

/** What a start brings along. */
export interface Start {
  readonly launch: Launch;
  readonly overrides: Overrides;
  /** Lobbe's address. */
  readonly base: string;
  readonly profile: Profile;
  /** Folder of the icons and the sample. */
  readonly assets: string;
  readonly logs: string;
  readonly appImage: string | null;
  readonly nativeLanguage: Language;
  /** In the tray, without a window. */
  readonly hidden: boolean;
  readonly handed: Handover;
  readonly log: LogFile;
  readonly window: AppWindow;
}

/** What the window's page can ask for. */
export interface PageServices {
  readonly commands: PageCommands;
  readonly playing: Playing;
}

/** Builds the services of a start, and wires them. Resolves, with what its page can ask for, when they run. */
export async function startServices(start: Start): Promise<PageServices> {
  const { launch, overrides, base, profile, assets, logs, appImage, nativeLanguage, hidden, handed, log, window } =
    start;

  // --- which world: Lobbe, or the built-in sandbox
  const vault = openVault({ directory: profile.account, crypto: osEncryption });
  const tryingOut = isTryOut(launch, overrides, profile);
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
  window.attend({
    onFocus: () => {
      commands.focused();
      computer.look();
      watching.look();
      toasts.shown();
    },
    onShown: () => tellProgress(),
    minimizeInstead: () => !tray.present,
    onGivenUp: () => desktop.mayTryWindowAgain(),
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

  // What the first picture does not need comes after it; also without a window, and with one that a broken driver never draws.
  let pastAsked = () => {};
  const pastIsAsked = new Promise<void>((resolve) => {
    pastAsked = resolve;
  });
  const pictured = hidden ? Promise.resolve() : Promise.race([pastIsAsked, pause(PICTURE_AT_LATEST_MS)]);
  void window.pictured.then(() => {
    log.info('the window is up');
    taskbar.renew();
  });
  void pictured.then(archive.load);

  // --- sending and listening
  const { client, checkToken, proxyPassword, systemProxies } = wayToLobbe({
    state: store.state,
    directory,
    crypto: osEncryption,
    credentials,
    base,
    mayLoad: pictured,
    log,
  });
  const network = watchNetwork(sandbox?.url ?? base, (offline) => {
    if (!offline) void store.commit(networkIsBack).catch(() => {});
    wake();
  });
  const fresh = { key: () => uuid() as IdempotencyKey, id: () => uuid() as MeetingId };
  const progress = createProgress((current) => {
    // Ten times a second: a window that nobody sees is told when it is shown.
    if (window.isVisible()) window.send('lobbe:on-progress', current);
    taskbar.progress(current);
  });
  const tellProgress = () => window.send('lobbe:on-progress', progress.current());
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
    store: { ...store, filed: archive.filed, untitled: archive.untitled },
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
  const texts = createSnapshotTexts();
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
        canEncrypt: osEncryption.canEncrypt(),
        acceptedAt: credentials.acceptedAt(),
      }),
      app: () => computer.view(),
      folders: () => ({ watched: watching.views(), offers: watching.offers() }),
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
      window.send('lobbe:on-snapshot', texts.next(snapshot));
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
  const desktop = createDesktop(language, log, appImage);
  const playing = createPlaying({
    find: async (id) => store.state().meetings.find((m) => m.id === id) ?? (await archive.find(id)),
    read: (file, expected, stretch) => readExcerpt(readers, file, expected, stretch),
  });
  const commands = createCommands({
    state: store.state,
    commit: store.commit,
    past: {
      find: archive.find,
      elsewhere: archive.elsewhere,
      isEmpty: archive.isEmpty,
      listed: () => {
        // Its page asks for the past after its first picture of the present.
        pastAsked();
        return news.listed();
      },
    },
    expandFolder: (folder) => expandFolder(readers, folder),
    locate: queue.locate,
    localFile: playing.localFile,
    about: `${app.name} ${app.getVersion()} (${process.platform})`,
    questions,
    credentials,
    checkToken,
    proxies: { password: proxyPassword, ofSystem: systemProxies },
    fresh,
    now: wallClock.now,
    canEncrypt: osEncryption.canEncrypt,
    snapshot: () => {
      // Whoever asks for it listens to what follows.
      toasts.ready();
      pointing.ready();
      texts.beginAnew();
      // After the answer: of a meeting that a window does not know yet, no progress means anything to it.
      setImmediate(tellProgress);
      return publisher.current();
    },
    toast,
    wake,
    insist: network.insist,
    sample: path.join(assets, 'sample-meeting.m4a'),
    sandbox: tryingOut,
    desktop,
  });
  const computer = createThisComputer({
    nativeLanguage,
    sandbox: tryingOut,
    appImage,
    profile: profile.root,
    logs,
    log,
    desktop,
    state: store.state,
    snapshot: publisher.current,
    archived: archive.views,
    toast,
    changed: publisher.changed,
  });
  const watching = watchFolders({
    store,
    readers,
    disk,
    directory,
    profile: profile.root,
    pickFolder: desktop.pickFolder,
    questions,
    fresh,
    clock: wallClock,
    changed: publisher.changed,
    toast,
    log,
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
  app.on('activate', window.show);
  // Closing the window leaves the app in the tray.
  app.on('window-all-closed', () => {});
  powerMonitor.on('resume', () => {
    wake();
    watching.look();
  });
  stopBeforeQuit(
    async () => {
      network.stop();
      publisher.stop();
      const stopped = Promise.all([queue.stop(), poller.stop(), notifications.stop(), watching.stop()]);
      // After the attempts were told to stop, and before they are waited for: a dead share would keep them.
      await readers.stop();
      await stopped;
      await archive.settled();
      await store.settled();
      await sandbox?.close();
    },
    readers.haveEnded,
    desktop.beforeKill,
    log,
  );

  // --- begin
  publisher.changed();
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
  handed.add(launch.files, false);
  handed.to((files, toFront) => {
    void commands.addFiles(files);
    if (toFront) window.show();
  });
  if (tryingOut && launch.sandbox === null && launch.files.length === 0) void commands.sendSample();
  return { commands: { ...commands, ...computer, ...watching.commands, addFiles: commands.addFiles }, playing };
}

/** The queue keeps what a look saw for the next one, and knows nothing about it. */
async function look(readers: Readers, file: string, seen: unknown) {
  const inspection = await inspect(readers, file, { now: wallClock.now(), seen: seen as Sighting | null });
  return { inspection, seen: inspection.kind === 'later' ? inspection.seen : null };
}
