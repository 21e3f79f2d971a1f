// From the form of one version to that of the next. Pure, and never changed once released: somebody's only copy comes this way.

import { isFields } from './fields';

/** The form of what this version of the app writes. Raised together with a step below; see schema.ts for the form itself. */
export const SCHEMA_VERSION = 5;

/** Turns the state of version `n`, as parsed, into that of `n + 1`. Leaves alone what it does not know. */
export type Migration = (state: unknown) => unknown;

/** Step `n` leads from version `n` to `n + 1`. Version 1 is the first. */
const steps: Readonly<Record<number, Migration>> = { 1: withEnds, 2: withCatchUp, 3: withWaits, 4: withWatched };

/** Version 2 knows a file by both its ends; of those that were queued before it, nobody has looked. */
function withEnds(state: unknown): unknown {
  if (!isFields(state) || !Array.isArray(state.meetings)) return state;
  const meetings = state.meetings.map((meeting: unknown) =>
    isFields(meeting) && isFields(meeting.file) ? { ...meeting, file: { ends: null, ...meeting.file } } : meeting,
  );
  return { ...state, meetings };
}

/**
 * Version 3 catches up by a plan. Without the token that the cursor was given to, it makes one at its first read, so the old list of
 * questions and the news that nobody claimed (`strangers`) are found out again.
 */
function withCatchUp(state: unknown): unknown {
  if (!isFields(state) || !isFields(state.feed)) return state;
  const { strangers: _, ...feed } = state.feed;
  return { ...state, feed: { ...feed, catchUp: null } };
}

/** Version 4 knows what a file waits for; before it, whatever was not ready was said to be growing. */
function withWaits(state: unknown): unknown {
  if (!isFields(state) || !Array.isArray(state.meetings)) return state;
  const meetings = state.meetings.map((meeting: unknown) => {
    if (!isFields(meeting) || !isFields(meeting.state)) return meeting;
    return { ...meeting, state: withWait(meeting.state) };
  });
  return { ...state, meetings };
}

function withWait(state: Record<string, unknown>): Record<string, unknown> {
  // One that was cancelled holds what it was before.
  if (isFields(state.before)) return { ...state, before: withWait(state.before) };
  if (state.stage !== 'preparing' || !('growing' in state)) return state;
  const { growing, ...rest } = state;
  return { ...rest, waits: growing === true ? 'growing' : null };
}

/** Version 5 takes recordings from folders by itself; all that came before it, somebody brought. */
function withWatched(state: unknown): unknown {
  if (!isFields(state) || !Array.isArray(state.meetings)) return state;
  const meetings = state.meetings.map((meeting: unknown) =>
    isFields(meeting) ? { watched: false, ...meeting } : meeting,
  );
  return { ...state, meetings };
}

/**
 * Brings a parsed state from version `from` to `to`. Throws if a step is missing or fails: the caller then treats the generation
 * as one that cannot be read, and keeps its file.
 */
export function migrate(state: unknown, from: number, to = SCHEMA_VERSION, path = steps): unknown {
  let current = state;
  for (let version = from; version < to; version += 1) {
    const step = path[version];
    if (!step) throw new Error(`no migration from schema version ${version}`);
    current = step(current);
  }
  return current;
}
