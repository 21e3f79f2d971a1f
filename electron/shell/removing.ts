// What leaves the list by its user's hand, and comes back by it: the undo is in this process's memory, for as long as it is offered.

import type { MeetingId } from '../contract/ids';
import type { Toast } from '../contract/snapshot';
import { type ActContext, act, clearFinished, maybeSent, putBack } from '../domain/acts';
import type { AppState } from '../domain/app-state';
import { clearArchive, type Recall, restoreArchive } from '../domain/archiving';
import { hide } from '../domain/elsewhere';
import type { MeetingRecord } from '../domain/meeting';
import type { PastMeetings } from './past-meetings';

/** The undo of a removal is offered for 10 s. Kept by number, as a clock may be set meanwhile: more than these nobody removes in that time. */
const UNDO_KEPT = 50;

/** A clear can be taken back for 10 s, while the archive still has what was cleared; the click takes its time. */
const UNDO_KEPT_MS = 15_000;

export interface RemovingServices {
  state(): AppState;
  /** Whether the change is on disk; if not, the user is told. */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<boolean>;
  readonly past: PastMeetings;
  /** Made anew for each act. */
  context(): ActContext;
  now(): number;
  toast(toast: Toast): void;
}

export interface Removing {
  takeOff(meeting: MeetingRecord, action: 'cancel' | 'remove'): Promise<void>;
  /** Takes back what was done to one meeting last: its removal, or its cancellation. */
  undo(id: MeetingId): Promise<void>;
  clearFinished(): Promise<void>;
  undoClear(): Promise<void>;
}

/** A record that was in the list, and where. */
interface Gone {
  readonly meeting: MeetingRecord;
  readonly index: number;
}

export function createRemoving({ state, commit, past, context, now, toast }: RemovingServices): Removing {
  const removed = new Map<MeetingId, Gone>();
  let lastClear: { readonly cleared: readonly Gone[]; readonly at: number } | null = null;

  return {
    async takeOff(meeting, action) {
      const at = state().meetings.indexOf(meeting);
      // One of the archive comes back at the end of the list.
      const index = at < 0 ? Number.POSITIVE_INFINITY : at;
      /** As it was then: an attempt may have ended since its user clicked. */
      let taken = null as MeetingRecord | null;
      const saved = await commit(
        (before) => {
          const next = act(before, meeting.id, action, context());
          taken = next === before ? null : (before.meetings.find((m) => m.id === meeting.id) ?? null);
          return next;
        },
        { ids: [meeting.id] },
      );
      // A 202 may have been quicker: then it is a meeting, and its row says so.
      if (!saved || taken === null) return;
      if (!state().meetings.some((m) => m.id === meeting.id)) {
        removed.set(meeting.id, { meeting: taken, index });
        for (const id of [...removed.keys()].slice(0, -UNDO_KEPT)) removed.delete(id);
      }
      toast({ kind: 'removed', id: meeting.id, name: meeting.name, maybeSent: maybeSent(taken) });
    },
    async undo(id) {
      const gone = removed.get(id);
      removed.delete(id);
      await commit(
        (before) => (gone ? putBack(before, gone.meeting, gone.index) : act(before, id, 'undo', context())),
        { ids: [id] },
      );
    },
    async clearFinished() {
      let cleared: readonly Gone[] = [];
      const archived = past.listed().meetings.filter(({ group }) => group !== 'elsewhere');
      const saved = await commit((all) => {
        const left = clearFinished(all, now());
        const listed = new Set(left.meetings);
        cleared = all.meetings.flatMap((meeting, index) => (listed.has(meeting) ? [] : [{ meeting, index }]));
        if (past.isEmpty()) return left;
        const known = archived.flatMap(({ recordingId }) => recordingId ?? []);
        return clearArchive(hide(left, known));
      });
      if (!saved) return;
      lastClear = { cleared, at: now() };
      toast({ kind: 'cleared', count: cleared.length + archived.length });
    },
    async undoClear() {
      if (!lastClear) return;
      const { cleared, at } = lastClear;
      lastClear = null;
      if (Math.abs(now() - at) > UNDO_KEPT_MS) return;
      await commit((all) => cleared.reduce((s, { meeting, index }) => putBack(s, meeting, index), restoreArchive(all)));
    },
  };
}
