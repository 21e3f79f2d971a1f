// What the window, the tray and a second start can ask for, each as a change of the state or a call to the desktop.

import type { LobbeCommands, TokenResult } from '../contract/api';
import type { MeetingId } from '../contract/ids';
import type { TokenStorage } from '../contract/settings';
import type { Snapshot, Toast } from '../contract/snapshot';
import type { MeetingAction } from '../contract/stage';
import { act, markSeen, moveBefore, pauseAll, pauseUntil, resumeAll, retryAll } from '../domain/acts';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import { recordingOf } from '../domain/elsewhere-record';
import { gatesForNewToken, tryGate } from '../domain/gates';
import type { BringFolder, Fresh } from '../queue/ports';
import { type BringingServices, createBringing } from './bringing';
import { type Credentials, checkedToken } from './credentials';
import { createElsewhereActs } from './elsewhere-acts';
import { lobbePages } from './lobbe-pages';
import { noPast, type PastMeetings } from './past-meetings';
import { pauseEnd } from './pause-ends';
import type { Questions } from './questions';
import { createRemoving } from './removing';
import { createSettingsCommands, type SettingsCommandServices } from './settings-commands';

export interface CommandServices {
  state(): AppState;
  /** `recall`: what the change is about, also where it was archived. */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<AppState>;
  readonly past?: PastMeetings;
  readonly expandFolder: BringingServices['expandFolder'];
  readonly questions: Questions;
  readonly credentials: Credentials;
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
    pickCertificate: SettingsCommandServices['pickCertificate'];
    openPage(address: string): Promise<void>;
    showInFolder(file: string): void;
    copy(text: string): void;
    relaunch(sandbox: boolean): void;
  };
}

export interface Commands extends LobbeCommands {
  /** Takes in files by their absolute paths: of a drop, the picker, or the command line. */
  addFiles(paths: readonly string[]): Promise<void>;
  /** Brings in what is in a folder that was among them. */
  readonly addFolder: BringFolder;
  /** The window came to the front. */
  focused(): void;
}

export function createCommands(services: CommandServices): Commands {
  const { credentials, desktop, fresh, toast, past = noPast } = services;
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
  const removing = createRemoving({ ...services, commit, past, context });

  /** Acts on one meeting; true if there is nothing left to do for the queue. */
  async function actOn(id: MeetingId, action: MeetingAction): Promise<void> {
    const elsewhere = recordingOf(id);
    if (elsewhere !== null) return others.act(elsewhere, action);
    if (action === 'undo') return removing.undo(id);
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
        toast({ kind: 'copied' });
        return;
      case 'cancel':
      case 'remove':
        return removing.takeOff(meeting, action);
      default:
        if (action === 'retry' || action === 'resume') services.insist();
        await commit((state) => act(state, id, action, context()), recalling(id));
    }
  }

  const others = createElsewhereActs({
    state: services.state,
    commit,
    filed: past.elsewhere,
    openPage,
    copy: desktop.copy,
    toast,
  });

  async function setToken(text: string, wanted: TokenStorage | null): Promise<TokenResult> {
    const token = checkedToken(text);
    if (token === null) return { kind: 'malformed' };
    const storage = wanted ?? (services.canEncrypt() ? 'encrypted' : null);
    if (storage === null || (storage === 'encrypted' && !services.canEncrypt())) return { kind: 'needs-choice' };
    try {
      await credentials.replace(token, storage);
    } catch {
      return { kind: 'not-saved' };
    }
    if (services.sandbox) {
      // The sandbox knows only its own token; this one is for the account, which has a queue of its own.
      desktop.relaunch(false);
      return { kind: 'stored', storage };
    }
    await commit((state) => ({ ...state, gates: gatesForNewToken(state.gates, services.now()) }));
    services.wake();
    return { kind: 'stored', storage };
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
    async timeline(id) {
      const elsewhere = recordingOf(id);
      return elsewhere === null ? ((await meetingOf(id))?.timeline ?? []) : others.timeline(elsewhere);
    },
    async pickFiles() {
      await bringing.add(await desktop.pickFiles());
    },
    // The sample is asked for on purpose, each time.
    sendSample: () => bringing.add([services.sample], true),
    act: actOn,
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
    setToken,
    openLobbe: () => desktop.openPage(lobbePages.tokens),
    async pauseAll(length) {
      await commit((state) => pauseAll(state, pauseEnd(length, new Date(services.now()))));
    },
    async pauseFor(id, length) {
      await commit((state) => pauseUntil(state, id, pauseEnd(length, new Date(services.now())), services.now()));
    },
    async moveBefore(id, before) {
      await commit((state) => moveBefore(state, id, before));
    },
    async resumeAll() {
      services.insist();
      await commit(resumeAll);
    },
    async retryAll() {
      services.insist();
      // Each act that makes something new gets its own; `retry` makes nothing.
      await commit((state) => retryAll(state, context()));
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
