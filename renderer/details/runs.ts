// Repeated tries as one line: a night without a network is one thing that happened, not forty.

import type { TimelineEntry } from '../../electron/contract/snapshot';
import { isUnconnected } from './timeline-text';

/** What the tries of a run have in common. */
export type RunKind = 'unconnected' | 'unanswered' | 'same-answer';

export type Piece =
  | { readonly kind: 'entry'; readonly entry: TimelineEntry }
  /** What came after the first of a run, which stands before it as an entry of its own. */
  | { readonly kind: 'run'; readonly of: RunKind; readonly entries: readonly TimelineEntry[] }
  /** So many tries that no line is kept of (domain/timeline.ts): nobody may count them among their neighbours. */
  | { readonly kind: 'gap'; readonly count: number };

/** One more is as quick to read as the line that would stand for it. */
const FOLDED_FROM = 2;

/** Folds tries that follow each other and came to the same; everything keeps its order. `before`: the number of the last try before. */
export function foldRuns(entries: readonly TimelineEntry[], before: number | null = null): readonly Piece[] {
  const pieces: Piece[] = [];
  let last = before;
  for (let at = 0; at < entries.length; ) {
    const run = runFrom(entries, at);
    const [first, ...others] = run;
    const missing = lost(last, first);
    if (missing > 0) pieces.push({ kind: 'gap', count: missing });
    const of = runKind(first);
    pieces.push({ kind: 'entry', entry: first });
    if (of !== null && others.length >= FOLDED_FROM) pieces.push({ kind: 'run', of, entries: others });
    else for (const entry of others) pieces.push({ kind: 'entry', entry });
    last = lastTry(run) ?? last;
    at += run.length;
  }
  return pieces;
}

/** The number of the last try among these; null if none is. */
function lastTry(entries: readonly TimelineEntry[]): number | null {
  return entries.findLast(({ attempt }) => attempt !== undefined)?.attempt ?? null;
}

/** How many tries are missing before this one. */
function lost(last: number | null, { attempt }: TimelineEntry): number {
  return last === null || attempt === undefined ? 0 : Math.max(0, attempt - last - 1);
}

function runFrom(entries: readonly TimelineEntry[], at: number): readonly [TimelineEntry, ...TimelineEntry[]] {
  const run: [TimelineEntry, ...TimelineEntry[]] = [entries[at] as TimelineEntry];
  for (const entry of entries.slice(at + 1)) {
    const before = run.at(-1) as TimelineEntry;
    if (!isSame(before, entry) || lost(before.attempt ?? null, entry) > 0) break;
    run.push(entry);
  }
  return run;
}

function runKind(entry: TimelineEntry): RunKind | null {
  if (entry.kind === 'answered') return 'same-answer';
  if (entry.kind !== 'attempt' || entry.phase === undefined || entry.phase === 'file') return null;
  return isUnconnected(entry) ? 'unconnected' : 'unanswered';
}

function isSame(a: TimelineEntry, b: TimelineEntry): boolean {
  const of = runKind(a);
  if (of === null || of !== runKind(b)) return false;
  return of !== 'same-answer' || (a.status === b.status && a.code === b.code);
}
