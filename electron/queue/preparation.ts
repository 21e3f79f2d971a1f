// Looks at the files of `preparing` records: a few at a time, and again later at those that a recorder is still writing.

import type { EpochMs, MeetingId } from '../contract/ids';
import type { Refusal, RefusalReason } from '../contract/problem';
import type { Clock } from '../domain/clock';
import { inspected } from '../domain/intake';
import type { Recordings, Store } from './ports';

/** Enough to keep a disk busy; five thousand dropped files must not open five thousand descriptors. */
const AT_A_TIME = 8;

/** A recorder writes several times a second. */
const LOOK_AGAIN_MS = 1_000;

export interface PreparationOptions {
  readonly store: Store;
  readonly recordings: Recordings;
  readonly clock: Clock;
  readonly onRefused: (refusals: readonly Refusal[]) => void;
  readonly stopping: AbortSignal;
  /** Called when a look ended: there may be room for another, or a time to look again. */
  readonly wake: () => void;
}

export interface Preparation {
  /** Starts looking at what is due; returns when to look again, null if nothing waits for that. */
  prepare(now: EpochMs): EpochMs | null;
  /** Resolves when no file is being looked at. */
  settled(): Promise<void>;
}

/** Files whose inspection failed to be committed, or that still grow, are looked at again: what is on disk says `preparing`. */
export function createPreparation({
  store,
  recordings,
  clock,
  onRefused,
  stopping,
  wake,
}: PreparationOptions): Preparation {
  const looking = new Map<MeetingId, Promise<void>>();
  /** What grows: when to look again, and what was seen. Forgotten at a restart, which only costs another look. */
  const growing = new Map<MeetingId, { readonly at: EpochMs; readonly seen: unknown }>();
  let refused: Refusal[] = [];

  async function look(id: MeetingId, path: string, name: string): Promise<void> {
    const { inspection, seen } = await recordings.inspect(path, growing.get(id)?.seen ?? null);
    if (stopping.aborted) return;
    let reason: RefusalReason | null = null;
    try {
      // What was sent from this path before may be in the archive: the same file again is the same file, however old.
      const recall = inspection.kind === 'recording' ? { paths: [inspection.path] } : {};
      await store.commit((state) => {
        const result = inspected(state, id, inspection, clock.now());
        reason = result.refused;
        return result.state;
      }, recall);
    } catch {
      growing.set(id, { at: clock.now() + LOOK_AGAIN_MS, seen });
      return;
    }
    if (inspection.kind === 'growing') growing.set(id, { at: clock.now() + LOOK_AGAIN_MS, seen });
    else growing.delete(id);
    if (reason !== null) refused.push({ name, reason });
  }

  /** One message for a whole drop: told when the last of it was looked at. */
  function tell(): void {
    if (looking.size > 0 || refused.length === 0) return;
    const told = refused;
    refused = [];
    onRefused(told);
  }

  return {
    prepare(now) {
      let next: EpochMs | null = null;
      for (const { id, path, name, state } of store.state().meetings) {
        if (state.stage !== 'preparing' || looking.has(id)) continue;
        const at = growing.get(id)?.at ?? now;
        // A time further off than any was set by a clock that was wrong, and has been put right since.
        if (at > now && at - now <= LOOK_AGAIN_MS) {
          next = next === null ? at : Math.min(next, at);
          continue;
        }
        if (looking.size >= AT_A_TIME) continue;
        const looked = look(id, path, name).finally(() => {
          looking.delete(id);
          tell();
          wake();
        });
        looking.set(id, looked);
      }
      return next;
    },
    async settled() {
      await Promise.all(looking.values());
    },
  };
}
