// F17, step 2: asks what the plan of domain/catch-up.ts leaves open. One request, one commit: a kill loses no more than one answer.

import type { EpochMs, RecordingId } from '../contract/ids';
import { applyReadyPage, listGivenUp, listRefused } from '../domain/catch-up';
import type { Random } from '../domain/clock';
import type { ReadyAnswer } from '../domain/feed-answers';
import { applyStatus } from '../domain/status';
import { about, isOnlyThis, restingAfterTrouble, type Turn, type Way, wayAfter } from './turn';

/** So many requests between two reads of the feed: it shares their class (F3), and must not wait long for them. */
const STEPS = 20;

/** What the list may be asked for is not documented: as much as of the feed (F12), less, or what Lobbe thinks best. */
const LIMITS: readonly (number | null)[] = [500, 100, null];

/** A sign-in page of a network is over some time; a list that never comes is none. */
const UNREADABLE_AT_MOST = 5;

/** A refusal to tell of one meeting may be a firewall's word for Lobbe's: it is asked about again, but not soon. */
const PUT_OFF_MS = 3_600_000;

export interface CatchUpRunner {
  /** Goes on with the plan for a while; after trouble, later and later. */
  goOn(turn: Turn): Promise<Way>;
}

/** The runner of one run of the app; how far it is is in the state. */
export function createCatchUp(onNote: (line: string) => void, random: Random): CatchUpRunner {
  let size = 0;
  let unreadable = 0;
  const putOff = new Map<RecordingId, EpochMs>();

  async function steps(turn: Turn): Promise<Way> {
    for (let step = 0; step < STEPS && !turn.signal.aborted; step += 1) {
      const plan = turn.state().feed.catchUp;
      if (plan === null) return 'clear';
      const now = turn.clock.now();
      const first = plan.open.find((id) => !isPutOff(id, now));
      const way = plan.list ? await list(plan.list.cursor, turn) : first ? await status(first, turn) : 'clear';
      if (way !== 'clear') return way;
    }
    return 'clear';
  }

  async function list(cursor: string | null, turn: Turn): Promise<Way> {
    const { reader, token, clock, signal } = turn;
    const answer = await reader.readReady(cursor, LIMITS[size] ?? null, signal);
    if (signal.aborted) return 'clear';
    if (answer.kind === 'ready') {
      unreadable = 0;
      const recall = { recordingIds: answer.meetings.map(({ id }) => id) };
      return done(await turn.commit((state) => applyReadyPage(state, answer, token, clock.now()), recall));
    }
    if (answer.kind === 'closed' && answer.status === 403) {
      return done(await turn.commit((state) => listRefused(state, token)));
    }
    return answer.kind === 'unreadable' ? noList(answer, turn) : wayAfter(answer, turn);
  }

  async function noList(answer: Extract<ReadyAnswer, { kind: 'unreadable' }>, turn: Turn): Promise<Way> {
    unreadable += 1;
    if (isOnlyThis(answer) && size + 1 < LIMITS.length) {
      size += 1;
      return 'clear';
    }
    if (!isOnlyThis(answer) && unreadable < UNREADABLE_AT_MOST) return 'trouble';
    onNote(`the list of ready meetings cannot be read (${answer.status}): only those waited for are asked about`);
    size = 0;
    unreadable = 0;
    return done(await turn.commit(listGivenUp));
  }

  async function status(id: RecordingId, turn: Turn): Promise<Way> {
    const { reader, token, clock, signal } = turn;
    const answer = await reader.readStatus(id, signal);
    if (signal.aborted) return 'clear';
    if (answer.kind === 'status' || answer.kind === 'gone') {
      return done(await turn.commit((state) => applyStatus(state, id, answer, token, clock.now()), about(id)));
    }
    if (answer.kind !== 'not-failed' && !isOnlyThis(answer)) return wayAfter(answer, turn);
    putOff.set(id, clock.now() + PUT_OFF_MS);
    return 'clear';
  }

  /** Not under a clock that was set back since: it would be for years. */
  function isPutOff(id: RecordingId, now: EpochMs): boolean {
    const until = putOff.get(id) ?? 0;
    return until > now && until - now <= PUT_OFF_MS;
  }

  return { goOn: restingAfterTrouble(random, steps) };
}

const done = (isOnDisk: boolean): Way => (isOnDisk ? 'clear' : 'trouble');
