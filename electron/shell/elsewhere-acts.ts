// What a user can do to a meeting that was sent from elsewhere: look at it in Lobbe, copy its id, take it off the list.

import type { RecordingId } from '../contract/ids';
import type { Toast } from '../contract/snapshot';
import type { MeetingAction } from '../contract/stage';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import { elsewhereOf, hide, unhide } from '../domain/elsewhere';
import { type ElsewhereMeeting, elsewhereId } from '../domain/elsewhere-record';
import { lobbePages } from './lobbe-pages';

/** The undo of a removal is offered for 10 s: more than these nobody removes in that time. */
const UNDO_KEPT = 50;

export interface ElsewhereActServices {
  state(): AppState;
  /** Whether the change is on disk; if not, the user is told. */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<boolean>;
  /** One that the state has no room for. */
  filed(recordingId: RecordingId): ElsewhereMeeting | null;
  openPage(address: string): Promise<void>;
  copy(text: string): void;
  toast(toast: Toast): void;
}

export interface ElsewhereActs {
  act(recordingId: RecordingId, action: MeetingAction): Promise<void>;
  find(recordingId: RecordingId): ElsewhereMeeting | null;
}

/** Acts that have no meaning for such a meeting (the window was a moment behind) do nothing. */
export function createElsewhereActs(services: ElsewhereActServices): ElsewhereActs {
  const { state, commit, toast } = services;
  const removed = new Map<RecordingId, ElsewhereMeeting>();

  function find(recordingId: RecordingId): ElsewhereMeeting | null {
    const isLive = state().elsewhere.some((record) => record.recordingId === recordingId);
    return isLive ? elsewhereOf(state(), recordingId) : services.filed(recordingId);
  }

  async function remove(recordingId: RecordingId): Promise<void> {
    const meeting = find(recordingId);
    if (!meeting) return;
    if (!(await commit((current) => hide(current, [recordingId]), { elsewhere: [recordingId] }))) return;
    removed.set(recordingId, meeting);
    for (const id of [...removed.keys()].slice(0, -UNDO_KEPT)) removed.delete(id);
    toast({ kind: 'removed', id: elsewhereId(recordingId), name: meeting.title ?? '', maybeSent: false });
  }

  async function undo(recordingId: RecordingId): Promise<void> {
    const meeting = removed.get(recordingId);
    removed.delete(recordingId);
    if (meeting) await commit((current) => unhide(current, meeting), { elsewhere: [recordingId] });
  }

  return {
    async act(recordingId, action) {
      switch (action) {
        case 'open-in-lobbe':
          return services.openPage(lobbePages.meeting(recordingId));
        case 'copy-id':
          services.copy(recordingId);
          toast({ kind: 'copied', what: 'id' });
          return;
        case 'remove':
          return remove(recordingId);
        case 'undo':
          return undo(recordingId);
        default:
          return;
      }
    },
    find,
  };
}
