// Asks about single meetings what the feed does not tell: how far they are (F1, F8), a failed step's retry (F4), a title.

import type { RecordingId, TokenFingerprint } from '../contract/ids';
import type { AppState } from '../domain/app-state';
import type { Random } from '../domain/clock';
import { awaitsTitle } from '../domain/elsewhere-record';
import type { StatusAnswer } from '../domain/feed-answers';
import { isWorkedOn } from '../domain/lobbe-status';
import type { MeetingRecord } from '../domain/meeting';
import { learned, scopesOf } from '../domain/scopes';
import { applyRetry, applyStatus, applyTitle, isRetryDue } from '../domain/status';
import { about, isOnlyThis, restingAfterTrouble, type Turn, type Way, wayAfter } from './turn';

/** Asked in one round: enough for what a window shows, and little of the read class that the feed shares (F3, F5). */
const EACH = 5;

/** `closed`: Lobbe says so. `missing`: there is none at its address, which may as well not be Lobbe's. */
export type FeedStanding = 'open' | 'closed' | 'missing';

export interface AskOptions {
  /** Without an open one each meeting is asked about (F1). */
  readonly feed: FeedStanding;
  /** Whether anybody looks. */
  readonly watched: boolean;
  /** Two retries of one meeting are at least so far apart (F4). */
  readonly apartMs: number;
}

export interface Asking {
  /** Asks one after the other; what something is in the way of comes another time. */
  askAround(turn: Turn, options: AskOptions): Promise<Way>;
}

/** Each meeting has its turn over the rounds of one run of the app. */
export function createAsking(random: Random): Asking {
  let asked = 0;

  /** Those whose status adds something, a few of them in their turn. */
  function turnOf(state: AppState, token: TokenFingerprint, { feed, watched }: AskOptions): RecordingId[] {
    const workedOn = state.meetings.filter((m) => isWorkedOn(m.state));
    const readsAll = scopesOf(state, token).read === true;
    const wanted = workedOn.filter((m) => {
      // F9: with `recordings:write` alone the feed is silent of what another token sent.
      const isInFeed = feed === 'open' && (readsAll || m.keyToken === token);
      // Nobody but us asks for the retry of a failed step, so these are asked about unwatched as well.
      return watched || !isInFeed || m.state.stage === 'failed';
    });
    const from = wanted.length === 0 ? 0 : asked % wanted.length;
    return [...wanted.slice(from), ...wanted.slice(0, from)].slice(0, EACH).flatMap(idOf);
  }

  async function status(id: RecordingId, turn: Turn, { feed, apartMs }: AskOptions): Promise<Way> {
    const { reader, token, clock, signal } = turn;
    const answer = await reader.readStatus(id, signal);
    if (signal.aborted) return 'clear';
    // A gateway that knows no address of Lobbe's must not delete a meeting.
    if (answer.kind === 'gone' && feed === 'missing') return 'clear';
    if (answer.kind === 'status' || answer.kind === 'gone') {
      if (!(await turn.commit((state) => applyStatus(state, id, answer, token, clock.now()), about(id))))
        return 'trouble';
      return retryIfDue(id, turn, apartMs);
    }
    return wayAfterOne(answer, turn);
  }

  /** F4: at least a minute after it failed; while Lobbe's own run is due, ours starts no second one. */
  async function retryIfDue(id: RecordingId, turn: Turn, apartMs: number): Promise<Way> {
    const { reader, token, clock, signal } = turn;
    const meeting = turn.state().meetings.find((m) => m.recordingId === id);
    if (!meeting || !isRetryDue(meeting, apartMs, clock.now()) || scopesOf(turn.state(), token).write === false)
      return 'clear';
    const answer = await reader.retry(id, signal);
    if (signal.aborted) return 'clear';
    if (answer.kind === 'status' || answer.kind === 'not-failed') {
      return (await turn.commit((state) => applyRetry(state, id, answer, clock.now()))) ? 'clear' : 'trouble';
    }
    if (answer.kind === 'closed' && answer.status === 403 && answer.code !== null) {
      // It needs `recordings:write`; without it the same question every minute would be in vain.
      return (await turn.commit((state) => learned(state, token, { write: false }))) ? 'clear' : 'trouble';
    }
    return wayAfterOne(answer, turn);
  }

  async function wayAfterOne(answer: StatusAnswer, turn: Turn): Promise<Way> {
    if (answer.kind === 'status' || answer.kind === 'gone' || answer.kind === 'not-failed') return 'clear';
    return isOnlyThis(answer) ? 'clear' : wayAfter(answer, turn);
  }

  async function title(id: RecordingId, turn: Turn): Promise<Way> {
    const { reader, token, clock, signal } = turn;
    const answer = await reader.readMeeting(id, signal);
    if (signal.aborted) return 'clear';
    if (answer.kind === 'closed' && answer.status === 403 && answer.code !== null) {
      return (await turn.commit((state) => learned(state, token, { read: false }))) ? 'clear' : 'trouble';
    }
    // One that cannot be read is asked for again when it is renamed.
    const said = answer.kind === 'unreadable' ? ({ kind: 'meeting', title: null } as const) : answer;
    if (said.kind !== 'meeting' && said.kind !== 'gone') return wayAfter(said, turn);
    const isOnDisk = await turn.commit((state) => applyTitle(state, id, said, token, clock.now()), { elsewhere: [id] });
    return isOnDisk ? 'clear' : 'trouble';
  }

  async function askAround(turn: Turn, options: AskOptions): Promise<Way> {
    const { token, signal } = turn;
    for (const id of turnOf(turn.state(), token, options)) {
      // One that fails is not the first again the next time: the others behind it would never be asked about.
      asked += 1;
      const way = signal.aborted ? 'clear' : await status(id, turn, options);
      if (way !== 'clear') return way;
    }
    if (!options.watched) return 'clear';
    for (const id of untitled(turn)) {
      if (signal.aborted || scopesOf(turn.state(), token).read === false) return 'clear';
      const way = await title(id, turn);
      if (way !== 'clear') return way;
    }
    return 'clear';
  }

  return { askAround: restingAfterTrouble(random, askAround) };
}

/** Rows from elsewhere that have no name yet, those that were told of last first; many come while nobody looks. */
function untitled(turn: Turn): readonly RecordingId[] {
  const live = turn
    .state()
    .elsewhere.filter(awaitsTitle)
    .slice(-EACH)
    .reverse()
    .map(({ recordingId }) => recordingId);
  return [...live, ...turn.untitled(EACH - live.length)];
}

function idOf({ recordingId }: MeetingRecord): RecordingId[] {
  return recordingId === null ? [] : [recordingId];
}
