// Looks at the files of `preparing` records: a few at a time, and again later at those that a recorder is still writing. Where a file
// may be one that is known already, every byte of both is compared, beside the looks.

import type { EpochMs, MeetingId } from '../contract/ids';
import type { Refusal } from '../contract/problem';
import { backoff } from '../domain/backoff';
import type { Clock } from '../domain/clock';
import { type Inspected, type Inspection, inspected } from '../domain/intake';
import type { MeetingRecord } from '../domain/meeting';
import { type Comparisons, nothingCompared } from '../domain/same-content';
import { createComparing } from './comparing';
import type { BringFolder, Recordings, SameAgain, Store } from './ports';

/** Enough to keep a disk busy; five thousand dropped files must not open five thousand descriptors. */
const AT_A_TIME = 8;

/** A recorder writes several times a second. */
const LOOK_AGAIN_MS = 1_000;

export interface PreparationOptions {
  readonly store: Store;
  readonly recordings: Recordings;
  readonly clock: Clock;
  readonly onRefused: (refusals: readonly Refusal[]) => void;
  readonly onSameAgain: (same: SameAgain) => void;
  readonly bringFolder: BringFolder;
  readonly stopping: AbortSignal;
  /** Called when a look ended: there may be a time to look again. */
  readonly wake: () => void;
}

export interface Preparation {
  /** Starts looking at what is due; returns when to look again, null if nothing waits for that. */
  prepare(now: EpochMs): EpochMs | null;
  /** Resolves when no file is being looked at. What is being compared when it all stops is given up. */
  settled(): Promise<void>;
}

/** What a look brought, before it is on disk. */
interface Look {
  readonly id: MeetingId;
  readonly name: string;
  readonly inspection: Inspection;
  /** The how many-th look it was. */
  readonly turn: number;
}

type Found = Inspection & { readonly kind: 'recording' };

/** When to look again, how long that was off when it was decided, and what was seen. */
interface Later {
  readonly at: EpochMs;
  readonly restMs: number;
  readonly seen: unknown;
}

const restFrom = (now: EpochMs, restMs: number, seen: unknown): Later => ({ at: now + restMs, restMs, seen });

/** How long a file that was busy in an attempt is left alone before the look that comes before the next one (L16). */
const busyRestMs = ({ state, failures }: MeetingRecord): number =>
  state.stage === 'preparing' && state.waits !== null && failures > 0 ? backoff(failures, 0, () => 0) : 0;

/** Files whose inspection failed to be committed, or that still grow, are looked at again: what is on disk says `preparing`. */
export function createPreparation(options: PreparationOptions): Preparation {
  const { store, recordings, clock, onRefused, onSameAgain, bringFolder, stopping, wake } = options;
  const compare = createComparing(recordings);
  const looking = new Map<MeetingId, Promise<void>>();
  const comparing = new Map<MeetingId, AbortController>();
  /** What is not ready: when to look again, and what was seen. Forgotten at a restart, which only costs another look. */
  const later = new Map<MeetingId, Later>();
  /** Files that are being read. Whoever has been read waits for the store, and holds up nobody: many are written down together. */
  let reading = 0;
  /** What is to be looked at as soon as there is room, in its order: as of the last `prepare`, which comes after each commit. */
  let due: readonly MeetingRecord[] = [];
  let next = 0;
  let refused: (Refusal & Pick<Look, 'turn'>)[] = [];
  let turns = 0;

  /** Reads as many as there is room for. To look for them in the list each time would be millions of looks for one drop. */
  function readOn(): void {
    while (reading < AT_A_TIME) {
      const meeting = due[next];
      if (meeting === undefined || stopping.aborted) return;
      next += 1;
      const { id } = meeting;
      const looked = look(meeting).finally(() => {
        looking.delete(id);
        tell();
        wake();
      });
      looking.set(id, looked);
    }
  }

  async function look({ id, path, name }: MeetingRecord): Promise<void> {
    reading += 1;
    turns += 1;
    const turn = turns;
    const { inspection, seen } = await recordings.inspect(path, later.get(id)?.seen ?? null).finally(() => {
      reading -= 1;
      readOn();
    });
    if (stopping.aborted) return;
    const made = await write({ id, name, inspection, turn }, nothingCompared);
    const notTaken = made?.isFolder ? await bringFolder({ id, path }) : [];
    refused.push(...notTaken.map((refusal) => ({ ...refusal, turn })));
    // A folder's record that is still there after that was not to be brought in now: no answer, or a full disk.
    if (made === null || made.isFolder || inspection.kind === 'later')
      later.set(id, restFrom(clock.now(), LOOK_AGAIN_MS, seen));
    else later.delete(id);
    if (made && inspection.kind === 'recording' && made.doubts.length > 0) {
      void settleDoubts({ id, name, inspection, turn }, made.doubts);
    }
  }

  /** Puts on disk what a look made of its record, and tells of it; null: the disk did not take it. */
  async function write({ id, name, inspection, turn }: Look, compared: Comparisons): Promise<Inspected | null> {
    const looked: { made: Inspected | null } = { made: null };
    // What has this content may be in the archive: the same again is the same, however old.
    const recall = inspection.kind === 'recording' ? { contents: [inspection.file] } : {};
    try {
      await store.commit((state) => {
        looked.made = inspected(state, id, inspection, clock.now(), compared);
        return looked.made.state;
      }, recall);
    } catch {
      return null;
    }
    const { made } = looked;
    if (made?.refused) refused.push({ name, reason: made.refused, turn });
    if (made?.sameAs && inspection.kind === 'recording') {
      onSameAgain({ id, name, path: inspection.path, file: inspection.file, of: made.sameAs });
    }
    return made;
  }

  /** Compares until there is nothing to doubt, for as long as its user does not take the record away. */
  async function settleDoubts(
    look: Look & { readonly inspection: Found },
    first: readonly MeetingRecord[],
  ): Promise<void> {
    const { id, inspection } = look;
    const abort = new AbortController();
    comparing.set(id, abort);
    const signal = AbortSignal.any([abort.signal, stopping]);
    let compared = nothingCompared;
    for (let doubts = first; doubts.length > 0; ) {
      compared = new Map([...compared, ...(await compare(inspection, doubts, signal))]);
      let made: Inspected | null = null;
      while (made === null && !signal.aborted) {
        made = await write(look, compared);
        // A full disk is no reason to read gigabytes again.
        if (made === null) await clock.until(clock.now() + LOOK_AGAIN_MS, signal);
      }
      // Others with its ends may have come meanwhile.
      doubts = made?.doubts ?? [];
    }
    comparing.delete(id);
    tell();
    wake();
  }

  /** One message for a whole drop: told when the last of it was looked at. */
  function tell(): void {
    if (looking.size > 0) return;
    // In the order of the drop, whichever was read first.
    const told = refused.toSorted((a, b) => a.turn - b.turn).map(({ turn: _, ...refusal }) => refusal);
    refused = [];
    if (told.length > 0) onRefused(told);
  }

  return {
    prepare(now) {
      let again: EpochMs | null = null;
      const preparing = store.state().meetings.filter(({ state }) => state.stage === 'preparing');
      const wanted = new Set(preparing.map(({ id }) => id));
      for (const [id, abort] of comparing) if (!wanted.has(id)) abort.abort();
      for (const id of later.keys()) if (!wanted.has(id)) later.delete(id);
      due = preparing.filter((meeting) => {
        const { id } = meeting;
        if (looking.has(id) || comparing.has(id)) return false;
        const busyMs = busyRestMs(meeting);
        if (busyMs > 0 && !later.has(id)) later.set(id, restFrom(now, busyMs, null));
        const rest = later.get(id);
        // A time further off than it was at first was set by a clock that was wrong, and has been put right since.
        if (rest && rest.at > now && rest.at - now <= rest.restMs) {
          again = again === null ? rest.at : Math.min(again, rest.at);
          return false;
        }
        return true;
      });
      next = 0;
      readOn();
      return again;
    },
    async settled() {
      await Promise.all(looking.values());
    },
  };
}
