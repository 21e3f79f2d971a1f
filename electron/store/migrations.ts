// From the form of one version to that of the next. Pure, and never changed once released: somebody's only copy comes this way.

/** The form of what this version of the app writes. Raised together with a step below; see schema.ts for the form itself. */
export const SCHEMA_VERSION = 1;

/** Turns the state of version `n`, as parsed, into that of `n + 1`. Leaves alone what it does not know. */
export type Migration = (state: unknown) => unknown;

/** Step `n` leads from version `n` to `n + 1`. Version 1 is the first, so there is none yet. */
const steps: Readonly<Record<number, Migration>> = {};

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
