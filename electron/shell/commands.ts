// What the window, the tray and a second start can ask for, each as a change of the state or a call to the desktop.

import type { LobbeCommands } from '../contract/api';
import type { MeetingId } from '../contract/ids';
import type { Snapshot, Toast } from '../contract/snapshot';
import type { BulkAction, MeetingAction } from '../contract/stage';
import type { FolderCommands } from '../contract/watched-folders';
import { act, markSeen, pauseAll, resumeAll } from '../domain/acts';
import { actOnAll, pauseUntil, retryAll } from '../domain/acts-on-many';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import { recordingOf } from '../domain/elsewhere-record';
import { tryGate } from '../domain/gates';
import { moveBefore } from '../domain/order';
import type { Locate } from '../queue/locating';
import type { BringFolder, Fresh } from '../queue/ports';
import { type BringingServices, createBringing } from './bringing';
import type { ComputerCommands } from './computer-commands';
import { createCopying } from './copying';
import type { Credentials } from './credentials';
import { createElsewhereActs } from './elsewhere-acts';
import { lobbePages } from './lobbe-pages';
import { askWhere } from './locating';
import { noPast, type PastMeetings } from './past-meetings';
import { pauseEnd } from './pause-ends';
import type { Playing } from './playing';
import type { Questions } from './questions';
import { createRemoving } from './removing';
import { createSettingsCommands, type SettingsCommandServices } from './settings-commands';
import type { CheckToken } from './token-check';
import { createTokenCommands } from './token-commands';

export interface CommandServices {
  state(): AppState;
  /** `recall`: what the change is about, also where it was archived. */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<AppState>;
  readonly past?: PastMeetings;
  readonly expandFolder: BringingServices['expandFolder'];
  readonly locate: Locate;
  readonly localFile: Playing['localFile'];
  /** Which app this is, for support. */
  readonly about: string;
  readonly questions: Questions;
  readonly credentials: Credentials;
  readonly checkToken: CheckToken;
  readonly proxies: SettingsCommandServices['proxies'];
  readonly fresh: Fresh;
  now(): number;
  canEncrypt(): boolean;
  snapshot(): Snapshot;
  toast(toast: Toast): void;
  /** The user asks for a try now: what the OS says of the network does not hold it up (a VPN, a closed network). */
  insist(): void;
  /** Token, network or gates changed: queue and feed look again. */
  wake(): void;
  readonly sample: string;
  readonly sandbox: boolean;
  readonly desktop: {
    pickFiles(): Promise<readonly string[]>;
    pickRecording(name: string): Promise<string | null>;
    pickCertificate: SettingsCommandServices['pickCertificate'];
    openPage(address: string): Promise<void>;
    showInFolder(file: string): void;
    copy(text: string): void;
    relaunch(sandbox: boolean): void;
  };
}

export interface Commands extends Omit<LobbeCommands, keyof ComputerCommands | keyof FolderCommands> {
  /** Takes in files by their absolute paths: of a drop, the picker, or the command line. */
  addFiles(paths: readonly string[]): Promise<void>;
  /** Brings in what is in a folder that was among them. */
  readonly addFolder: BringFolder;
  /** The window came to the front. */
  focused(): void;
}

export function createCommands(services: CommandServices): Commands {
  const { desktop, fresh, toast, past = noPast } = services;
  let buying = false;

  const context = () => ({ now: services.now(), freshKey: fresh.key(), freshId: fresh.id() });
  const liveMeeting = (id: MeetingId) => services.state().meetings.find((m) => m.id === id) ?? null;
  const meetingOf = async (id: MeetingId) => liveMeeting(id) ?? (await past.find(id));

  const recalling = (id: MeetingId): Recall => ({ ids: [id] });

  /** Whether the change is on disk; if not, the user is told. */
  async function commit(change: (state: AppState) => AppState, recall?: Recall): Promise<boolean> {
    try {
      await services.commit(change, recall);
      return true;
    } catch {
      toast({ kind: 'not-saved' });
      return false;
    }
  }

  /** A page of the account. Lobbe knows nothing of what is in the sandbox, and the sandbox promises that nothing leaves. */
  async function openPage(address: string): Promise<void> {
    if (services.sandbox) toast({ kind: 'sandbox-page' });
    else await desktop.openPage(address);
  }

  const bringing = createBringing({ ...services, commit, tryCommit: services.commit });
  const removing = createRemoving({ ...services, commit, past, context, elsewhere: (id) => others.find(id) });

  /** Acts on one meeting; true if there is nothing left to do for the queue. */
  async function actOn(id: MeetingId, action: MeetingAction): Promise<void> {
    const elsewhere = recordingOf(id);
    if (elsewhere !== null) return others.act(elsewhere, action);
    if (action === 'undo') return removing.undo([id]);
    const meeting = await meetingOf(id);
    if (!meeting) return;
    switch (action) {
      case 'show-in-folder':
        desktop.showInFolder(meeting.path);
        return;
      case 'open-in-lobbe':
        await commit((state) => markSeen(state, [id]), recalling(id));
        await openPage(meeting.recordingId ? lobbePages.meeting(meeting.recordingId) : lobbePages.home);
        return;
      case 'copy-id':
        desktop.copy(meeting.recordingId ?? meeting.key);
        toast({ kind: 'copied', what: 'id' });
        return;
      case 'locate':
        services.insist();
        return askWhere(meeting, { pickRecording: desktop.pickRecording, locate: services.locate, toast });
      case 'cancel':
      case 'remove':
        return removing.takeOff(meeting, action);
      default:
        if (action === 'retry' || action === 'resume') services.insist();
        await commit((state) => act(state, id, action, context()), recalling(id));
    }
  }

  async function actOnMany(ids: readonly MeetingId[], action: BulkAction): Promise<void> {
    if (action === 'remove') return removing.takeOffAll(ids);
    if (action === 'undo') return removing.undo(ids);
    if (action === 'retry' || action === 'resume') services.insist();
    // What these can be done to is in the list: nothing is looked for in the archive.
    await commit((state) => actOnAll(state, ids, action, services.now()));
  }

  const others = createElsewhereActs({
    state: services.state,
    commit,
    filed: past.elsewhere,
    openPage,
    copy: desktop.copy,
    toast,
  });

  const token = createTokenCommands({ ...services, commit, leaveSandbox: () => desktop.relaunch(false) });

  /** Of ours or from elsewhere. */
  async function anyMeeting(id: MeetingId) {
    const elsewhere = recordingOf(id);
    return elsewhere === null ? meetingOf(id) : others.find(elsewhere);
  }

  const settings = createSettingsCommands({
    state: services.state,
    commit,
    proxies: services.proxies,
    pickCertificate: desktop.pickCertificate,
    toast,
    rerouted() {
      services.insist();
      services.wake();
    },
  });

  return {
    ...settings,
    ...token,
    addFiles: (paths) => bringing.add(paths),
    addFolder: bringing.addFolder,
    focused() {
      if (!buying) return;
      // Whoever comes back from buying minutes has most likely bought some (product.md, gate `needs-minutes`).
      buying = false;
      void commit((state) => ({ ...state, gates: tryGate(state.gates, 'needs-minutes', services.now()) }));
    },
    snapshot: async () => services.snapshot(),
    archived: async () => past.listed(),
    timeline: async (id) => (await anyMeeting(id))?.timeline ?? [],
    localFile: services.localFile,
    copyFact: createCopying({
      find: anyMeeting,
      copy: desktop.copy,
      toast,
      token: () => services.credentials.connection()?.token ?? null,
      about: services.about,
    }),
    async pickFiles() {
      await bringing.add(await desktop.pickFiles());
    },
    // The sample is asked for on purpose, each time.
    sendSample: () => bringing.add([services.sample], true),
    act: actOn,
    actAll: actOnMany,
    async answer(questionId, answer, forAll) {
      const id = await bringing.answer(questionId, answer, forAll);
      // One that is no meeting yet has no page; the window shows it.
      if (id !== null && (await meetingOf(id))?.recordingId) await actOn(id, 'open-in-lobbe');
    },
    async openGate(gate) {
      services.insist();
      await commit((state) => ({ ...state, gates: tryGate(state.gates, gate, services.now()) }));
    },
    async buyMinutes() {
      buying = true;
      await openPage(lobbePages.minutes);
    },
    openLobbe: () => desktop.openPage(lobbePages.tokens),
    async pauseAll(length) {
      await commit((state) => pauseAll(state, pauseEnd(length, new Date(services.now()))));
    },
    async pauseFor(ids, length) {
      await commit((state) => pauseUntil(state, ids, pauseEnd(length, new Date(services.now())), services.now()));
    },
    async moveBefore(ids, before) {
      await commit((state) => moveBefore(state, ids, before));
    },
    async resumeAll() {
      services.insist();
      await commit(resumeAll);
    },
    async retryAll() {
      services.insist();
      await commit((state) => retryAll(state, services.now()));
    },
    clearFinished: removing.clearFinished,
    undoClear: removing.undoClear,
    async markSeen(ids) {
      await commit((state) => markSeen(state, ids), { ids });
    },
    async useSandbox(on) {
      if (on !== services.sandbox) desktop.relaunch(on);
    },
  };
}
