// Promise 2: nothing that was accepted is lost; and what promise 1 rests on: a key belongs to one recording, and one to it.

import type { AppState } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import type { SimulatedFiles } from './files';
import type { Act, History } from './history';

/** What "clear finished" may take; the first two are finished in the same commit, by a page of the feed. */
const CLEARED = new Set(['processing', 'naming', 'ready', 'failed', 'deleted', 'cancelled']);

/** The undo is offered for so long. */
const UNDONE_WITHIN_MS = 10_000;

export class RecordChecks {
  readonly #history: History;
  readonly #files: SimulatedFiles;
  readonly #pathOf = new Map<string, string>();
  /** Since when a record is in the list, in true time. */
  readonly #listedAt = new Map<string, number>();
  /** Records that were in the list, of the same file, when this one was taken up: its twins are no accident of ours. */
  readonly twinsWhenReady = new Map<string, ReadonlySet<string>>();

  constructor(history: History, files: SimulatedFiles) {
    this.#history = history;
    this.#files = files;
  }

  /** A start found this on disk. */
  opened(state: AppState, revision: number): void {
    const history = this.#history;
    const { acknowledged } = history;
    if (acknowledged && revision < acknowledged.revision) {
      history.broken('nothing is lost', `${acknowledged.revision} was acknowledged, the start found ${revision}`);
    }
    if (acknowledged?.revision === revision && JSON.stringify(state) !== JSON.stringify(acknowledged.state)) {
      history.broken('nothing is lost', `revision ${revision} is not what was acknowledged`);
    }
    this.#changed(acknowledged?.state ?? null, state);
  }

  committed(state: AppState, revision: number): void {
    const history = this.#history;
    this.#changed(history.onDisk, state);
    history.acknowledged = { state, revision };
    history.decided();
  }

  #changed(before: AppState | null, state: AppState): void {
    const history = this.#history;
    history.onDisk = state;
    if ((before?.feed.cursor ?? null) === null && state.feed.cursor !== null) history.heardFrom = history.now();
    const now = new Map(state.meetings.map((meeting) => [meeting.id as string, meeting]));
    if (now.size !== state.meetings.length) history.broken('one recording, one record', 'an id is in the list twice');
    const listed = [...(before?.meetings ?? []), ...state.meetings];
    for (const was of before?.meetings ?? []) {
      if (!now.has(was.id) && !this.#mayBeGone(was, listed)) {
        history.broken('nothing is lost', `${was.name} (${was.state.stage}) left the list, and nobody removed it`);
      }
    }
    for (const meeting of state.meetings) this.#look(meeting, before, state);
  }

  /** An undo is on disk: what was taken off is in the list again, unless the same file came there meanwhile. */
  undone(undo: Act): void {
    const { acts, onDisk } = this.#history;
    const earlier = acts.slice(0, acts.indexOf(undo));
    const takenOff = earlier.findLast(({ kind, id }) => id === undo.id || kind === 'clearFinished');
    if (!takenOff || !['remove', 'cancel'].includes(takenOff.kind) || takenOff.doneAt >= undo.at) return;
    if (takenOff.life !== undo.life || undo.at - takenOff.at > UNDONE_WITHIN_MS) return;
    // "Clear finished" took it in the same moment, and has an undo of its own.
    if (earlier.some(({ kind, doneAt }) => kind === 'clearFinished' && doneAt >= takenOff.at)) return;
    const path = this.#pathOf.get(undo.id ?? '') ?? '';
    // It left by itself in the same moment: its file was none.
    const looked = this.#files.lastLook.get(path);
    if (looked !== undefined && looked !== 'recording' && looked !== 'later') return;
    if (onDisk?.meetings.some((meeting) => meeting.id === undo.id || this.#isOf(meeting, path))) return;
    this.#history.broken('undo brings it back', `${path} is not in the list`);
  }

  /** `listed`: before and after, as the twin of a record may have left with the same write. */
  #mayBeGone(was: MeetingRecord, listed: readonly MeetingRecord[]): boolean {
    const history = this.#history;
    if (this.#isTakenOffByUser(was)) return true;
    // Taken off after a look at its file: not taken in, or its content is that of another, which takes it up or is asked about.
    const isLookedAt =
      was.state.stage === 'preparing' || (was.state.stage === 'cancelled' && history.open('undo', was.id));
    if (!isLookedAt) return false;
    const isTwin = (other: MeetingRecord) => other.id !== was.id && other.file !== null && this.#isOf(other, was.path);
    if (listed.some(isTwin)) return true;
    // That write may have been thought to have failed, and its file have become a recording since.
    const refusedAt = this.#files.refusedAt.get(was.path) ?? Number.NEGATIVE_INFINITY;
    return was.attempts === 0 && refusedAt >= (this.#listedAt.get(was.id) ?? 0);
  }

  #isTakenOffByUser({ id, state }: MeetingRecord): boolean {
    const history = this.#history;
    if (history.open('remove', id) || history.open('cancel', id)) return true;
    return CLEARED.has(state.stage) && history.open('clearFinished');
  }

  /** Whether a record is of the file at a path, or has the content that was found there. */
  #isOf(record: MeetingRecord, path: string): boolean {
    return record.path === path || (record.file !== null && record.file.ends === this.#files.lastEnds.get(path));
  }

  #look(meeting: MeetingRecord, before: AppState | null, state: AppState): void {
    const history = this.#history;
    const owner = history.ownerOf.get(meeting.key);
    if (owner === undefined) history.ownerOf.set(meeting.key, meeting.id);
    else if (owner !== meeting.id)
      history.broken('a key belongs to one recording', `${meeting.name} has that of ${owner}`);

    if (meeting.recordingId !== null && !history.acceptedAt.has(meeting.id)) {
      history.acceptedAt.set(meeting.id, history.now());
    }
    this.#pathOf.set(meeting.id, meeting.path);
    if (!this.#listedAt.has(meeting.id)) this.#listedAt.set(meeting.id, history.now());
    const isChanged = meeting.state.stage === 'blocked' && meeting.state.reason === 'file-changed';
    if (isChanged && this.#files.isSame(meeting.path, meeting.file)) {
      history.broken('it tells the truth', `${meeting.name} is said to have changed, and has not`);
    }
    const { stage } = meeting.state;
    if (stage === 'queued' || stage === 'waiting') {
      if (!history.waitsSince.has(meeting.id)) history.waitsSince.set(meeting.id, history.now());
    } else {
      history.waitsSince.delete(meeting.id);
    }
    if (meeting.file === null || this.twinsWhenReady.has(meeting.id)) return;
    const listed = before?.meetings ?? state.meetings;
    const isGone = (id: string) => state.meetings.some((other) => other.id === id && other.state.stage === 'deleted');
    // With the same write, and by a word that came before this one was looked at.
    const isTakenOff = (other: MeetingRecord) =>
      !state.meetings.some(({ id }) => id === other.id) && this.#isTakenOffByUser(other);
    const { path, file } = meeting;
    const isTwin = (other: MeetingRecord) => other.path === path || other.file?.ends === file.ends;
    const twins = listed.filter((other) => isTwin(other) && !isGone(other.id) && !isTakenOff(other));
    this.twinsWhenReady.set(meeting.id, new Set(twins.map(({ id }) => id)));
  }
}
