// What the user stopped stays stopped: through restarts, gates that open, networks that come back.

import type { AppState } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import type { History } from './history';
import type { Attempt } from './network';

/** An abort is through by then (transport: 250 ms). */
const STOPS_WITHIN_MS = 1_000;

export class ObedienceChecks {
  readonly #history: History;
  readonly #later: (ms: number, check: () => void) => void;
  readonly #inFlight: () => ReadonlySet<Attempt>;
  readonly #stopped = new Map<string, 'paused' | 'cancelled'>();
  #allPaused = false;

  constructor(history: History, later: (ms: number, check: () => void) => void, inFlight: () => ReadonlySet<Attempt>) {
    this.#history = history;
    this.#later = later;
    this.#inFlight = inFlight;
  }

  /** An act is asked for: what it may undo no longer counts, done or not. */
  asked(kind: string, id: string | null): void {
    if (kind === 'resumeAll' || kind === 'pauseAllUntil') this.#allPaused = false;
    if (kind === 'addFiles') {
      for (const [stopped, how] of this.#stopped) if (how === 'cancelled') this.#stopped.delete(stopped);
    }
    if (id !== null && kind !== 'pause') this.#stopped.delete(id);
  }

  /** An act is on disk. */
  done(kind: string, id: string | null): void {
    if (kind === 'pauseAll') {
      this.#allPaused = true;
      this.#checkStopped(
        () => this.#allPaused,
        () => true,
      );
    }
    if (id === null || (kind !== 'pause' && kind !== 'cancel')) return;
    const state = this.#history.recordOf(id)?.state;
    if (state?.stage !== 'paused' && state?.stage !== 'cancelled') return;
    // It was paused until a time already, and may go on then.
    if (state.stage === 'paused' && state.until !== null) return;
    this.#stopped.set(id, state.stage);
    this.#checkStopped(
      () => this.#stopped.has(id),
      (attempt) => this.#history.ownerOf.get(attempt.key) === id,
    );
  }

  /** What was dropped twice and cancelled once goes on as the one that was cancelled, with its key. */
  committed(before: AppState | null, after: AppState): void {
    for (const [id, how] of this.#stopped) {
      const record = how === 'cancelled' ? after.meetings.find((meeting) => meeting.id === id) : undefined;
      if (!record || record.state.stage === 'cancelled') continue;
      const isTwin = ({ path, state }: MeetingRecord) => path === record.path && state.stage === 'preparing';
      const isGone = (twin: MeetingRecord) => !after.meetings.some((meeting) => meeting.id === twin.id);
      if (before?.meetings.some((twin) => isTwin(twin) && isGone(twin))) this.#stopped.delete(id);
    }
  }

  #checkStopped(stillWanted: () => boolean, concerns: (attempt: Attempt) => boolean): void {
    const running = [...this.#inFlight()].filter((attempt) => concerns(attempt));
    this.#later(STOPS_WITHIN_MS, () => {
      if (!stillWanted()) return;
      for (const attempt of running) {
        if (attempt.ended === null && !attempt.life.dead) {
          this.#history.broken('stopped means stopped', `attempt ${attempt.number} goes on after its user stopped it`);
        }
      }
    });
  }

  sends(attempt: Attempt): void {
    if (this.#allPaused) this.#history.broken('paused means paused', `attempt ${attempt.number}, while all is paused`);
    const id = this.#history.ownerOf.get(attempt.key);
    const how = id === undefined ? undefined : this.#stopped.get(id);
    if (how) this.#history.broken(`${how} means ${how}`, `attempt ${attempt.number} of ${attempt.name}`);
  }
}
