// Nothing is told twice, and what is told is so: over what was shown, and what is on disk.

import type { AppState } from '../../electron/domain/app-state';
import { recordingOf } from '../../electron/domain/elsewhere-record';
import type { MeetingState } from '../../electron/domain/meeting';
import type { NewsItem } from '../../electron/domain/news-item';
import type { History } from './history';

const GATES = ['needs-minutes', 'daily-cap', 'daily-limit'];

export class NewsChecks {
  readonly #history: History;
  /** What was told of each meeting, or gate, and is so since. */
  readonly #told = new Map<string, string>();
  #now = new Map<string, string>();
  /** To which tokens each gate is closed: to another one it is another gate. */
  readonly #closedTo = new Map<string, string>();

  constructor(history: History) {
    this.#history = history;
  }

  /** This is on disk. */
  onDisk(state: AppState): void {
    this.#now = new Map([
      ...state.meetings.map((m) => [m.recordingId ?? m.id, toTell(m.state)] as const),
      ...state.elsewhere.flatMap((r) => (r.kind === 'meeting' ? [[r.recordingId, toTell(r.state)] as const] : [])),
      ...GATES.map((name) => {
        return [name, state.gates.some(({ gate }) => gate === name) ? name : ''] as const;
      }),
    ]);
    for (const name of GATES) {
      const tokens = state.gates
        .filter(({ gate }) => gate === name)
        .map((gate) => ('token' in gate ? gate.token : 'all'));
      const closedTo = tokens.sort().join();
      if (closedTo !== this.#closedTo.get(name)) this.#told.delete(name);
      this.#closedTo.set(name, closedTo);
    }
    for (const [key, what] of this.#told) if (what !== (this.#now.get(key) ?? what)) this.#told.delete(key);
  }

  /** The user is shown these. */
  told(news: readonly NewsItem[], state: AppState): void {
    for (const item of news) {
      if (item.what === 'daily-cap-over') continue;
      const key = item.about === 'account' ? item.what : keyOf(item.id, state);
      const is = this.#now.get(key);
      if (is !== undefined && is !== item.what)
        this.#history.broken('it tells the truth', `${key} ${item.what}, and is ${is}`);
      if (this.#told.get(key) === item.what) this.#history.broken('nothing is told twice', `${key} ${item.what}`);
      this.#told.set(key, item.what);
    }
  }
}

/** One that first looked like a stranger's is still the same meeting. */
function keyOf(id: string, { meetings }: AppState): string {
  return recordingOf(id as never) ?? meetings.find((m) => m.id === id)?.recordingId ?? id;
}

function toTell(state: MeetingState): string {
  if (state.stage === 'failed') return state.failure.retryable ? '' : 'failed';
  if (state.stage === 'blocked') return state.reason;
  return state.stage === 'ready' || state.stage === 'naming' ? state.stage : '';
}
