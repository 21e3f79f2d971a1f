// A file that its user shows as that of a recording which waits for it. Pure.

import type { EpochMs, MeetingId } from '../contract/ids';
import { actionsOf } from './acts';
import { type AppState, put } from './app-state';
import { takenUp } from './intake';
import type { MeetingRecord } from './meeting';
import { type Brought, type Comparisons, hasContentOf } from './same-content';
import { note } from './timeline';

/** What came of showing a file. Only `taken` changes anything. */
export type Shown =
  /** The record goes on with it. */
  | { readonly kind: 'taken'; readonly state: AppState }
  /** Nothing is decided yet: every byte of it has to be compared with this record's first. */
  | { readonly kind: 'doubt'; readonly meeting: MeetingRecord }
  /** Its content is not what was sent under the record's key (L8): it can only become a meeting of its own. */
  | { readonly kind: 'other-content' }
  /** The record does not wait for a file any more: it came back, or its user took it away. */
  | { readonly kind: 'unwanted' };

/**
 * Takes `brought` as the file of a record, as it would be if it were dropped from its new place. A key that was sent belongs to one
 * content; before that, whatever is shown is looked at anew, and asked about if it is a meeting already. `compared`: what is known of
 * a `doubt`.
 */
export function shown(
  state: AppState,
  id: MeetingId,
  brought: Brought & { readonly name: string },
  now: EpochMs,
  compared: Comparisons,
): Shown {
  const meeting = state.meetings.find((m) => m.id === id);
  if (!meeting || !actionsOf(meeting).includes('locate')) return { kind: 'unwanted' };
  const { path, name, file } = brought;
  if (meeting.keyToken === null) {
    const again = { ...meeting, path, name, file: null, failures: 0 };
    const preparing = { ...again, state: { stage: 'preparing', waits: null, fresh: false } } as const;
    return { kind: 'taken', state: put(state, note(preparing, { at: now, kind: 'user', code: 'locate' })) };
  }
  const isSame = hasContentOf(brought, meeting, compared);
  if (isSame === null) return { kind: 'doubt', meeting };
  if (!isSame) return { kind: 'other-content' };
  return { kind: 'taken', state: put(state, takenUp(meeting, brought, file, now, 'locate')) };
}
