// A file that its user shows for a recording that waits for it: looked at, compared where its ends leave a doubt, and taken or not.

import type { EpochMs, MeetingId } from '../contract/ids';
import type { LocateTrouble } from '../contract/snapshot';
import type { Clock } from '../domain/clock';
import type { Inspection } from '../domain/intake';
import { type Shown, shown } from '../domain/locating';
import { type Brought, nothingCompared } from '../domain/same-content';
import { createComparing } from './comparing';
import type { Recordings, Store } from './ports';

/** A copy that was made a moment ago still has to hold still: as long as somebody waits for a click. */
const PATIENCE_MS = 6_000;
const LOOK_AGAIN_MS = 1_000;

/** `taken`: it is on disk that the recording goes on with it. `unwanted`: it does not wait for a file any more. */
export type Located = 'taken' | 'unwanted' | LocateTrouble;

/** `name`: of the file. Rejects if the disk does not take it. */
export type Locate = (id: MeetingId, path: string, name: string) => Promise<Located>;

export interface LocatingOptions {
  readonly store: Pick<Store, 'commit'>;
  readonly recordings: Pick<Recordings, 'inspect' | 'wholeOf'>;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
}

export function createLocating({ store, recordings, clock, stopping }: LocatingOptions): Locate {
  const compare = createComparing(recordings);

  async function look(path: string): Promise<Inspection> {
    const until: EpochMs = clock.now() + PATIENCE_MS;
    let seen: unknown = null;
    for (;;) {
      const looked = await recordings.inspect(path, seen);
      const { inspection } = looked;
      const grows = inspection.kind === 'later' && inspection.why === 'growing';
      if (!grows || clock.now() >= until || stopping.aborted) return inspection;
      seen = looked.seen;
      await clock.until(clock.now() + LOOK_AGAIN_MS, stopping);
    }
  }

  async function take(id: MeetingId, brought: Brought & { readonly name: string }): Promise<Located> {
    let compared = nothingCompared;
    for (;;) {
      // What was cut off in the middle says nothing of the rest.
      if (stopping.aborted) return 'not-now';
      const made: { shown: Shown } = { shown: { kind: 'unwanted' } };
      await store.commit((state) => {
        made.shown = shown(state, id, brought, clock.now(), compared);
        return made.shown.kind === 'taken' ? made.shown.state : state;
      });
      if (made.shown.kind !== 'doubt') return made.shown.kind;
      compared = await compare(brought, [made.shown.meeting], stopping);
    }
  }

  return async (id, path, name) => {
    const inspection = await look(path);
    switch (inspection.kind) {
      case 'recording':
        return take(id, { path: inspection.path, file: inspection.file, name });
      case 'later':
        return 'not-now';
      case 'refused':
        return inspection.reason === 'unreadable' || inspection.reason === 'not-found' ? 'not-now' : 'not-a-recording';
    }
  };
}
