// What leaves the list by its user's hand, and comes back by it: the undo is in this process's memory, for as long as it is offered.

import type { MeetingId, RecordingId } from '../contract/ids';
import type { Toast } from '../contract/snapshot';
import { type ActContext, act } from '../domain/acts';
import { actOnAll } from '../domain/acts-on-many';
import type { AppState } from '../domain/app-state';
import { clearArchive, type Recall, restoreArchive } from '../domain/archiving';
import { hide, unhide } from '../domain/elsewhere';
import { type ElsewhereMeeting, elsewhereId, recordingOf } from '../domain/elsewhere-record';
import type { MeetingRecord } from '../domain/meeting';
import { clearFinished, type Gone, maybeSent, putBack } from '../domain/off-the-list';
import type { PastMeetings } from './past-meetings';

/** The undo of a removal is offered for 10 s. Kept by number, as a clock may be set meanwhile: more than these nobody makes in that time. */
const UNDO_KEPT = 50;

/** A clear can be taken back for 10 s, while the archive still has what was cleared; the click takes its time. */
const UNDO_KEPT_MS = 15_000;

export interface RemovingServices {
  state(): AppState;
  /** Whether the change is on disk; if not, the user is told. */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<boolean>;
  readonly past: PastMeetings;
  /** One from elsewhere, wherever it is kept. */
  elsewhere(recordingId: RecordingId): ElsewhereMeeting | null;
  /** Made anew for each act. */
  context(): ActContext;
  now(): number;
  toast(toast: Toast): void;
}

export interface Removing {
  takeOff(meeting: MeetingRecord, action: 'cancel' | 'remove'): Promise<void>;
  /** Takes meetings off the list or the queue, from elsewhere too: one change, one message, one undo. */
  takeOffAll(ids: readonly MeetingId[]): Promise<void>;
  /** Takes back what was done to meetings last, as one change: their removal, or their cancellation. */
  undo(ids: readonly MeetingId[]): Promise<void>;
  clearFinished(): Promise<void>;
  undoClear(): Promise<void>;
}

/** What one act took off the list. */
interface Removal {
  readonly gone: ReadonlyMap<MeetingId, Gone>;
  readonly elsewhere: ReadonlyMap<RecordingId, ElsewhereMeeting>;
}

export function createRemoving(services: RemovingServices): Removing {
  const { state, commit, past, context, now, toast } = services;
  let removals: readonly Removal[] = [];
  let lastClear: { readonly cleared: readonly Gone[]; readonly at: number } | null = null;

  /** What `change` did to meetings of ours; null if it is not on disk. */
  async function take(
    ids: readonly MeetingId[],
    strangers: readonly ElsewhereMeeting[],
    change: (state: AppState) => AppState,
  ): Promise<readonly MeetingRecord[] | null> {
    /** As they were then: an attempt may have ended since its user clicked. */
    let taken: readonly Gone[] = [];
    const wanted = new Set(ids);
    const theirs = strangers.map(({ recordingId }) => recordingId);
    const saved = await commit(
      (before) => {
        const after = change(before);
        const left = new Set(after.meetings);
        taken = before.meetings.flatMap((meeting, index) =>
          wanted.has(meeting.id) && !left.has(meeting) ? [{ meeting, index }] : [],
        );
        return hide(after, theirs);
      },
      { ids, elsewhere: theirs },
    );
    if (!saved) return null;
    const here = new Set(state().meetings.map(({ id }) => id));
    const gone = new Map(taken.filter(({ meeting }) => !here.has(meeting.id)).map((each) => [each.meeting.id, each]));
    const elsewhere = new Map(strangers.map((meeting) => [meeting.recordingId, meeting]));
    if (gone.size > 0 || elsewhere.size > 0) removals = [...removals, { gone, elsewhere }].slice(-UNDO_KEPT);
    return taken.map(({ meeting }) => meeting);
  }

  return {
    async takeOff(meeting, action) {
      const taken = await take([meeting.id], [], (before) => act(before, meeting.id, action, context()));
      const [was] = taken ?? [];
      // A 202 may have been quicker: then it is a meeting, and its row says so.
      if (was) toast({ kind: 'removed', id: meeting.id, name: meeting.name, maybeSent: maybeSent(was) });
    },
    async takeOffAll(ids) {
      const strangers = ids.flatMap((id) => {
        const recordingId = recordingOf(id);
        return (recordingId !== null && services.elsewhere(recordingId)) || [];
      });
      const ours = ids.filter((id) => recordingOf(id) === null);
      const taken = await take(ours, strangers, (before) => actOnAll(before, ours, 'remove', now()));
      if (taken === null || taken.length + strangers.length === 0) return;
      const off = [...taken.map(({ id }) => id), ...strangers.map(({ recordingId }) => elsewhereId(recordingId))];
      toast({ kind: 'removed-many', ids: off, maybeSent: taken.some(maybeSent) });
    },
    async undo(ids) {
      const gone = ids.flatMap((id) => removals.findLast((removal) => removal.gone.has(id))?.gone.get(id) ?? []);
      const theirs = ids.flatMap((id) => recordingOf(id) ?? []);
      const strangers = theirs.flatMap(
        (id) => removals.findLast(({ elsewhere }) => elsewhere.has(id))?.elsewhere.get(id) ?? [],
      );
      const back = new Set(gone.map(({ meeting }) => meeting.id));
      const cancelled = ids.filter((id) => !back.has(id) && recordingOf(id) === null);
      await commit((before) => strangers.reduce(unhide, putBack(actOnAll(before, cancelled, 'undo', now()), gone)), {
        ids: [...back, ...cancelled],
        elsewhere: theirs,
      });
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
      await commit((all) => putBack(restoreArchive(all), cleared));
    },
  };
}
