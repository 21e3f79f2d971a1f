// Compares files byte by byte where their ends agree: beside everything else, and one at a time, as it may be gigabytes.

import type { MeetingId } from '../contract/ids';
import type { MeetingRecord } from '../domain/meeting';
import type { Brought, Comparison, Comparisons } from '../domain/same-content';
import type { Recordings } from './ports';

/** Compares a file with those of `others`. Never rejects; what was not compared when `signal` came is `unknown`. */
export type Compare = (brought: Brought, others: readonly MeetingRecord[], signal: AbortSignal) => Promise<Comparisons>;

export function createComparing(recordings: Pick<Recordings, 'wholeOf'>): Compare {
  let turn: Promise<unknown> = Promise.resolve();
  return (brought, others, signal) => {
    const compared = turn.then(() => compareAll(recordings, brought, others, signal));
    turn = compared;
    return compared;
  };
}

async function compareAll(
  recordings: Pick<Recordings, 'wholeOf'>,
  { path, file }: Brought,
  others: readonly MeetingRecord[],
  signal: AbortSignal,
): Promise<Comparisons> {
  let own: Promise<string | null> | null = null;
  const compared = new Map<MeetingId, Comparison>();
  for (const other of others) {
    // What was sent to its end was read to its end; its file may be gone since.
    const theirs = other.sha256 ?? (other.file && (await recordings.wholeOf(other.path, other.file, signal)));
    if (theirs !== null) own ??= recordings.wholeOf(path, file, signal);
    const ours = await own;
    const isKnown = theirs !== null && ours !== null;
    compared.set(other.id, isKnown ? (ours === theirs ? 'same' : 'different') : 'unknown');
  }
  return compared;
}
