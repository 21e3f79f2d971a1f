// What the window, the tray and a second start can ask for, each as a change of the state or a call to the desktop.

import path from 'node:path';
import type { LobbeCommands, TokenResult } from '../contract/api';
import type { MeetingId } from '../contract/ids';
import type { TokenStorage } from '../contract/settings';
import type { Snapshot, Toast } from '../contract/snapshot';
import type { MeetingAction } from '../contract/stage';
import {
  act,
  clearFinished,
  markSeen,
  moveBefore,
  pauseAll,
  pauseUntil,
  putBack,
  resumeAll,
  retryAll,
} from '../domain/acts';
import type { AppState } from '../domain/app-state';
import { gatesForNewToken, tryGate } from '../domain/gates';
import { takeIn } from '../domain/intake';
import type { MeetingRecord } from '../domain/meeting';
import type { Fresh } from '../queue/ports';
import { type Credentials, checkedToken } from './credentials';
import { lobbePages } from './lobbe-pages';

/** The undo of a removal is offered for 10 s; a little longer is kept, as the click takes its time. */
const UNDO_KEPT_MS = 15_000;

export interface CommandServices {
  state(): AppState;
  commit(change: (state: AppState) => AppState): Promise<AppState>;
  readonly credentials: Credentials;
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
    openPage(address: string): Promise<void>;
    showInFolder(file: string): void;
    copy(text: string): void;
    relaunch(sandbox: boolean): void;
  };
}

export interface Commands extends LobbeCommands {
  /** Takes in files by their absolute paths: of a drop, the picker, or the command line. */
  addFiles(paths: readonly string[]): Promise<void>;
  /** The window came to the front. */
  focused(): void;
}

export function createCommands(services: CommandServices): Commands {
  const { credentials, desktop, fresh, toast } = services;
  const removed = new Map<MeetingId, { readonly meeting: MeetingRecord; readonly index: number }>();
  let buying = false;

  const context = () => ({ now: services.now(), freshKey: fresh.key(), freshId: fresh.id() });
  const meetingOf = (id: MeetingId) => services.state().meetings.find((m) => m.id === id);

  /** Whether the change is on disk; if not, the user is told. */
  async function commit(change: (state: AppState) => AppState): Promise<boolean> {
    try {
      await services.commit(change);
      return true;
    } catch {
      toast({ kind: 'not-saved' });
      return false;
    }
  }

  async function take(paths: readonly string[], again: boolean): Promise<void> {
    const incoming = [...new Set(paths)].map((file) => ({
      id: fresh.id(),
      key: fresh.key(),
      path: file,
      name: path.basename(file),
      again,
    }));
    if (incoming.length > 0) await commit((state) => takeIn(state, incoming, services.now()));
  }

  async function takeOff(meeting: MeetingRecord, action: 'cancel' | 'remove'): Promise<void> {
    const index = services.state().meetings.indexOf(meeting);
    if (!(await commit((state) => act(state, meeting.id, action, context())))) return;
    if (!meetingOf(meeting.id)) {
      removed.set(meeting.id, { meeting, index });
      setTimeout(() => removed.delete(meeting.id), UNDO_KEPT_MS).unref();
    }
    const maybeSent = meeting.unanswered.length > 0 || meeting.state.stage === 'uploading';
    toast({ kind: 'removed', id: meeting.id, name: meeting.name, maybeSent });
  }

  async function undo(id: MeetingId): Promise<void> {
    const gone = removed.get(id);
    removed.delete(id);
    await commit((state) => (gone ? putBack(state, gone.meeting, gone.index) : act(state, id, 'undo', context())));
  }

  /** Acts on one meeting; true if there is nothing left to do for the queue. */
  async function actOn(id: MeetingId, action: MeetingAction): Promise<void> {
    if (action === 'undo') return undo(id);
    const meeting = meetingOf(id);
    if (!meeting) return;
    switch (action) {
      case 'show-in-folder':
        desktop.showInFolder(meeting.path);
        return;
      case 'open-in-lobbe':
        await commit((state) => markSeen(state, [id]));
        await desktop.openPage(meeting.recordingId ? lobbePages.meeting(meeting.recordingId) : lobbePages.home);
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
        await commit((state) => act(state, id, action, context()));
    }
  }

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
    await commit((state) => ({ ...state, gates: gatesForNewToken(state.gates) }));
    services.wake();
    return { kind: 'stored', storage };
  }

  return {
    addFiles: (paths) => take(paths, false),
    focused() {
      if (!buying) return;
      // Whoever comes back from buying minutes has most likely bought some (product.md, gate `needs-minutes`).
      buying = false;
      void commit((state) => ({ ...state, gates: tryGate(state.gates, 'needs-minutes') }));
    },
    snapshot: async () => services.snapshot(),
    timeline: async (id) => meetingOf(id)?.timeline ?? [],
    async pickFiles() {
      await take(await desktop.pickFiles(), false);
    },
    // The sample is asked for on purpose, each time.
    sendSample: () => take([services.sample], true),
    act: actOn,
    async openGate(gate) {
      services.insist();
      await commit((state) => ({ ...state, gates: tryGate(state.gates, gate) }));
    },
    async buyMinutes() {
      buying = true;
      await desktop.openPage(lobbePages.minutes);
    },
    setToken,
    openLobbe: () => desktop.openPage(lobbePages.tokens),
    async pauseAll(until) {
      await commit((state) => pauseAll(state, until));
    },
    async pauseUntil(id, until) {
      await commit((state) => pauseUntil(state, id, until, services.now()));
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
      await commit(clearFinished);
    },
    async changeSettings(change) {
      await commit((state) => ({ ...state, settings: { ...state.settings, ...change } }));
    },
    async markSeen(ids) {
      await commit((state) => markSeen(state, ids));
    },
    async useSandbox(on) {
      if (on !== services.sandbox) desktop.relaunch(on);
    },
  };
}
