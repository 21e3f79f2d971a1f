// What the parts of the poller share: one token, one request at a time, and what an answer means for the next request.

import type { EpochMs, RecordingId, TokenFingerprint } from '../contract/ids';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import { backoff } from '../domain/backoff';
import type { Clock, Random } from '../domain/clock';
import type { StatusAnswer } from '../domain/feed-answers';
import type { FeedReader, FeedStore } from './ports';

/** Whether the next request may follow. `told`: not before Lobbe says so; `trouble`: something was in the way. */
export type Way = 'clear' | 'told' | 'trouble';

export interface Turn {
  readonly token: TokenFingerprint;
  readonly reader: FeedReader;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  state(): AppState;
  readonly untitled: FeedStore['untitled'];
  /** False when the disk did not take it: then the same is asked again (F13, F14). */
  commit(change: (state: AppState) => AppState, recall?: Recall): Promise<boolean>;
  /** F3, F18: kept on disk, so that a restart does not ask earlier. */
  toldToWait(until: EpochMs): Promise<void>;
}

/**
 * What is asked beside the feed rests after trouble, longer each time. Meanwhile there is nothing to wait for: what happens now is
 * told by the feed, which must not get slower by it.
 */
export function restingAfterTrouble<More extends readonly unknown[]>(
  random: Random,
  ask: (turn: Turn, ...more: More) => Promise<Way>,
): (turn: Turn, ...more: More) => Promise<Exclude<Way, 'trouble'>> {
  let failures = 0;
  let rest: { readonly since: EpochMs; readonly until: EpochMs } | null = null;
  return async (turn, ...more) => {
    const now = turn.clock.now();
    if (rest !== null && now >= rest.since && now < rest.until) return 'clear';
    const way = await ask(turn, ...more);
    failures = way === 'trouble' ? failures + 1 : 0;
    rest = way === 'trouble' ? { since: now, until: backoff(failures, now, random) } : null;
    return way === 'trouble' ? 'clear' : way;
  };
}

type Trouble = Extract<StatusAnswer, { kind: 'later' | 'closed' | 'unreadable' | 'unreachable' }>;

/** What is left to do after an answer that told nothing. */
export async function wayAfter(answer: Trouble, turn: Turn): Promise<Way> {
  if (answer.kind !== 'later' || answer.notBefore === null) return 'trouble';
  await turn.toldToWait(answer.notBefore);
  return 'told';
}

/** Lobbe's answer is about this meeting, or this route, alone: asking again does not help, and nothing else is held up. */
export function isOnlyThis(answer: Trouble): boolean {
  if (answer.kind === 'closed') return answer.status === 403 && answer.code !== null;
  return answer.kind === 'unreadable' && answer.status >= 400;
}

export function about(recordingId: RecordingId): Recall {
  return { recordingIds: [recordingId] };
}
