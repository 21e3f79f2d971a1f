// What the window, the tray and a second start can ask for, each as a change of the state or a call to the desktop.

import type { LobbeCommands, TokenResult } from '../contract/api';
import type { MeetingId, RecordingId } from '../contract/ids';
import type { TokenStorage } from '../contract/settings';
import type { ArchivedMeetings, Snapshot, Toast } from '../contract/snapshot';
import type { MeetingAction } from '../contract/stage';
import {
  act,
  clearFinished,
  markSeen,
  maybeSent,
  moveBefore,
  pauseAll,
  pauseUntil,
  putBack,
  resumeAll,
  retryAll,
} from '../domain/acts';
import type { AppState } from '../domain/app-state';
import { clearArchive, type Recall, restoreArchive } from '../domain/archiving';
import { hide } from '../domain/elsewhere';
import { type ElsewhereMeeting, recordingOf } from '../domain/elsewhere-record';
import { gatesForNewToken, tryGate } from '../domain/gates';
import type { MeetingRecord } from '../domain/meeting';
import type { Fresh } from '../queue/ports';
import { type BringingServices, createBringing } from './bringing';
import { type Credentials, checkedToken } from './credentials';
import { createElsewhereActs } from './elsewhere-acts';
import { lobbePages } from './lobbe-pages';
import { pauseEnd } from './pause-ends';
import type { Questions } from './questions';
import { createSettingsCommands, type SettingsCommandServices } from './settings-commands';

/** The undo of a removal is offered for 10 s. Kept by number, as a clock may be set meanwhile: more than these nobody removes in that time. */
const UNDO_KEPT = 50;

/** A clear can be taken back for 10 s, while the archive still has what was cleared; the click takes its time. */
const UNDO_KEPT_MS = 15_000;

/** The finished meetings of the past, which are not in the state. */
export interface PastMeetings {
  find(id: MeetingId): Promise<MeetingRecord | null>;
  /** One from elsewhere. */
  elsewhere(recordingId: RecordingId): ElsewhereMeeting | null;
  /** False while that is not known. */
  isEmpty(): boolean;
  listed(): ArchivedMeetings;
}

const noPast: PastMeetings = {
  find: async () => null,
  elsewhere: () => null,
  isEmpty: () => true,
  listed: () => ({ revision: 0, meetings: [] }),
};

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
  /** Brings in what is in folders that were among them. */
  addFolders(folders: readonly string[]): Promise<void>;
  /** The window came to the front. */
  focused(): void;
}

export function createCommands(services: CommandServices): Commands {
  const { credentials, desktop, fresh, toast, past = noPast } = services;
  const removed = new Map<MeetingId, { readonly meeting: MeetingRecord; readonly index: number }>();
  let lastClear: {
    readonly cleared: readonly { readonly meeting: MeetingRecord; readonly index: number }[];
    readonly at: number;
  } | null = null;
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

  const bringing = createBringing({ ...services, commit });

  async function takeOff(meeting: MeetingRecord, action: 'cancel' | 'remove'): Promise<void> {
    const at = services.state().meetings.indexOf(meeting);
    // One of the archive comes back at the end of the list.
    const index = at < 0 ? Number.POSITIVE_INFINITY : at;
    let taken = false;
    const saved = await commit((state) => {
      const next = act(state, meeting.id, action, context());
      taken = next !== state;
      return next;
    }, recalling(meeting.id));
    // A 202 may have been quicker: then it is a meeting, and its row says so.
    if (!saved || !taken) return;
    if (!liveMeeting(meeting.id)) {
      removed.set(meeting.id, { meeting, index });
      for (const id of [...removed.keys()].slice(0, -UNDO_KEPT)) removed.delete(id);
    }
    toast({ kind: 'removed', id: meeting.id, name: meeting.name, maybeSent: maybeSent(meeting) });
  }

  async function undo(id: MeetingId): Promise<void> {
    const gone = removed.get(id);
    removed.delete(id);
    await commit(
      (state) => (gone ? putBack(state, gone.meeting, gone.index) : act(state, id, 'undo', context())),
      recalling(id),
    );
  }

  /** Acts on one meeting; true if there is nothing left to do for the queue. */
  async function actOn(id: MeetingId, action: MeetingAction): Promise<void> {
    const elsewhere = recordingOf(id);
    if (elsewhere !== null) return others.act(elsewhere, action);
    if (action === 'undo') return undo(id);
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
        return takeOff(meeting, action);
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
    addFolders: bringing.addFolders,
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
    async clearFinished() {
      const before = services.state().meetings;
      const archived = past.listed().meetings.filter(({ group }) => group !== 'elsewhere');
      const saved = await commit((state) => {
        const cleared = clearFinished(state, services.now());
        if (past.isEmpty()) return cleared;
        const known = archived.flatMap(({ recordingId }) => recordingId ?? []);
        return clearArchive(hide(cleared, known));
      });
      if (!saved) return;
      const listed = new Set(services.state().meetings);
      const cleared = before.flatMap((meeting, index) => (listed.has(meeting) ? [] : [{ meeting, index }]));
      lastClear = { cleared, at: services.now() };
      toast({ kind: 'cleared', count: cleared.length + archived.length });
    },
    async undoClear() {
      if (!lastClear) return;
      const { cleared, at } = lastClear;
      lastClear = null;
      if (Math.abs(services.now() - at) > UNDO_KEPT_MS) return;
      await commit((state) =>
        cleared.reduce((s, { meeting, index }) => putBack(s, meeting, index), restoreArchive(state)),
      );
    },
    async markSeen(ids) {
      await commit((state) => markSeen(state, ids), { ids });
    },
    async useSandbox(on) {
      if (on !== services.sandbox) desktop.relaunch(on);
    },
  };
}
